"""How somebody stands in a group: the bot restricted and freed, people promoted, those who speak as the group."""

from __future__ import annotations

import pytest

from emulator.client import Person, World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

BOT = 7000


@pytest.fixture
def anna(world: World) -> Person:
    return world.person("Anna")


async def standings(bot: Bot) -> list[tuple[str, str]]:
    changes = [update["my_chat_member"] for update in await bot.hears() if "my_chat_member" in update]
    return [(it["old_chat_member"]["status"], it["new_chat_member"]["status"]) for it in changes]


class TestARestrictedBot:
    async def test_may_only_read(self, bot: Bot, anna: Person):
        message_id = await bot.says("Board")
        await anna.gives_standing(BOT, "restricted", GROUP)
        assert await bot.refused("sendMessage", chat_id=GROUP, text="x") == (
            400,
            "Bad Request: not enough rights to send text messages to the chat",
        )
        assert await bot.refused("editMessageText", chat_id=GROUP, message_id=message_id, text="x") == (
            400,
            "Bad Request: CHAT_WRITE_FORBIDDEN",
        )
        await anna.says(GROUP, "/play")
        assert (await bot.hears())[-1]["message"]["text"] == "/play"

    async def test_is_told_so_and_told_when_it_is_over(self, bot: Bot, anna: Person):
        for standing in ("restricted", "member", "administrator", "member", "kicked"):
            await anna.gives_standing(BOT, standing, GROUP)
        assert await standings(bot) == [
            ("member", "restricted"),
            ("restricted", "member"),
            ("member", "administrator"),
            ("administrator", "member"),
            ("member", "kicked"),
        ]

    async def test_may_delete_its_own_messages(self, bot: Bot, anna: Person):
        message_id = await bot.says("Board")
        await anna.gives_standing(BOT, "restricted", GROUP)
        assert await bot.does("deleteMessage", chat_id=GROUP, message_id=message_id)


class TestASilencedGroup:
    """An administrator takes the right to write from all plain members: the bot's own standing stays what it was."""

    async def test_lets_only_administrators_write(self, bot: Bot, world: World, anna: Person):
        await anna.silences(GROUP)
        assert await bot.refused("sendMessage", chat_id=GROUP, text="x") == (
            400,
            "Bad Request: not enough rights to send text messages to the chat",
        )
        with pytest.raises(Missed, match="may only read"):
            await world.person("Борис").says(GROUP, "/play")
        await anna.says(GROUP, "/play")
        assert await standings(bot) == []
        assert (await bot.does("getChat", chat_id=GROUP))["permissions"] == {"can_send_messages": False}
        await anna.silences(GROUP, False)
        assert await bot.says("x")


class TestPeople:
    async def test_are_promoted_and_restricted(self, bot: Bot, world: World, anna: Person):
        boris = world.person("Борис")
        await anna.gives_standing(BORIS, "administrator", GROUP)
        member = await bot.does("getChatMember", chat_id=GROUP, user_id=BORIS)
        assert (member["status"], member["is_anonymous"]) == ("administrator", False)
        await boris.gives_standing(103, "restricted", GROUP)
        with pytest.raises(Missed, match="may only read"):
            await world.person("Віра").says(GROUP, "/play")
        restricted = await bot.does("getChatMember", chat_id=GROUP, user_id=103)
        assert (restricted["status"], restricted["is_member"]) == ("restricted", True)
        assert restricted["can_send_messages"] is False

    async def test_may_still_press_while_they_are_restricted(self, bot: Bot, world: World, anna: Person):
        await bot.says("Board", GROUP, ["Sit"])
        await anna.gives_standing(BORIS, "restricted", GROUP)
        await world.person("Борис").presses("Sit", GROUP)
        assert (await bot.hears())[-1]["callback_query"]["from"]["id"] == BORIS

    async def test_change_nothing_without_being_administrators(self, world: World):
        with pytest.raises(Missed, match="403: Борис is no administrator"):
            await world.person("Борис").gives_standing(103, "restricted", GROUP)
        with pytest.raises(Missed, match="409: 101 is the owner"):
            await world.person("Anna").gives_standing(ANNA, "member", GROUP)
        with pytest.raises(Missed, match="nobody is made 'king'"):
            await world.person("Anna").gives_standing(BORIS, "king", GROUP)

    async def test_who_stands_otherwise_is_told_to_an_administrator_that_asks(self, bot: Bot, anna: Person):
        await bot.does("getUpdates", allowed_updates=["chat_member", "my_chat_member"])
        await anna.gives_standing(BORIS, "restricted", GROUP)
        await anna.gives_standing(BOT, "administrator", GROUP)
        await anna.gives_standing(BORIS, "member", GROUP)
        assert [set(update) - {"update_id"} for update in await bot.hears()] == [{"my_chat_member"}, {"chat_member"}]


class TestAnAnonymousAdministrator:
    """Telegram names him by one id when he speaks and by another when he presses (tdlib/telegram-bot-api#667)."""

    async def test_speaks_as_the_group_and_presses_as_himself(self, bot: Bot, anna: Person):
        await bot.says("Rules", GROUP, ["Change"])
        await anna.is_anonymous(GROUP)
        await anna.says(GROUP, "/rules")
        await anna.presses("Change", GROUP)
        said, press = await bot.hears()
        assert said["message"]["from"] == {
            "id": 1087968824,
            "is_bot": True,
            "first_name": "Group",
            "username": "GroupAnonymousBot",
        }
        assert said["message"]["sender_chat"]["id"] == GROUP
        assert press["callback_query"]["from"]["id"] == ANNA
        member = await bot.does("getChatMember", chat_id=GROUP, user_id=ANNA)
        assert (member["status"], member["is_anonymous"]) == ("creator", True)

    async def test_is_seen_as_the_group(self, world: World, anna: Person):
        await anna.is_anonymous(GROUP)
        await anna.says(GROUP, "/rules")
        assert (await world.person("Борис").sees(GROUP))[-1].by == "Преферанс по пятницам"
        await anna.is_anonymous(GROUP, False)
        await anna.says(GROUP, "it was me")
        assert (await world.person("Борис").sees(GROUP))[-1].by == "Anna"

    async def test_the_id_of_all_of_them_is_nobodys(self, bot: Bot, anna: Person):
        await anna.is_anonymous(GROUP)
        assert await bot.refused("getChatMember", chat_id=GROUP, user_id=1087968824) == (
            400,
            "Bad Request: user not found",
        )

    async def test_is_no_longer_one_when_he_is_demoted(self, bot: Bot, world: World, anna: Person):
        boris = world.person("Борис")
        await anna.gives_standing(BORIS, "administrator", GROUP)
        await boris.is_anonymous(GROUP)
        await anna.gives_standing(BORIS, "member", GROUP)
        await boris.says(GROUP, "/play")
        assert (await bot.hears())[-1]["message"]["from"]["id"] == BORIS


class TestAPromptToReply:
    async def test_is_seen_as_one_and_answered(self, bot: Bot, world: World, anna: Person):
        markup = {"force_reply": True, "input_field_placeholder": "preset=sochi", "selective": True}
        asked = await bot.does("sendMessage", chat_id=GROUP, text="Which rules?", reply_markup=markup)
        assert (await anna.sees(GROUP))[-1].prompt == "preset=sochi"
        await anna.answers("preset=rostov", GROUP)
        [reply] = await bot.hears()
        assert reply["message"]["reply_to_message"]["message_id"] == asked["message_id"]

    async def test_cannot_be_edited(self, bot: Bot):
        markup = {"force_reply": True}
        asked = await bot.does("sendMessage", chat_id=GROUP, text="Which rules?", reply_markup=markup)
        refused = await bot.refused("editMessageText", chat_id=GROUP, message_id=asked["message_id"], text="x")
        assert refused == (400, "Bad Request: message can't be edited")

    async def test_has_a_placeholder_of_64_characters_at_most(self, bot: Bot):
        markup = {"force_reply": True, "input_field_placeholder": "x" * 65}
        _, said = await bot.refused("sendMessage", chat_id=GROUP, text="Which?", reply_markup=markup)
        assert said == "Bad Request: [emulator] input_field_placeholder has 1 to 64 characters, not 65"
