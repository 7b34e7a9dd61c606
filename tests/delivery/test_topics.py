"""What is sent goes into the topic that is named; an edit needs none."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery import calls
from bot.screens.screen import Screen
from bot.storage import screens

GROUP = -100


async def until(true):
    while not true():
        await asyncio.sleep(0)


async def test_screens_words_and_documents_go_into_their_topic(delivery, telegram, world):
    delivery.show([world.board("board", 1, thread=7)])
    delivery.say(world.group, Screen("word"), thread=8)
    await delivery.document(world.group, "a.pref", b"a", "record", thread=9)
    await delivery.settle(5)
    assert {m.message_thread_id for m in telegram.messages[GROUP].values()} == {7, 8, 9}
    delivery.show([world.board("next", 2, thread=7)])
    await delivery.settle(5)
    assert "next" in telegram.texts(GROUP)


def test_where_no_topic_is_named_none_is_sent():
    assert calls.send(1, Screen("x")).message_thread_id is None


SHUT = ["Bad Request: TOPIC_CLOSED", "Bad Request: TOPIC_DELETED", "Bad Request: message thread not found"]


@pytest.mark.parametrize("reason", SHUT)
@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_a_screen_whose_topic_is_gone_is_told_of_and_then_shown_where_it_is_wanted(
    method, reason, delivery, telegram, world, faults, watch
):
    if method == "editMessageText":
        delivery.show([world.board("one", 1, thread=7)])
        await delivery.settle(5)
    telegram.faults[method] = [faults.refusal(400, reason)]
    watch.then = lambda: delivery.show([world.board("two", 2)])
    delivery.show([world.board("two", 2, thread=7)])
    await delivery.settle(5)
    assert watch.shut_topics == [7]
    assert telegram.texts(GROUP)[-1] == "two"
    assert telegram.calls[-1].method == "sendMessage"


async def test_where_nothing_can_be_said_at_all_nobody_tries_for_ever(delivery, telegram, world, faults, watch, caplog):
    telegram.faults["sendMessage"] = [faults.refusal(400, "Bad Request: TOPIC_CLOSED")] * 99
    delivery.show([world.board("board", 1)])
    delivery.say(world.group, Screen("word"))
    assert await delivery.document(world.group, "a.pref", b"a", "record", thread=9)
    await delivery.settle(5)
    assert watch.shut_topics == [None]
    assert telegram.count("sendMessage") == 2
    assert "ERROR" not in caplog.text


async def test_words_and_documents_leave_a_topic_that_is_gone(delivery, telegram, world, faults):
    for method in ("sendMessage", "sendDocument"):
        telegram.faults[method] = [faults.refusal(400, "Bad Request: message thread not found")]
    delivery.say(world.group, Screen("word"), thread=7)
    await delivery.document(world.group, "a.pref", b"a", "record", thread=7)
    await delivery.settle(5)
    assert [m.message_thread_id for m in telegram.messages[GROUP].values()] == [None, None]


async def test_what_shows_a_table_is_sent_anew_and_the_old_messages_go(delivery, telegram, world, db):
    delivery.show([world.board("board", 1, thread=7), world.board("result", 1, deal=2, final=True, thread=7)])
    await delivery.settle(5)
    await delivery.renew(world.group, world.table)
    delivery.show([world.board("board", 1), world.board("result", 1, deal=2, final=True)])
    await delivery.settle(5)
    shown = [(m.text, m.message_thread_id) for m in telegram.messages[GROUP].values()]
    assert shown == [("result", 7), ("board", None)]
    assert (await db.ask(screens.get, world.group, "board:1:1")).former is None


async def test_a_crash_after_that_leaves_nothing_behind(deliver, telegram, world):
    delivery = await deliver()
    delivery.show([world.board("board", 1, thread=7)])
    await delivery.settle(5)
    telegram.held[GROUP] = asyncio.Event()
    await delivery.renew(world.group, world.table)
    await until(lambda: telegram.calls[-1].method == "deleteMessage")
    again = await deliver()
    telegram.held.pop(GROUP).set()
    again.show([world.board("board", 1)])
    await again.settle(5)
    assert [(m.text, m.message_thread_id) for m in telegram.messages[GROUP].values()] == [("board", None)]
