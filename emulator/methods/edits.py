"""editMessageText and editMessageReplyMarkup. As in Telegram, an edit without a keyboard takes the keyboard away."""

from __future__ import annotations

from typing import Any

from emulator import telegram_json
from emulator.chats import Chat, Message
from emulator.methods import common
from emulator.methods.messages import TEXT_LENGTH
from emulator.methods.table import method
from emulator.parameters import Arguments, array, boolean, chat, integer, mapping, string
from emulator.refusals import (
    DEAD_MESSAGE,
    EDITED_TEXT_TOO_LONG,
    MESSAGE_NOT_NAMED,
    NO_RIGHT_TO_EDIT,
    NO_TEXT_TO_EDIT,
    NOT_EDITABLE,
    NOT_MODIFIED,
    NOTHING_TO_EDIT,
    TEXT_BLANK,
    TEXT_EMPTY,
    bad_request,
)
from emulator.world import World


def edit_message_text(world: World, arguments: Arguments) -> dict[str, Any]:
    if not arguments.get("text"):
        raise bad_request(TEXT_EMPTY)
    text, entities = common.formatted(world, arguments["text"], arguments.get("parse_mode"), arguments.get("entities"))
    common.check_link_preview(arguments)
    keyboard = common.keyboard(arguments)
    where, found = own_message(world, arguments)
    if found.document is not None or found.photo is not None:
        raise bad_request(NO_TEXT_TO_EDIT)
    if not text:
        raise bad_request(TEXT_BLANK)
    if len(text) > TEXT_LENGTH:
        raise bad_request(EDITED_TEXT_TOO_LONG)
    return edit(world, where, found, text=text, entities=entities, keyboard=keyboard)


def edit_message_reply_markup(world: World, arguments: Arguments) -> dict[str, Any]:
    keyboard = common.keyboard(arguments)
    where, found = own_message(world, arguments)
    return edit(world, where, found, keyboard=keyboard)


def own_message(world: World, arguments: Arguments) -> tuple[Chat, Message]:
    if arguments.get("chat_id") in (None, "") and not arguments.get("message_id"):
        raise bad_request(MESSAGE_NOT_NAMED)
    where = common.chat(world, arguments)
    if where.upgraded_to is not None:
        raise bad_request(DEAD_MESSAGE)
    found = common.message(where, arguments, NOTHING_TO_EDIT)
    if found.sender_id != world.bot.id or found.service is not None or found.force_reply is not None:
        raise bad_request(NOT_EDITABLE)
    return where, found


def edit(world: World, where: Chat, found: Message, **content: Any) -> dict[str, Any]:
    common.check_may_write(world, where, NO_RIGHT_TO_EDIT)
    if all(getattr(found, name) == value for name, value in content.items()):
        raise bad_request(NOT_MODIFIED)
    world.flood.spend(where.id, world.clock.now())
    return telegram_json.message(world, world.change(found, **content))


_ADDRESS = {"chat_id": chat, "message_id": integer}

ROWS = (
    method(
        "editMessageText",
        edit_message_text,
        unsupported="business_connection_id inline_message_id rich_message",
        **_ADDRESS,
        text=string,
        parse_mode=string,
        entities=array,
        link_preview_options=mapping,
        disable_web_page_preview=boolean,
        reply_markup=mapping,
    ),
    method(
        "editMessageReplyMarkup",
        edit_message_reply_markup,
        unsupported="business_connection_id inline_message_id",
        **_ADDRESS,
        reply_markup=mapping,
    ),
)
