"""A database of every earlier version opens, keeps what it holds, and becomes what a new one is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.storage import Database, TooNew, inbox, pulkas, tables
from bot.storage.migrate import scripts

# versions/N.sql is what `migrations` held when version N was the newest, with some rows: frozen at its release.
VERSIONS = {int(file.stem): file for file in (Path(__file__).parent / "versions").glob("*.sql")}


def build(path: Path, version: int) -> None:
    conn = sqlite3.connect(path)
    conn.executescript(VERSIONS[version].read_text("utf-8"))
    conn.close()


async def schema(db: Database) -> list[tuple[str, str]]:
    rows = await db.read("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    return [(row["name"], " ".join(row["sql"].split())) for row in rows]


def test_every_version_has_its_frozen_database():
    assert sorted(VERSIONS) == sorted(scripts()) == list(range(1, len(VERSIONS) + 1))


@pytest.mark.parametrize("version", sorted(VERSIONS))
async def test_it_becomes_what_a_new_database_is(version, tmp_path):
    build(tmp_path / "old.db", version)
    async with (
        await Database.open(tmp_path / "old.db", bot=42) as old,
        await Database.open(tmp_path / "new.db", bot=42) as new,
    ):
        assert await schema(old) == await schema(new)
        assert (await old.read("PRAGMA user_version"))[0][0] == max(VERSIONS)


@pytest.mark.parametrize("version", sorted(VERSIONS))
async def test_its_pulka_goes_on(version, tmp_path):
    build(tmp_path / "old.db", version)
    async with await Database.open(tmp_path / "old.db", bot=42) as db:
        (table,) = await db.ask(tables.open_tables)
        assert [(seat.person, seat.computer) for seat in table.seats] == [(1, None), (None, "maxim"), (2, None)]
        log = await db.ask(pulkas.load, table.id)
        assert log.closed == pulkas.Deal(1, 2, "6s 1; pass 2 3; tricks 6-2-2", "after the first")
        assert [action.token for action in log.actions] == ["deck-second", "2:pass"]
        assert [line.amount for line in await db.ask(pulkas.lines, table.id)] == ["2", "-7/3"]
        assert [update.update_id for update in await db.ask(inbox.pending)] == [701]
        await db.write(pulkas.append, table.id, log.seq + 1, [("3:pass", 3)], at=1_800_000_100.0, update_id=701)
        assert (await db.ask(pulkas.load, table.id)).seq == 5


async def test_a_database_of_a_newer_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "new.db"
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA user_version = 1000")
    conn.close()
    with pytest.raises(TooNew, match=r"has schema 1000, this program knows \d+: run a newer version"):
        await Database.open(path, bot=42)
    conn = sqlite3.connect(path)
    assert conn.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    conn.close()


async def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    broken = {**scripts(), 1000: "CREATE TABLE half (x); CREATE TABLE half (x);"}
    monkeypatch.setattr("bot.storage.migrate.scripts", lambda: broken)
    with pytest.raises(Exception, match="half already exists"):
        await Database.open(tmp_path / "a.db", bot=42)
    monkeypatch.undo()
    async with await Database.open(tmp_path / "a.db", bot=42) as db:
        assert not await db.read("SELECT 1 FROM sqlite_master WHERE name = 'half'")
