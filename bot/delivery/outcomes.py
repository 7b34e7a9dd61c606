"""What may come of a call to Telegram, and how aiogram's exceptions tell it.

Outcome
  Done      it is as wanted; also where nothing was left to change
  Gone      the message to edit is no more, or cannot be edited: send anew
  Lost      the bot may not write there: blocked, kicked, never started
  Flood     not done: wait so many seconds
  Shut      not done: the topic is closed or no more
  Moved     not done: the group is a supergroup now, under another id
  Unknown   the answer was lost, garbled or a server's failure: it may have happened or not
  Refused   the call itself is wrong; repeating it is no use
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramEntityTooLarge,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramRetryAfter,
)
from aiogram.methods import TelegramMethod

# Telegram tells these apart by their text only (tdlib/telegram-bot-api, Client.cpp); compared without regard to case.
_SAME = ("message is not modified", "message to delete not found")
_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid", "message identifier is not")
_SHUT = ("topic_closed", "topic_deleted", "message thread not found")
_LOST = (
    "chat not found",
    "not enough rights to send text",
    "have no rights to send",
    "chat_write_forbidden",
    "chat_send_plain_forbidden",
    "chat_restricted",
    "channel_private",
    "need administrator rights in the channel",
    "group chat was deactivated",
    "user is deactivated",
    "peer_id_invalid",
)


@dataclass(frozen=True, slots=True)
class Done:
    """`message_id` is that of a sent message; 0 for calls that send none, and for one that a single person sees, whose
    number is `ephemeral`."""

    message_id: int = 0
    ephemeral: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    why: str


@dataclass(frozen=True, slots=True)
class Lost:
    why: str


@dataclass(frozen=True, slots=True)
class Shut:
    why: str


@dataclass(frozen=True, slots=True)
class Flood:
    seconds: float


@dataclass(frozen=True, slots=True)
class Moved:
    telegram_id: int


@dataclass(frozen=True, slots=True)
class Unknown:
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    why: str


Outcome = Done | Gone | Lost | Shut | Flood | Moved | Unknown | Refused


async def attempt(bot: Bot, method: TelegramMethod[Any], timeout: int) -> Outcome:
    """Make one call and say what came of it. The reasons hold nothing of what was sent."""
    try:
        answer = await bot(method, request_timeout=timeout)
    except AiogramError as error:
        return _failure(error)
    except OSError as error:  # a connection that breaks in a way that aiohttp did not foresee
        return Unknown(type(error).__name__)
    match answer:
        case {"message_id": int(number)}:
            return Done(number, answer.get("ephemeral_message_id") or 0)
        case True:
            return Done()
        case _:
            return Unknown("an answer of another shape")


def _failure(error: AiogramError) -> Outcome:
    match error:
        case TelegramRetryAfter():
            return Flood(error.retry_after)
        case TelegramMigrateToChat():
            return Moved(error.migrate_to_chat_id)
        case TelegramForbiddenError():
            return Lost(error.message)
        case TelegramBadRequest():
            return _bad_request(error.message)
        case TelegramEntityTooLarge():  # a network error by aiogram's tree, but an answer all the same
            return Refused(error.message)
        case _:  # by its name alone: a garbled answer is quoted in its error, an address may hold the token
            return Unknown(type(error).__name__)


def _bad_request(reason: str) -> Outcome:
    said = reason.lower()
    if any(part in said for part in _SAME):
        return Done()
    if any(part in said for part in _GONE):
        return Gone(reason)
    if any(part in said for part in _SHUT):
        return Shut(reason)
    if any(part in said for part in _LOST):
        return Lost(reason)
    return Refused(reason)
