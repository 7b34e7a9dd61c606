"""Somebody who says more in a group than anybody does at cards is not heard for a while.

What he says there is answered there, out of the group's twenty messages a minute, which the board needs. So whoever
has said ten things to the bot in one breath is heard once in six seconds. What people say to each other, where the bot
may read it, is not counted. Nor are presses: an answer to one costs
Telegram's limits nothing, each person's presses wait for one another alone, and play is nothing but presses. What
Telegram itself says of a group (somebody went, topics closed) is always heard.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from aiogram import Bot, Router
from aiogram.enums import ChatType
from aiogram.filters import Filter
from aiogram.types import Message

log = logging.getLogger(__name__)

BURST = 10
"""Commands and replies to the bot, at once."""
EVERY = 6.0
"""Seconds for one more."""
MANY = 1000
"""People remembered, at most; those who are quiet are forgotten first."""


class TooMuch(Filter):
    """A person says something to the bot in a group, and has said more than his share; `now` is seconds."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[float, float]] = {}
        """Who -> how much he had left, and when."""

    async def __call__(self, message: Message, bot: Bot, now: Callable[[], float]) -> bool:
        if message.from_user is None or message.chat.type == ChatType.PRIVATE or not _to(bot, message):
            return False
        who, at = message.from_user.id, now()
        left, since = self._said.pop(who, (float(BURST), at))
        left = min(float(BURST), left + max(0.0, at - since) / EVERY)
        self._said[who] = (max(left - 1, 0.0) if left >= 1 else left, at)  # who spoke last is forgotten last
        if len(self._said) > MANY:
            del self._said[next(iter(self._said))]
        return left < 1


def _to(bot: Bot, message: Message) -> bool:
    """A command, or a reply to a message of the bot."""
    answered = message.reply_to_message
    replies = answered is not None and answered.from_user is not None and answered.from_user.id == bot.id
    return message.text is not None and (replies or message.text.startswith("/"))


def router() -> Router:
    routes = Router(name="flood")
    routes.message.register(unheard, TooMuch())
    return routes


async def unheard(message: Message) -> None:
    log.info("somebody says too much in a group and is not heard")
