"""What a chat is to show: one text with its buttons. Everything a person sees is one of these values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button: it carries `data` (at most 64 bytes of UTF-8), opens `url`, or puts `copy` on the clipboard.

    `style` is a colour hint of Telegram's ("primary", "success", "danger" or ""); nothing may depend on it alone.
    """

    text: str
    data: str = ""
    url: str = ""
    style: str = ""
    copy: str = ""
    """What a press puts on the clipboard, at most 256 characters."""


@dataclass(frozen=True)
class Screen:
    """A message as it should stand: `text` is HTML (4096 characters at most once parsed), `buttons` are rows."""

    text: str
    buttons: tuple[tuple[Button, ...], ...] = ()
    reply: str = ""
    """Asks for a reply, with these words in the empty field; then there are no buttons."""

    @cached_property
    def digest(self) -> str:
        """A short fingerprint: two screens with one digest look the same, so nothing need be sent."""
        return hashlib.sha256(repr((self.text, self.buttons, self.reply)).encode()).hexdigest()[:16]
