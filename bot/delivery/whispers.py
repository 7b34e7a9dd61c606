"""What one person alone is shown in a group: ephemeral messages (TELEGRAM.md, 1.1).

They may never arrive, and vanish. So they are no places: which of them somebody sees is known as long as the process
lives, and a press on one tells it. Whether they count in a group's limits nobody knows; they are taken to count.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from aiogram.methods import TelegramMethod

from bot.delivery import calls
from bot.screens.screen import Screen

EDITED = 1024
"""Characters that an edited one may have; a sent one may have 4096 (tdlib/telegram-bot-api#881)."""
TIMEOUT = 5
"""Seconds for a call: a press waits for its answer."""
_TAG = re.compile("<[^>]*>")


@dataclass(slots=True, eq=False)
class Ear:
    """Somebody, by Telegram's id, in a group (storage's id), and the message that he sees alone there: its number, 0 if
    there is none, and the digest of its screen, "" if that is not known."""

    chat: int
    receiver: int
    thread: int | None = None
    message: int = 0
    digest: str = ""


@dataclass(slots=True, eq=False)
class Whisper:
    """`ear` is to see `screen`. `query`: a press of his that is not answered yet; `any_time`: the bot is an
    administrator; without either only what he sees already can be edited. `fresh`: a new message takes the old one's
    place. `told` tells whether he sees it, as far as Telegram says."""

    ear: Ear
    screen: Screen
    query: str = ""
    any_time: bool = False
    fresh: bool = False
    priority: int = 0
    passed_over: int = 0
    under_way: bool = False
    former: int = 0
    """The number of what could not be edited, to be deleted."""
    told: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def edits(self) -> bool:
        return bool(self.ear.message) and not self.fresh and length(self.screen) <= EDITED

    @property
    def sends(self) -> bool:
        """Whether a new message may be sent."""
        return bool(self.query) or self.any_time

    def call(self, to: int) -> TelegramMethod[Any]:
        ear = self.ear
        if self.edits:
            return calls.edit_whisper(to, ear.receiver, ear.message, self.screen)
        return calls.whisper(to, ear.receiver, self.screen, query=self.query, thread=ear.thread)

    def shown(self, message: int) -> Hush | None:
        """He sees it: in the new `message`, or (0) in the one that he had. The one to be deleted, if there is one."""
        ear, former = self.ear, self.former
        if message:
            ear.message, former = message, former or ear.message
        ear.digest = self.screen.digest
        self.tell(True)
        return Hush(ear.receiver, former) if former not in (0, message) else None

    def not_edited(self) -> None:
        """What he sees cannot be edited, and may be gone."""
        self.former, self.ear.message = self.ear.message, 0

    def replaces(self, older: Whisper) -> None:
        """The older one's press is as good, and who waits for it is told of this one; what is under way goes on."""
        if not older.under_way:
            self.query = self.query or older.query
            self.fresh = self.fresh or older.fresh
            self.told.add_done_callback(lambda told: older.tell(told.result()))

    def tell(self, shown: bool) -> None:
        if not self.told.done():
            self.told.set_result(shown)


@dataclass(slots=True, eq=False)
class Hush:
    """Delete an ephemeral message; if it has vanished, so much the better."""

    receiver: int
    message: int
    priority: int = 9
    passed_over: int = 0

    def call(self, to: int) -> TelegramMethod[Any]:
        return calls.hush(to, self.receiver, self.message)


def length(screen: Screen) -> int:
    """Characters of a screen's text as Telegram counts them: without its tags."""
    return len(unescape(_TAG.sub("", screen.text)))
