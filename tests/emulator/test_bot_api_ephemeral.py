"""Ephemeral messages: seen by one person, and never promised to arrive (Bot API 10.3)."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.client import Person, World
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

TOO_OLD = (400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
NO_ADMIN = (400, "Bad Request: BOT_NOT_ADMIN")
NO_SUCH = (400, "Bad Request: MESSAGE_ID_INVALID")


@pytest.fixture
def anna(world: World) -> Person:
    return world.person("Anna")


@pytest.fixture
def boris(world: World) -> Person:
    return world.person("Борис")


async def pressed(bot: Bot) -> str:
    """The newest press that the bot hears of: its id."""
    return [update["callback_query"] for update in await bot.hears() if "callback_query" in update][-1]["id"]


def to(receiver: int, **more: Any) -> dict[str, Any]:
    return {
        "chat_id": GROUP,
        "text": "♠ A K",
        "ephemeral_message_parameters": {"receiver_user_id": receiver, **more},
    }


async def whispered(bot: Bot, anna: Person, **more: Any) -> int:
    """Anna presses and is shown something: its number."""
    await bot.says("Board", GROUP, ["My cards"])
    await anna.presses("My cards", GROUP)
    sent = await bot.does("sendMessage", **to(ANNA, callback_query_id=await pressed(bot)), **more)
    return sent["ephemeral_message_id"]


async def test_whoever_has_just_pressed_may_be_shown_one_and_nobody_else_sees_it(bot: Bot, anna: Person, boris: Person):
    await whispered(bot, anna)
    assert [message.text for message in await anna.sees(GROUP)] == ["Board", "♠ A K"]
    assert [message.text for message in await boris.sees(GROUP)] == ["Board"]
    assert (await anna.sees(GROUP))[-1].only_for == ANNA


@pytest.mark.parametrize("seconds", [14, 16])
async def test_within_15_seconds_after_the_press_was_read(bot: Bot, world: World, anna: Person, seconds: int):
    await bot.says("Board", GROUP, ["My cards"])
    await anna.presses("My cards", GROUP)
    query_id = await pressed(bot)
    await world.advance(seconds)
    answer = await bot("sendMessage", **to(ANNA, callback_query_id=query_id))
    assert answer["ok"] == (seconds < 15)
    assert answer["ok"] or answer["description"] == TOO_OLD[1]


async def test_not_after_the_press_was_answered(bot: Bot, anna: Person):
    await bot.says("Board", GROUP, ["My cards"])
    await anna.presses("My cards", GROUP)
    query_id = await pressed(bot)
    await bot.does("answerCallbackQuery", callback_query_id=query_id)
    assert await bot.refused("sendMessage", **to(ANNA, callback_query_id=query_id)) == TOO_OLD


async def test_not_to_somebody_else_than_who_pressed(bot: Bot, anna: Person):
    await bot.says("Board", GROUP, ["My cards"])
    await anna.presses("My cards", GROUP)
    assert await bot.refused("sendMessage", **to(BORIS, callback_query_id=await pressed(bot))) == TOO_OLD


async def test_an_administrator_may_send_one_to_anybody_in_the_group_at_any_time(bot: Bot, world: World, anna: Person):
    assert await bot.refused("sendMessage", **to(BORIS)) == NO_ADMIN
    await anna.gives_standing(7000, "administrator", GROUP)
    assert await bot.does("sendMessage", **to(BORIS))
    await world.person("Gleb").leaves(GROUP)
    assert await bot.refused("sendMessage", **to(104)) == (400, "Bad Request: USER_NOT_PARTICIPANT")


async def test_not_in_a_private_chat(bot: Bot, anna: Person):
    await anna.starts()
    assert await bot.refused("sendMessage", **to(ANNA) | {"chat_id": ANNA}) == NO_ADMIN


async def test_it_is_edited_and_deleted_by_methods_of_its_own(bot: Bot, anna: Person):
    number = await whispered(bot, anna)
    named = {"chat_id": GROUP, "receiver_user_id": ANNA, "ephemeral_message_id": number}
    keyboard = {"reply_markup": {"inline_keyboard": [[{"text": "♠A", "callback_data": "a", "style": "primary"}]]}}
    assert await bot.does("editEphemeralMessageText", **named, text="♠ A") is True
    assert await bot.does("editEphemeralMessageReplyMarkup", **named, **keyboard) is True
    shown = (await anna.sees(GROUP))[-1]
    assert (shown.text, shown.labels, shown.buttons[0].style) == ("♠ A", [["♠A"]], "primary")
    assert (await bot.refused("editEphemeralMessageText", **named, text="♠ A", **keyboard))[1].startswith(
        "Bad Request: message is not modified"
    )
    for wrong in ({"receiver_user_id": BORIS}, {"ephemeral_message_id": 77}):
        assert await bot.refused("editEphemeralMessageText", **named | wrong, text="x") == NO_SUCH
    for message_id in (0, -number):
        refused = await bot.refused("editMessageText", chat_id=GROUP, message_id=message_id, text="x")
        assert refused == (400, "Bad Request: message to edit not found")
    assert await bot.does("deleteEphemeralMessage", **named) is True
    assert await bot.refused("deleteEphemeralMessage", **named) == NO_SUCH
    assert [message.text for message in await anna.sees(GROUP)] == ["Board"]


async def test_an_edit_has_1024_characters_at_most(bot: Bot, anna: Person):
    number = await whispered(bot, anna)
    named = {"chat_id": GROUP, "receiver_user_id": ANNA, "ephemeral_message_id": number}
    assert await bot.does("editEphemeralMessageText", **named, text="x" * 1024)
    refused = await bot.refused("editEphemeralMessageText", **named, text="x" * 1025)
    assert refused == (400, "Bad Request: MEDIA_CAPTION_TOO_LONG")


async def test_a_number_is_used_again(bot: Bot, anna: Person):
    number = await whispered(bot, anna)
    named = {"chat_id": GROUP, "receiver_user_id": ANNA, "ephemeral_message_id": number}
    await bot.does("deleteEphemeralMessage", **named)
    assert await whispered(bot, anna) == number


async def test_its_buttons_are_pressed_by_its_receiver_alone(bot: Bot, world: World, anna: Person, boris: Person):
    keyboard = {"reply_markup": {"inline_keyboard": [[{"text": "♠A", "callback_data": "a|1|1|1:sA"}]]}}
    number = await whispered(bot, anna, **keyboard)
    shown = await anna.presses("♠A", GROUP)
    press = [update["callback_query"] for update in await bot.hears() if "callback_query" in update][-1]
    message = press["message"]
    assert (press["data"], message["message_id"], message["ephemeral_message_id"]) == ("a|1|1|1:sA", 0, number)
    assert message["receiver_user"]["id"] == ANNA
    await bot.does("answerCallbackQuery", callback_query_id=press["id"], text="played")
    assert (await anna.toast()).text == "played"
    with pytest.raises(AssertionError, match="no message"):
        await boris.forges("a|1|1|1:sA", shown.id, GROUP)


async def test_it_may_stand_in_the_place_of_the_public_message(bot: Bot, anna: Person, boris: Person):
    await bot.says("Board", GROUP, ["My cards"])
    await anna.presses("My cards", GROUP)
    in_place = to(ANNA, callback_query_id=await pressed(bot), replace_callback_query_message=True)
    await bot.does("sendMessage", **in_place)
    assert [message.text for message in await anna.sees(GROUP)] == ["♠ A K"]
    assert [message.text for message in await boris.sees(GROUP)] == ["Board"]


async def test_whose_app_is_closed_does_not_get_it_and_nobody_says_so(bot: Bot, world: World, anna: Person):
    await anna.gives_standing(7000, "administrator", GROUP)
    await world.goes_offline(ANNA)
    sent = await bot.does("sendMessage", **to(ANNA))
    named = {"chat_id": GROUP, "receiver_user_id": ANNA, "ephemeral_message_id": sent["ephemeral_message_id"]}
    assert await bot.does("editEphemeralMessageText", **named, text="♠ A")
    await world.goes_offline(ANNA, False)
    assert await anna.sees(GROUP) == []


async def test_with_a_restart_of_the_app_it_is_gone(bot: Bot, world: World, anna: Person):
    number = await whispered(bot, anna)
    assert await world.vanishes(ANNA) == 1
    assert [message.text for message in await anna.sees(GROUP)] == ["Board"]
    named = {"chat_id": GROUP, "receiver_user_id": ANNA, "ephemeral_message_id": number}
    assert await bot.refused("editEphemeralMessageText", **named, text="x") == NO_SUCH


async def test_it_counts_in_the_groups_limit(bot: Bot, anna: Person):
    number = await whispered(bot, anna)
    named = {"chat_id": GROUP, "receiver_user_id": ANNA, "ephemeral_message_id": number}
    for n in range(18):
        await bot.does("editEphemeralMessageText", **named, text=str(n))
    assert (await bot.refused("sendMessage", chat_id=GROUP, text="one too many"))[0] == 429
