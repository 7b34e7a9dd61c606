"""The control interface: trouble on order, so that a test can have what Telegram does on bad days."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import pytest

from emulator.client import World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import ANNA, GROUP, Bot


async def test_the_next_calls_fail_and_are_not_applied(bot: Bot, world: World):
    await world.fail("sendMessage", 2, status=429, description="Too Many Requests: retry after 3",
                     parameters={"retry_after": 3})  # fmt: skip
    for _ in range(2):
        assert await bot("sendMessage", chat_id=GROUP, text="x") == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 3",
            "parameters": {"retry_after": 3},
        }
    assert await world.messages(GROUP) == []
    assert await bot.says("peace again")


async def test_they_may_fail_in_one_chat_only(bot: Bot, world: World):
    await world.person("Anna").starts()
    await world.fail("sendmessage", 1, status=500, chat_id=ANNA)
    assert await bot.says("to the group")
    assert await bot.refused("sendMessage", chat_id=ANNA, text="x") == (500, "Internal Server Error")


async def test_they_may_fail_with_a_web_servers_page(bot: Bot, world: World):
    await world.fail("*", 1, html=True)
    async with bot.session.get(bot.address + "getMe") as response:
        assert (response.status, response.content_type) == (502, "text/html")
        assert "502 Bad Gateway" in await response.text()


async def test_a_call_may_be_applied_and_its_answer_lost(bot: Bot, world: World):
    await world.lose("sendMessage")
    with pytest.raises(aiohttp.ClientError):
        await bot("sendMessage", chat_id=GROUP, text="sent all the same")
    assert [message.text for message in await world.messages(GROUP)] == ["sent all the same"]
    assert await bot.says("and the next is answered")


async def test_a_call_may_take_its_time(bot: Bot, world: World):
    await world.delay("sendMessage", seconds=0.3)
    begun = time.monotonic()
    await bot.says("slowly")
    assert time.monotonic() - begun >= 0.3


async def test_a_slow_call_is_applied_although_nobody_waits(bot: Bot, world: World):
    await world.delay("sendMessage", seconds=0.2)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(bot.says("late"), 0.05)
    await world.person("Anna").sees(GROUP, "late")


async def test_trouble_can_be_called_off(bot: Bot, world: World):
    await world.fail("sendMessage", 1000, status=500)
    await world.post("/control/peace")
    assert await bot.says("peace")


async def test_a_restart_cuts_the_reader_off_and_keeps_what_waits(bot: Bot, world: World):
    poll = asyncio.create_task(bot.hears(timeout=20))
    await asyncio.sleep(0.05)
    await world.restart()
    with pytest.raises(aiohttp.ClientError):
        await poll
    await world.person("Anna").says(GROUP, "/play")
    await world.restart()
    assert [update["message"]["text"] for update in await bot.hears()] == ["/play"]


async def test_an_update_nobody_can_parse(bot: Bot, world: World):
    """One among others, exactly as given: a bot must survive it."""
    await world.person("Anna").says(GROUP, "/before")
    update_id = await world.inject({"message": {"no": "message at all"}})
    await world.person("Anna").says(GROUP, "/after")
    before, broken, after = await bot.hears()
    assert broken == {"update_id": update_id, "message": {"no": "message at all"}}
    assert before["update_id"] < update_id < after["update_id"]


async def test_the_journal_knows_every_call(bot: Bot, world: World):
    await bot.says("Table")
    await bot.refused("sendMessage", chat_id=ANNA, text="x")
    await bot.refused("makeCoffee")
    sent, forbidden, unknown = await world.calls()
    assert (sent["method"], sent["ok"], sent["error_code"]) == ("sendMessage", True, None)
    assert (forbidden["chat_id"], forbidden["ok"], forbidden["error_code"]) == (ANNA, False, 403)
    assert (unknown["method"], unknown["error_code"]) == ("makeCoffee", 404)
    assert [call["n"] for call in await world.calls(since=2)] == [3]
    assert await world.counts() == {
        "calls": 3,
        "methods": {"sendMessage": {"ok": 1, "refused": 1}, "makeCoffee": {"refused": 1}},
        "errors": {"403": 1, "404": 1},
        "chats": {str(GROUP): {"sends": 1}},
    }


@pytest.mark.parametrize(
    ("path", "body", "complaint"),
    [
        ("fail", {"method": "makeCoffee"}, "no method 'makeCoffee'; there are getMe"),
        ("fail", {}, "field 'method' is missing; it is a string"),
        ("fail", {"method": "getMe", "status": 200}, "from 400 to 599"),
        ("fail", {"method": "getMe", "times": 0}, "must be positive"),
        ("fail", {"method": "getMe", "parameters": 3}, "must be an object"),
        ("lose", {"method": "getMe", "status": 500}, "unknown field 'status'; known are method, times, chat_id"),
        ("delay", {"method": "getMe"}, "field 'seconds' is missing"),
        ("clock", {"advance": -1}, "forward only"),
        ("limits", {"on": 1}, "must be true or false"),
        ("update", {"update": []}, "must be an object"),
    ],
)
async def test_an_order_that_makes_no_sense_is_explained(world: World, path: str, body: dict, complaint: str):
    with pytest.raises(Missed, match=complaint):
        await world.post(f"/control/{path}", **body)


async def test_a_call_may_be_lost_before_it_is_applied(bot: Bot, world: World):
    await world.lose("sendMessage", applied=False, seconds=0.05)
    began = time.monotonic()
    with pytest.raises(aiohttp.ClientError):
        await bot("sendMessage", chat_id=GROUP, text="never sent")
    assert time.monotonic() - began >= 0.05
    assert await world.messages(GROUP) == []
    assert [call["error_code"] for call in await world.calls("sendMessage")] == [0]
    assert await bot.says("and the next is answered")
