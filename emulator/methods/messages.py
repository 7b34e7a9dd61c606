"""sendMessage and deleteMessage."""

from __future__ import annotations

from typing import Any

from emulator import telegram_json
from emulator.methods import common, ephemeral
from emulator.methods.table import method
from emulator.parameters import Arguments, Kind, array, boolean, chat, integer, mapping, string
from emulator.refusals import (
    CHAT_ID_EMPTY,
    MESSAGE_NOT_NAMED,
    NOT_DELETABLE,
    NOT_DELETABLE_FOR_EVERYONE,
    NOTHING_TO_DELETE,
    TEXT_BLANK,
    TEXT_EMPTY,
    TEXT_TOO_LONG,
    bad_request,
    upgraded,
)
from emulator.world import World

TEXT_LENGTH = 4096  # characters after the markup is taken out
DELETABLE_FOR = 48 * 3600  # seconds


def send_message(world: World, arguments: Arguments) -> dict[str, Any]:
    if not arguments.get("text"):
        raise bad_request(TEXT_EMPTY)
    text, entities = common.formatted(world, arguments["text"], arguments.get("parse_mode"), arguments.get("entities"))
    common.check_link_preview(arguments)
    markup = common.reply_markup(arguments)
    where = common.chat(world, arguments)
    if not text:
        raise bad_request(TEXT_BLANK)
    if len(text) > TEXT_LENGTH:
        raise bad_request(TEXT_TOO_LONG)
    reply_to = common.replied_to(arguments, where)
    thread = common.thread(world, arguments, where, reply_to)
    common.check_may_write(world, where)
    content = {"entities": entities, "reply_to": reply_to, "thread": thread, **markup}
    if told := arguments.get("ephemeral_message_parameters"):
        return telegram_json.message(world, ephemeral.send(world, where, told, text, content))
    world.flood.spend(where.id, world.clock.now())
    return telegram_json.message(world, world.post(where, world.bot.id, text, **content))


def delete_message(world: World, arguments: Arguments) -> bool:
    """Its own messages anywhere; those of people in private chats, and in groups where it is an administrator."""
    if arguments.get("chat_id") in (None, ""):
        raise bad_request(CHAT_ID_EMPTY)
    if not arguments.get("message_id"):
        raise bad_request(MESSAGE_NOT_NAMED)
    where = common.chat(world, arguments)
    if where.upgraded_to is not None:
        raise upgraded(where.upgraded_to)
    found = common.message(where, arguments, NOTHING_TO_DELETE)
    if world.clock.now() - found.date > DELETABLE_FOR:
        raise bad_request(NOT_DELETABLE_FOR_EVERYONE)
    if found.sender_id != world.bot.id and not where.private and where.standing(world.bot.id) != "administrator":
        raise bad_request(NOT_DELETABLE)
    world.remove(found)
    return True


# What the methods that send share: options that change nothing a page shows, and those that are not emulated.
SENDING_OPTIONS: dict[str, Kind] = {
    "message_thread_id": integer,
    "disable_notification": boolean,
    "protect_content": boolean,
    "reply_parameters": mapping,
}
SENDING_UNSUPPORTED = (
    "business_connection_id direct_messages_topic_id allow_paid_broadcast message_effect_id "
    "suggested_post_parameters receiver_user_id callback_query_id allow_sending_without_reply reply_to_message_id"
)

ROWS = (
    method(
        "sendMessage",
        send_message,
        unsupported=SENDING_UNSUPPORTED,
        chat_id=chat,
        text=string,
        parse_mode=string,
        entities=array,
        link_preview_options=mapping,
        disable_web_page_preview=boolean,
        reply_markup=mapping,
        ephemeral_message_parameters=mapping,
        **SENDING_OPTIONS,
    ),
    method("deleteMessage", delete_message, chat_id=chat, message_id=integer),
)
