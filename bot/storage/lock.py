"""One process per database, on any system: an exclusive SQLite lock on a neighbouring file.

The operating system drops it when its process dies, however it dies: a killed bot never locks out its successor.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.storage.errors import Busy


class Lock:
    """Held from construction to `release`. Raises Busy at once if anybody, also this process, holds it already."""

    def __init__(self, database: Path) -> None:
        self._connection = sqlite3.connect(f"{database}-lock", timeout=0, isolation_level=None)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if "locked" not in str(error):
                raise
            raise Busy(f"{database} is in use by another process: a bot runs once per database") from None

    def release(self) -> None:
        self._connection.close()
