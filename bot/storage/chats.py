"""Chats. Each has an id of ours; Telegram's changes when a group becomes a supergroup."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

Kind = Literal["group", "private"]

_COLUMNS = "id, telegram_id, kind, title, locale, agreement, reachable, rules_by"


@dataclass(frozen=True, slots=True)
class Chat:
    """`agreement` is the chat's own rules, None for what newcomers get; `reachable`: the bot may write there."""

    id: int
    telegram_id: int
    kind: Kind
    title: str
    locale: str | None
    agreement: str | None
    reachable: bool
    rules_by: str = "admins"
    """Who may change the agreement: admins, anybody, seated."""


def get(conn: sqlite3.Connection, chat: int) -> Chat:
    """Raises LookupError."""
    return _one(conn.execute(f"SELECT {_COLUMNS} FROM chats WHERE id = ?", (chat,)), f"no chat {chat}")


def find(conn: sqlite3.Connection, telegram_id: int) -> Chat | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM chats WHERE telegram_id = ?", (telegram_id,)).fetchone()
    return _chat(row) if row else None


def get_or_create(conn: sqlite3.Connection, telegram_id: int, kind: Kind, title: str = "") -> Chat:
    """The chat that just spoke to us. A title replaces the known one; who speaks to us can be written to."""
    conn.execute(
        """INSERT INTO chats (telegram_id, kind, title) VALUES (:telegram_id, :kind, :title)
           ON CONFLICT (telegram_id) DO UPDATE SET
               title = CASE excluded.title WHEN '' THEN title ELSE excluded.title END, reachable = 1
           WHERE reachable = 0 OR title <> excluded.title AND excluded.title <> ''""",
        {"telegram_id": telegram_id, "kind": kind, "title": title},
    )
    return _one(conn.execute(f"SELECT {_COLUMNS} FROM chats WHERE telegram_id = ?", (telegram_id,)), "no chat")


def migrate(conn: sqlite3.Connection, old: int, new: int) -> None:
    """Telegram calls the chat `new` now. The messages of the old one are dead, so its screens are sent again.

    May be called twice. If the new id was met before as a chat of its own, the two become one.
    """
    chat = find(conn, old)
    if chat is None:
        return
    newcomer = find(conn, new)
    if newcomer is not None:
        conn.execute("UPDATE tables SET chat_id = ? WHERE chat_id = ?", (chat.id, newcomer.id))
        conn.execute("DELETE FROM screens WHERE chat_id = ?", (newcomer.id,))
        conn.execute("DELETE FROM rule_changes WHERE chat_id = ?", (newcomer.id,))
        conn.execute("DELETE FROM chats WHERE id = ?", (newcomer.id,))
    conn.execute("UPDATE chats SET telegram_id = ?, reachable = 1 WHERE id = ?", (new, chat.id))
    conn.execute(
        "UPDATE screens SET message_id = NULL, digest = '', seq = 0 WHERE chat_id = ? AND NOT final", (chat.id,)
    )


def set_locale(conn: sqlite3.Connection, chat: int, locale: str | None) -> None:
    conn.execute("UPDATE chats SET locale = ? WHERE id = ?", (locale, chat))


def set_agreement(conn: sqlite3.Connection, chat: int, agreement: str | None) -> None:
    conn.execute("UPDATE chats SET agreement = ? WHERE id = ?", (agreement, chat))


def set_rules_by(conn: sqlite3.Connection, chat: int, rules_by: str) -> None:
    conn.execute("UPDATE chats SET rules_by = ? WHERE id = ?", (rules_by, chat))


def set_reachable(conn: sqlite3.Connection, chat: int, reachable: bool) -> bool:
    """Whether that was news."""
    change = "UPDATE chats SET reachable = ? WHERE id = ? AND reachable <> ?"
    return conn.execute(change, (reachable, chat, reachable)).rowcount > 0


def _one(rows: sqlite3.Cursor, missing: str) -> Chat:
    row = rows.fetchone()
    if row is None:
        raise LookupError(missing)
    return _chat(row)


def _chat(row: sqlite3.Row) -> Chat:
    *known, reachable, rules_by = row
    return Chat(*[*known, bool(reachable), rules_by])
