"""A call may come in any of the forms the Bot API takes, and means the same."""

from __future__ import annotations

import json

import aiohttp
import pytest

from emulator.client import World
from tests.emulator.bot_in_hand import GROUP, Bot

KEYBOARD = {"inline_keyboard": [[{"text": "Sit", "callback_data": "sit"}]]}
AS_TEXT = {"chat_id": str(GROUP), "text": "Table", "protect_content": "true", "reply_markup": json.dumps(KEYBOARD)}
AS_JSON = {"chat_id": GROUP, "text": "Table", "protect_content": True, "reply_markup": KEYBOARD}


def multipart() -> aiohttp.FormData:
    form = aiohttp.FormData(default_to_multipart=True)
    for name, value in AS_TEXT.items():
        form.add_field(name, value)
    return form


@pytest.mark.parametrize(
    ("http_method", "how"),
    [
        ("GET", lambda: {"params": AS_TEXT}),
        ("POST", lambda: {"params": AS_TEXT}),
        ("POST", lambda: {"data": AS_TEXT}),
        ("POST", lambda: {"data": multipart()}),
        ("POST", lambda: {"json": AS_JSON}),
        ("POST", lambda: {"json": AS_TEXT}),
        ("POST", lambda: {"params": {"chat_id": str(GROUP)}, "json": {"text": "Table", "reply_markup": KEYBOARD}}),
    ],
    ids=["get", "post query", "form", "multipart", "json", "json with text in it", "query and json"],
)
async def test_a_call(bot: Bot, world: World, http_method: str, how):
    async with bot.session.request(http_method, bot.address + "SENDmessage", **how()) as response:
        answer = await response.json()
    assert answer["result"]["text"] == "Table"
    assert answer["result"]["reply_markup"] == KEYBOARD
    [call] = await world.calls("sendMessage")
    assert (call["n"], call["chat_id"], call["ok"], call["parameters"]["text"]) == (1, GROUP, True, "Table")


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff"])
async def test_broken_json_is_refused(bot: Bot, body: bytes):
    headers = {"Content-Type": "application/json"}
    async with bot.session.post(bot.address + "getMe", data=body, headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["description"].startswith("Bad Request: ")


async def test_half_a_surrogate_pair_is_refused(bot: Bot):
    refused = await bot.refused("sendMessage", chat_id=GROUP, text="\ud83c")
    assert refused == (400, "Bad Request: strings must be encoded in UTF-8")


async def test_letters_go_as_letters(bot: Bot):
    async with bot.session.get(bot.address + "getMe") as response:
        assert "Преферанс" in await response.text()
