"""A full, locked, read-only, failing, vanished or broken disk: nothing is half written or lost, and it mends."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from bot.storage import Database, StorageError, Trouble, chats
from bot.storage.errors import Broken, DiskFull, Failing, Locked, ReadOnly, Replaced, Vanished

resource = pytest.importorskip("resource")  # no such limits on Windows

Mend = Callable[[], object]


def add(conn: sqlite3.Connection, telegram_id: int) -> int:
    return chats.get_or_create(conn, telegram_id, "group").id


def add_much(conn: sqlite3.Connection) -> None:
    chats.get_or_create(conn, -999, "group", "x" * 200_000)


async def ids(db: Database) -> list[int]:
    return [row["telegram_id"] for row in await db.read("SELECT telegram_id FROM chats ORDER BY id")]


async def pragma(db: Database, text: str) -> object:
    """Of the connection that writes."""

    def execute(conn: sqlite3.Connection) -> object:
        conn.execute("COMMIT")
        row = conn.execute(f"PRAGMA {text}").fetchone()
        conn.execute("BEGIN IMMEDIATE")
        return row and row[0]

    return await db.write(execute)


async def no_more_pages(db: Database, path: Path) -> Mend:
    """SQLite's own limit: there is no room for one more page, and what an update comes into has no room left."""
    await pragma(db, f"max_page_count = {await pragma(db, 'page_count')}")
    for size in (1000, 100, 1):
        with suppress(sqlite3.OperationalError):
            for _ in range(5000):
                await db._writer.execute_insert(
                    """INSERT INTO inbox (update_id, raw, received_at, done_at)
                       SELECT ifnull(min(update_id), 0) - 1, ?, 0, 1 FROM inbox""",
                    ("x" * size,),
                )
    return lambda: _limit(db, "max_page_count = 1000000")


async def may_only_be_read(db: Database, path: Path) -> Mend:
    await _limit(db, "query_only = ON")
    return lambda: _limit(db, "query_only = OFF")


def _limit(db: Database, text: str) -> Awaitable[object]:
    """While nothing may be written, the connection itself is told."""
    return db._writer.execute_fetchall(f"PRAGMA {text}")


HOLDER = """
import sqlite3, sys
conn = sqlite3.connect(sys.argv[1], isolation_level=None)
conn.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


async def another_program_writes(db: Database, path: Path) -> Mend:
    await pragma(db, "busy_timeout = 50")
    holder = subprocess.Popen(  # noqa: ASYNC220 - there is nothing else to do meanwhile
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    return holder.communicate


async def writing_fails(db: Database, path: Path) -> Mend:
    """The system refuses to let a file grow, with an error that is no full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = os.stat(f"{path}-wal").st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(size, 1), limits[1]))

    def mend() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)

    return mend


async def the_file_is_gone(db: Database, path: Path) -> Mend:
    away = path.with_name("away.db")
    os.rename(path, away)
    return lambda: os.rename(away, path)


FAULTS = {
    "full": (no_more_pages, DiskFull, "the disk is full"),
    "read only": (may_only_be_read, ReadOnly, "may only be read"),
    "locked": (another_program_writes, Locked, "another program has locked the database"),
    "failing": (writing_fails, Failing, "the disk answers with errors"),
    "vanished": (the_file_is_gone, Vanished, "is not there any more"),
}
"""How each comes about and is mended, what it is told as, and in which words."""


@pytest.mark.parametrize("fault", FAULTS)
async def test_nothing_is_half_written_and_when_it_is_mended_all_goes_on(fault: str, db: Database, tmp_path: Path):
    comes, kind, words = FAULTS[fault]
    await db.write(add, -1)
    assert await ids(db) == [-1]
    mend = await comes(db, tmp_path / "preferans.db")
    try:
        with pytest.raises(kind, match=words) as told:
            await db.write(add_much)
        assert told.value.passes
        assert isinstance(db.trouble, kind)
        with pytest.raises(kind, match=words):  # also what might fit
            await db.write(add, -2)
        assert await ids(db) == [-1]
        assert isinstance(await db.tries(), kind)
    finally:
        if isinstance(mending := mend(), Awaitable):
            await mending
    assert await db.tries() is None
    assert db.trouble is None
    await db.write(add_much)
    assert await ids(db) == [-1, -999]
    with closing(sqlite3.connect(tmp_path / "preferans.db")) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_whoever_waits_together_is_told_the_same(db: Database, tmp_path: Path):
    """One transaction of several: where one meets the end of the disk, none of the others has happened."""
    await no_more_pages(db, tmp_path)
    works = [(add, -1), (add_much,), (add, -2)]
    outcomes = await asyncio.gather(*(db.write(*work) for work in works), return_exceptions=True)
    stands = await ids(db)
    for work, outcome in zip(works, outcomes, strict=True):
        assert isinstance(outcome, DiskFull if work[-1] not in stands else int)
    assert isinstance(outcomes[1], DiskFull)
    assert isinstance(db.trouble, DiskFull)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    mount = shutil.which("mount")
    done = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False).returncode
    if done != 0:
        pytest.skip("only root may mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(path: Path) -> None:
    """Until the system says that there is no space left."""
    with path.open("wb", buffering=0) as film, suppress(OSError):
        while True:
            film.write(b"x" * 4096)


async def test_a_disk_that_is_really_full(tmp_path: Path):
    """ENOSPC from the system; another file took the space, and gives it back."""
    with small_disk(tmp_path / "disk") as disk:
        async with await Database.open(disk / "preferans.db", bot=42) as db:
            await db.write(add, -1)
            fill(disk / "film.mkv")
            with pytest.raises(DiskFull, match="the disk is full"):
                await db.write(add_much)
            assert isinstance(await db.tries(), DiskFull)
            (disk / "film.mkv").unlink()
            assert await db.tries() is None
            await db.write(add, -2)
            assert await ids(db) == [-1, -2]


async def test_a_disk_that_is_taken_away(tmp_path: Path):
    with small_disk(tmp_path / "disk") as disk:
        async with await Database.open(disk / "preferans.db", bot=42) as db:
            await db.write(add, -1)
            subprocess.run(["umount", "-l", disk], check=True)  # noqa: ASYNC221
            with pytest.raises(Vanished, match="is not there any more"):
                await db.write(add, -2)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", disk], check=True)  # noqa: ASYNC221


async def test_another_file_in_its_place_does_not_pass(db: Database, tmp_path: Path):
    path = tmp_path / "preferans.db"
    shutil.copy(path, tmp_path / "other.db")
    (tmp_path / "other.db").rename(path)
    with pytest.raises(Replaced, match="is another file now: start the bot anew") as told:
        await db.write(add, -1)
    assert not told.value.passes


def overwritten(path: Path) -> None:
    """Everything but the first page is lost."""
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xaa" * (size - 4096))


async def forgetful(db: Database) -> None:
    """What SQLite has in memory it would not read again."""
    for connection in (db._reader, db._writer):
        await connection.execute("PRAGMA cache_size = 0")
        await connection.execute("PRAGMA shrink_memory")


@pytest.mark.parametrize("by", ["reading", "writing"])
async def test_a_broken_page_is_told_when_it_is_met_and_does_not_pass(db: Database, tmp_path: Path, by: str):
    await db.write(add, -1)
    await forgetful(db)
    overwritten(tmp_path / "preferans.db")
    with pytest.raises(Broken, match=r"preferans\.db: the database is broken: .*preferans restore") as told:
        await (ids(db) if by == "reading" else db.write(add, -2))
    assert not told.value.passes
    assert isinstance(db.trouble, Broken)
    with pytest.raises(Broken):
        await db.write(add, -3)


@pytest.mark.parametrize(
    "refused", [lambda conn: conn.execute("INSERT INTO seats (table_id, number) VALUES (9, 9)"), lambda conn: 1 // 0]
)
async def test_what_a_work_does_wrong_is_no_trouble_of_the_disk(db: Database, refused):
    with pytest.raises((sqlite3.IntegrityError, ZeroDivisionError)):
        await db.write(refused)
    assert db.trouble is None
    await db.write(add, -1)


async def test_who_may_only_read_is_no_trouble_of_the_disk(db: Database):
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await db.ask(add, -1)
    assert db.trouble is None


async def test_a_place_where_no_database_can_be_is_refused_in_a_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StorageError, match="cannot be opened") as told:
        await Database.open(tmp_path / "file" / "preferans.db", bot=42)
    assert not isinstance(told.value, Trouble)
