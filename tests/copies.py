"""Many pulkas from a few: their rows are copied, each copy with a chat and people of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

APART = 1_000
"""How far apart the ids of two copies' chats and people are: no pulka that is copied has higher ones."""
OF_A_TABLE = ("seats", "actions", "deals", "lines", "screens", "clocks", "deadlines")
"""Where the rows of a pulka are."""


def copied(conn: sqlite3.Connection, table: int, count: int) -> list[int]:
    """So many copies of a pulka, made in one transaction; their ids. Their people are reachable if its people are."""
    (newest,) = conn.execute("SELECT max(id) FROM tables").fetchone()
    (chat,) = conn.execute("SELECT chat_id FROM tables WHERE id = ?", (table,)).fetchone()
    people = [row[0] for row in conn.execute("SELECT person_id FROM seats WHERE table_id = ?", (table,)) if row[0]]
    hands = [row[0] for row in conn.execute("SELECT DISTINCT chat_id FROM screens WHERE table_id = ?", (table,))]
    copies = list(range(newest + 1, newest + 1 + count))
    conn.execute("BEGIN")
    _insert(conn, "chats", _rows(conn, "chats", "id", {chat, *hands, *_private(conn, people)}), table, copies)
    _insert(conn, "people", _rows(conn, "people", "id", set(people)), table, copies)
    _insert(conn, "tables", _rows(conn, "tables", "id", {table}), table, copies)
    for name in OF_A_TABLE:
        _insert(conn, name, _rows(conn, name, "table_id", {table}), table, copies)
    conn.execute("COMMIT")
    return copies


def _private(conn: sqlite3.Connection, people: Iterable[int]) -> list[int]:
    chosen = "SELECT chats.id FROM chats JOIN people USING (telegram_id) WHERE people.id = ?"
    return [row[0] for person in people for row in conn.execute(chosen, (person,))]


def _rows(conn: sqlite3.Connection, name: str, key: str, ids: set[int]) -> list[dict[str, object]]:
    found = []
    for one in sorted(ids):
        cursor = conn.execute(f"SELECT * FROM {name} WHERE {key} = ?", (one,))
        columns = [column[0] for column in cursor.description]
        found += [dict(zip(columns, row, strict=True)) for row in cursor]
    return found


def _insert(
    conn: sqlite3.Connection, name: str, rows: list[dict[str, object]], table: int, copies: Iterable[int]
) -> None:
    if not rows:
        return
    columns = list(rows[0])
    places = ", ".join("?" * len(columns))
    conn.executemany(
        f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})",
        ([_copy(name, column, row[column], table, copy) for column in columns] for copy in copies for row in rows),
    )


def _copy(name: str, column: str, value: object, table: int, copy: int) -> object:
    """What stands there in the copy of `table` that has the id `copy`."""
    match name, column:
        case _, "chat_id" | "person_id" | "opened_by" if isinstance(value, int):
            return value + copy * APART
        case (("chats" | "people"), "id") if isinstance(value, int):
            return value + copy * APART
        case _, "telegram_id" if isinstance(value, int):
            return value + copy * APART * (1 if value > 0 else -1)
        case ("tables", "id") | (_, "table_id"):
            return copy
        case "screens", "key":
            kind, _, rest = str(value).partition(":")
            return ":".join([kind, str(copy), *rest.split(":")[1:]])
    return value
