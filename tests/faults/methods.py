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

KICKED = "Forbidden: bot was kicked from the supergroup chat"
GONE = "Bad Request: message to {} not found"
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
NEW_CHAT = "Bad Request: group chat was upgraded to a supergroup chat"

NOT_AN_EDIT = "only an edit can change nothing"
NO_CHAT = "it names no chat"
NO_TOKEN = "404: the token is wrong, and the bot stops with a sentence: tests/intake, tests/cli/test_play.py"
NO_MENU = "it names nothing that could be missing"


def _of_no_chat(not_found: str) -> dict[str, str]:
    return {"403": NO_CHAT, "not modified": NOT_AN_EDIT, "not found": not_found, "migrate": NO_CHAT}


def _of_a_chat(not_found: str, same: str = NOT_AN_EDIT) -> dict[str, str]:
    return {"403": KICKED, "not modified": same, "not found": not_found, "migrate": NEW_CHAT}


FAULTS: dict[str, dict[str, str]] = {
    "getMe": _of_no_chat(NO_TOKEN),
    "getUpdates": _of_no_chat(NO_TOKEN),
    "deleteWebhook": _of_no_chat(NO_TOKEN),
    "setWebhook": _of_no_chat(NO_TOKEN),
    "getWebhookInfo": _of_no_chat(NO_TOKEN),
    "getMyCommands": _of_no_chat(NO_MENU),
    "setMyCommands": _of_no_chat(NO_MENU),
    "answerCallbackQuery": _of_no_chat(TOO_OLD),
    "getChatMember": _of_a_chat("Bad Request: member not found"),
    "sendMessage": _of_a_chat("Bad Request: chat not found"),
    "sendDocument": _of_a_chat("Bad Request: chat not found"),
    "editMessageText": _of_a_chat(GONE.format("edit"), SAME),
    "editMessageReplyMarkup": _of_a_chat(GONE.format("edit"), SAME),
    "deleteMessage": _of_a_chat(GONE.format("delete")),
    "editEphemeralMessageText": _of_a_chat(GONE.format("edit"), SAME),
    "deleteEphemeralMessage": _of_a_chat(GONE.format("delete")),
}
"""Method -> fault -> what Telegram says, or the reason why it cannot be. What is in `LOST` may strike all of them."""


def possible(method: str, fault: str) -> bool:
    """Whether Telegram can answer this call so."""
    return fault in LOST or FAULTS[method][fault].startswith(("Bad Request", "Forbidden"))


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
