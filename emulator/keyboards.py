"""Inline keyboards: what Telegram takes, what it refuses, what it would silently change."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from emulator.chats import Button, Keyboard
from emulator.refusals import BUTTON_DATA_INVALID, KEYBOARD_TOO_LONG, bad_request, not_emulated

BUTTONS_A_ROW = 8
BUTTONS = 100
DATA_BYTES = 64
KEYBOARD_BYTES = 10_240
STYLES = ("primary", "success", "danger")

_FIELDS = frozenset({"text", "callback_data", "copy_text", "url", "style"})
COPIED = 256
"""Characters that a button can put on the clipboard."""


def parse(markup: dict[str, Any]) -> Keyboard | None:
    """The rows of an InlineKeyboardMarkup, None if it has no buttons; Refused if it is anything else."""
    unknown = {name for name, value in markup.items() if value not in (None, False)} - {"inline_keyboard"}
    if unknown:
        raise not_emulated(f'field "{min(unknown)}" of reply_markup: only inline_keyboard is emulated')
    rows = markup.get("inline_keyboard")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    keyboard = tuple(tuple(_button(button) for button in row) for row in rows if row)
    for number, row in enumerate(keyboard, 1):
        if len(row) > BUTTONS_A_ROW:
            raise not_emulated(
                f"row {number} of the keyboard has {len(row)} buttons; clients show at most {BUTTONS_A_ROW} in a row "
                "and drop what is beyond"
            )
    if sum(map(len, keyboard)) > BUTTONS:
        raise bad_request(KEYBOARD_TOO_LONG)
    if any(len(button.get("callback_data", "").encode()) > DATA_BYTES for row in keyboard for button in row):
        raise bad_request(BUTTON_DATA_INVALID)
    if len(json.dumps(keyboard, ensure_ascii=False).encode()) > KEYBOARD_BYTES:
        raise bad_request(KEYBOARD_TOO_LONG)
    return keyboard or None


def _button(shown: Any) -> Button:
    if not isinstance(shown, dict):
        raise _cannot("InlineKeyboardButton must be an Object")
    told: Button = {name: value for name, value in shown.items() if value is not None}
    if "copy_text" in told:
        told["copy_text"] = _copied(told["copy_text"])
    text = told.get("text")
    if not isinstance(text, str):
        raise _cannot('Field "text" must be of type String')
    unknown = set(told) - _FIELDS
    if unknown:
        raise not_emulated(f'field "{min(unknown)}" of a button; emulated are {", ".join(sorted(_FIELDS))}')
    if not all(isinstance(value, str) for value in told.values()):
        raise _cannot("every field of InlineKeyboardButton must be of type String")
    if told.get("style", "primary") not in STYLES:
        raise _cannot("invalid button style specified")
    if not text.strip():
        raise not_emulated("inline keyboard button text must be non-empty; Telegram drops such a button in silence")
    if told.get("url"):
        _check_link(told["url"])
        told.pop("callback_data", None)
    elif not told.get("callback_data") and not told.get("copy_text"):
        raise _cannot("Text buttons are unallowed in the inline keyboard")
    return told


def _copied(copying: Any) -> str:
    """The text of a CopyTextButton."""
    text = copying.get("text") if isinstance(copying, dict) else None
    if not isinstance(text, str):
        raise _cannot('Field "copy_text" must be of type CopyTextButton')
    if not 0 < len(text) <= COPIED:
        raise not_emulated(f"a button copies 1 to {COPIED} characters, not {len(text)}")
    return text


def _check_link(url: str) -> None:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https", "tg") and bool(parts.netloc)
        good = good or (not parts.scheme and "." in parts.path.split("/")[0])
    except ValueError:
        good = False
    if not good:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")


def _cannot(reason: str) -> Exception:
    return bad_request(f"can't parse inline keyboard button: {reason}")
