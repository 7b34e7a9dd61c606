"""What there is to do in a chat. Each job knows its call; what comes of it is for `delivery` to judge."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from aiogram.methods import TelegramMethod

from bot.delivery import calls
from bot.delivery.wanted import Place, Wanted
from bot.delivery.whispers import Hush, Whisper
from bot.screens.screen import Screen
from bot.storage.screens import Shown

LAST = 9
"""The priority of tidying up."""


@dataclass(slots=True, eq=False)
class Show:
    """Make a place show its screen. `rung`: a send with sound may have arrived, so that another would be silent."""

    wanted: Wanted
    rung: bool = False
    passed_over: int = 0
    """How many calls of the chat have gone before it."""

    @property
    def priority(self) -> int:
        return self.wanted.priority

    def sends(self, shown: Shown) -> bool:
        """Whether it takes a new message."""
        return self.wanted.fresh or shown.message_id is None

    def opens(self, shown: Shown) -> bool:
        """Whether the new message only makes room: what is said once is an edit of a message whose number is known."""
        return self.wanted.opening is not None and self.wanted.final and shown.message_id is None

    def opened(self, shown: Shown, message_id: int) -> Shown:
        """How the place stands with room made for what is wanted."""
        return replace(shown, table=self.wanted.table, message_id=message_id, digest="", seq=-1)

    def without_a_call(self, shown: Shown, sure: bool) -> Shown | None:
        """How the place then stands, if nothing need be sent: it is final, ahead of what is wanted, or surely looks
        so."""
        if shown.final or self.wanted.seq < shown.seq:
            return shown
        if self.sends(shown) or shown.digest != self.wanted.screen.digest or not sure:
            return None
        return self.done(shown)

    def done(self, shown: Shown, message_id: int | None = None) -> Shown:
        """How the place stands when it shows what is wanted, in the message `message_id` or the one it had."""
        wanted = self.wanted
        former = shown.message_id if message_id else None
        return replace(
            shown,
            table=wanted.table,
            message_id=message_id or shown.message_id,
            digest=wanted.screen.digest,
            seq=wanted.seq,
            final=wanted.final,
            former=former or shown.former,
        )

    def call(self, to: int, shown: Shown) -> TelegramMethod[Any]:
        if self.sends(shown):
            silent = self.rung or not self.wanted.fresh
            screen = self.wanted.opening if self.opens(shown) and self.wanted.opening else self.wanted.screen
            return calls.send(to, screen, thread=self.wanted.thread, silent=silent)
        assert shown.message_id is not None
        return calls.edit(to, shown.message_id, self.wanted.screen)


@dataclass(slots=True, eq=False)
class Say:
    """Say something once, outside of all places; `otherwise` there, if the chat cannot be written to."""

    screen: Screen
    priority: int = 1
    thread: int | None = None
    otherwise: tuple[int, Screen] | None = None
    passed_over: int = 0

    def call(self, to: int) -> TelegramMethod[Any]:
        return calls.send(to, self.screen, thread=self.thread)


@dataclass(slots=True, eq=False)
class Bring:
    """Bring a document. `brought` tells whether it is there, once that is known."""

    name: str
    content: bytes
    caption: str
    thread: int | None = None
    priority: int = 1
    passed_over: int = 0
    brought: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def call(self, to: int) -> TelegramMethod[Any]:
        return calls.document(to, self.name, self.content, self.caption, thread=self.thread)


@dataclass(slots=True, eq=False)
class Remove:
    """Delete a message; if that is not possible, take its buttons away. It was that of `place`, or nobody's."""

    message_id: int
    place: Place | None = None
    only_buttons: bool = False
    priority: int = LAST
    passed_over: int = 0

    def call(self, to: int) -> TelegramMethod[Any]:
        return calls.strip(to, self.message_id) if self.only_buttons else calls.delete(to, self.message_id)


Job = Show | Say | Bring | Remove | Whisper | Hush
