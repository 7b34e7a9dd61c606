"""The clocks of seats, the bot's pulse, and when updates came."""

from __future__ import annotations

import sqlite3

import pytest

from bot.storage import clocks, inbox, pulse
from bot.storage.clocks import Clock
from tests.storage.conftest import NOON


async def test_a_seat_has_a_clock_as_soon_as_something_is_known_of_it(db, playing):
    table = playing.table
    assert await db.ask(clocks.of_table, table) == {}
    await db.write(clocks.heard, table, 2, NOON)
    assert await db.ask(clocks.of_table, table) == {2: Clock(2, NOON)}
    running = Clock(2, NOON, 12.5, NOON + 1, 7, NOON + 60, 3)
    await db.write(clocks.save, table, running)
    assert await db.ask(clocks.of_table, table) == {2: running}
    await db.write(clocks.heard, table, 2, NOON + 9)
    assert await db.ask(clocks.of_table, table) == {2: Clock(2, NOON + 9, 12.5, None, 7, NOON + 60, 3)}
    await db.write(clocks.forget, table, 2)
    assert await db.ask(clocks.of_table, table) == {}


async def test_what_was_away_is_given_to_who_is_on_the_clock(db, playing):
    await db.write(clocks.save, playing.table, Clock(1, question=7, until=NOON))
    await db.write(clocks.save, playing.table, Clock(2))
    await db.write(clocks.postpone, 30.0)
    known = await db.ask(clocks.of_table, playing.table)
    assert [known[1].until, known[2].until] == [NOON + 30, None]


@pytest.mark.parametrize("wrong", [Clock(5), Clock(1, spent=-1.0), Clock(1, question=3), Clock(1, until=NOON)])
async def test_a_clock_that_cannot_be_is_not_stored(db, playing, wrong):
    with pytest.raises(sqlite3.IntegrityError):
        await db.write(clocks.save, playing.table, wrong)


async def test_the_pulse_is_the_last_one(db):
    assert await db.ask(pulse.last) is None
    for at in (NOON, NOON + 15):
        await db.write(pulse.beat, at)
    assert await db.ask(pulse.last) == NOON + 15


async def test_when_an_update_came_and_whether_it_still_waits(db):
    await db.write(inbox.store, [inbox.Update(5, "{}")], at=NOON)
    assert await db.ask(inbox.received_at, 5) == NOON
    assert await db.ask(inbox.received_at, 6) is None
    assert not await db.ask(inbox.waits_since, NOON - 1)
    assert await db.ask(inbox.waits_since, NOON)
    await db.write(inbox.done, 5, at=NOON + 2)
    assert not await db.ask(inbox.waits_since, NOON + 9)
    assert await db.ask(inbox.received_at, 5) == NOON
