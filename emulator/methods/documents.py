"""sendDocument and getFile."""

from __future__ import annotations

from typing import Any

from emulator import telegram_json
from emulator.chats import Document
from emulator.methods import common
from emulator.methods.messages import SENDING_OPTIONS, SENDING_UNSUPPORTED
from emulator.methods.table import method
from emulator.parameters import Arguments, Upload, array, boolean, chat, file, mapping, required, string
from emulator.refusals import (
    CAPTION_TOO_LONG,
    FILE_EMPTY,
    FILE_ID_INVALID,
    NO_DOCUMENT,
    NO_RIGHT_TO_SEND_DOCUMENTS,
    bad_request,
    not_emulated,
)
from emulator.world import World

CAPTION_LENGTH = 1024  # characters after the markup is taken out


def send_document(world: World, arguments: Arguments) -> dict[str, Any]:
    told: Upload | str = arguments.get("document", "")
    if not told:
        raise bad_request(NO_DOCUMENT)
    caption, entities = common.formatted(
        world, arguments.get("caption", ""), arguments.get("parse_mode"), arguments.get("caption_entities")
    )
    markup = common.reply_markup(arguments)
    where = common.chat(world, arguments)
    if len(caption) > CAPTION_LENGTH:
        raise bad_request(CAPTION_TOO_LONG)
    reply_to = common.replied_to(arguments, where)
    thread = common.thread(world, arguments, where, reply_to)
    check_exists(world, told)
    common.check_may_write(world, where, NO_RIGHT_TO_SEND_DOCUMENTS)
    world.flood.spend(where.id, world.clock.now())
    sent = world.post(
        where,
        world.bot.id,
        caption,
        entities=entities,
        reply_to=reply_to,
        thread=thread,
        document=kept(world, told),
        **markup,
    )
    return telegram_json.message(world, sent)


def get_file(world: World, arguments: Arguments) -> dict[str, Any]:
    found = world.files.get(required(arguments, "file_id"))
    if found is None:
        raise bad_request(FILE_ID_INVALID)
    return {
        "file_id": found.file_id,
        "file_unique_id": found.file_unique_id,
        "file_size": len(found.content),
        "file_path": found.path,
    }


def check_exists(world: World, told: Upload | str) -> None:
    if isinstance(told, Upload):
        if not told.content:
            raise bad_request(FILE_EMPTY)
    elif "://" in told:
        raise not_emulated(f"a document fetched from {told}; upload it, or name a file_id")
    elif told not in world.files:
        raise bad_request("wrong file identifier/HTTP URL specified")


def kept(world: World, told: Upload | str) -> Document:
    return world.files[told] if isinstance(told, str) else world.keep(told.name, told.mime_type, told.content)


ROWS = (
    method(
        "sendDocument",
        send_document,
        unsupported=f"thumbnail ephemeral_message_parameters {SENDING_UNSUPPORTED}",
        chat_id=chat,
        document=file,
        caption=string,
        parse_mode=string,
        caption_entities=array,
        disable_content_type_detection=boolean,
        reply_markup=mapping,
        **SENDING_OPTIONS,
    ),
    method("getFile", get_file, file_id=string),
)
