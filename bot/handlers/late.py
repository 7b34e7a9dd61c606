"""Commands that come minutes late, because the bot was away: nobody waits for them any more, and they are dropped.

Whoever said /play before supper is not to find a new table at midnight. Presses are another thing: each names the
question that it answers, so it is done if that is still open. Start in private is kept too: it is the leave to write.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from aiogram import Router
from aiogram.enums import ChatType
from aiogram.filters import Filter
from aiogram.types import Message

log = logging.getLogger(__name__)

LATE = 300.0
"""Seconds after which a command is stale."""


class Late(Filter):
    """A command that was said too long ago; `now` is unix seconds."""

    async def __call__(self, message: Message, now: Callable[[], float]) -> bool:
        said = message.text or message.caption or ""
        if not said.startswith("/") or now() - message.date.timestamp() <= LATE:
            return False
        return message.chat.type != ChatType.PRIVATE or said.split()[0] != "/start"


def router() -> Router:
    routes = Router(name="late")
    routes.message.register(dropped, Late())
    return routes


async def dropped(message: Message, now: Callable[[], float]) -> None:
    log.info("a command is dropped: it was said %.0f minutes ago", (now() - message.date.timestamp()) / 60)
