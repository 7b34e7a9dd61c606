"""All chats share what Telegram allows a bot: one sleeps for all, and what matters more goes first."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery import Place, Wanted
from bot.delivery.budget import Bucket, Budget
from bot.delivery.turns import HEAD_START, Turns
from bot.screens.screen import Screen
from bot.storage import chats

HAND, BOARD, LAST = 0, 1, 9


@pytest.fixture
def turns(clock) -> Turns:
    """A call a second, the first one made."""
    turns = Turns(Budget((Bucket(1, 1),)), clock, clock.sleep)
    assert turns.at_once()
    return turns


async def given_to(turns: Turns, names: dict[str, int]) -> list[str]:
    """In which order those who wait with these priorities get their turns."""
    order: list[str] = []

    async def wait(name: str, priority: int) -> None:
        await turns.wait(priority)
        order.append(name)

    await asyncio.gather(*(wait(name, priority) for name, priority in names.items()))
    return order


async def test_the_hand_of_whoever_is_asked_goes_before_boards_and_boards_before_tidying_up(turns):
    wishes = {"tidying": LAST, "board": BOARD, "hand": HAND, "other board": BOARD, "other hand": HAND}
    assert await given_to(turns, wishes) == ["hand", "other hand", "board", "other board", "tidying"]


async def test_nobody_waits_for_ever(turns, clock):
    board = asyncio.create_task(turns.wait(BOARD))
    hands = 0
    while not board.done():
        hands += 1
        await turns.wait(HAND)
        await asyncio.sleep(0)
    assert hands <= 2 + HEAD_START


async def test_whoever_comes_late_does_not_go_first(turns, clock):
    clock.runs.clear()
    waiting = asyncio.create_task(turns.wait(LAST))
    await asyncio.sleep(0)
    clock.now += 1
    assert not turns.at_once()
    clock.runs.set()
    await waiting


async def test_a_turn_that_is_not_needed_goes_to_the_next(turns, clock):
    await turns.wait(HAND)
    before = clock.now
    turns.give_back()
    await turns.wait(HAND)
    assert clock.now == before


@pytest.mark.parametrize("late", [False, True])
async def test_whoever_gives_up_waiting_takes_nobodys_turn(turns, clock, late):
    clock.runs.clear()
    waiting = asyncio.create_task(turns.wait(HAND))
    await asyncio.sleep(0)
    if late:  # the turn comes in the same moment
        clock.runs.set()
        while turns._waiting:
            await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    clock.runs.set()
    before = clock.now
    await turns.wait(HAND)
    assert clock.now <= before + 1


async def test_nobody_calls_while_all_are_to_wait(turns, clock):
    turns.shut(clock.now + 30)
    before = clock.now
    await turns.wait(HAND)
    assert clock.now == before + 30


async def test_however_many_chats_wait_one_sleeps(delivery, telegram, clock, db):
    many = await db.write(lambda conn: [chats.get_or_create(conn, 1000 + n, "private").id for n in range(100)])
    delivery.show(Wanted(Place(chat, "hand:1"), Screen("hand"), None, 1) for chat in many)
    await delivery.settle(10)
    assert telegram.count("sendMessage") == 100
    assert len(clock.slept) <= 100
