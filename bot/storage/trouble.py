"""What is wrong with a disk, by what SQLite says of it, and whether it is over.

SQLite does not look whether its file still has its name: it would write on into a file that nobody finds again. So who
writes looks first.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from bot.storage.errors import Broken, DiskFull, Failing, Locked, ReadOnly, Replaced, Trouble, Vanished

ROOM = 2**20
"""Bytes that must be free before a full disk counts as mended: one action alone may fit sooner."""
FILLER = 2**16
"""Bytes that a trial writes."""

_SAID: dict[int, tuple[type[Trouble], str]] = {
    sqlite3.SQLITE_FULL: (DiskFull, "the disk is full"),
    sqlite3.SQLITE_READONLY: (ReadOnly, "the database may only be read"),
    sqlite3.SQLITE_PERM: (ReadOnly, "the database may not be opened"),
    sqlite3.SQLITE_BUSY: (Locked, "another program has locked the database"),
    sqlite3.SQLITE_LOCKED: (Locked, "another program has locked the database"),
    sqlite3.SQLITE_PROTOCOL: (Locked, "another program has locked the database"),
    sqlite3.SQLITE_IOERR: (Failing, "the disk answers with errors"),
    sqlite3.SQLITE_CANTOPEN: (Failing, "the database cannot be opened"),
    sqlite3.SQLITE_CORRUPT: (Broken, "the database is broken: preferans check says where, preferans restore mends it"),
    sqlite3.SQLITE_NOTADB: (Broken, "the database is broken: preferans restore mends it"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A file as it was when it was opened."""

    path: Path
    device: int
    inode: int

    @classmethod
    def of(cls, path: Path) -> Place:
        found = path.stat()
        return cls(path, found.st_dev, found.st_ino)

    def look(self) -> None:
        """Raises Vanished or Replaced unless it stands where it stood."""
        try:
            found = os.stat(self.path)
        except OSError:
            raise Vanished(f"{self.path} is not there any more") from None
        if (found.st_dev, found.st_ino) != (self.device, self.inode):
            raise Replaced(f"{self.path} is another file now: start the bot anew")

    def trouble(self, error: BaseException, *, reading: bool = False) -> Trouble | None:
        """What an error tells of the disk or the file, None if it is about something else. Who may only read is told
        so by SQLite in the same words."""
        if isinstance(error, Trouble):
            return error
        code = getattr(error, "sqlite_errorcode", None)
        if code is None or code & 0xFF not in _SAID or (reading and code & 0xFF == sqlite3.SQLITE_READONLY):
            return None
        kind, what = _SAID[code & 0xFF]
        return kind(f"{self.path}: {what} ({getattr(error, 'sqlite_errorname', '')})")

    def attempt(self, conn: sqlite3.Connection) -> None:
        """Write more than an action takes, and leave nothing of it. Raises Trouble or what SQLite raises."""
        self.look()
        if shutil.disk_usage(self.path.parent).free < ROOM:
            raise DiskFull(f"{self.path}: the disk is full")
        conn.execute("BEGIN IMMEDIATE")
        try:
            conn.execute("CREATE TABLE trial (filler BLOB)")
            conn.execute("INSERT INTO trial VALUES (zeroblob(?))", (FILLER,))
            conn.execute("DROP TABLE trial")
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
