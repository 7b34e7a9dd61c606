"""The disk is in trouble while people play: they are told, nothing is half done, and it goes on by itself.

A bot in a local Telegram; the faults are those of `tests.storage.test_trouble`.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import app, cli
from bot.app import Parts
from bot.operate import watch
from bot.operate.pages import Watched
from bot.storage import StorageError, pulkas
from bot.storage.errors import Broken
from bot.texts import tr
from tests.crash.calm import _bot
from tests.crash.evening import TABLE, Evening, evening
from tests.crash.script import Script, script
from tests.storage.test_trouble import FAULTS, fill, forgetful, overwritten, small_disk

pytestmark = pytest.mark.timeout(120)

SORRY = tr("ru", "toast.not_recorded")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.02)


@asynccontextmanager
async def playing(folder: Path, points: int) -> AsyncIterator[tuple[Evening, Parts, Script]]:
    """Three people in the middle of a deal: so many points of the script are played."""
    played = script(3)
    async with evening(folder / "preferans.db") as tonight, _bot(tonight, played) as parts:
        await begun(tonight, parts, played, points)
        yield tonight, parts, played


async def begun(tonight: Evening, parts: Parts, played: Script, points: int) -> None:
    await tonight.begins(3)
    for number in range(points):
        await plays(tonight, played, number)
    await parts.delivery.settle(10)


async def plays(tonight: Evening, played: Script, number: int) -> None:
    point = played.points[number]
    await tonight.acts(point.action, point.before, point.seat)
    told = await tonight.people[point.seat - 1].toast()
    assert not told.text, f"{point}: {told.text}"
    assert tonight.log() == point.log


async def is_told(tonight: Evening, played: Script, number: int) -> str:
    point = played.points[number]
    await tonight.acts(point.action, point.before, point.seat)
    return (await tonight.people[point.seat - 1].toast()).text or ""


async def mended(parts: Parts) -> None:
    async with asyncio.timeout(20):
        while parts.db.trouble is not None:
            await asyncio.sleep(0.01)


def hindrance(parts: Parts) -> str:
    return Watched(parts.db, parts.host, parts.delivery, parts.intake).hindrance


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the operator reads above INFO."""
    return [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]


async def all_right(database: Path) -> None:
    assert await asyncio.to_thread(cli.main, ["check", str(database)]) == 0


@pytest.mark.parametrize("fault", FAULTS)
async def test_presses_are_told_and_when_it_is_mended_the_deal_goes_on(fault: str, tmp_path: Path, caplog):
    comes, kind, words = FAULTS[fault]
    async with playing(tmp_path, points=6) as (tonight, parts, played):
        before, log = tonight.state(), tonight.log()
        assert hindrance(parts) == ""
        mend = await comes(parts.db, tonight.database)
        try:
            assert await is_told(tonight, played, 6) == SORRY
            assert await is_told(tonight, played, 6) == SORRY
            assert isinstance(parts.db.trouble, kind)
            assert (await parts.host.scene(TABLE)).state == before
            assert hindrance(parts) == f"no action is taken: {kind.__name__}"
        finally:
            if isinstance(mending := mend(), Awaitable):
                await mending
        await mended(parts)
        assert (tonight.state(), tonight.log()) == (before, log)
        assert (await parts.host.scene(TABLE)).state == before
        assert hindrance(parts) == ""
        for number in range(6, 12):
            await plays(tonight, played, number)
        assert [row[0] for row in tonight.rows("SELECT count(*) FROM inbox WHERE done_at IS NULL")] == [0]
    said = lines(caplog)
    assert [words in line for line in said if line.startswith("no action is taken: ")] == [True]
    assert said.count("actions are taken again") == 1
    assert len(said) == 2, said
    await all_right(tmp_path / "preferans.db")


async def test_a_disk_that_is_full_in_the_middle_of_a_deal(tmp_path: Path):
    with small_disk(tmp_path / "disk") as disk:
        async with playing(disk, points=6) as (tonight, parts, played):
            before = tonight.state()
            fill(disk / "film.mkv")
            assert await is_told(tonight, played, 6) == SORRY
            assert (await parts.host.scene(TABLE)).state == before == tonight.state()
            (disk / "film.mkv").unlink()
            await mended(parts)
            for number in range(6, 10):
                await plays(tonight, played, number)
        await all_right(disk / "preferans.db")


async def test_what_was_said_meanwhile_is_not_lost(tmp_path: Path):
    """A command waits at Telegram's until it can be recorded; a press is over with its answer."""
    comes, _, _ = FAULTS["vanished"]
    async with playing(tmp_path, points=3) as (tonight, parts, played):
        mend = await comes(parts.db, tonight.database)
        assert await is_told(tonight, played, 3) == SORRY
        await tonight.people[2].says(tonight.group, "/play")
        assert await is_told(tonight, played, 3) == SORRY
        mend()
        await mended(parts)
        await tonight.telegram.until(
            lambda: len(tonight.rows("SELECT id FROM tables")) == 2, lambda: "the table was not opened"
        )
        assert tonight.log() == played.points[2].log
        await plays(tonight, played, 3)


async def test_a_press_that_met_the_end_of_the_disk_on_its_way_does_not_come_back(tmp_path: Path, monkeypatch):
    """It had been stored; whoever pressed has read that it was not recorded. After a restart too that stays true."""

    def full(*args: object, **kwargs: object) -> None:
        raise _error(sqlite3.SQLITE_FULL)

    played = script(3)
    async with evening(tmp_path / "preferans.db") as tonight:
        async with _bot(tonight, played) as parts:
            await begun(tonight, parts, played, 3)
            with monkeypatch.context() as patch:
                patch.setattr(pulkas, "append", full)
                patch.setattr(watch, "EVERY", 0.2)
                assert await is_told(tonight, played, 3) == SORRY
                assert len(tonight.rows("SELECT 1 FROM inbox WHERE done_at IS NULL")) == 1
            await mended(parts)
            await tonight.telegram.until(
                lambda: not tonight.rows("SELECT 1 FROM inbox WHERE done_at IS NULL"), lambda: "it is still to be done"
            )
            assert tonight.log() == played.points[2].log
        async with _bot(tonight, played):
            await plays(tonight, played, 3)


def _error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode, error.sqlite_errorname = code, "SQLITE_FULL"
    return error


async def test_everybody_was_ready_and_then_the_disk_was_full(tmp_path: Path, monkeypatch):
    """What was pressed stands, and the pulka begins when it can; after a crash at that moment too."""
    played = script(3)
    async with evening(tmp_path / "preferans.db") as tonight, _bot(tonight, played) as parts:
        await tonight.meets(3)
        *presses, (last, word) = tonight.lobby_presses()
        for person, pressed in presses:
            await tonight.presses_lobby(person, pressed)
            assert not (await person.toast()).text
        real, tries = pulkas.append, iter(range(100))

        def once_full(*args: object, **kwargs: object) -> None:
            if next(tries) == 0:
                raise _error(sqlite3.SQLITE_FULL)
            real(*args, **kwargs)

        with monkeypatch.context() as patch:
            patch.setattr(pulkas, "append", once_full)
            await tonight.presses_lobby(last, word)
            assert not (await last.toast()).text
            await mended(parts)
            await tonight.telegram.until(lambda: bool(tonight.log()), lambda: "the pulka has not begun")
        await plays(tonight, played, 0)


async def test_a_broken_file_ends_the_bot_with_a_sentence(tmp_path: Path, monkeypatch):
    """Nothing is written upon it."""
    caught: list[Parts] = []
    real = app.assembled

    @asynccontextmanager
    async def watched(**given: object) -> AsyncIterator[Parts]:
        async with real(**given) as parts:
            caught.append(parts)
            yield parts

    monkeypatch.setattr(app, "assembled", watched)
    monkeypatch.setattr(app, "_tuned", lambda: None)
    async with evening(tmp_path / "preferans.db") as tonight:
        where = {"token": tonight.telegram.bot.token, "api_url": tonight.url, "database": tonight.database}
        running = asyncio.create_task(app.run(**where))
        await tonight.begins(3)
        (parts,) = caught
        await forgetful(parts.db)
        overwritten(tonight.database)
        before = tonight.database.read_bytes()
        await tonight.presses_lobby(tonight.people[0], "sheet")
        with pytest.raises(StorageError, match=r"the database is broken: .*preferans restore"):
            await asyncio.wait_for(running, 20)
        assert isinstance(parts.db.trouble, Broken)
        assert tonight.database.read_bytes() == before


async def test_a_broken_file_is_refused_at_the_start(tmp_path: Path):
    played = script(3)
    async with evening(tmp_path / "preferans.db") as tonight:
        async with _bot(tonight, played) as parts:
            await begun(tonight, parts, played, 6)
        overwritten(tonight.database)
        with pytest.raises(StorageError, match=r"broken|malformed"):
            async with _bot(tonight, played):
                pass
