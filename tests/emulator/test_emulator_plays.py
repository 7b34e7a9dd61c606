"""How a test of a whole bot reads: people on one side, the bot on the other, and nothing faked in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from emulator.client import World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import GROUP, Bot


class Host:
    """A small bot that seats people at a table."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seated: list[str] = []

    async def run(self) -> None:
        offset = 0
        while True:
            for update in await self.bot.hears(offset, timeout=20):
                offset = update["update_id"] + 1
                if "message" in update:
                    await self.bot.says("Table", GROUP, ["Sit"])
                elif "callback_query" in update:
                    await self.seat(update["callback_query"])

    async def seat(self, press: dict) -> None:
        name = press["from"]["first_name"]
        if name in self.seated:
            await self.bot.does("answerCallbackQuery", callback_query_id=press["id"], text="You sit already")
            return
        self.seated.append(name)
        await self.bot.does("answerCallbackQuery", callback_query_id=press["id"], text="Welcome")
        await self.bot.does(
            "editMessageText",
            chat_id=GROUP,
            message_id=press["message"]["message_id"],
            text="Table: " + ", ".join(self.seated),
            reply_markup=press["message"]["reply_markup"],
        )


@pytest.fixture
async def host(bot: Bot) -> AsyncIterator[Host]:
    host = Host(bot)
    running = asyncio.create_task(host.run())
    yield host
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_two_friends_sit_down(host: Host, world: World):
    anna, boris = world.person("Anna"), world.person("Борис")

    await anna.says(GROUP, "/play")
    await anna.presses("Sit", GROUP)
    assert (await anna.toast()).text == "Welcome"
    await boris.presses("Sit", GROUP)
    assert (await boris.toast()).text == "Welcome"
    await boris.presses("Sit", GROUP)
    assert (await boris.toast()).text == "You sit already"

    table = (await anna.sees(GROUP, "Table: Anna, Борис"))[-1]
    assert table.edited
    assert table.labels == [["Sit"]]


async def test_a_button_that_never_comes_is_missed(host: Host, world: World):
    world.patience = 0.2
    anna = world.person("Anna")
    await anna.says(GROUP, "/play")
    await anna.presses("Sit", GROUP)
    with pytest.raises(Missed, match=r"Anna found no button 'Leave' in chat -1001; there are \[\[\['Sit'\]\]\]"):
        await anna.presses("Leave", GROUP)


async def test_an_answer_that_never_comes_is_missed(bot: Bot, world: World):
    world.patience = 0.2
    await bot.says("Table", GROUP, ["Sit"])
    await world.person("Anna").says(GROUP, "/play")
    anna = world.person("Anna")
    with pytest.raises(Missed, match="Anna has pressed nothing"):
        await anna.toast()
    await anna.presses("Sit", GROUP)
    with pytest.raises(Missed, match=r"the bot did not answer within 0\.2 s"):
        await anna.toast()


async def test_a_text_that_never_comes_is_missed(bot: Bot, world: World):
    world.patience = 0.2
    await bot.says("Table")
    with pytest.raises(Missed, match=r"Gleb saw no 'Chair' in chat -1001; the last were \['Table'\]"):
        await world.person("Gleb").sees(GROUP, "Chair")


async def test_the_newest_button_is_pressed_and_the_exact_label_first(bot: Bot, world: World):
    await bot.says("old", GROUP, ["7♠"])
    newest = await bot.says("new", GROUP, ["7♠ x", "7♠"])
    pressed = await world.person("Anna").presses("7♠", GROUP)
    assert pressed.id == newest
    assert (await bot.hears())[-1]["callback_query"]["data"] == "7♠"
