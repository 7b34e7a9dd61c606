"""An upgrade is a restart: a pulka that ran under any released schema goes on under this one, and nothing is lost.

A real pulka is played, and what it left is put into the database that an earlier version would have had: that version's
schema, with the columns that it knew.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import cli
from bot.storage.migrate import newest, scripts, version
from tests.crash.calm import _bot
from tests.crash.evening import TABLE, evening
from tests.crash.script import script
from tests.operate.test_disk import begun, plays

pytestmark = pytest.mark.timeout(120)

WRITTEN_ANEW = {"sqlite_sequence"}


def names(conn: sqlite3.Connection) -> list[str]:
    rows = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in rows if name not in WRITTEN_ANEW]


def columns(conn: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]


def as_of(path: Path, number: int) -> None:
    """The database at `path` becomes what version `number` of the schema would hold of it."""
    old = path.with_name("old.db")
    with closing(sqlite3.connect(path)) as now, closing(sqlite3.connect(old, isolation_level=None)) as then:
        now.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for script_ in list(scripts().values())[:number]:
            then.executescript(script_)
        then.execute("PRAGMA journal_mode = WAL")
        then.execute("PRAGMA foreign_keys = OFF")
        then.execute(f"PRAGMA user_version = {number}")
        then.execute("ATTACH ? AS now", (str(path),))
        then.execute("BEGIN")
        for table in names(then):
            known = ", ".join(set(columns(then, table)) & set(columns(now, table)))
            then.execute(f"DELETE FROM {table}")
            then.execute(f"INSERT INTO {table} ({known}) SELECT {known} FROM now.{table}")
        then.execute("COMMIT")
        assert then.execute("PRAGMA main.foreign_key_check").fetchall() == []
    for name in (path, *(path.with_name(path.name + more) for more in ("-wal", "-shm"))):
        name.unlink(missing_ok=True)
    old.rename(path)


def schema(path: Path) -> int:
    with closing(sqlite3.connect(path)) as conn:
        return version(conn)


@pytest.mark.parametrize("number", sorted(scripts()))
@pytest.mark.parametrize("points", [5, 18], ids=["in the auction", "in a trick"])
async def test_a_pulka_of_every_released_schema_goes_on(number: int, points: int, tmp_path: Path):
    played = script(3)
    async with evening(tmp_path / "preferans.db") as tonight:
        async with _bot(tonight, played) as parts:
            await begun(tonight, parts, played, points)
        as_of(tonight.database, number)
        assert schema(tonight.database) == number
        log, seen = tonight.log(), tonight.look()
        async with _bot(tonight, played) as parts:
            assert schema(tonight.database) == newest()
            assert tonight.log() == log == played.points[points - 1].log
            assert (await parts.host.scene(TABLE)).state == played.points[points - 1].after
            await parts.delivery.settle(10)
            assert [len(hand) for hand in tonight.look().hands] == [len(hand) for hand in seen.hands]
            for point in range(points, points + 8):
                await plays(tonight, played, point)
    assert await asyncio.to_thread(cli.main, ["check", str(tonight.database)]) == 0


async def test_a_second_start_changes_nothing(tmp_path: Path):
    """Migrations are run once."""
    played = script(3)
    async with evening(tmp_path / "preferans.db") as tonight:
        async with _bot(tonight, played) as parts:
            await begun(tonight, parts, played, 4)
        as_of(tonight.database, 1)
        for _ in range(2):
            async with _bot(tonight, played):
                rows = [tuple(row) for row in tonight.rows("SELECT id, number, size, status FROM tables")]
                assert rows == [(1, 1, 3, "playing")]
