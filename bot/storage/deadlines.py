"""When the clock may act at a table: absolute unix times, so that they outlive the process."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

NEVER = 1e11
"""A time that does not come; what is held stands beyond it."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """`kind` is the host's word for what is due at the unix time `at`."""

    table: int
    kind: str
    at: float


def put(conn: sqlite3.Connection, table: int, kind: str, at: float) -> None:
    """One deadline of a kind per table: a new one replaces the old."""
    conn.execute(
        """INSERT INTO deadlines (table_id, kind, at) VALUES (?, ?, ?)
           ON CONFLICT (table_id, kind) DO UPDATE SET at = excluded.at""",
        (table, kind, at),
    )


def clear(conn: sqlite3.Connection, table: int, kind: str | None = None) -> None:
    """Drop one deadline, or all of the table; none there is no error."""
    conn.execute("DELETE FROM deadlines WHERE table_id = ? AND kind = ifnull(?, kind)", (table, kind))


def due(conn: sqlite3.Connection, *, at: float) -> tuple[Deadline, ...]:
    """Those that have come by then, the earliest first."""
    rows = conn.execute("SELECT table_id, kind, at FROM deadlines WHERE at <= ? ORDER BY at, table_id", (at,))
    return tuple(Deadline(*row) for row in rows)


def next_at(conn: sqlite3.Connection) -> float | None:
    """The earliest of all."""
    earliest: float | None = conn.execute("SELECT min(at) FROM deadlines").fetchone()[0]
    return earliest


def of_table(conn: sqlite3.Connection, table: int) -> dict[str, float]:
    """What is due at a table, and when, by kind."""
    return {
        row["kind"]: row["at"] for row in conn.execute("SELECT kind, at FROM deadlines WHERE table_id = ?", (table,))
    }


def hold(conn: sqlite3.Connection, table: int, kind: str, now: float) -> None:
    """It does not come for as long as it is not released: what is left until then is kept."""
    conn.execute(
        "UPDATE deadlines SET at = max(0, at - ?) + ? WHERE table_id = ? AND kind = ? AND at < ?",
        (now, NEVER, table, kind, NEVER),
    )


def release(conn: sqlite3.Connection, table: int, kind: str, now: float) -> None:
    """It comes after what was left when it was held."""
    conn.execute(
        "UPDATE deadlines SET at = at - ? + ? WHERE table_id = ? AND kind = ? AND at >= ?",
        (NEVER, now, table, kind, NEVER),
    )


def postpone(conn: sqlite3.Connection, seconds: float, not_before: float = 0.0) -> None:
    """Give every deadline the time for which the bot was away, unless it is held; none comes before `not_before`."""
    conn.execute("UPDATE deadlines SET at = max(at + ?, ?) WHERE at < ?", (seconds, not_before, NEVER))
