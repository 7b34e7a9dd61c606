"""Every Bot API method that the bot uses, and for each fault either how Telegram says it or why it never does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import aiogram.methods
from aiogram import Bot

LOST = ("500", "429", "timeout before", "timeout after the effect", "reset before", "reset after the effect")
"""What may befall any call: a failure, or no answer at all."""
HOLD = 0.3
"""Real seconds for which a call hangs; the bot gives up before."""
SAME = "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"

NOT_AN_EDIT = "only an edit can change nothing"
NO_CHAT = "it names no chat"
MOVED = "Telegram refuses no press for where it was made, and no answer names a chat"

FAULTS: dict[str, dict[str, str]] = {
    "getMe": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "404: the token is wrong, the bot does not start: tests/cli/test_play.py", "migrate": NO_CHAT},
    "getUpdates": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "404: the token is wrong, the bot stops: tests/intake/test_intake.py", "migrate": NO_CHAT},
    "deleteWebhook": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "as getUpdates", "migrate": NO_CHAT},
    "setWebhook": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "as getUpdates", "migrate": NO_CHAT},
    "getWebhookInfo": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "as getUpdates", "migrate": NO_CHAT},
    "getMyCommands": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "no menu is named", "migrate": NO_CHAT},
    "setMyCommands": {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": "no menu is named", "migrate": NO_CHAT},
    "sendMessage": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": NOT_AN_EDIT, "not found": "Bad Request: chat not found", "migrate": "*"},
    "sendDocument": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": NOT_AN_EDIT, "not found": "Bad Request: chat not found", "migrate": "*"},
    "editMessageText": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": SAME, "not found": "Bad Request: message to edit not found", "migrate": "*"},
    "editMessageReplyMarkup": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": SAME, "not found": "Bad Request: message to edit not found", "migrate": "*"},
    "deleteMessage": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": NOT_AN_EDIT, "not found": "Bad Request: message to delete not found", "migrate": "*"},
    "getChatMember": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": NOT_AN_EDIT, "not found": "Bad Request: member not found", "migrate": "*"},
    "answerCallbackQuery": {"403": MOVED, "not modified": NOT_AN_EDIT, "not found": "Bad Request: query is too old and response timeout expired or query ID is invalid", "migrate": MOVED},
    "editEphemeralMessageText": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": SAME, "not found": "Bad Request: message to edit not found", "migrate": "*"},
    "deleteEphemeralMessage": {"403": "Forbidden: bot was kicked from the supergroup chat", "not modified": NOT_AN_EDIT, "not found": "Bad Request: message to delete not found", "migrate": "*"},
}  # fmt: skip
"""Method -> fault -> what Telegram says, `*` for an answer that names the new chat, or the reason why it cannot be. What
is in `LOST` strikes all of them."""


def possible(method: str, fault: str) -> bool:
    """Whether Telegram can answer this call so."""
    said = FAULTS[method].get(fault, "*")
    return said == "*" or said.startswith(("Bad Request", "Forbidden"))


def order(method: str, fault: str) -> tuple[str, dict[str, Any]]:
    """How the emulator is told: `fail` or `lose`, and its fields."""
    match fault:
        case "500":
            return "fail", {"status": 500}
        case "429":
            return "fail", {"status": 429, "description": "Too Many Requests", "parameters": {"retry_after": 3}}
        case "timeout before" | "timeout after the effect":
            return "lose", {"applied": "after" in fault, "seconds": HOLD}
        case "reset before" | "reset after the effect":
            return "lose", {"applied": "after" in fault}
    said = FAULTS[method][fault]
    return "fail", {"status": 403 if said.startswith("Forbidden") else 400, "description": said}


def used() -> set[str]:
    """The methods that the bot's source names: as classes, as methods of aiogram's Bot, and a press's `answer`."""
    source = "\n".join(path.read_text() for path in Path("bot").rglob("*.py"))
    named = {name for name in aiogram.methods.__all__ if re.search(rf"\b{name}\(", source)} - {
        "TelegramMethod",
        "Request",
        "Response",
    }
    named |= {_class(name) for name in re.findall(r"\bbot\.(\w+)\(", source) if hasattr(Bot, name)}
    if re.search(r"\bquery\.answer\(", source):
        named.add("AnswerCallbackQuery")
    return {name[0].lower() + name[1:] for name in named if name in aiogram.methods.__all__}


def _class(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
