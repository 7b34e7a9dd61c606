"""Tables from the lobby to the settlement, and who sits where.

A step of the lobby raises Conflict once the table has started or is full, or if the seat is not what it was taken for.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Literal

from bot.storage.errors import Conflict

Status = Literal["lobby", "playing", "ended", "cancelled"]

OPEN = "status IN ('lobby', 'playing')"
"""The lobbies and running pulkas."""

_COLUMNS = """id, chat_id, thread_id, status, size, agreement, opened_by, created_at, first_dealer, start, settled,
    number, seating, dealer, note, again_of, in_group"""

_BEGUN = "status IN ('playing', 'ended')"
_SITS = "id IN (SELECT table_id FROM seats WHERE person_id = ?)"


@dataclass(frozen=True, slots=True)
class Seat:
    """Either a person's (`person` is an id) or a computer player's (`computer` is its name, `level` how it plays)."""

    number: int
    person: int | None
    computer: str | None
    ready: bool
    level: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """`size` is how many sit; `start` (the pulka's first value) and `settled` are the game's text, opaque here.

    `number` is the table's name in its chat; `dealer` the seat that is to deal first, if it was agreed before the draw;
    `note` why a lobby asks for agreement again (rules, seats, size) or was closed (expired, empty); `again_of` the
    table whose people are to play again here; `in_group`: hands may be played from messages of the group that one
    person sees.
    """

    id: int
    chat: int
    thread: int | None
    status: Status
    size: int
    agreement: str
    opened_by: int
    created_at: float
    first_dealer: int | None
    start: str | None
    settled: str | None
    number: int
    seating: Literal["drawn", "free"]
    dealer: int | None
    note: str
    again_of: int | None
    in_group: bool
    seats: tuple[Seat, ...]


def open_table(
    conn: sqlite3.Connection,
    *,
    chat: int,
    opened_by: int,
    size: int,
    agreement: str,
    at: float,
    thread: int | None = None,
    again_of: int | None = None,
) -> int:
    """A new lobby with empty seats; its id."""
    row = conn.execute(
        """INSERT INTO tables (chat_id, thread_id, size, agreement, opened_by, created_at, again_of, number)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ifnull(max(number), 0) + 1 FROM tables WHERE chat_id = ?1""",
        (chat, thread, size, agreement, opened_by, at, again_of),
    )
    assert row.lastrowid is not None
    return row.lastrowid


def get(conn: sqlite3.Connection, table: int) -> Table:
    """Raises LookupError."""
    found = _tables(conn, "id = ?", table)
    if not found:
        raise LookupError(f"no table {table}")
    return found[0]


def counts(conn: sqlite3.Connection) -> dict[str, int]:
    """How many tables are open, by status."""
    rows = conn.execute(f"SELECT status, count(*) FROM tables WHERE {OPEN} GROUP BY status")
    return {row[0]: row[1] for row in rows}


def open_tables(conn: sqlite3.Connection, chat: int | None = None) -> tuple[Table, ...]:
    """Lobbies and running pulkas, of one chat or of all, oldest first."""
    if chat is None:
        return _tables(conn, OPEN)
    return _tables(conn, f"{OPEN} AND chat_id = ?", chat)


def again(conn: sqlite3.Connection, table: int) -> Table | None:
    """The table at which the people of `table` are to play again, if one was opened."""
    found = _tables(conn, "again_of = ?", table)
    return found[0] if found else None


def tables_of(conn: sqlite3.Connection, person: int) -> tuple[Table, ...]:
    """Lobbies and running pulkas where the person sits, oldest first."""
    return _tables(conn, f"{OPEN} AND {_SITS}", person)


def begun(
    conn: sqlite3.Connection, *, chat: int | None = None, person: int | None = None, limit: int, offset: int = 0
) -> tuple[int, tuple[Table, ...]]:
    """How many pulkas have begun in a chat, or with a person, and some of them, the newest first."""
    where, of = ("chat_id = ?", chat) if person is None else (_SITS, person)
    (count,) = conn.execute(f"SELECT count(*) FROM tables WHERE {_BEGUN} AND {where}", (of,)).fetchone()
    chosen = f"SELECT id FROM tables WHERE {_BEGUN} AND {where} ORDER BY id DESC LIMIT ? OFFSET ?"
    return int(count), _tables(conn, f"id IN ({chosen})", of, limit, offset)[::-1]


def sit(conn: sqlite3.Connection, table: int, person: int) -> int:
    """Seat a person on the lowest free number and return it; his own, if he sits already."""
    _lobby(conn, table)
    own = conn.execute("SELECT number FROM seats WHERE table_id = ? AND person_id = ?", (table, person)).fetchone()
    return int(own["number"]) if own else _take(conn, table, person, None)


def sit_computer(conn: sqlite3.Connection, table: int, computer: str, level: str) -> int:
    """Seat a computer player, which is always ready, on the lowest free number and return it."""
    _lobby(conn, table)
    return _take(conn, table, None, computer, level)


def move(conn: sqlite3.Connection, table: int, number: int, to: int) -> None:
    """Who sits on `number` takes the free seat `to`."""
    found = _lobby(conn, table)
    if not 0 < to <= found.size or any(seat.number == to for seat in found.seats):
        raise Conflict(f"seat {to} of table {table} is not free")
    changed = conn.execute("UPDATE seats SET number = ? WHERE table_id = ? AND number = ?", (to, table, number))
    _changed(changed, table, number)
    conn.execute("UPDATE tables SET dealer = ? WHERE id = ? AND dealer = ?", (to, table, number))


def set_seating(conn: sqlite3.Connection, table: int, seating: Literal["drawn", "free"]) -> None:
    _lobby(conn, table)
    conn.execute("UPDATE tables SET seating = ? WHERE id = ?", (seating, table))


def set_dealer(conn: sqlite3.Connection, table: int, dealer: int | None) -> None:
    """Who sits there is to deal first; None: nobody in particular."""
    _lobby(conn, table)
    conn.execute("UPDATE tables SET dealer = ? WHERE id = ?", (dealer, table))


def stand(conn: sqlite3.Connection, table: int, number: int) -> None:
    """Empty a seat."""
    _lobby(conn, table)
    conn.execute("UPDATE tables SET dealer = NULL WHERE id = ? AND dealer = ?", (table, number))
    _changed(conn.execute("DELETE FROM seats WHERE table_id = ? AND number = ?", (table, number)), table, number)


def set_ready(conn: sqlite3.Connection, table: int, number: int, ready: bool) -> None:
    _lobby(conn, table)
    _changed(
        conn.execute("UPDATE seats SET ready = ? WHERE table_id = ? AND number = ?", (ready, table, number)),
        table,
        number,
    )


def set_agreement(conn: sqlite3.Connection, table: int, agreement: str) -> None:
    """Other rules: everybody's ready is taken back."""
    _lobby(conn, table)
    conn.execute("UPDATE tables SET agreement = ? WHERE id = ?", (agreement, table))
    unready(conn, table, "rules")


def set_size(conn: sqlite3.Connection, table: int, size: int) -> None:
    """Play with so many; those who sit keep their order. Everybody's ready is taken back."""
    seats = _lobby(conn, table).seats
    if len(seats) > size:
        raise Conflict(f"{len(seats)} sit at table {table}, it cannot shrink to {size}")
    conn.execute("UPDATE tables SET size = ?, dealer = NULL WHERE id = ?", (size, table))
    _reseat(conn, table, seats)
    unready(conn, table, "size")


def start(
    conn: sqlite3.Connection, table: int, *, order: tuple[int, ...], first_dealer: int, start: str
) -> tuple[Seat, ...]:
    """The pulka begins: who sat on `order[0]` gets seat 1, and so on. `first_dealer` is a new number."""
    lobby = _lobby(conn, table)
    by_number = {seat.number: seat for seat in lobby.seats}
    if sorted(order) != sorted(by_number) or len(order) != lobby.size:
        raise Conflict(f"table {table} needs {lobby.size} people, {sorted(by_number)} are seated, {order} are to play")
    _reseat(conn, table, tuple(by_number[number] for number in order))
    conn.execute(
        "UPDATE tables SET status = 'playing', first_dealer = ?, start = ? WHERE id = ?", (first_dealer, start, table)
    )
    return get(conn, table).seats


def end(conn: sqlite3.Connection, table: int, settled: str) -> None:
    """The pulka is settled."""
    ended = conn.execute(
        "UPDATE tables SET status = 'ended', settled = ? WHERE id = ? AND status = 'playing'", (settled, table)
    )
    if not ended.rowcount:
        raise Conflict(f"no pulka is running at table {table}")


def cancel(conn: sqlite3.Connection, table: int, why: str = "") -> None:
    """The lobby is given up."""
    _lobby(conn, table)
    conn.execute("UPDATE tables SET status = 'cancelled', note = ? WHERE id = ?", (why, table))


def unready(conn: sqlite3.Connection, table: int, why: str) -> None:
    """Whoever had agreed is asked again. If somebody had, it is noted why."""
    _lobby(conn, table)
    agreed = conn.execute("UPDATE seats SET ready = 0 WHERE table_id = ? AND computer IS NULL AND ready = 1", (table,))
    if agreed.rowcount:
        conn.execute("UPDATE tables SET note = ? WHERE id = ?", (why, table))


def leave_topic(conn: sqlite3.Connection, chat: int, thread: int) -> tuple[int, ...]:
    """Nothing can be said in this topic any more: its tables stand outside of all topics. Those that are open."""
    moved = tuple(table.id for table in open_tables(conn, chat) if table.thread == thread)
    conn.execute("UPDATE tables SET thread_id = NULL WHERE chat_id = ? AND thread_id = ?", (chat, thread))
    return moved


def set_in_group(conn: sqlite3.Connection, table: int, in_group: bool) -> None:
    """Whether hands may be played from messages of the group that one person sees."""
    conn.execute("UPDATE tables SET in_group = ? WHERE id = ?", (in_group, table))


def hide(conn: sqlite3.Connection, table: int, *, at: float) -> bool:
    """The group does not see the table, and the people at it are told so now. Whether they did not know."""
    changed = conn.execute("UPDATE tables SET hidden_at = ? WHERE id = ? AND hidden_at IS NULL", (at, table))
    return changed.rowcount > 0


def unhide(conn: sqlite3.Connection, chat: int) -> None:
    """The group sees its tables again."""
    conn.execute("UPDATE tables SET hidden_at = NULL WHERE chat_id = ? AND hidden_at IS NOT NULL", (chat,))


def _lobby(conn: sqlite3.Connection, table: int) -> Table:
    found = get(conn, table)
    if found.status != "lobby":
        raise Conflict(f"table {table} is no longer a lobby but {found.status}")
    return found


def _take(conn: sqlite3.Connection, table: int, person: int | None, computer: str | None, level: str = "") -> int:
    found = get(conn, table)
    free = set(range(1, found.size + 1)) - {seat.number for seat in found.seats}
    if not free:
        raise Conflict(f"table {table} is full")
    number = min(free)
    conn.execute(
        "INSERT INTO seats (table_id, number, person_id, computer, ready, level) VALUES (?, ?, ?, ?, ?, ?)",
        (table, number, person, computer, computer is not None, level),
    )
    return number


def _reseat(conn: sqlite3.Connection, table: int, seats: tuple[Seat, ...]) -> None:
    conn.execute("DELETE FROM seats WHERE table_id = ?", (table,))
    conn.executemany(
        "INSERT INTO seats (table_id, number, person_id, computer, ready, level) VALUES (?, ?, ?, ?, ?, ?)",
        [(table, number, seat.person, seat.computer, seat.ready, seat.level) for number, seat in enumerate(seats, 1)],
    )


def _changed(cursor: sqlite3.Cursor, table: int, number: int) -> None:
    if not cursor.rowcount:
        raise Conflict(f"nobody sits on seat {number} of table {table}")


def _tables(conn: sqlite3.Connection, where: str, *params: object) -> tuple[Table, ...]:
    rows = conn.execute(f"SELECT {_COLUMNS} FROM tables WHERE {where} ORDER BY id", params).fetchall()
    return tuple(Table(**_fields(row), seats=_seats(conn, row["id"])) for row in rows)


def _fields(row: sqlite3.Row) -> dict[str, Any]:
    known = {**dict(row), "chat": row["chat_id"], "thread": row["thread_id"], "in_group": bool(row["in_group"])}
    return {name: value for name, value in known.items() if name not in ("chat_id", "thread_id")}


def _seats(conn: sqlite3.Connection, table: int) -> tuple[Seat, ...]:
    rows = conn.execute(
        "SELECT number, person_id, computer, ready, level FROM seats WHERE table_id = ? ORDER BY number", (table,)
    )
    return tuple(Seat(number, person, computer, bool(ready), level) for number, person, computer, ready, level in rows)
