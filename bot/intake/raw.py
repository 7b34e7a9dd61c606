"""An update as it came, in JSON: how it is stored, whose it is, and what of it is read."""

from __future__ import annotations

import json
from typing import Any

from aiogram import Bot
from aiogram.types import Update

UNREAD = ("text", "entities", "reply_markup")
"""Of the message under a button that was pressed: the bot said it itself, and to read it would take three times as
long as all the rest."""


def text(update: dict[str, Any]) -> str:
    """As JSON; half of a surrogate pair, which no database takes, stays escaped."""
    text = json.dumps(update, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(update)
    return text


def lane(raw: str) -> int:
    """Whose update it is: a person's id, else a chat's, else 0. One lane keeps its order."""
    for happened in json.loads(raw).values():
        if isinstance(happened, dict):
            who = happened.get("from") or happened.get("user") or happened.get("chat")
            if isinstance(who, dict) and isinstance(who.get("id"), int):
                return int(who["id"])
    return 0


def parsed(update: dict[str, Any], bot: Bot) -> Update:
    """The update as aiogram has it, without what is `UNREAD`. Raises pydantic's ValidationError."""
    match update:
        case {"callback_query": {"message": dict(message)} as query}:
            rest = {name: value for name, value in message.items() if name not in UNREAD}
            update = {**update, "callback_query": {**query, "message": rest}}
    return Update.model_validate_json(json.dumps(update), context={"bot": bot})
