"""Updates as they came: stored before Telegram may forget them, done in the transaction of what they caused.

There is no stored offset: Telegram's numbers may start anew after a quiet week, and an unacknowledged update simply
comes again and is ignored here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

KEPT = 48 * 3600
"""Seconds for which a number is remembered; Telegram keeps an update for half of that."""


@dataclass(frozen=True, slots=True)
class Update:
    """`raw` is the JSON text. It may hold secrets: never log it."""

    update_id: int
    raw: str


def store(conn: sqlite3.Connection, updates: Iterable[Update], *, at: float) -> tuple[Update, ...]:
    """Keep those not seen within `KEPT`, in this order, and return them."""
    return tuple(update for update in updates if _add(conn, update, at) or _add_anew(conn, update, at))


def _add(conn: sqlite3.Connection, update: Update, at: float) -> bool:
    add = "INSERT OR IGNORE INTO inbox (update_id, raw, received_at) VALUES (?, ?, ?)"
    return conn.execute(add, (update.update_id, update.raw, at)).rowcount > 0


def _add_anew(conn: sqlite3.Connection, update: Update, at: float) -> bool:
    """Whether the known update of that number is so old that this is another one; then it takes its place."""
    old = "DELETE FROM inbox WHERE update_id = ? AND received_at < ?"
    return conn.execute(old, (update.update_id, at - KEPT)).rowcount > 0 and _add(conn, update, at)


def pending(conn: sqlite3.Connection) -> tuple[Update, ...]:
    """What was stored and not dealt with, in order of arrival."""
    rows = conn.execute("SELECT update_id, raw FROM inbox WHERE done_at IS NULL ORDER BY n")
    return tuple(Update(*row) for row in rows)


def waiting(conn: sqlite3.Connection) -> int:
    """How many of them there are."""
    return int(conn.execute("SELECT count(*) FROM inbox WHERE done_at IS NULL").fetchone()[0])


def heard_at(conn: sqlite3.Connection) -> float | None:
    """When the newest update came, None if there is none."""
    newest: float | None = conn.execute("SELECT max(received_at) FROM inbox").fetchone()[0]
    return newest


def received_at(conn: sqlite3.Connection, update_id: int) -> float | None:
    """When that update came, None if it is unknown."""
    row = conn.execute("SELECT received_at FROM inbox WHERE update_id = ?", (update_id,)).fetchone()
    return None if row is None else float(row["received_at"])


def waits_since(conn: sqlite3.Connection, at: float) -> bool:
    """Whether something that came by then is still not dealt with."""
    row = conn.execute("SELECT 1 FROM inbox WHERE done_at IS NULL AND received_at <= ? LIMIT 1", (at,)).fetchone()
    return row is not None


def done(conn: sqlite3.Connection, update_id: int, *, at: float) -> bool:
    """The update is dealt with and its text forgotten; False if it was already, or is unknown."""
    changed = conn.execute(
        "UPDATE inbox SET done_at = ?, raw = '' WHERE update_id = ? AND done_at IS NULL", (at, update_id)
    )
    return changed.rowcount > 0


def set_aside(conn: sqlite3.Connection, update_id: int, error: str, *, at: float) -> None:
    """The update cannot be dealt with. It is never tried again, and its text stays until `prune` for whoever looks."""
    conn.execute(
        "UPDATE inbox SET done_at = ?, error = ? WHERE update_id = ? AND done_at IS NULL", (at, error, update_id)
    )


def prune(conn: sqlite3.Connection, *, at: float) -> int:
    """Forget what was dealt with and came more than `KEPT` ago; how many those were."""
    return conn.execute("DELETE FROM inbox WHERE done_at IS NOT NULL AND received_at < ?", (at - KEPT,)).rowcount
