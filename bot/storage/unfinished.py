"""Which of the tables that are not over have to be looked at after a start, and in which order."""

from __future__ import annotations

import sqlite3

from bot.storage.tables import OPEN


def by_last_action(conn: sqlite3.Connection) -> tuple[int, ...]:
    """The ids of lobbies and running pulkas, those first at which something was done last."""
    rows = conn.execute(
        f"""SELECT id FROM tables AS t WHERE {OPEN} ORDER BY ifnull(
                (SELECT at FROM actions WHERE table_id = t.id ORDER BY seq DESC LIMIT 1), created_at) DESC"""
    )
    return tuple(row["id"] for row in rows)


def stirring(conn: sqlite3.Connection) -> tuple[int, ...]:
    """The ids of lobbies and running pulkas at which something may happen without anybody's press.

    Something is due there; a computer player sits there, or plays for somebody whose time ran out; or somebody's cards
    may play themselves. A lobby always has a deadline.
    """
    rows = conn.execute(
        f"""SELECT id FROM tables AS t WHERE {OPEN} AND (
                EXISTS (SELECT 1 FROM deadlines WHERE table_id = t.id)
                OR EXISTS (SELECT 1 FROM clocks WHERE table_id = t.id AND late_since IS NOT NULL)
                OR EXISTS (SELECT 1 FROM seats LEFT JOIN people ON people.id = person_id
                           WHERE table_id = t.id AND (computer IS NOT NULL OR forced)))"""
    )
    return tuple(row["id"] for row in rows)
