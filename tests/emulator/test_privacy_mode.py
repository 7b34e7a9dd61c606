"""What of a group's talk reaches a bot in privacy mode (core.telegram.org/bots/features#privacy-mode)."""

from __future__ import annotations

import pytest

from emulator import server
from emulator.cast import friends
from emulator.chats import Bot as BotAccount
from emulator.client import World
from emulator.world import World as WholeWorld
from tests.emulator.bot_in_hand import ANNA, GROUP, Bot


async def heard(bot: Bot) -> list[str]:
    return [update["message"].get("text", "") for update in await bot.hears() if "message" in update]


@pytest.mark.parametrize(
    ("text", "reaches"),
    [
        ("/play", True),
        ("/play 4", True),
        ("/play, please", True),
        ("/play@preferans_bot", True),
        ("/play@Preferans_Bot 4", True),
        ("/play@other_bot", False),
        ("hello", False),
        ("hello @preferans_bot", False),
        ("see /play", False),
        ("/", False),
        ("//play", False),
        ("/usr/bin", False),
    ],
)
async def test_only_commands_to_it(bot: Bot, world: World, text: str, reaches: bool):
    await world.person("Anna").says(GROUP, text)
    assert await heard(bot) == ([text] if reaches else [])


async def test_replies_to_it(bot: Bot, world: World):
    anna, boris = world.person("Anna"), world.person("Борис")
    question = await bot.says("What name?")
    remark = await anna.says(GROUP, "good question")
    await boris.says(GROUP, "Боря", reply_to=question)
    await boris.says(GROUP, "indeed", reply_to=remark)
    [reply] = await bot.hears()
    assert reply["message"]["text"] == "Боря"
    assert reply["message"]["reply_to_message"]["message_id"] == question


async def test_who_comes_and_who_goes(bot: Bot, world: World):
    newcomer = await world.newcomer("Дмитро", into=GROUP)
    await newcomer.leaves(GROUP)
    came, went = await bot.hears()
    assert [user["id"] for user in came["message"]["new_chat_members"]] == [newcomer.id]
    assert went["message"]["left_chat_member"]["first_name"] == "Дмитро"


async def test_nothing_once_it_is_thrown_out(bot: Bot, world: World):
    await world.person("Anna").removes_bot(GROUP)
    await bot.forgets()
    await world.person("Anna").says(GROUP, "/play")
    assert await heard(bot) == []


async def test_everything_in_a_private_chat(bot: Bot, world: World):
    await world.person("Anna").starts()
    await world.person("Anna").says(None, "hello")
    assert await heard(bot) == ["/start", "hello"]


async def test_everything_for_an_administrator(bot: Bot, world: World):
    await world.post(f"/api/people/{ANNA}/promote_bot", chat_id=GROUP)
    await world.person("Anna").says(GROUP, "hello")
    assert await heard(bot) == ["hello"]


async def test_everything_with_the_mode_off(bot: Bot):
    cast = friends()
    loud = await server.start(WholeWorld(type(cast)(BotAccount(privacy=False), cast.people, cast.groups)))
    async with World(loud.url) as world:
        other = Bot(bot.session, loud.url, loud.token)
        await world.person("Anna").says(GROUP, "hello")
        assert await heard(other) == ["hello"]
        assert (await other.does("getMe"))["can_read_all_group_messages"] is True
    await loud.stop()
