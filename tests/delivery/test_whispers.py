"""What one person alone sees in a group: never promised, never tried twice, within the group's budget."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.whispers import EDITED, Ear, Whisper, length
from bot.screens.screen import Screen
from bot.storage import chats

GROUP, ANNA = -100, 11
LONG = Screen("x" * (EDITED + 1))


@pytest.fixture
def ear(world):
    return Ear(world.group, ANNA)


def texts(telegram):
    return [message.text for message in telegram.alone.values()]


async def test_it_is_sent_with_the_press_then_edited(delivery, telegram, ear):
    assert await delivery.whisper(Whisper(ear, Screen("<b>one</b>"), query="q1"), 1)
    (sent,) = telegram.alone.values()
    told = sent.ephemeral_message_parameters
    assert (told.receiver_user_id, told.callback_query_id) == (ANNA, "q1")
    assert await delivery.whisper(Whisper(ear, Screen("two"), query="q2"), 1)
    assert texts(telegram) == ["two"]
    assert [call.method for call in telegram.calls] == ["sendMessage", "editEphemeralMessageText"]
    assert ear.digest == Screen("two").digest


async def test_what_is_too_long_to_be_edited_is_sent_anew_and_the_old_one_deleted(delivery, telegram, ear):
    assert length(Screen("<b>&lt;a&gt;</b>")) == 3
    for screen in (Screen("one"), LONG, Screen("three")):
        assert await delivery.whisper(Whisper(ear, screen, query="q"), 1)
    await delivery.settle(1)
    assert texts(telegram) == ["three"]
    assert "editEphemeralMessageText" in {call.method for call in telegram.calls[2:]}
    assert telegram.count("sendMessage") == 2


async def test_a_refused_edit_is_followed_by_a_send_and_without_a_press_by_nothing(delivery, telegram, ear):
    await delivery.whisper(Whisper(ear, Screen("one"), query="q"), 1)
    telegram.alone.clear()
    assert not await delivery.whisper(Whisper(ear, Screen("two")), 1)
    assert telegram.count("sendMessage") == 1
    ear.message = 77
    assert await delivery.whisper(Whisper(ear, Screen("three"), any_time=True), 1)
    assert texts(telegram) == ["three"]
    assert ear.message != 77


@pytest.mark.parametrize("what", ["refused", "lost answer", "forbidden", "flood"])
async def test_a_send_is_tried_once(delivery, telegram, faults, ear, what):
    telegram.faults["sendMessage"] = [
        {
            "refused": faults.refusal(400, "Bad Request: BOT_NOT_ADMIN"),
            "lost answer": faults.Fault(0, applied=True),
            "forbidden": faults.refusal(403, "Forbidden: bot was kicked from the supergroup chat"),
            "flood": faults.refusal(429, "Too Many Requests: retry after 3", retry_after=3),
        }[what]
    ]
    assert not await delivery.whisper(Whisper(ear, Screen("one"), query="q"), 0.05)
    await delivery.settle(1)
    assert telegram.count("sendMessage") == 1


async def test_without_room_the_press_need_not_wait_and_an_edit_comes_later(delivery, telegram, world, clock, ear):
    await delivery.whisper(Whisper(ear, Screen("one"), query="q"), 1)
    clock.runs.clear()
    for n in range(8):
        delivery.show([world.board(f"board {n}", n)])
        await asyncio.sleep(0.01)
    before = len(telegram.calls)
    edit, fresh = Whisper(ear, Screen("two"), query="q2"), Whisper(Ear(world.group, 12), Screen("his"), query="q3")
    assert not await delivery.whisper(edit, 1)
    assert not await delivery.whisper(fresh, 1)
    assert (edit.told.done(), fresh.told.done()) == (False, True)
    assert len(telegram.calls) == before
    clock.runs.set()
    await delivery.settle(2)
    assert texts(telegram) == ["two"], "and nothing is sent when its press is over"
    assert telegram.texts(GROUP) == ["board 7"]


async def test_the_newest_is_shown_and_who_waits_for_the_older_one_is_told(delivery, telegram, world, clock, ear):
    await delivery.whisper(Whisper(ear, Screen("one"), query="q"), 1)
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("board", 1)])
    await asyncio.sleep(0.01)
    older = asyncio.create_task(delivery.whisper(Whisper(ear, Screen("two"), query="q"), 5))
    await asyncio.sleep(0.01)
    newer = asyncio.create_task(delivery.whisper(Whisper(ear, Screen("three")), 5))
    await asyncio.sleep(0.01)
    telegram.held.pop(GROUP).set()
    assert await asyncio.gather(older, newer) == [True, True]
    assert texts(telegram) == ["three"]
    assert telegram.count("editEphemeralMessageText") == 1


async def test_whispers_that_keep_coming_do_not_starve_the_board(delivery, telegram, world):
    ears = [Ear(world.group, 100 + n) for n in range(16)]
    coming = {asyncio.create_task(delivery.whisper(Whisper(e, Screen("x"), any_time=True), 1)) for e in ears[:2]}
    delivery.show([world.board("board", 1)])
    for e in ears[2:]:
        _, coming = await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
        coming.add(asyncio.create_task(delivery.whisper(Whisper(e, Screen("x"), any_time=True), 1)))
    await asyncio.wait(coming)
    await delivery.settle(5)
    assert [call.text for call in telegram.calls].index("board") <= 6


async def test_nothing_is_whispered_in_a_group_that_is_lost(delivery, telegram, world, db, ear):
    await db.write(chats.lose, world.group, at=1.0)
    assert not await delivery.whisper(Whisper(ear, Screen("one"), query="q"), 1)
    assert telegram.calls == []
