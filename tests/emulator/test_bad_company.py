"""Who and what else a bot meets in a group: channels, other bots, accounts and messages that are gone."""

from __future__ import annotations

import pytest

from emulator.client import Person, World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

CHANNEL = -1009000000001


@pytest.fixture
def anna(world: World) -> Person:
    return world.person("Anna")


class TestSpeakersThatAreNoPeople:
    async def test_a_channel(self, bot: Bot, world: World):
        await world.speaks(GROUP, "/play", as_="channel", name="News")
        [told] = await bot.hears()
        assert (told["message"]["from"]["id"], told["message"]["sender_chat"]["id"]) == (136817688, CHANNEL)
        assert (await world.messages(GROUP))[-1].by == "News"

    async def test_a_channels_post_that_telegram_brings_is_said_by_no_bot(self, bot: Bot, world: World):
        await world.speaks(GROUP, "/play", as_="post", name="News")
        told = (await bot.hears())[0]["message"]
        assert (told["from"]["id"], told["from"]["is_bot"], told["is_automatic_forward"]) == (777000, False, True)

    async def test_another_bot(self, bot: Bot, world: World):
        await world.speaks(GROUP, "/play", as_="bot", name="Rival")
        assert await bot.hears() == []
        await world.speaks(GROUP, "/play@preferans_bot", as_="bot", name="Rival")
        told = (await bot.hears())[0]["message"]
        assert (told["from"]["first_name"], told["from"]["is_bot"]) == ("Rival", True)

    async def test_nobody_else(self, world: World):
        with pytest.raises(Missed, match="nobody speaks as 'god'"):
            await world.speaks(GROUP, "x", as_="god")


async def test_a_bare_command_is_for_the_bot_that_spoke_last(bot: Bot, world: World, anna: Person):
    await world.speaks(GROUP, "hello", as_="bot", name="Rival")
    await anna.says(GROUP, "/play")
    assert await bot.hears() == []
    await anna.says(GROUP, "/play@preferans_bot")
    await bot.says("Table")
    await anna.says(GROUP, "/help")
    assert [update["message"]["text"] for update in await bot.hears()] == ["/play@preferans_bot", "/help"]


class TestAnAccountThatIsGone:
    async def test_takes_no_message(self, bot: Bot, world: World, anna: Person):
        await anna.starts()
        await bot.says("Your cards", ANNA)
        await world.deletes_account(ANNA)
        for method, more in (("sendMessage", {}), ("editMessageText", {"message_id": 2})):
            assert await bot.refused(method, chat_id=ANNA, text="x", **more) == (403, "Forbidden: user is deactivated")

    async def test_has_no_name_and_does_nothing(self, bot: Bot, world: World, anna: Person):
        await world.deletes_account(ANNA)
        assert (await bot.does("getChatMember", chat_id=GROUP, user_id=ANNA))["user"]["first_name"] == ""
        with pytest.raises(Missed, match="403: the account 101 was deleted"):
            await anna.says(GROUP, "still here")


class TestMessagesThatPeopleDelete:
    async def test_cannot_be_edited_and_nobody_says_so(self, bot: Bot, world: World, anna: Person):
        board = await bot.says("Board")
        await anna.deletes(board, GROUP)
        assert await bot.hears() == []
        refused = await bot.refused("editMessageText", chat_id=GROUP, message_id=board, text="x")
        assert refused == (400, "Bad Request: message to edit not found")

    async def test_in_a_group_only_an_administrator_deletes_what_others_said(self, bot: Bot, world: World):
        boris = world.person("Борис")
        board, own = await bot.says("Board"), await boris.says(GROUP, "hello")
        await boris.deletes(own, GROUP)
        with pytest.raises(Missed, match="403: Борис is no administrator"):
            await boris.deletes(board, GROUP)

    async def test_in_private_everybody_deletes_everything(self, bot: Bot, world: World):
        boris = world.person("Борис")
        await boris.starts()
        await boris.deletes(await bot.says("Your cards", BORIS))
        assert [message.text for message in await boris.sees()] == ["/start"]


class TestPressesOnWhatTheBotCannotSee:
    async def test_of_an_old_message_only_its_number_is_told(self, bot: Bot, anna: Person):
        board = await bot.says("Board", GROUP, ["Sit"])
        await anna.forges("Sit", board, GROUP, seen="inaccessible")
        message = (await bot.hears())[0]["callback_query"]["message"]
        assert (message["message_id"], message["date"], set(message)) == (board, 0, {"chat", "message_id", "date"})

    async def test_one_that_is_gone_may_still_be_pressed(self, bot: Bot, anna: Person):
        board = await bot.says("Board", GROUP, ["Sit"])
        await bot.does("deleteMessage", chat_id=GROUP, message_id=board)
        await anna.forges("Sit", board, GROUP, seen="inaccessible")
        press = (await bot.hears())[0]["callback_query"]
        await bot.does("answerCallbackQuery", callback_query_id=press["id"], text="gone")
        assert (await anna.toast()).text == "gone"

    async def test_a_bot_may_be_told_nothing_of_it(self, bot: Bot, anna: Person):
        board = await bot.says("Board", GROUP, ["Sit"])
        await anna.forges("Sit", board, GROUP, seen="nothing")
        press = (await bot.hears())[0]["callback_query"]
        assert "message" not in press
        assert press["inline_message_id"]
