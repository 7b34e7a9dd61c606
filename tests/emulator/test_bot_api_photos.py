"""Pictures: sent, kept, put in the place of others, and refused where Telegram refuses them."""

from __future__ import annotations

import json
import struct
import zlib
from io import BytesIO
from typing import Any

import aiohttp
import pytest

from emulator.client import World
from tests.emulator.bot_in_hand import GROUP, Bot


def png(width: int, height: int, more: int = 0) -> bytes:
    """A grey picture; `more` bytes stand behind its end."""
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress((b"\0" + b"\x80" * width) * height, 1)),
        (b"IEND", b""),
    )
    parts = (struct.pack(">I", len(c)) + k + c + struct.pack(">I", zlib.crc32(k + c)) for k, c in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + b"\0" * more


def jpeg(width: int, height: int) -> bytes:
    """A comment, then the frame's header: what tells the size."""
    comment = b"\xff\xfe" + struct.pack(">H", 2 + 5) + b"hello"
    return b"\xff\xd8" + comment + b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\0" * 9


async def calls(bot: Bot, method: str, content: bytes, **fields: Any) -> dict[str, Any]:
    form = aiohttp.FormData(quote_fields=False)
    for name, value in {"chat_id": GROUP, **fields}.items():
        form.add_field(name, value if isinstance(value, str) else json.dumps(value))
    form.add_field("it", BytesIO(content), filename="board.png", content_type="image/png")
    async with bot.session.post(bot.address + method, data=form) as response:
        return await response.json()


async def sends(bot: Bot, content: bytes, **fields: Any) -> dict[str, Any]:
    return await calls(bot, "sendPhoto", content, photo="attach://it", **fields)


@pytest.mark.parametrize("content", [png(640, 480), jpeg(640, 480)], ids=["PNG", "JPEG"])
async def test_people_and_the_bot_get_it(bot: Bot, world: World, content: bytes):
    sent = (await sends(bot, content, caption="The <b>board</b>", parse_mode="HTML"))["result"]
    assert [(size["width"], size["height"]) for size in sent["photo"]] == [(640, 480)]
    assert (sent["caption"], "text" in sent) == ("The board", False)
    [message] = await world.person("Anna").sees(GROUP)
    assert (message.html, message.photo["width"], message.photo["height"]) == ("The <b>board</b>", 640, 480)
    async with bot.session.get(bot.url + message.photo["url"]) as response:
        assert await response.read() == content
    told = await bot.does("getFile", file_id=sent["photo"][0]["file_id"])
    assert told["file_size"] == len(content)
    again = await bot.does("sendPhoto", chat_id=GROUP, photo=sent["photo"][0]["file_id"])
    assert again["photo"] == sent["photo"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "file must be non-empty"),
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (b"\xff\xd8\xff", "IMAGE_PROCESS_FAILED"),
        (png(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        (png(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (png(0, 100), "PHOTO_INVALID_DIMENSIONS"),
        (
            png(10, 10, more=10 * 2**20),
            f"file of size {len(png(10, 10)) + 10 * 2**20} bytes is too big for a photo; "
            "the maximum size is 10485760 bytes",
        ),
    ],
    ids=["empty", "text", "cut off", "too large", "too narrow", "flat", "too many bytes"],
)
async def test_what_is_no_photo_is_refused(bot: Bot, world: World, content: bytes, told: str):
    assert (await sends(bot, content))["description"] == f"Bad Request: {told}"
    assert await world.messages(GROUP) == []


async def test_a_caption_has_up_to_1024_characters(bot: Bot):
    assert (await sends(bot, png(10, 10), caption="x" * 1024))["ok"]
    assert (await sends(bot, png(10, 10), caption="x" * 1025))["description"] == (
        "Bad Request: message caption is too long"
    )


async def test_another_takes_its_place_and_the_buttons_go_unless_they_come_again(bot: Bot, world: World):
    keyboard = {"inline_keyboard": [[{"text": "Sit", "callback_data": "sit"}]]}
    sent = (await sends(bot, png(10, 10), caption="one", reply_markup=keyboard))["result"]
    media = {"type": "photo", "media": "attach://it", "caption": "<i>two</i>", "parse_mode": "HTML"}
    edited = await calls(bot, "editMessageMedia", png(20, 10), message_id=sent["message_id"], media=media)
    assert edited["ok"], edited
    [message] = await world.messages(GROUP)
    assert (message.html, message.photo["width"], message.labels, message.edited) == ("<i>two</i>", 20, [], True)
    [call] = await world.calls("editMessageMedia")
    assert call["parameters"]["media"]["media"].startswith("board.png, ")


async def test_a_text_may_become_a_picture_and_a_picture_a_document(bot: Bot, world: World):
    number = await bot.says("Table")
    media = {"type": "photo", "media": "attach://it"}
    assert (await calls(bot, "editMessageMedia", png(10, 10), message_id=number, media=media))["ok"]
    assert await bot.refused("editMessageText", chat_id=GROUP, message_id=number, text="x") == (
        400,
        "Bad Request: there is no text in the message to edit",
    )
    media = {"type": "document", "media": "attach://it"}
    assert (await calls(bot, "editMessageMedia", b"pref = 1", message_id=number, media=media))["ok"]
    [message] = await world.messages(GROUP)
    assert (message.photo, message.document["size"]) == (None, 8)


async def test_the_same_again_is_not_modified(bot: Bot):
    sent = (await sends(bot, png(10, 10), caption="one"))["result"]
    media = {"type": "photo", "media": sent["photo"][0]["file_id"], "caption": "one"}
    code, told = await bot.refused("editMessageMedia", chat_id=GROUP, message_id=sent["message_id"], media=media)
    assert code == 400
    assert "message is not modified" in told


async def test_a_caption_alone_may_be_edited(bot: Bot, world: World):
    sent = (await sends(bot, png(10, 10), caption="one"))["result"]
    await bot.does("editMessageCaption", chat_id=GROUP, message_id=sent["message_id"], caption="two")
    assert [(m.text, m.photo["width"]) for m in await world.messages(GROUP)] == [("two", 10)]
    text = await bot.says("Table")
    assert await bot.refused("editMessageCaption", chat_id=GROUP, message_id=text, caption="x") == (
        400,
        "Bad Request: there is no caption in the message to edit",
    )


@pytest.mark.parametrize(
    ("media", "told"),
    [
        ("no JSON", "can't parse media JSON object"),
        ({"type": "photo", "media": "attach://another"}, "attach://another, and no such file came with it"),
        ({"type": "video", "media": "attach://it"}, "media of type 'video'"),
        ({"type": "photo", "media": "attach://it", "has_a_typo": True}, 'field "has_a_typo" of media'),
    ],
)
async def test_wrong_media_are_refused(bot: Bot, media: Any, told: str):
    sent = (await sends(bot, png(10, 10)))["result"]
    answer = await calls(bot, "editMessageMedia", png(10, 10), message_id=sent["message_id"], media=media)
    assert told in answer["description"]


async def test_pictures_spend_the_same_limit(bot: Bot, world: World):
    for _ in range(20):
        assert (await sends(bot, png(10, 10)))["ok"]
    assert (await sends(bot, png(10, 10)))["error_code"] == 429
    assert (await world.counts())["chats"][str(GROUP)] == {"sends": 20}
