"""Ephemeral messages: in a group, seen by one person, and never promised to arrive (Bot API 10.3).

The bot may send one to whoever has just pressed a button of its, until that press is answered or 15 s old; as an
administrator to any person in the group at any time. They count in the group's flood limits until the contrary is
known.
"""

from __future__ import annotations

from typing import Any

from emulator.chats import Chat, Message
from emulator.methods import common
from emulator.methods.table import method
from emulator.parameters import Arguments, Kind, array, chat, fields, integer, mapping, string
from emulator.refusals import (
    EPHEMERAL_TEXT_TOO_LONG,
    NOT_A_PARTICIPANT,
    NOT_ADMIN,
    NOT_MODIFIED,
    NOTHING_EPHEMERAL,
    QUERY_TOO_OLD,
    TEXT_BLANK,
    TEXT_EMPTY,
    bad_request,
    not_emulated,
)
from emulator.world import World

EDITED_TEXT_LENGTH = 1024  # characters; a send may have 4096 (tdlib/telegram-bot-api#881)


def send(world: World, where: Chat, told: dict[str, Any], text: str, content: dict[str, Any]) -> Message:
    """What sendMessage does with `ephemeral_message_parameters`. `content` are further fields of Message."""
    fields(
        "ephemeral_message_parameters",
        told,
        {"receiver_user_id", "callback_query_id", "replace_callback_query_message"},
    )
    receiver = told.get("receiver_user_id")
    if where.private or not isinstance(receiver, int):
        raise bad_request(NOT_ADMIN)
    if receiver not in world.people or not where.has(receiver):
        raise bad_request(NOT_A_PARTICIPANT)
    query_id = told.get("callback_query_id")
    if query_id is None and where.standing(world.bot.id) != "administrator":
        raise bad_request(NOT_ADMIN)
    if told.get("replace_callback_query_message"):
        content = {**content, "instead_of": _replaced(world, where, query_id)}
    if query_id is not None:
        query = world.queries.still_open(str(query_id), world.clock.now())
        if (query.user_id, query.chat_id) != (receiver, where.id):
            raise bad_request(QUERY_TOO_OLD)
    world.flood.spend(where.id, world.clock.now())
    return world.whisper(where, receiver, text, **content)


def edit_text(world: World, arguments: Arguments) -> bool:
    if not arguments.get("text"):
        raise bad_request(TEXT_EMPTY)
    text, entities = common.formatted(world, arguments["text"], arguments.get("parse_mode"), arguments.get("entities"))
    common.check_link_preview(arguments)
    keyboard = common.keyboard(arguments)
    if not text:
        raise bad_request(TEXT_BLANK)
    if len(text) > EDITED_TEXT_LENGTH:
        raise bad_request(EPHEMERAL_TEXT_TOO_LONG)
    return _edit(world, arguments, text=text, entities=entities, keyboard=keyboard)


def edit_reply_markup(world: World, arguments: Arguments) -> bool:
    return _edit(world, arguments, keyboard=common.keyboard(arguments))


def delete(world: World, arguments: Arguments) -> bool:
    world.remove(_named(world, arguments))
    return True


def _edit(world: World, arguments: Arguments, **content: Any) -> bool:
    found = _named(world, arguments)
    if all(getattr(found, name) == value for name, value in content.items()):
        raise bad_request(NOT_MODIFIED)
    world.flood.spend(found.chat_id, world.clock.now())
    world.change(found, **content)
    return True


def _named(world: World, arguments: Arguments) -> Message:
    """The ephemeral message of the bot that the call names."""
    where = common.chat(world, arguments)
    common.check_may_write(world, where)
    found = where.messages.get(-arguments.get("ephemeral_message_id", 0))
    if found is None or found.only_for is None or found.only_for != arguments.get("receiver_user_id"):
        raise bad_request(NOTHING_EPHEMERAL)
    return found


def _replaced(world: World, where: Chat, query_id: Any) -> int:
    """The public message whose button was pressed."""
    query = world.queries.still_open(str(query_id), world.clock.now())
    if query.message_id < 0:
        raise not_emulated("replace_callback_query_message after a press on an ephemeral message: edit that")
    return query.message_id


_ADDRESS: dict[str, Kind] = {"chat_id": chat, "receiver_user_id": integer, "ephemeral_message_id": integer}

ROWS = (
    method(
        "editEphemeralMessageText",
        edit_text,
        unsupported="rich_message",
        **_ADDRESS,
        text=string,
        parse_mode=string,
        entities=array,
        link_preview_options=mapping,
        reply_markup=mapping,
    ),
    method("editEphemeralMessageReplyMarkup", edit_reply_markup, unsupported="", **_ADDRESS, reply_markup=mapping),
    method("deleteEphemeralMessage", delete, unsupported="", **_ADDRESS),
)
