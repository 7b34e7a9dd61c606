"""The clock of each seat: who has been heard when, what is left of a bank, and the question that its time runs for.

Times are absolute ones, beside the `deadlines` at which something is due; whoever changes one changes the other in the
same transaction.
"""

from __future__ import annotations

import sqlite3
from dataclasses import astuple, dataclass

_COLUMNS = "seat, heard_at, spent, late_since, question, until, over"


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's; `question` is None while nothing is asked that takes time."""

    seat: int
    heard_at: float | None = None
    """When its person pressed something last."""
    spent: float = 0.0
    """Seconds of the bank that are used up."""
    late_since: float | None = None
    """When his time ran out; None again as soon as he is heard."""
    question: int | None = None
    until: float | None = None
    """The end of the move's time; the bank comes after it."""
    over: int | None = None
    """Minutes since the time for this question ran out that have been counted, None before it has."""


def of_table(conn: sqlite3.Connection, table: int) -> dict[int, Clock]:
    """By seat; a seat of which nothing is known yet has none."""
    rows = conn.execute(f"SELECT {_COLUMNS} FROM clocks WHERE table_id = ? ORDER BY seat", (table,))
    return {row["seat"]: Clock(*row) for row in rows}


def save(conn: sqlite3.Connection, table: int, clock: Clock) -> None:
    """The clock of that seat now stands so."""
    conn.execute(
        f"INSERT OR REPLACE INTO clocks (table_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (table, *astuple(clock)),
    )


def heard(conn: sqlite3.Connection, table: int, seat: int, at: float) -> None:
    """The person on that seat is there."""
    conn.execute(
        """INSERT INTO clocks (table_id, seat, heard_at) VALUES (?, ?, ?)
           ON CONFLICT (table_id, seat) DO UPDATE SET heard_at = excluded.heard_at, late_since = NULL""",
        (table, seat, at),
    )


def forget(conn: sqlite3.Connection, table: int, seat: int) -> None:
    """Another person takes the seat: his bank is whole, and nothing was heard of him yet."""
    conn.execute("DELETE FROM clocks WHERE table_id = ? AND seat = ?", (table, seat))


def postpone(conn: sqlite3.Connection, seconds: float) -> None:
    """Give everybody who is on the clock the time for which the bot was away."""
    conn.execute("UPDATE clocks SET until = until + ? WHERE until IS NOT NULL", (seconds,))
