"""A connection that can run a whole transaction in one hop into its thread.

aiosqlite gives each connection a thread and sends it one call at a time. A transaction of several awaited calls can be
left half open by a cancelled task, and pays for every hop. sqlite3's own `factory` hook allows a better script than a
string: a Python function, which `executescript` runs in that thread from its first statement to its last.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import aiosqlite

Script = Callable[[sqlite3.Connection], Any]


class _ScriptedConnection(sqlite3.Connection):
    def executescript(self, script: Any) -> Any:
        return script(self) if callable(script) else super().executescript(script)


async def connect(path: Path, *, busy: float = 10.0) -> aiosqlite.Connection:
    """Open `path` without implicit transactions, rows as `sqlite3.Row`; wait `busy` seconds for a lock.

    `run` makes it execute functions.
    """
    connection = await aiosqlite.connect(path, timeout=busy, isolation_level=None, factory=_ScriptedConnection)
    connection.row_factory = sqlite3.Row
    return connection


async def run(connection: aiosqlite.Connection, script: Script) -> None:
    """Run `script(connection)` in the connection's thread: all of it, even if the waiting task is cancelled."""
    await connection.executescript(cast(str, script))
