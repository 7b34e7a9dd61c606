"""While the disk is in trouble time stands still; what acts by itself waits, and then goes on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.game import rules
from bot.host import Host, Trouble
from bot.host.computers import asked_computer
from bot.storage.errors import DiskFull
from tests.host.clocks import NOON, Hand, due, later, strikes
from tests.host.tables import answers, hosting, people, seated, state_of
from tests.host.test_forced import anything, choices


def full(host: Host) -> None:
    """From now on."""
    host._db._trouble = DiskFull("the disk is full")


async def mended(host: Host) -> None:
    assert await host._db.tries() is None
    await host.mended()


async def test_the_clock_does_not_strike_and_gives_the_time_back(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three, time_per_action="3m", on_timeout="auto_move")
        state = state_of(stage.scenes[table])
        before = await due(host, table)
        assert before
        await host.hears()
        full(host)
        await later(host, hand, 3600)
        await strikes(host)
        assert state_of(await host.scene(table)) == state
        assert await due(host, table) == before
        await mended(host)
        await strikes(host)
        assert state_of(await host.scene(table)) == state
        after = await due(host, table)
        assert after.keys() == before.keys()
        assert all(after[kind] >= before[kind] + 3600 for kind in before)
        assert min(after.values()) > hand.at - NOON


async def test_a_computer_waits_and_plays_on(tmp_path: Path):
    async with hosting(tmp_path / "db") as (host, stage):
        (anna,) = await people(host, 1)
        act, tried = host._computers._act, []

        async def meets_the_end(sitting, seat, action):
            if not tried:
                full(host)
            tried.append(seat)
            await act(sitting, seat, action)

        host._computers._act = meets_the_end
        table = await seated(host, [anna], computers=2)
        await goes_on(host, table, lambda: bool(tried))
        await asyncio.sleep(0.05)
        stood = state_of(await host.scene(table))
        assert asked_computer(stood) == tried[0]
        assert len(tried) == 1
        ((_, seq),) = await host._db.read("SELECT count(*), max(seq) FROM actions")
        assert seq == stood.seq
        await mended(host)
        await goes_on(host, table, lambda: len(tried) > 3)
        assert state_of(await host.scene(table)).seq >= stood.seq + 2  # the last of those may be on its way
        assert stage.count


async def goes_on(host: Host, table: int, enough: Callable[[], bool]) -> None:
    """The one person passes, or plays the first card that he may."""
    async with asyncio.timeout(20):
        while not enough():
            state = state_of(await host.scene(table))
            if asked_computer(state) is None and (may := rules.legal(state)):
                await answers(host, table, next((a for a in may if a.word == "pass"), may[0]))
            await asyncio.sleep(0.001)


async def test_the_card_before_a_forced_one_stands_and_the_forced_one_follows(tmp_path: Path, monkeypatch):
    """Whoever played it is not told that it was not recorded: it was."""
    rng = random.Random(4)
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        await host.directory.choose(three[0], "forced", "on")
        table = await seated(host, three, pulka="5")
        real = host._presses.commit
        for _ in range(400):
            state = state_of(stage.scenes[table])
            action = anything(state, rng)
            committed = 0

            async def once(sitting, *rest, **more):
                nonlocal committed
                committed += 1
                if committed > 1:
                    full(host)
                await real(sitting, *rest, **more)

            monkeypatch.setattr(host._presses, "commit", once)
            await answers(host, table, action)
            monkeypatch.undo()
            if host._db.trouble is not None:
                break
        assert host._db.trouble is not None
        after = state_of(await host.scene(table))
        assert after.seq == state.seq + 1
        assert len(choices(after)) == 1
        await mended(host)
        assert state_of(await host.scene(table)).seq > after.seq


async def test_whatever_was_being_done_memory_is_what_the_log_says(tmp_path: Path):
    """Also if it had run ahead: after trouble everything is read again."""
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three)
        state = state_of(stage.scenes[table])
        sitting = await host._sittings.get(table)
        ahead = rules.apply(state, rules.legal(state)[0]).state
        sitting.state, sitting.status = ahead, "ended"
        full(host)
        with pytest.raises(Trouble):
            await answers(host, table, rules.legal(ahead)[0])
        await mended(host)
        assert state_of(await host.scene(table)) == state
        assert (await host.scene(table)).status == "playing"
        await answers(host, table, rules.legal(state)[0])


async def test_it_can_be_stopped_while_it_lasts(tmp_path: Path):
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three)
        stood = state_of(stage.scenes[table])
        full(host)
    async with hosting(tmp_path / "db") as (host, stage):
        assert state_of(await host.scene(table)) == stood
