"""To whom the bot listens, and where. Filters of their own: aiogram runs `F` expressions in a thread."""

from __future__ import annotations

from aiogram.filters import Filter
from aiogram.types import Message

from bot.handlers.doors import is_said_by_a_person


class Said(Filter):
    """What people say, in chats of these types; in any chat if none is named."""

    def __init__(self, *types: str) -> None:
        self._types = types

    async def __call__(self, message: Message) -> bool:
        return (not self._types or message.chat.type in self._types) and is_said_by_a_person(message)
