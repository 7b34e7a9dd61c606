"""The database: opened once by one process, written in whole transactions, read beside the writer."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import aiosqlite

from bot.storage.connection import connect, run
from bot.storage.errors import Closed, StorageError, Trouble, WrongBot
from bot.storage.lock import Lock
from bot.storage.migrate import migrate
from bot.storage.trouble import Place

P = ParamSpec("P")
T = TypeVar("T")

# FULL: a commit is on the disk before anybody is told. Now and then a commit also copies the log into the file, which
# takes several times as long; at 4000 pages (16 MB of log) that is one press in some hundreds.
_WRITER = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA wal_autocheckpoint = 4000;
"""


class _Unit(Generic[T]):
    """One piece of work and what came of it. It lets go of both: the connection's thread keeps the unit that it has run
    last, and a table that has left memory is not to stay for that."""

    __slots__ = ("error", "value", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], T]) -> None:
        self.work = work
        self.value: T | None = None
        self.error: BaseException | None = None

    def run(self, conn: sqlite3.Connection) -> None:
        work, self.work = self.work, _done
        try:
            self.value = work(conn)
        except BaseException as error:  # it belongs to the task that asked, not to the connection's thread
            self.error = error

    def outcome(self) -> T:
        if self.error is not None:
            raise self.error
        value, self.value = self.value, None
        return value  # type: ignore[return-value]


def _done(conn: sqlite3.Connection) -> Any:
    raise AssertionError("it has been done")


class Database:
    """`await Database.open(path)`, then `write`, `ask` and `read`; `close` at the end, or `async with`.

    When the disk or the file is in trouble nothing is written, not even what might fit, until `tries` finds it mended.
    """

    def __init__(self, lock: Lock, place: Place, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._lock, self._place, self._writer, self._reader = lock, place, writer, reader
        self._trouble: Trouble | None = None
        self._troubled = asyncio.Event()
        self._waiting: deque[_Unit[Any]] = deque()
        self._closed = False

    @classmethod
    async def open(cls, path: str | Path, *, bot: int | None = None) -> Database:
        """Open or make the database of the bot with that Telegram id (None: whosever it is), at the newest schema.

        Raises Busy, WrongBot or TooNew, each before anything is changed.
        """
        path, opened = Path(path), list[aiosqlite.Connection]()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # it holds undealt decks
            lock = Lock(path)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"{path} cannot be opened: {getattr(error, 'strerror', None) or error}") from error
        try:
            opened.append(await connect(path))
            setup: _Unit[None] = _Unit(partial(_prepare, path=path, bot=bot))
            await run(opened[0], setup.run)
            setup.outcome()
            opened.append(await connect(path))
            await opened[1].execute_fetchall("PRAGMA query_only = ON")
        except BaseException:
            for connection in opened:
                await connection.close()
            lock.release()
            raise
        return cls(lock, Place.of(path), *opened)

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work(conn, *args, **kwargs)` in a transaction and return its result once that is on the disk.

        If `work` raises, nothing of it stands and the error comes here; so does Trouble. A cancelled caller only stops
        waiting: the work is done as a whole all the same. `work` runs in another thread: it reads and writes `conn`,
        nothing else.
        """
        if self._trouble is not None:
            raise type(self._trouble)(str(self._trouble))
        unit = _Unit(lambda conn: work(conn, *args, **kwargs))
        self._waiting.append(unit)
        await self._hop(self._writer, self._commit_waiting)
        return self._outcome(unit)

    async def ask(self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work(conn, *args, **kwargs)`, which reads one moment of what is committed and cannot write."""

        def snapshot(conn: sqlite3.Connection) -> T:
            conn.execute("BEGIN")
            try:
                return work(conn, *args, **kwargs)
            finally:
                if conn.in_transaction:
                    conn.execute("COMMIT")

        unit = _Unit(snapshot)
        await self._hop(self._reader, unit.run)
        return self._outcome(unit, reading=True)

    async def read(self, sql: str, *params: object) -> list[sqlite3.Row]:
        """The rows of one SELECT."""
        return await self.ask(lambda conn: conn.execute(sql, params).fetchall())

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing is written at present."""
        return self._trouble

    async def troubled(self) -> Trouble:
        """Wait for trouble."""
        await self._troubled.wait()
        assert self._trouble is not None
        return self._trouble

    async def tries(self) -> Trouble | None:
        """Look whether the trouble is over, and what it is now if not. What was committed before it stands."""
        unit = _Unit(self._place.attempt)
        await self._hop(self._writer, unit.run)
        if unit.error is None:
            self._trouble = None
            self._troubled.clear()
        else:
            self._trouble = self._place.trouble(unit.error) or self._trouble
        return self._trouble

    async def close(self) -> None:
        """Finish what was handed over and let go of the file. May be called twice."""
        if self._closed:
            return
        self._closed = True
        await self._reader.close()
        await self._writer.close()
        self._lock.release()

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _hop(self, connection: aiosqlite.Connection, script: Callable[[sqlite3.Connection], None]) -> None:
        if self._closed:
            raise Closed("the database is closed")
        await run(connection, script)

    def _outcome(self, unit: _Unit[T], *, reading: bool = False) -> T:
        try:
            return unit.outcome()
        except Exception as error:
            trouble = self._place.trouble(error, reading=reading)
            if trouble is None:
                raise
            self._trouble = trouble if self._trouble is None or not trouble.passes else self._trouble
            self._troubled.set()
            raise trouble from error

    def _commit_waiting(self, conn: sqlite3.Connection) -> None:
        """Everything that waits, in one transaction: while one commit reaches the disk the next ones gather.

        Each unit of several has its own savepoint, so one that fails takes no other with it.
        """
        units = []
        while self._waiting:
            units.append(self._waiting.popleft())
        if not units:
            return
        try:
            self._place.look()
            conn.execute("BEGIN IMMEDIATE")
            if len(units) == 1:
                units[0].run(conn)
                conn.execute("COMMIT" if units[0].error is None else "ROLLBACK")
                return
            for unit in units:
                conn.execute("SAVEPOINT unit")
                unit.run(conn)
                if unit.error is not None:
                    conn.execute("ROLLBACK TO unit")
                conn.execute("RELEASE unit")
            conn.execute("COMMIT")
        except BaseException as error:  # a full disk, a broken file: nobody's work stands
            if conn.in_transaction:
                with contextlib.suppress(sqlite3.DatabaseError):
                    conn.execute("ROLLBACK")
            # SQLite may have rolled all of it back when one unit met the end of the disk; then that is the reason.
            cause = next((unit.error for unit in units if unit.error and self._place.trouble(unit.error)), error)
            for unit in units:
                unit.error = unit.error or cause


def _prepare(conn: sqlite3.Connection, path: Path, bot: int | None) -> None:
    try:
        migrate(conn)
        conn.executescript(_WRITER)
        owner = conn.execute("SELECT telegram_id FROM bot").fetchone()
        if bot is not None and owner is None:
            conn.execute("INSERT INTO bot VALUES (1, ?)", (bot,))
    except sqlite3.DatabaseError as error:
        raise StorageError(f"{path} cannot be used as the bot's database: {error}") from error
    if bot is not None and owner is not None and owner["telegram_id"] != bot:
        raise WrongBot(f"{path} belongs to bot {owner['telegram_id']}, not to {bot}: give each bot its own database")
