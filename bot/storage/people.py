"""People with what they have chosen for themselves, and the one-time tokens of their deep links."""

from __future__ import annotations

import secrets
import sqlite3
from dataclasses import astuple, dataclass
from typing import Literal

Private = Literal["none", "open", "blocked"]
Rings = Literal["away", "always", "never"]

_SELECT = """
    SELECT people.id, people.telegram_id, first_name, username, people.locale, chats.id AS chat, chats.reachable
    FROM people LEFT JOIN chats ON chats.telegram_id = people.telegram_id
"""


@dataclass(frozen=True, slots=True)
class Person:
    """`chat` is the id of the private chat with the bot, None before Start; `private` says whether it can be used."""

    id: int
    telegram_id: int
    first_name: str
    username: str | None
    locale: str | None
    chat: int | None
    private: Private


@dataclass(frozen=True, slots=True)
class Prefs:
    """What a person has chosen for himself: `rings`, when a turn is told with sound; hours of the day between which it
    never is (None: no such hours), in `zone`; whether the only card that may be played plays itself."""

    rings: Rings = "away"
    quiet_from: int | None = None
    quiet_until: int | None = None
    zone: str | None = None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """What a deep link was made for: a person (None: whoever comes first), a table (None: no table)."""

    person: int | None
    table: int | None


def upsert(
    conn: sqlite3.Connection, telegram_id: int, first_name: str, username: str | None, locale: str | None = None
) -> Person:
    """The person an update came from, under the name it carries. `locale` counts only while none is known."""
    conn.execute(
        """INSERT INTO people (telegram_id, first_name, username, locale) VALUES (?, ?, ?, ?)
           ON CONFLICT (telegram_id) DO UPDATE SET
               first_name = excluded.first_name, username = excluded.username,
               locale = coalesce(locale, excluded.locale)
           WHERE first_name <> excluded.first_name OR username IS NOT excluded.username
               OR locale IS NULL AND excluded.locale IS NOT NULL""",
        (telegram_id, first_name, username, locale),
    )
    found = find(conn, telegram_id)
    assert found is not None
    return found


def get(conn: sqlite3.Connection, person: int) -> Person:
    """Raises LookupError."""
    row = conn.execute(f"{_SELECT} WHERE people.id = ?", (person,)).fetchone()
    if row is None:
        raise LookupError(f"no person {person}")
    return _person(row)


def find(conn: sqlite3.Connection, telegram_id: int) -> Person | None:
    row = conn.execute(f"{_SELECT} WHERE people.telegram_id = ?", (telegram_id,)).fetchone()
    return _person(row) if row else None


def set_locale(conn: sqlite3.Connection, person: int, locale: str | None) -> None:
    conn.execute("UPDATE people SET locale = ? WHERE id = ?", (locale, person))


def prefs(conn: sqlite3.Connection, person: int) -> Prefs:
    """Raises LookupError."""
    row = conn.execute(
        "SELECT rings, quiet_from, quiet_until, zone, forced FROM people WHERE id = ?", (person,)
    ).fetchone()
    if row is None:
        raise LookupError(f"no person {person}")
    rings, begins, ends, zone, forced = row
    return Prefs(rings, begins, ends, zone, bool(forced))


def set_prefs(conn: sqlite3.Connection, person: int, chosen: Prefs) -> None:
    conn.execute(
        "UPDATE people SET rings = ?, quiet_from = ?, quiet_until = ?, zone = ?, forced = ? WHERE id = ?",
        (*astuple(chosen), person),
    )


TOKEN_LIVES = 24 * 3600
"""Seconds in which a link can be used."""


def issue_token(conn: sqlite3.Connection, *, person: int | None = None, table: int | None = None, at: float) -> str:
    """A fresh secret of 22 characters that deep links accept. Those that are used or too old are forgotten."""
    conn.execute("DELETE FROM tokens WHERE used_at IS NOT NULL OR created_at < ?", (at - TOKEN_LIVES,))
    token = secrets.token_urlsafe(16)
    conn.execute(
        "INSERT INTO tokens (token, person_id, table_id, created_at) VALUES (?, ?, ?, ?)", (token, person, table, at)
    )
    return token


def find_token(conn: sqlite3.Connection, token: str, *, person: int) -> Token | None:
    """What the token is for; None if it is unknown, used, or another person's."""
    row = conn.execute(
        "SELECT person_id, table_id FROM tokens WHERE token = ? AND used_at IS NULL AND ifnull(person_id, ?) = ?",
        (token, person, person),
    ).fetchone()
    return Token(*row) if row else None


def use_token(conn: sqlite3.Connection, token: str, *, person: int, at: float) -> Token | None:
    """The same, and it is used up."""
    found = find_token(conn, token, person=person)
    if found is not None:
        conn.execute("UPDATE tokens SET used_at = ? WHERE token = ?", (at, token))
    return found


def _person(row: sqlite3.Row) -> Person:
    *known, chat, reachable = row
    private: Private = "none" if chat is None else "open" if reachable else "blocked"
    return Person(*[*known, chat, private])
