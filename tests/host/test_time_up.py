"""A pulka by time: the host keeps an absolute time and tells the rules when it has come, also after a restart."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Ready
from bot.game.state import Between, Ended
from bot.host import Host, alarms
from bot.storage import Database, deadlines, pulkas
from tests.host.tables import Watching, answers, hosting, people, seated, state_of

HOUR = {"end_condition": "time", "end_minutes": "60"}
NOON = 1_700_000_000.0


class Hand:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> float:
        return self.at


async def struck(host: Host, stage: Watching, table: int) -> None:
    """Waits until the clock has struck at the table."""
    host._alarms.wake()
    for _ in range(500):
        if state_of(stage.scenes[table]).table.time_up:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the clock has not struck")


async def until(host: Host, stage: Watching, table: int, kind: type) -> None:
    """Plays on until the table is in that phase; everybody passes and plays the first card that he may."""
    while not isinstance(state_of(stage.scenes[table]).phase, kind):
        may = rules.legal(state_of(stage.scenes[table]))
        await answers(host, table, next((a for a in may if a.word == "pass"), may[0]))


async def dealt(host: Host, stage: Watching, table: int) -> None:
    while state_of(stage.scenes[table]).deal is None:
        await answers(host, table, rules.legal(state_of(stage.scenes[table]))[-1])


async def armed(path: Path) -> float | None:
    async with await Database.open(path) as db:
        return await db.ask(deadlines.next_at)


async def test_the_deal_in_progress_is_finished_and_open_questions_stay_open(tmp_path: Path) -> None:
    clock = Hand()
    async with hosting(tmp_path / "db", now=clock) as (host, stage):
        table = await seated(host, await people(host, 3), **HOUR)
        await dealt(host, stage, table)
        asked = rules.asked(state_of(stage.scenes[table]))
        clock.at += 59 * 60
        host._alarms.wake()
        await asyncio.sleep(0.05)
        assert not state_of(stage.scenes[table]).table.time_up
        clock.at += 60
        await struck(host, stage, table)
        assert rules.asked(state_of(stage.scenes[table])) == asked
        assert await host._db.ask(deadlines.next_at) is None
        assert [a.token for a in await host._db.ask(pulkas.actions, table)][-1] == "time-up"
        await until(host, stage, table, Ended)
        assert stage.scenes[table].status == "ended"
        assert state_of(stage.scenes[table]).table.deals == 1


@pytest.mark.parametrize("minutes", [30, 90])
async def test_a_restart_keeps_the_time(tmp_path: Path, minutes: int) -> None:
    """It is armed as before; while the bot is away nobody can play, and that is no time of play."""
    clock = Hand()
    async with hosting(tmp_path / "db", now=clock) as (host, stage):
        table = await seated(host, await people(host, 3), **HOUR)
        await dealt(host, stage, table)
        clock.at += 60
    assert await armed(tmp_path / "db") == NOON + 3600
    clock.at += minutes * 60
    async with hosting(tmp_path / "db", now=clock) as (host, stage):
        assert await host._db.ask(deadlines.next_at) == NOON + 3600 + minutes * 60
        assert state_of(stage.scenes[table]).deal is not None
        clock.at += 59 * 60
        await struck(host, stage, table)


async def test_between_deals_the_pulka_ends_at_once(tmp_path: Path) -> None:
    """Also after a restart the log says that it ended while the next deal was waited for."""
    clock = Hand()
    async with hosting(tmp_path / "db", now=clock) as (host, stage):
        table = await seated(host, await people(host, 3), **HOUR)
        await dealt(host, stage, table)
        await until(host, stage, table, Between)
        clock.at += 3600
        await struck(host, stage, table)
        ended = state_of(stage.scenes[table])
        assert isinstance(ended.phase, Ended)
        assert ended.phase.between
        assert ended.table.deals == 1
    async with hosting(tmp_path / "db", now=clock) as (host, _):
        again = state_of(await host.scene(table))
        assert again == ended
        assert isinstance(again.phase, Ended)
        assert again.phase.between


async def test_a_pulka_to_a_pool_keeps_no_time(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 3))
        assert await host._db.ask(deadlines.next_at) is None
        assert {type(a) for a in rules.legal(state_of(stage.scenes[table]))} >= {Ready}


async def test_a_database_that_fails_for_a_moment_does_not_stop_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, due, failures = Hand(), deadlines.due, [1, 2]

    def failing(conn: sqlite3.Connection, *, at: float) -> list[deadlines.Deadline]:
        if failures:
            failures.pop()
            raise sqlite3.OperationalError("disk I/O error")
        return due(conn, at=at)

    async with hosting(tmp_path / "db", now=clock) as (host, stage):
        table = await seated(host, await people(host, 3), **HOUR)
        await dealt(host, stage, table)
        monkeypatch.setattr(deadlines, "due", failing)
        monkeypatch.setattr(alarms, "AGAIN", 0.01)
        clock.at += 60 * 60
        await struck(host, stage, table)
        assert not failures
