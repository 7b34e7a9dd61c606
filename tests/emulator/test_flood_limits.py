"""How much a bot may say in one chat: 20 sends and edits a minute in a group, 30 in 10 s in a private chat."""

from __future__ import annotations

import pytest

from emulator.client import World
from emulator.limits import FloodControl
from emulator.refusals import Refused
from tests.emulator.bot_in_hand import ANNA, GROUP, Bot


async def test_the_21st_send_in_a_minute_has_to_wait(bot: Bot):
    for number in range(20):
        await bot.says(f"message {number}")
    answer = await bot("sendMessage", chat_id=GROUP, text="one too many")
    wait = answer["parameters"]["retry_after"]
    assert 55 <= wait <= 60
    assert answer == {
        "ok": False,
        "error_code": 429,
        "description": f"Too Many Requests: retry after {wait}",
        "parameters": {"retry_after": wait},
    }


async def test_sends_edits_and_documents_share_the_budget(bot: Bot):
    message_id = await bot.says("0")
    for number in range(1, 20):
        await bot.does("editMessageText", chat_id=GROUP, message_id=message_id, text=str(number))
    assert (await bot.refused("sendMessage", chat_id=GROUP, text="x"))[0] == 429
    assert (await bot.refused("editMessageText", chat_id=GROUP, message_id=message_id, text="x"))[0] == 429


async def test_whoever_waits_as_told_is_heard_again(bot: Bot, world: World):
    for number in range(20):
        await bot.says(f"message {number}")
    answer = await bot("sendMessage", chat_id=GROUP, text="one too many")
    await world.advance(answer["parameters"]["retry_after"])
    assert await bot.says("patience")


async def test_a_refused_edit_costs_nothing(bot: Bot):
    message_id = await bot.says("Table")
    for _ in range(30):
        await bot.refused("editMessageText", chat_id=GROUP, message_id=message_id, text="Table")
    assert await bot.says("still heard")


async def test_deletions_cost_nothing(bot: Bot, world: World):
    sent = [await bot.says(f"message {number}") for number in range(19)]
    for message_id in sent:
        await bot.does("deleteMessage", chat_id=GROUP, message_id=message_id)
    assert await bot.says("the 20th")


async def test_chats_are_counted_apart(bot: Bot, world: World):
    await world.person("Anna").starts()
    for number in range(20):
        await bot.says(f"message {number}")
    for number in range(30):
        await bot.says(f"message {number}", ANNA)
    answer = await bot("sendMessage", chat_id=ANNA, text="one too many")
    assert answer["error_code"] == 429
    assert answer["parameters"]["retry_after"] <= 10


async def test_may_be_switched_off(bot: Bot, world: World):
    await world.limits(on=False)
    for number in range(50):
        await bot.says(f"message {number}")


def test_the_window_slides():
    """Spent at 0 and at 30: at 60 the first comes back, the second only at 90."""
    control = FloodControl()
    for moment in [0] * 10 + [30] * 10:
        control.spend(GROUP, moment)
    with pytest.raises(Refused) as refused:
        control.spend(GROUP, 59.5)
    assert refused.value.parameters == {"retry_after": 1}
    for _ in range(10):
        control.spend(GROUP, 60)
    with pytest.raises(Refused) as refused:
        control.spend(GROUP, 60)
    assert refused.value.parameters == {"retry_after": 30}
