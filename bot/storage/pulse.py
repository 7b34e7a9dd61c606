"""When the bot was last known to be up and to hear Telegram."""

from __future__ import annotations

import sqlite3


def beat(conn: sqlite3.Connection, at: float) -> None:
    """It is so now."""
    conn.execute("INSERT INTO pulse VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at", (at,))


def last(conn: sqlite3.Connection) -> float | None:
    """None in a new database."""
    row = conn.execute("SELECT at FROM pulse").fetchone()
    return None if row is None else float(row["at"])
