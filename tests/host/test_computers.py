"""Computer players sit among people: they answer by themselves, at a person's pace, and come back after a restart."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import DUMMY, Action, Back
from bot.game.presets import preset
from bot.game.state import Ended
from bot.game.view import View
from bot.host import Host, Scene, computers
from bot.players import choose
from bot.storage import Database, inbox
from tests.host.tables import Watching, answers, hosting, people, seated, state_of


async def settled(stage: Watching, table: int) -> None:
    """Until no computer is asked."""
    while computers.asked_computer(state_of(stage.scenes[table])) is not None:
        await asyncio.sleep(0.001)


async def test_a_pulka_of_one_person_and_two_computers_ends(tmp_path: Path) -> None:
    rng = random.Random(1)
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 1), computers=2, pulka="5")
        for _ in range(3000):
            await settled(stage, table)
            state = state_of(stage.scenes[table])
            if isinstance(state.phase, Ended):
                return
            mine = [a for a in rules.legal(state) if not isinstance(a, Back)]
            passes = [a for a in mine if a.word == "pass"]
            await answers(host, table, passes[0] if passes else rng.choice(mine))
    pytest.fail("the pulka did not end")


async def test_a_pulka_of_one_person_and_one_computer_ends(tmp_path: Path) -> None:
    """Hussar; each plays the dummy's cards when he whists."""
    rng, for_the_dummy = random.Random(2), 0
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 1), computers=1, pulka="5")
        assert state_of(stage.scenes[table]).table.agreement == preset("hussar").but(pool_target="5")
        for _ in range(3000):
            await settled(stage, table)
            state = state_of(stage.scenes[table])
            if isinstance(state.phase, Ended):
                assert for_the_dummy
                assert "preset=hussar" in await host.record(table)
                return
            mine = [a for a in rules.legal(state) if not isinstance(a, Back)]
            for_the_dummy += mine[0].hand == DUMMY
            whists = [a for a in mine if a.word == "whist"]
            passes = [a for a in mine if a.word == "pass"]
            await answers(host, table, (whists or passes or [rng.choice(mine)])[0])
    pytest.fail("the pulka did not end")


async def test_computers_think_again_after_a_restart(tmp_path: Path) -> None:
    """The process ends while a computer is thinking; the next one lets it think anew."""
    async with hosting(tmp_path / "db", pace=(30, 30)) as (host, stage):
        table = await seated(host, await people(host, 1), computers=2)
        while computers.asked_computer(state_of(stage.scenes[table])) is None:
            await answers(host, table, rules.legal(state_of(stage.scenes[table]))[0])
        thinking = state_of(stage.scenes[table])
    async with hosting(tmp_path / "db") as (host, stage):
        while state_of(await host.scene(table)).seq == thinking.seq:
            await asyncio.sleep(0.001)


async def test_the_time_to_answer_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause is drawn before it looks at its cards: the same bounds for a forced card and for a hard choice."""
    asked: list[tuple[float, float]] = []
    monkeypatch.setattr(computers, "between", lambda low, high: asked.append((low, high)) or 0.0)
    async with hosting(tmp_path / "db", pace=(0.5, 1.5)) as (host, stage):
        table = await seated(host, await people(host, 1), computers=2)
        for _ in range(12):
            await settled(stage, table)
            await answers(host, table, rules.legal(state_of(stage.scenes[table]))[0])
        await settled(stage, table)
    assert len(asked) >= 5
    assert set(asked) == {(0.5, 1.5)}
    assert computers.PACE[0] >= 0.5  # nobody plays a card faster than that


async def test_nobody_waits_while_a_computer_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, thought = threading.Event(), threading.Event()

    def slowly(seen: View) -> Action:
        thinks.set()
        assert thought.wait(10)
        return choose(seen)

    monkeypatch.setattr(computers, "choose", slowly)
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 1), computers=2)
        while computers.asked_computer(state_of(stage.scenes[table])) is None:
            await answers(host, table, rules.legal(state_of(stage.scenes[table]))[0])
        thinking = state_of(stage.scenes[table])
        while not thinks.is_set():
            await asyncio.sleep(0.001)
        other = await seated(host, await people(host, 3))
        await answers(host, other, rules.legal(state_of(stage.scenes[other]))[0])
        assert state_of(await host.scene(other)).seq > 0
        assert state_of(await host.scene(table)) == thinking
        thought.set()
        await settled(stage, table)
    assert state_of(stage.scenes[table]).seq > thinking.seq


async def test_after_a_long_silence_whoever_is_asked_is_told_again(tmp_path: Path) -> None:
    """Presses live 150 s in Telegram's queue: after two minutes without a word some may be lost. An evening on which
    nobody presses is no silence: the bot was up."""
    told: list[str] = []

    class Telling(Watching):
        def changed(self, scene: Scene) -> None:
            told.append("changed")

        def missed(self, scene: Scene) -> None:
            told.append("missed")

    async with hosting(tmp_path / "db", now=lambda: 900.0) as (host, _):
        await seated(host, await people(host, 3))
        await host._db.write(inbox.store, [inbox.Update(1, "{}")], at=1000.0)
    for now, how in [(1060.0, "changed"), (1130.0, "changed"), (1255.0, "missed")]:
        told.clear()
        async with await Database.open(tmp_path / "db") as db:
            host = Host(db, Telling(), now=lambda now=now: now)
            await host.recover()
            await host.close()
        assert told == [how]
