"""A press of an inline button, from the tap to the answer."""

from __future__ import annotations

import pytest

from emulator.client import Person, World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

TOO_OLD = (400, "Bad Request: query is too old and response timeout expired or query ID is invalid")


@pytest.fixture
def anna(world: World) -> Person:
    return world.person("Anna")


async def pressed(bot: Bot) -> dict:
    """The newest press the bot hears of."""
    return [update["callback_query"] for update in await bot.hears() if "callback_query" in update][-1]


async def test_carries_who_where_what_and_the_message_as_it_stands(bot: Bot, anna: Person):
    message_id = await bot.says("Table", GROUP, ["Sit"])
    await bot.does(
        "editMessageText",
        chat_id=GROUP,
        message_id=message_id,
        text="Table of <b>four</b>",
        parse_mode="HTML",
        reply_markup={"inline_keyboard": [[{"text": "Sit here", "callback_data": "sit|1", "style": "success"}]]},
    )
    await anna.presses("Sit", GROUP)
    press = await pressed(bot)
    assert (press["from"]["id"], press["from"]["language_code"], press["data"]) == (ANNA, "ru", "sit|1")
    shown = press["message"]
    assert (shown["chat"]["id"], shown["message_id"], shown["text"]) == (GROUP, message_id, "Table of four")
    assert shown["entities"] == [{"type": "bold", "offset": 9, "length": 4}]
    assert shown["reply_markup"]["inline_keyboard"][0][0]["style"] == "success"


async def test_is_answered_with_a_toast(bot: Bot, anna: Person):
    await bot.says("Table", GROUP, ["Sit"])
    await anna.presses("Sit", GROUP)
    await bot.does("answerCallbackQuery", callback_query_id=(await pressed(bot))["id"], text="You sit")
    toast = await anna.toast()
    assert (toast.text, toast.alert, toast.url) == ("You sit", False, None)


async def test_is_answered_with_an_alert(bot: Bot, anna: Person):
    await bot.says("Table", GROUP, ["Cards"])
    await anna.presses("Cards", GROUP)
    await bot.does("answerCallbackQuery", callback_query_id=(await pressed(bot))["id"], text="♠ A K", show_alert=True)
    assert (await anna.toast()).alert


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://t.me/preferans_bot?start=table_7", True),
        ("t.me/preferans_bot?start=table_7", False),
        ("https://t.me/other_bot?start=table_7", False),
        ("https://t.me/preferans_bot", False),
        ("https://example.org/", False),
    ],
)
async def test_is_answered_with_a_link_to_the_bot_itself_only(bot: Bot, anna: Person, url: str, allowed: bool):
    await bot.says("Table", GROUP, ["Cards"])
    await anna.presses("Cards", GROUP)
    query_id = (await pressed(bot))["id"]
    if allowed:
        await bot.does("answerCallbackQuery", callback_query_id=query_id, url=url)
        assert (await anna.toast()).url == url
    else:
        refused = await bot.refused("answerCallbackQuery", callback_query_id=query_id, url=url)
        assert refused == (400, "Bad Request: URL_INVALID")


async def test_is_answered_once(bot: Bot, anna: Person):
    await bot.says("Table", GROUP, ["Sit"])
    await anna.presses("Sit", GROUP)
    query_id = (await pressed(bot))["id"]
    assert await bot.does("answerCallbackQuery", callback_query_id=query_id)
    assert await bot.refused("answerCallbackQuery", callback_query_id=query_id) == TOO_OLD


@pytest.mark.parametrize("seconds", [14, 16])
async def test_is_answered_within_15_seconds_after_it_was_read(bot: Bot, world: World, anna: Person, seconds: int):
    await bot.says("Table", GROUP, ["Sit"])
    await anna.presses("Sit", GROUP)
    await world.advance(100)
    query_id = (await pressed(bot))["id"]
    await world.advance(seconds)
    await bot.hears()  # reading it again gives no more time
    answer = await bot("answerCallbackQuery", callback_query_id=query_id)
    assert answer["ok"] == (seconds < 15)
    assert answer["ok"] or answer["description"] == TOO_OLD[1]


async def test_answers_are_free_of_limits(bot: Bot, anna: Person):
    await bot.says("Table", GROUP, ["Sit"])
    for _ in range(40):
        await anna.presses("Sit", GROUP)
        await bot.does("answerCallbackQuery", callback_query_id=(await pressed(bot))["id"])


async def test_may_be_forged(bot: Bot, anna: Person):
    """Clients can be written that send what no button says: a bot must expect it."""
    message_id = await bot.says("Table", GROUP, ["Sit"])
    await anna.forges("owner|all-the-cards", message_id, GROUP)
    assert (await pressed(bot))["data"] == "owner|all-the-cards"


class TestIsImpossible:
    async def test_on_a_link(self, bot: Bot, world: World, anna: Person):
        link = {"text": "Rules", "url": "https://example.org/rules"}
        await bot.does("sendMessage", chat_id=GROUP, text="x", reply_markup={"inline_keyboard": [[link]]})
        with pytest.raises(Missed, match=r"400: 'Rules' is a link to https://example.org/rules"):
            await anna.presses("Rules", GROUP)
        assert await anna.opens("Rules", GROUP) == {"started": False, "external": "https://example.org/rules"}

    async def test_beside_the_buttons(self, bot: Bot, world: World):
        message_id = await bot.says("Table", GROUP, ["Sit", "Leave"], ["Begin"])
        where = {"chat_id": GROUP, "message_id": message_id}
        with pytest.raises(Missed, match=r"400: .*its rows have 2, 1"):
            await world.post(f"/api/people/{ANNA}/press", **where, row=1, column=1)
        with pytest.raises(Missed, match=r"400: .*row and column"):
            await world.post(f"/api/people/{ANNA}/press", **where)

    async def test_on_a_message_of_a_person(self, world: World, anna: Person):
        message_id = await anna.says(GROUP, "/play")
        with pytest.raises(Missed, match=r"400: .*not the bot's"):
            await anna.forges("sit", message_id, GROUP)

    async def test_on_a_message_that_is_gone(self, bot: Bot, anna: Person):
        message_id = await bot.says("Table", GROUP, ["Sit"])
        await bot.does("deleteMessage", chat_id=GROUP, message_id=message_id)
        with pytest.raises(Missed, match="404: no message"):
            await anna.forges("sit", message_id, GROUP)

    async def test_in_a_chat_one_is_not_in(self, bot: Bot, world: World, anna: Person):
        await anna.starts()
        await bot.says("Your cards", ANNA, ["♠A"])
        with pytest.raises(Missed, match="403: Борис is not in chat 101"):
            await world.person(BORIS).presses("♠A", ANNA)
