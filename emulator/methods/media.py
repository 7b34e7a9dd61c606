"""sendPhoto, editMessageMedia and editMessageCaption: pictures, and what stands below them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from emulator import telegram_json
from emulator.chats import Document
from emulator.methods import common
from emulator.methods.documents import CAPTION_LENGTH, check_exists, kept
from emulator.methods.edits import edit, own_message
from emulator.methods.messages import SENDING_OPTIONS, SENDING_UNSUPPORTED
from emulator.methods.table import method
from emulator.parameters import Arguments, Upload, array, boolean, chat, fields, file, integer, mapping, string
from emulator.pictures import NoPicture, size_of
from emulator.refusals import (
    CAPTION_TOO_LONG,
    NO_CAPTION_TO_EDIT,
    NO_PHOTO,
    NO_RIGHT_TO_SEND_PHOTOS,
    NOT_A_PICTURE,
    PICTURE_TOO_LARGE,
    PICTURE_TOO_MANY_BYTES,
    bad_request,
    not_emulated,
)
from emulator.world import World

MOST_BYTES = 10 * 2**20
SIDES, RATIO = 10_000, 20  # width and height together, in pixels; the longer side by the shorter
MEDIA_FIELDS = {"type", "media", "caption", "parse_mode", "caption_entities", "disable_content_type_detection"}


def send_photo(world: World, arguments: Arguments) -> dict[str, Any]:
    told: Upload | str = arguments.get("photo", "")
    if not told:
        raise bad_request(NO_PHOTO)
    caption, entities = _caption(world, arguments)
    markup = common.reply_markup(arguments)
    where = common.chat(world, arguments)
    reply_to = common.replied_to(arguments, where)
    thread = common.thread(world, arguments, where, reply_to)
    check_exists(world, told)
    common.check_may_write(world, where, NO_RIGHT_TO_SEND_PHOTOS)
    size = _size(world, told)
    world.flood.spend(where.id, world.clock.now())
    content = {"entities": entities, "reply_to": reply_to, "thread": thread, **markup}
    sent = world.post(where, world.bot.id, caption, photo=_photo(world, told, size), **content)
    return telegram_json.message(world, sent)


def edit_message_media(world: World, arguments: Arguments) -> dict[str, Any]:
    """Another picture or document in the place of what the message shows, its text too (Bot API 7.11)."""
    media = arguments.get("media") or {}
    fields("media", media, MEDIA_FIELDS)
    kind, told = media.get("type"), file(media.get("media", ""))
    if kind not in ("photo", "document"):
        raise not_emulated(f"media of type {kind!r}; emulated are photo and document")
    if not told:
        raise bad_request(f"there is no {kind} in the request")
    caption, entities = _caption(world, media)
    keyboard = common.keyboard(arguments)
    where, found = own_message(world, arguments)
    check_exists(world, told)
    shown = {"photo": _photo(world, told, _size(world, told))} if kind == "photo" else {"document": kept(world, told)}
    content = {"photo": None, "document": None} | shown
    return edit(world, where, found, text=caption, entities=entities, keyboard=keyboard, **content)


def edit_message_caption(world: World, arguments: Arguments) -> dict[str, Any]:
    caption, entities = _caption(world, arguments)
    keyboard = common.keyboard(arguments)
    where, found = own_message(world, arguments)
    if found.photo is None and found.document is None:
        raise bad_request(NO_CAPTION_TO_EDIT)
    return edit(world, where, found, text=caption, entities=entities, keyboard=keyboard)


def _caption(world: World, told: dict[str, Any]) -> tuple[str, Any]:
    caption, entities = common.formatted(
        world, told.get("caption") or "", told.get("parse_mode"), told.get("caption_entities")
    )
    if len(caption) > CAPTION_LENGTH:
        raise bad_request(CAPTION_TOO_LONG)
    return caption, entities


def _size(world: World, told: Upload | str) -> tuple[int, int]:
    content = told.content if isinstance(told, Upload) else world.files[told].content
    if len(content) > MOST_BYTES:
        raise bad_request(PICTURE_TOO_MANY_BYTES.format(len(content), MOST_BYTES))
    try:
        width, height = size_of(content)
    except NoPicture:
        raise bad_request(NOT_A_PICTURE) from None
    if not min(width, height) or width + height > SIDES or max(width, height) > RATIO * min(width, height):
        raise bad_request(PICTURE_TOO_LARGE)
    return width, height


def _photo(world: World, told: Upload | str, size: tuple[int, int]) -> Document:
    """The file, which is a photo from now on."""
    photo = replace(kept(world, told), size=size)
    world.files[photo.file_id] = photo
    return photo


_CAPTION: dict[str, Any] = {"caption": string, "parse_mode": string, "caption_entities": array}

ROWS = (
    method(
        "sendPhoto",
        send_photo,
        unsupported=f"show_caption_above_media ephemeral_message_parameters {SENDING_UNSUPPORTED}",
        chat_id=chat,
        photo=file,
        **_CAPTION,
        has_spoiler=boolean,
        reply_markup=mapping,
        **SENDING_OPTIONS,
    ),
    method(
        "editMessageMedia",
        edit_message_media,
        unsupported="business_connection_id inline_message_id",
        chat_id=chat,
        message_id=integer,
        media=mapping,
        reply_markup=mapping,
    ),
    method(
        "editMessageCaption",
        edit_message_caption,
        unsupported="business_connection_id inline_message_id show_caption_above_media",
        chat_id=chat,
        message_id=integer,
        **_CAPTION,
        reply_markup=mapping,
    ),
)
