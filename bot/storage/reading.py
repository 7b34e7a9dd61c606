"""A database opened to be looked at: nothing is written, and a bot that runs on it is not disturbed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.storage.errors import StorageError
from bot.storage.migrate import check_version, migrate, newest, version

MOST_FAULTS = 20
"""How many faults of a broken file are named."""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """One moment of the database at `path`, at the newest schema: one of an older version is brought up to date in
    memory.

    Raises OSError when there is no such file, StorageError when it is no database of the bot, TooNew when it was
    written by a newer program, and sqlite3.DatabaseError when it is so broken that not even that can be read.
    """
    with closing(opened(path)) as conn:
        if version(conn) == newest():
            yield conn
            return
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            conn.backup(copy)
            copy.row_factory = sqlite3.Row
            migrate(copy)
            yield copy


def opened(path: Path) -> sqlite3.Connection:
    """One moment of the database at `path`, at the schema it has. Raises what `reading` raises."""
    with path.open("rb"):  # SQLite itself would not say why it cannot open a file
        pass
    try:
        conn = _connected(path)
    except sqlite3.OperationalError:
        if Path(f"{path}-wal").exists():
            raise
        conn = _connected(path, "&immutable=1")  # a place where SQLite may write nothing beside it, nor may a bot
    try:
        check_version(conn)
        ours = conn.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('tables', 'actions')").fetchone()[0]
        if ours != 2 or not version(conn):
            raise StorageError(f"{path} is no database of the bot: it has no tables of pulkas")
    except BaseException:
        conn.close()
        raise
    return conn


def _connected(path: Path, more: str = "") -> sqlite3.Connection:
    """A connection that cannot write, at one moment of the database."""
    conn = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{more}", uri=True, isolation_level=None)
    try:
        conn.row_factory = sqlite3.Row
        conn.execute("BEGIN")
        version(conn)
    except sqlite3.DatabaseError as error:
        conn.close()
        if error.sqlite_errorname == "SQLITE_NOTADB":
            raise StorageError(f"{path} is no SQLite database") from error
        raise
    return conn


def faults(conn: sqlite3.Connection) -> list[str]:
    """What is broken in the file, and rows that refer to rows which are not there; nothing of it is a secret."""
    try:
        found = [str(row[0]) for row in conn.execute(f"PRAGMA integrity_check({MOST_FAULTS})") if row[0] != "ok"]
        found += [
            f"a row of {row[0]} refers to one of {row[2]} that is not there"
            for row in conn.execute("PRAGMA foreign_key_check")
        ]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return found
