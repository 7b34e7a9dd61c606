"""A transaction stands as a whole or not at all, and one process has the file."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest

from bot.storage import Busy, Closed, Database, StorageError, WrongBot, chats


def add(conn: sqlite3.Connection, telegram_id: int) -> int:
    return chats.get_or_create(conn, telegram_id, "group").id


async def ids(db: Database) -> list[int]:
    return [row["telegram_id"] for row in await db.read("SELECT telegram_id FROM chats ORDER BY id")]


async def busy_writer(db: Database) -> tuple[threading.Event, asyncio.Task[bool]]:
    """A transaction that is under way until the event is set: what is written meanwhile waits together."""
    entered, leave = threading.Event(), threading.Event()

    def wait(conn):
        entered.set()
        return leave.wait()

    task = asyncio.create_task(db.write(wait))
    await asyncio.to_thread(entered.wait)
    return leave, task


async def test_a_write_is_read_back_and_returns_what_its_work_returned(db):
    assert await db.write(add, -7) == 1
    assert await ids(db) == [-7]


async def test_a_work_that_raises_leaves_nothing_and_its_error_comes_back(db):
    def half(conn):
        add(conn, -1)
        raise KeyError("changed my mind")

    with pytest.raises(KeyError, match="changed my mind"):
        await db.write(half)
    assert await ids(db) == []


async def test_a_cancelled_writer_leaves_a_whole_transaction_behind(db):
    entered, leave = threading.Event(), threading.Event()

    def slow(conn):
        add(conn, -1)
        entered.set()
        leave.wait()
        add(conn, -2)

    writer = asyncio.create_task(db.write(slow))
    await asyncio.to_thread(entered.wait)
    writer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writer
    leave.set()
    await db.write(add, -3)
    assert await ids(db) == [-1, -2, -3]


async def test_writes_that_wait_together_are_committed_together_and_one_that_fails_takes_no_other_with_it(db):
    def fail(conn):
        add(conn, -100)
        raise ValueError

    hold, first = await busy_writer(db)
    rest = [asyncio.create_task(db.write(*work)) for work in ((add, -1), (fail,), (add, -2))]
    await asyncio.sleep(0)
    hold.set()
    outcomes = await asyncio.gather(first, *rest, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [bool, int, ValueError, int]
    assert await ids(db) == [-1, -2]


async def test_when_the_commit_itself_fails_nobody_is_told_it_worked(db):
    def break_the_reference(conn):
        conn.execute("PRAGMA defer_foreign_keys = ON")
        conn.execute("INSERT INTO screens (chat_id, key, seq) VALUES (99, 'nowhere', 0)")

    hold, first = await busy_writer(db)
    pair = [asyncio.create_task(db.write(break_the_reference)), asyncio.create_task(db.write(add, -1))]
    await asyncio.sleep(0)
    hold.set()
    await first
    for outcome in await asyncio.gather(*pair, return_exceptions=True):
        assert isinstance(outcome, sqlite3.IntegrityError)
    assert await ids(db) == []
    await db.write(add, -2)
    assert await ids(db) == [-2]


async def test_twenty_tables_at_once_lose_nothing(db):
    await asyncio.gather(*(db.write(add, -n) for n in range(1, 201)))
    assert len(await ids(db)) == 200


async def test_asking_reads_what_is_committed_while_a_write_is_under_way(db):
    entered, leave = threading.Event(), threading.Event()

    def slow(conn):
        add(conn, -1)
        entered.set()
        leave.wait()

    writer = asyncio.create_task(db.write(slow))
    await asyncio.to_thread(entered.wait)
    assert await ids(db) == []
    leave.set()
    await writer
    assert await ids(db) == [-1]


async def test_asking_may_not_write(db):
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await db.ask(add, -1)


async def test_a_commit_is_on_the_disk_before_anybody_is_told(db):
    def pragmas(conn):
        return [
            conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert await db.write(pragmas) == ["wal", 2, 1]


async def test_after_closing_nothing_is_accepted(tmp_path):
    db = await Database.open(tmp_path / "a.db", bot=1)
    await db.close()
    await db.close()
    with pytest.raises(Closed):
        await db.write(add, -1)


async def test_one_process_per_database(db, tmp_path):
    with pytest.raises(Busy, match="in use by another process"):
        await Database.open(tmp_path / "preferans.db", bot=42)


HOLDER = """
import asyncio, sys
from bot.storage import Database, chats

async def main():
    db = await Database.open(sys.argv[1], bot=42)
    await db.write(chats.get_or_create, -1, "group")
    print("open", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
async def test_a_killed_process_leaves_its_commits_and_no_lock(tmp_path: Path):
    path = tmp_path / "preferans.db"
    with subprocess.Popen(  # noqa: ASYNC220 - the test has nothing else to do meanwhile
        [sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(Busy):
            await Database.open(path, bot=42)
        os.kill(holder.pid, signal.SIGKILL)
    async with await Database.open(path, bot=42) as db:
        assert await ids(db) == [-1]


async def test_a_database_belongs_to_the_bot_that_made_it(tmp_path):
    path = tmp_path / "preferans.db"
    async with await Database.open(path, bot=42):
        pass
    with pytest.raises(WrongBot, match="belongs to bot 42, not to 43"):
        await Database.open(path, bot=43)
    async with await Database.open(path):  # a tool that only looks does not ask whose it is
        pass
    async with await Database.open(path, bot=42):
        pass


async def test_another_file_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "letter.db"
    path.write_text("Dear Anna, this is no database at all, although it is long enough to be one. " * 9)
    with pytest.raises(StorageError, match=r"letter\.db cannot be used as the bot's database"):
        await Database.open(path)


@pytest.mark.skipif(sys.platform == "win32", reason="other permissions there")
async def test_nobody_else_may_read_the_undealt_decks(db, tmp_path):
    assert (tmp_path / "preferans.db").stat().st_mode & 0o077 == 0


def test_storage_does_not_wait_for_aiogram():
    loaded = "import sys, bot.storage; print('aiogram' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, cwd=Path(__file__).parents[2], check=True
    )
    assert run.stdout.strip() == "False"


async def test_what_was_read_and_written_is_held_by_nobody_afterwards(db):
    """The threads keep what they have run last: a table that has left memory would stay for that."""

    class Table:
        pass

    async def of_a_table(do) -> weakref.ref[Table]:
        table = Table()
        assert await do(lambda conn: table) is table
        return weakref.ref(table)

    for do in (db.write, db.ask):
        assert (await of_a_table(do))() is None
