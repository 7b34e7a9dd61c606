"""How somebody stands in a chat, asked of Telegram when it matters: an administrator may have been none before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiogram import Bot
from aiogram.exceptions import AiogramError

from bot.delivery.calls import GetChatMember

ADMINS = {"creator", "administrator"}
GONE = {"left", "kicked"}
TIMEOUT = 5
"""Seconds for the answer: somebody has pressed a button and waits."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person in a chat. `anonymous`: an administrator whom nobody is to name."""

    admin: bool
    member: bool
    anonymous: bool = False


async def standing(bot: Bot, chat: int, person: int) -> Standing | None:
    """None if there is no answer. It is taken as the JSON it is: aiogram knows only the kinds of members that there
    were when it was made."""
    try:
        answer: Any = await bot(GetChatMember(chat_id=chat, user_id=person), request_timeout=TIMEOUT)
    except (AiogramError, OSError):
        return None
    match answer:
        case {"status": str(status)}:
            member = status not in GONE and (status != "restricted" or answer.get("is_member") is True)
            return Standing(status in ADMINS, member, answer.get("is_anonymous") is True)
        case _:
            return None
