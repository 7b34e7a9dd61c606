"""What people talk of about a table, and who has left it. One talk a table is open at most: the newest."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

_COLUMNS = "number, petition, seat, person_id, agreed, outcome, who"


@dataclass(frozen=True, slots=True)
class Talk:
    """Talk `number` of a table. `petition` is what the others are to agree to ("" nothing): about `seat`, for `person`
    (a newcomer's id); `agreed` are seats. `outcome` None: it goes on. `who` is the name of whoever decided."""

    number: int
    petition: str = ""
    seat: int = 0
    person: int | None = None
    agreed: tuple[int, ...] = ()
    outcome: str | None = None
    who: str = ""


def last(conn: sqlite3.Connection, table: int) -> Talk | None:
    """The newest talk of a table, open or not."""
    row = conn.execute(
        f"SELECT {_COLUMNS} FROM talks WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table,)
    ).fetchone()
    if row is None:
        return None
    number, petition, seat, person, agreed, outcome, who = row
    return Talk(number, petition, seat, person, tuple(map(int, agreed.split())), outcome, who)


def save(conn: sqlite3.Connection, table: int, talk: Talk) -> None:
    """The talk now stands so."""
    conn.execute(
        f"INSERT OR REPLACE INTO talks (table_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table,
            talk.number,
            talk.petition,
            talk.seat,
            talk.person,
            " ".join(map(str, talk.agreed)),
            talk.outcome,
            talk.who,
        ),
    )


def opened(conn: sqlite3.Connection, table: int) -> Talk:
    """The talk that is open; a new one if none is."""
    known = last(conn, table)
    if known is not None and known.outcome is None:
        return known
    fresh = Talk(known.number + 1 if known else 1)
    save(conn, table, fresh)
    return fresh


def set_left(conn: sqlite3.Connection, table: int, seat: int, at: float | None) -> None:
    """The person on that seat has left, or is back (None)."""
    conn.execute("UPDATE seats SET left_at = ? WHERE table_id = ? AND number = ?", (at, table, seat))


def left(conn: sqlite3.Connection, table: int) -> frozenset[int]:
    """Seats whose people have left."""
    rows = conn.execute("SELECT number FROM seats WHERE table_id = ? AND left_at IS NOT NULL", (table,))
    return frozenset(row["number"] for row in rows)


def hand_over(
    conn: sqlite3.Connection,
    table: int,
    seat: int,
    *,
    name: str,
    person: int | None = None,
    computer: str | None = None,
    level: str = "",
) -> None:
    """Another person, or a computer player, has the seat from here on; `name` is what its holder so far is called."""
    holder = conn.execute("SELECT person_id FROM seats WHERE table_id = ? AND number = ?", (table, seat)).fetchone()
    conn.execute(
        """INSERT INTO leavers (table_id, n, seat, person_id, name)
           SELECT ?1, ifnull(max(n), 0) + 1, ?2, ?3, ?4 FROM leavers WHERE table_id = ?1""",
        (table, seat, holder["person_id"], name),
    )
    conn.execute(
        """UPDATE seats SET person_id = ?, computer = ?, level = ?, ready = 1, left_at = NULL
           WHERE table_id = ? AND number = ?""",
        (person, computer, level, table, seat),
    )


def leavers(conn: sqlite3.Connection, table: int) -> tuple[str, ...]:
    """Names of those whose seats others took, in the order in which they were settled."""
    rows = conn.execute("SELECT name FROM leavers WHERE table_id = ? ORDER BY n", (table,))
    return tuple(row["name"] for row in rows)


def join(conn: sqlite3.Connection, table: int, seat: int, person: int) -> None:
    """A newcomer has a seat of his own."""
    conn.execute("INSERT INTO seats (table_id, number, person_id, ready) VALUES (?, ?, ?, 1)", (table, seat, person))
    conn.execute("UPDATE tables SET size = ? WHERE id = ?", (seat, table))
