"""getUpdates: what waits, for how long, and for whom."""

from __future__ import annotations

import asyncio
import time

import pytest

from emulator.client import World
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot


async def three_commands(world: World) -> None:
    for text in ("/one", "/two", "/three"):
        await world.person("Anna").says(GROUP, text)


def texts(updates: list[dict]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def test_reading_takes_nothing_out(bot: Bot, world: World):
    await three_commands(world)
    assert await bot.hears() == await bot.hears()


async def test_an_offset_confirms_what_is_before_it(bot: Bot, world: World):
    await three_commands(world)
    _, second, third = await bot.hears()
    assert await bot.hears(offset=second["update_id"]) == [second, third]
    assert await bot.hears() == [second, third]
    assert await bot.hears(offset=third["update_id"] + 1) == []


async def test_a_negative_offset_leaves_the_last(bot: Bot, world: World):
    await three_commands(world)
    assert texts(await bot.hears(offset=-1)) == ["/three"]
    assert texts(await bot.hears()) == ["/three"]


@pytest.mark.parametrize(("limit", "read"), [(1, 1), (2, 2), (0, 1), (101, 3)])
async def test_the_limit_is_from_1_to_100(bot: Bot, world: World, limit: int, read: int):
    await three_commands(world)
    assert len(await bot.does("getUpdates", limit=limit)) == read


async def test_a_poll_waits_for_the_first_update(bot: Bot, world: World):
    poll = asyncio.create_task(bot.hears(timeout=20))
    await asyncio.sleep(0.05)
    assert not poll.done()
    await world.person("Anna").says(GROUP, "/play")
    assert texts(await poll) == ["/play"]


async def test_a_poll_is_over_when_its_time_is(bot: Bot):
    begun = time.monotonic()
    assert await bot.hears(timeout=1) == []
    assert 0.9 < time.monotonic() - begun < 5


async def test_a_second_reader_ends_the_first_with_a_conflict(bot: Bot, world: World):
    older = asyncio.create_task(bot.refused("getUpdates", timeout=20))
    await asyncio.sleep(0.05)
    newer = asyncio.create_task(bot.hears(timeout=20))
    assert await older == (
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )
    await world.person("Anna").says(GROUP, "/play")
    assert texts(await newer) == ["/play"]


async def test_a_reader_that_has_gone_takes_nothing_along(bot: Bot, world: World):
    """A bot that was killed while it waited has read nothing: the 15 s for an answer do not begin."""
    await bot.says("Table", GROUP, ["Sit"])
    poll = asyncio.create_task(bot.hears(timeout=20))
    await asyncio.sleep(0.05)
    poll.cancel()
    await asyncio.gather(poll, return_exceptions=True)
    await asyncio.sleep(0.05)
    await world.person("Anna").presses("Sit", GROUP)
    await world.advance(60)
    [press] = await bot.hears()
    assert await bot.does("answerCallbackQuery", callback_query_id=press["callback_query"]["id"])


class TestHowLongItWaits:
    @pytest.mark.parametrize(("seconds", "waiting"), [(149, True), (151, False)])
    async def test_a_press_150_seconds(self, bot: Bot, world: World, seconds: int, waiting: bool):
        await bot.says("Table", GROUP, ["Sit"])
        await world.person("Anna").presses("Sit", GROUP)
        await world.advance(seconds)
        assert bool(await bot.hears()) == waiting

    @pytest.mark.parametrize(("seconds", "waiting"), [(86_399, True), (86_401, False)])
    async def test_a_message_24_hours(self, bot: Bot, world: World, seconds: int, waiting: bool):
        await world.person("Anna").says(GROUP, "/play")
        await world.advance(seconds)
        assert bool(await bot.hears()) == waiting

    async def test_a_press_that_is_gone_takes_no_message_with_it(self, bot: Bot, world: World):
        await bot.says("Table", GROUP, ["Sit"])
        await world.person("Anna").presses("Sit", GROUP)
        await world.person("Anna").says(GROUP, "/play")
        await world.advance(151)
        assert texts(await bot.hears()) == ["/play"]


class TestAllowedUpdates:
    async def test_are_remembered(self, bot: Bot, world: World):
        await bot.does("getUpdates", allowed_updates=["callback_query"])
        await bot.says("Table", GROUP, ["Sit"])
        await world.person("Anna").says(GROUP, "/play")
        await world.person("Anna").presses("Sit", GROUP)
        assert [set(update) - {"update_id"} for update in await bot.hears()] == [{"callback_query"}]
        assert (await bot.does("getWebhookInfo"))["allowed_updates"] == ["callback_query"]

    async def test_an_empty_list_is_the_default(self, bot: Bot, world: World):
        await bot.does("getUpdates", allowed_updates=["callback_query"])
        await bot.does("getUpdates", allowed_updates=[])
        await world.person("Anna").says(GROUP, "/play")
        assert texts(await bot.hears()) == ["/play"]


async def test_deleting_the_webhook_may_drop_what_waits(bot: Bot, world: World):
    await three_commands(world)
    await bot.does("deleteWebhook")
    assert (await bot.does("getWebhookInfo"))["pending_update_count"] == 3
    await world.advance(1)
    await bot.does("deleteWebhook", drop_pending_updates=True)
    assert await bot.hears() == []


class TestWhatTheBotIsToldOfItself:
    """my_chat_member: blocked and unblocked by a person, added to and thrown out of a group, promoted."""

    @staticmethod
    def standings(updates: list[dict]) -> list[tuple[int, str, str]]:
        changes = [update["my_chat_member"] for update in updates if "my_chat_member" in update]
        return [(it["chat"]["id"], it["old_chat_member"]["status"], it["new_chat_member"]["status"]) for it in changes]

    async def test_blocked_and_started_again(self, bot: Bot, world: World):
        anna = world.person("Anna")
        await anna.starts()
        await anna.blocks()
        await anna.starts("table_7")
        told = await bot.hears()
        assert self.standings(told) == [(ANNA, "member", "kicked"), (ANNA, "kicked", "member")]
        assert [update["message"]["text"] for update in told if "message" in update] == ["/start", "/start table_7"]
        assert "message" in told[-1]

    async def test_added_to_a_group(self, bot: Bot, world: World):
        group = await world.person("Борис").founds("Суббота", world.person("Gleb"))
        assert self.standings(await bot.hears()) == [(group, "left", "member")]

    async def test_thrown_out_of_a_group(self, bot: Bot, world: World):
        await world.person("Борис").removes_bot(GROUP)
        assert self.standings(await bot.hears()) == [(GROUP, "member", "kicked")]

    async def test_promoted(self, bot: Bot, world: World):
        await world.post(f"/api/people/{ANNA}/promote_bot", chat_id=GROUP)
        assert self.standings(await bot.hears()) == [(GROUP, "member", "administrator")]
        administrators = await bot.does("getChatAdministrators", chat_id=GROUP)
        assert [one["user"]["id"] for one in administrators] == [ANNA, 7000]

    async def test_only_an_administrator_promotes(self, world: World):
        with pytest.raises(AssertionError, match="Борис is no administrator"):
            await world.post(f"/api/people/{BORIS}/promote_bot", chat_id=GROUP)

    async def test_not_by_the_first_start(self, bot: Bot, world: World):
        await world.person("Anna").starts()
        assert self.standings(await bot.hears()) == []
