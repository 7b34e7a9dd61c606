"""Forums: where a message goes, what its topic is called, and what closed and deleted topics refuse."""

from __future__ import annotations

import pytest

from emulator.client import Person, World
from emulator.seen import Missed
from tests.emulator.bot_in_hand import ANNA, GROUP, Bot

NO_SUCH = (400, "Bad Request: message thread not found")
CLOSED = (400, "Bad Request: TOPIC_CLOSED")


@pytest.fixture
async def anna(world: World) -> Person:
    """She owns the group, which has topics."""
    anna = world.person("Anna")
    await anna.sets_forum(GROUP)
    return anna


async def said(bot: Bot) -> dict:
    return (await bot.hears())[-1]["message"]


async def test_a_topic_is_numbered_like_the_message_that_opens_it(bot: Bot, anna: Person):
    await anna.says(GROUP, "/first")
    thread = await anna.opens_topic("Пулька", GROUP)
    opened = await said(bot)
    assert (opened["message_id"], opened["message_thread_id"], opened["is_topic_message"]) == (thread, thread, True)
    assert opened["forum_topic_created"]["name"] == "Пулька"
    assert opened["chat"]["is_forum"] is True


async def test_what_is_said_there_names_it_and_replies_to_what_opened_it(bot: Bot, anna: Person):
    thread = await anna.opens_topic("Пулька", GROUP)
    await anna.says(GROUP, "/play", thread=thread)
    told = await said(bot)
    assert (told["message_thread_id"], told["is_topic_message"]) == (thread, True)
    assert told["reply_to_message"]["message_id"] == thread


async def test_in_general_no_topic_is_named(bot: Bot, anna: Person):
    await anna.says(GROUP, "/play")
    assert "message_thread_id" not in await said(bot)
    assert await bot.refused("sendMessage", chat_id=GROUP, text="x", message_thread_id=1) == NO_SUCH


async def test_a_message_goes_to_the_topic_it_names_or_to_that_of_what_it_replies_to(bot: Bot, anna: Person):
    thread = await anna.opens_topic("Пулька", GROUP)
    there = await bot.does("sendMessage", chat_id=GROUP, text="there", message_thread_id=thread)
    await bot.does("sendMessage", chat_id=GROUP, text="reply", reply_parameters={"message_id": there["message_id"]})
    await bot.says("in General")
    shown = {message.text: message.thread for message in await anna.sees(GROUP)}
    assert (shown["there"], shown["reply"], shown["in General"]) == (thread, thread, None)
    assert there["message_thread_id"] == thread


async def test_a_press_names_the_topic(bot: Bot, anna: Person):
    thread = await anna.opens_topic("Пулька", GROUP)
    keyboard = {"inline_keyboard": [[{"text": "Sit", "callback_data": "sit"}]]}
    await bot.does("sendMessage", chat_id=GROUP, text="Table", message_thread_id=thread, reply_markup=keyboard)
    await anna.presses("Sit", GROUP)
    assert (await bot.hears())[-1]["callback_query"]["message"]["message_thread_id"] == thread


async def test_a_closed_topic_takes_nothing_new_and_lets_what_is_there_be_edited(bot: Bot, world: World, anna: Person):
    thread = await anna.opens_topic("Пулька", GROUP)
    board = await bot.does("sendMessage", chat_id=GROUP, text="board", message_thread_id=thread)
    await anna.closes_topic(thread, GROUP)
    closed = await said(bot)
    assert (closed["forum_topic_closed"], closed["message_thread_id"]) == ({}, thread)
    assert await bot.refused("sendMessage", chat_id=GROUP, text="x", message_thread_id=thread) == CLOSED
    assert await bot.does("editMessageText", chat_id=GROUP, message_id=board["message_id"], text="edited")
    with pytest.raises(Missed, match="closed"):
        await world.person("Борис").says(GROUP, "/play", thread=thread)
    await anna.reopens_topic(thread, GROUP)
    assert (await said(bot))["forum_topic_reopened"] == {}
    assert await bot.does("sendMessage", chat_id=GROUP, text="x", message_thread_id=thread)


async def test_general_may_be_closed_too(bot: Bot, anna: Person):
    await anna.closes_topic(1, GROUP)
    assert "message_thread_id" not in await said(bot)
    assert await bot.refused("sendMessage", chat_id=GROUP, text="x") == CLOSED


async def test_a_deleted_topic_is_gone_with_all_its_messages_and_nobody_says_so(bot: Bot, anna: Person):
    thread = await anna.opens_topic("Пулька", GROUP)
    board = await bot.does("sendMessage", chat_id=GROUP, text="board", message_thread_id=thread)
    await bot.forgets()
    await anna.deletes_topic(thread, GROUP)
    assert await bot.hears() == []
    assert await bot.refused("sendMessage", chat_id=GROUP, text="x", message_thread_id=thread) == NO_SUCH
    assert await bot.refused("editMessageText", chat_id=GROUP, message_id=board["message_id"], text="x") == (
        400,
        "Bad Request: message to edit not found",
    )


async def test_without_topics_the_number_of_one_means_nothing(bot: Bot, anna: Person):
    thread = await anna.opens_topic("Пулька", GROUP)
    await anna.sets_forum(GROUP, False)
    sent = await bot.does("sendMessage", chat_id=GROUP, text="x", message_thread_id=thread)
    assert "message_thread_id" not in sent
    assert "is_forum" not in sent["chat"]


async def test_outside_of_forums_a_chain_of_replies_has_a_number_and_is_no_topic(bot: Bot, world: World):
    boris = world.person("Борис")
    question = await bot.says("What name?")
    answer = await boris.says(GROUP, "Боря", reply_to=question)
    await boris.says(GROUP, "/play", reply_to=answer)
    told = await said(bot)
    assert told["message_thread_id"] == question
    assert "is_topic_message" not in told


async def test_a_private_chat_has_no_topics(bot: Bot, world: World):
    await world.person("Anna").starts()
    assert await bot.refused("sendMessage", chat_id=ANNA, text="x", message_thread_id=3) == NO_SUCH


async def test_who_runs_the_group_runs_its_topics(bot: Bot, world: World, anna: Person):
    boris = world.person("Борис")
    thread = await boris.opens_topic("Пулька", GROUP)
    for act in (boris.closes_topic, boris.deletes_topic):
        with pytest.raises(Missed, match="403: Борис is no administrator"):
            await act(thread, GROUP)
    with pytest.raises(Missed, match="404: chat -1001 has no topic 77"):
        await anna.closes_topic(77, GROUP)
    with pytest.raises(Missed, match="General cannot be deleted"):
        await anna.deletes_topic(1, GROUP)
