"""No chat is written to more often than Telegram allows, however much happens there."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery import budget
from bot.delivery.budget import Bucket
from bot.screens.screen import Screen
from bot.storage import chats

GROUP, ANNA = -100, 11


def most_within(seconds, times):
    """The most of `times` that fall into any window of so many seconds."""
    return max(sum(start <= at < start + seconds for at in times) for start in times)


@given(st.lists(st.floats(0, 30), min_size=1, max_size=200), st.sampled_from(["group", "private", "overall"]))
def test_however_the_calls_come_no_window_holds_too_many(gaps, which):
    allowance = getattr(budget, which)()
    limits = {"group": [(60, 18), (1, 4)], "private": [(60, 65), (1, 6)], "overall": [(1, 30)]}[which]
    now, made = 0.0, []
    for gap in gaps:
        now += gap
        now += allowance.wait(now)
        allowance.spend(now)
        made.append(now)
    for seconds, most in limits:
        assert most_within(seconds, made) <= most


def test_a_bucket_fills_up_again_but_not_over():
    bucket = Bucket(3, 0.5)
    for _ in range(3):
        assert bucket.wait(100.0) == 0
        bucket.spend(100.0)
    assert bucket.wait(100.0) == pytest.approx(2)
    assert bucket.wait(101.0) == pytest.approx(1)
    assert not bucket.full(105.0)
    assert bucket.full(106.0)
    assert bucket.wait(1000.0) == 0
    for _ in range(3):
        bucket.spend(1000.0)
    assert bucket.wait(1000.0) == pytest.approx(2)


def test_an_idle_group_is_answered_at_once_and_a_busy_one_within_five_seconds():
    allowance, now = budget.group(), 0.0
    waits = []
    for _ in range(100):
        waits.append(allowance.wait(now))
        now += waits[-1]
        allowance.spend(now)
    assert waits[:3] == [0, 0, 0]
    assert max(waits) < 5


async def test_ten_minutes_of_relentless_play_stay_within_twenty_a_minute(delivery, telegram, world, clock):
    seq, end = 0, clock.now + 600
    while clock.now < end:
        seq += 1
        delivery.show([world.board(f"action {seq}", seq)])
        if seq % 7 == 0:
            delivery.say(world.group, Screen(f"word {seq}"))
        clock.now += 0.25
        await asyncio.sleep(0)
    await delivery.settle(10)
    times = [call.at for call in telegram.calls]
    assert most_within(60, times) <= 18
    assert len(times) > 100
    assert f"action {seq}" in telegram.texts(GROUP)


async def test_many_chats_at_once_stay_within_thirty_a_second(delivery, telegram, db, clock):
    for n in range(100):
        chat = await db.write(chats.get_or_create, 1000 + n, "private")
        delivery.say(chat.id, Screen("word"))
    await delivery.settle(5)
    times = [call.at for call in telegram.calls]
    assert len(times) == 100
    assert most_within(1, times) <= 30


async def test_a_private_chat_takes_about_one_a_second(delivery, telegram, world, clock):
    for n in range(30):
        delivery.say(world.private, Screen(f"word {n}"))
    start = clock.now
    await delivery.settle(5)
    assert telegram.texts(ANNA) == [f"word {n}" for n in range(30)]
    assert clock.now - start == pytest.approx(25, abs=1)
