"""Bring a database to the schema this program knows: numbered scripts, each in one transaction, never edited later."""

from __future__ import annotations

import sqlite3
from importlib.resources import files

from bot.storage.errors import TooNew


def scripts() -> dict[int, str]:
    """All migrations by their number, from `migrations/0001.sql` on."""
    folder = files("bot.storage") / "migrations"
    found = {int(file.name[:-4]): file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".sql")}
    return dict(sorted(found.items()))


def version(conn: sqlite3.Connection) -> int:
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def newest() -> int:
    """The schema that this program knows."""
    return max(scripts())


def check_version(conn: sqlite3.Connection) -> None:
    """Raises TooNew if the database is ahead of the program."""
    have, known = version(conn), newest()
    if have > known:
        raise TooNew(f"the database has schema {have}, this program knows {known}: run a newer version of the bot")


def migrate(conn: sqlite3.Connection) -> None:
    """Run what is missing. Raises TooNew and touches nothing if the database is ahead of the program."""
    check_version(conn)
    have = version(conn)
    for number, script in scripts().items():
        if number > have:
            conn.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
