"""Whole copies of a database: made while the bot writes, checked, and put into their place in one step."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.storage.errors import StorageError
from bot.storage.lock import Lock
from bot.storage.migrate import migrate, version
from bot.storage.reading import faults, opened

COUNTED = ("tables", "actions", "deals", "lines", "inbox", "people")
"""What a copy is counted by: as many rows of each as the original had at that moment."""

# What the chats show may be newer than what was restored, so a start draws every place again that is not final.
_DRAWN_AGAIN = "UPDATE screens SET digest = '', seq = -1 WHERE NOT final"


class Faulty(StorageError):
    """A file is broken, or a copy is not what it was made from; nothing has been put into its place."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What is in a copy. `schema` is that of the original."""

    schema: int
    rows: dict[str, int]
    size: int
    kept: Path | None = None
    """Where the database that stood there before is now."""


def backup(source: Path, target: Path) -> Copied:
    """Copy one moment of the database at `source`, also of a bot that runs, to the new file `target`.

    Raises FileExistsError, OSError, and StorageError when `source` is no database of the bot or is broken. In all cases
    `target` is then as it was.
    """
    if target.exists():
        raise FileExistsError
    with _beside(target) as fresh:
        with closing(opened(source)) as conn:
            copied = _copy(conn, fresh)
        try:
            os.link(fresh, target)  # unlike a rename it replaces nothing, whoever is quicker
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if target.exists():
                raise FileExistsError from None
            fresh.replace(target)
    _settled(target.parent)
    return copied


def restore(source: Path, database: Path, stamp: str) -> Copied:
    """Put a copy of `source`, brought to the newest schema, in the place of `database`, whose file is kept beside it
    under a name with `stamp`. What people see is drawn again by the next start.

    Raises Busy while a bot has `database`, OSError, and StorageError when `source` is no database of the bot or is
    broken. In all cases `database` is then as it was.
    """
    lock = Lock(database)
    try:
        with _beside(database) as fresh:
            with closing(opened(source)) as conn:
                copied = _copy(conn, fresh)
            with closing(_connected(fresh)) as conn:
                migrate(conn)
                conn.execute(_DRAWN_AGAIN)
                _checked(conn, fresh)
            _on_the_disk(fresh)
            kept = _replaced(database, fresh, stamp)
        _settled(database.parent)
    finally:
        lock.release()
    return Copied(copied.schema, copied.rows, copied.size, kept)


def _copy(conn: sqlite3.Connection, fresh: Path) -> Copied:
    """The moment that `conn` reads, as one file without a log beside it."""
    wanted = _counts(conn)
    with closing(_connected(fresh)) as copy:
        conn.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        _checked(copy, fresh)
        if (found := _counts(copy)) != wanted:
            raise Faulty(f"the copy has other rows than its original: {found} for {wanted}")
        schema = version(copy)
    _on_the_disk(fresh)
    return Copied(schema, wanted, fresh.stat().st_size)


def _counts(conn: sqlite3.Connection) -> dict[str, int]:
    return {name: int(conn.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in COUNTED}


def _checked(conn: sqlite3.Connection, path: Path) -> None:
    if broken := faults(conn):
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        raise Faulty(f"the file is broken: {broken[0]}{more}")


def _connected(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, isolation_level=None)
    conn.row_factory = sqlite3.Row
    conn.execute("PRAGMA synchronous = FULL")
    return conn


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file in the folder of `target` that nobody else may read; gone afterwards unless it was moved away."""
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    os.close(number)
    fresh = Path(name)
    try:
        yield fresh
    finally:
        for left in (fresh, *(fresh.with_name(fresh.name + more) for more in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _replaced(database: Path, fresh: Path, stamp: str) -> Path | None:
    """`fresh` stands in the place of `database`, at every moment one of the two does; the old file's new name.

    The old log goes with the old file if it could not be put into it: SQLite would replay it into the new one.
    """
    if not database.exists():
        fresh.replace(database)
        return None
    kept = database.with_name(f"{database.name}.{stamp}")
    with contextlib.suppress(sqlite3.DatabaseError), closing(_connected(database)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    owner = database.stat()
    with contextlib.suppress(OSError):  # only root may give a file away
        os.chown(fresh, owner.st_uid, owner.st_gid)
    try:
        os.link(database, kept)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.rename(database, kept)
    for more in ("-wal", "-shm"):
        log = database.with_name(database.name + more)
        if log.exists():
            os.rename(log, kept.with_name(kept.name + more))
    fresh.replace(database)
    return kept


def _on_the_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _settled(folder: Path) -> None:
    """The names in a folder are on the disk too, where that can be asked for."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
