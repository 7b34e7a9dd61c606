"""The log of a pulka: accepted actions, closed deals, lines of the sheet. All of it is only ever added to."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.storage import inbox
from bot.storage.errors import WrongSeq


@dataclass(frozen=True, slots=True)
class Logged:
    """An action as it is stored; `seat` pressed it, None for deck, clock, judge and chair. It may be secret."""

    seq: int
    token: str
    seat: int | None
    at: float


@dataclass(frozen=True, slots=True)
class Deal:
    """A closed deal: the action that closed it, its result, and the value of the pulka that it leaves (opaque text)."""

    number: int
    closed_seq: int
    result: str
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet, made by the action `seq`. `amount` is an exact fraction as text; `other` pays whists."""

    seq: int
    kind: Literal["pool", "hill", "whists"]
    seat: int
    other: int | None
    amount: str
    reason: str


@dataclass(frozen=True, slots=True)
class Log:
    """What a restart needs: the last closed deal, if any, and the actions since."""

    closed: Deal | None
    actions: tuple[Logged, ...]

    @property
    def seq(self) -> int:
        """The number of the last action, 0 before the first."""
        return self.actions[-1].seq if self.actions else self.closed.closed_seq if self.closed else 0


def append(
    conn: sqlite3.Connection,
    table: int,
    first_seq: int,
    actions: Sequence[tuple[str, int | None]],
    *,
    at: float,
    update_id: int | None = None,
    deal: Deal | None = None,
    lines: Sequence[Line] = (),
) -> None:
    """Add (token, seat) pairs as `first_seq`, `first_seq` + 1, ..., with what they closed and scored.

    The update that caused them is done with them. Raises WrongSeq if `first_seq` is not the next number of this table.
    """
    stands = last_seq(conn, table)
    if first_seq != stands + 1:
        raise WrongSeq(table, stands, first_seq)
    conn.executemany(
        "INSERT INTO actions (table_id, seq, token, seat, at) VALUES (?, ?, ?, ?, ?)",
        [(table, seq, token, seat, at) for seq, (token, seat) in enumerate(actions, first_seq)],
    )
    if deal is not None:
        conn.execute(
            "INSERT INTO deals (table_id, number, closed_seq, result, after) VALUES (?, ?, ?, ?, ?)",
            (table, deal.number, deal.closed_seq, deal.result, deal.after),
        )
    conn.executemany(
        "INSERT INTO lines (table_id, seq, n, kind, seat, other, amount, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (table, line.seq, n, line.kind, line.seat, line.other, line.amount, line.reason)
            for n, line in enumerate(lines, 1)
        ],
    )
    if update_id is not None:
        inbox.done(conn, update_id, at=at)


def last_seq(conn: sqlite3.Connection, table: int) -> int:
    """The number of the last action, 0 before the first."""
    return int(conn.execute("SELECT ifnull(max(seq), 0) FROM actions WHERE table_id = ?", (table,)).fetchone()[0])


def load(conn: sqlite3.Connection, table: int) -> Log:
    """The last closed deal and the actions after it."""
    row = conn.execute(
        "SELECT number, closed_seq, result, after FROM deals WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table,)
    ).fetchone()
    closed = Deal(*row) if row else None
    return Log(closed, actions(conn, table, after=closed.closed_seq if closed else 0))


def actions(conn: sqlite3.Connection, table: int, *, after: int = 0) -> tuple[Logged, ...]:
    """The actions numbered above `after`: all of them by default."""
    rows = conn.execute(
        "SELECT seq, token, seat, at FROM actions WHERE table_id = ? AND seq > ? ORDER BY seq", (table, after)
    )
    return tuple(Logged(*row) for row in rows)


def moved_at(conn: sqlite3.Connection, table: int) -> float | None:
    """When the newest action was accepted, None before the first."""
    newest = conn.execute("SELECT at FROM actions WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)).fetchone()
    return newest["at"] if newest else None


def deals(conn: sqlite3.Connection, table: int) -> tuple[Deal, ...]:
    """The closed deals in order."""
    rows = conn.execute(
        "SELECT number, closed_seq, result, after FROM deals WHERE table_id = ? ORDER BY number", (table,)
    )
    return tuple(Deal(*row) for row in rows)


def lines(conn: sqlite3.Connection, table: int, *, seq: int | None = None) -> tuple[Line, ...]:
    """The sheet's lines in order; with `seq` only those that this action made."""
    rows = conn.execute(
        """SELECT seq, kind, seat, other, amount, reason FROM lines
           WHERE table_id = ? AND seq = ifnull(?, seq) ORDER BY seq, n""",
        (table, seq),
    )
    return tuple(Line(*row) for row in rows)
