"""A basic group becomes a supergroup: another id, and nothing that stood in it lives."""

from __future__ import annotations

import pytest

from emulator.client import Person, World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot


@pytest.fixture
def anna(world: World) -> Person:
    return world.person("Anna")


@pytest.fixture
async def old(anna: Person, world: World) -> int:
    """A basic group of Anna and Борис with the bot."""
    return await anna.founds("Дача", world.person("Борис"), basic=True)


async def test_a_basic_group_shares_its_counter_with_private_chats(bot: Bot, anna: Person, old: int):
    await anna.starts()
    first, second = await bot.says("one", old), await bot.says("two", ANNA)
    assert second == first + 1
    assert (await bot.does("getChat", chat_id=old))["type"] == "group"


async def test_a_send_to_the_old_id_names_the_new_one(bot: Bot, anna: Person, old: int):
    new = await anna.upgrades(old)
    assert new < -1_000_000_000_000
    for method, more in [("sendMessage", {"text": "x"}), ("getChatMember", {"user_id": BORIS}), ("deleteMessage", {})]:
        assert await bot(method, chat_id=old, **more | ({"message_id": 1} if method == "deleteMessage" else {})) == {
            "ok": False,
            "error_code": 400,
            "description": "Bad Request: group chat was upgraded to a supergroup chat",
            "parameters": {"migrate_to_chat_id": new},
        }


async def test_the_old_messages_are_dead(bot: Bot, anna: Person, old: int):
    board = await bot.says("board", old)
    new = await anna.upgrades(old)
    assert await bot.refused("editMessageText", chat_id=old, message_id=board, text="x") == (
        400,
        "Bad Request: MESSAGE_ID_INVALID",
    )
    assert await bot.refused("editMessageText", chat_id=new, message_id=board, text="x") == (
        400,
        "Bad Request: message to edit not found",
    )
    assert [message.text for message in await anna.sees(new)] == ["The group became a supergroup"]


async def test_the_bot_is_told_three_times(bot: Bot, anna: Person, old: int):
    await bot.forgets()
    new = await anna.upgrades(old)
    joined, end, start = await bot.hears()
    assert joined["my_chat_member"]["chat"]["id"] == new
    assert joined["my_chat_member"]["old_chat_member"]["status"] == "left"
    assert (end["message"]["chat"]["id"], end["message"]["migrate_to_chat_id"]) == (old, new)
    assert end["message"]["from"]["id"] == ANNA
    assert (start["message"]["chat"]["id"], start["message"]["migrate_from_chat_id"]) == (new, old)
    assert (start["message"]["message_id"], start["message"]["from"]["id"]) == (1, 1087968824)


@pytest.mark.parametrize("news", [("from", "to"), ("to",), ("silently",)])
async def test_in_any_order_or_not_at_all(bot: Bot, anna: Person, old: int, news: tuple[str, ...]):
    await bot.forgets()
    await anna.upgrades(old, *news)
    told = [next(name for name in update["message"] if name.startswith("migrate_")) for update in await bot.hears()]
    assert told == [f"migrate_{name}_chat_id" for name in news if name != "silently"]


async def test_people_go_on_in_the_new_one(bot: Bot, world: World, anna: Person, old: int):
    new = await anna.upgrades(old)
    await world.person("Борис").says(new, "/play")
    assert (await bot.hears())[-1]["message"]["chat"]["type"] == "supergroup"
    with pytest.raises(Missed, match="became the supergroup"):
        await world.person("Борис").says(old, "/play")
    assert [chat["id"] for chat in (await world.get("/api/world"))["chats"] if chat["type"] != "private"] == [
        GROUP,
        new,
    ]


async def test_a_button_of_the_old_chat_can_still_be_pressed(bot: Bot, world: World, anna: Person, old: int):
    board = await bot.says("Table", old, ["Sit"])
    await anna.upgrades(old)
    await world.person("Борис").forges("Sit", board, old)
    assert (await bot.hears())[-1]["callback_query"]["message"]["chat"]["id"] == old


async def test_a_basic_group_has_its_own_words_for_a_bot_thrown_out(bot: Bot, world: World, anna: Person, old: int):
    await anna.removes_bot(old)
    assert await bot.refused("sendMessage", chat_id=old, text="x") == (
        403,
        "Forbidden: bot was kicked from the group chat",
    )


async def test_only_who_runs_it_upgrades_a_basic_group(world: World, anna: Person, old: int):
    with pytest.raises(Missed, match="403: Борис is no administrator"):
        await world.person("Борис").upgrades(old)
    with pytest.raises(Missed, match="409: chat -1001 is no basic group"):
        await anna.upgrades(GROUP)
    with pytest.raises(Missed, match="upgrade it first"):
        await anna.sets_forum(old)
