"""Chats. Each has an id of ours; Telegram's changes when a group becomes a supergroup."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

Kind = Literal["group", "private"]

SUPERGROUPS = -1_000_000_000_000
"""Telegram's ids of supergroups are below this."""

_COLUMNS = "id, telegram_id, kind, title, locale, agreement, reachable, rules_by, lost_at"


@dataclass(frozen=True, slots=True)
class Chat:
    """`agreement` is the chat's own rules, None for what newcomers get; `reachable`: the bot may write there.

    `lost_at`: since when a group cannot be written to, until something has been said there again. Somebody may have
    spoken in it meanwhile: then it is tried.
    """

    id: int
    telegram_id: int
    kind: Kind
    title: str
    locale: str | None
    agreement: str | None
    reachable: bool
    rules_by: str = "admins"
    """Who may change the agreement: admins, anybody, seated."""
    lost_at: float | None = None


def get(conn: sqlite3.Connection, chat: int) -> Chat:
    """Raises LookupError."""
    return _one(conn.execute(f"SELECT {_COLUMNS} FROM chats WHERE id = ?", (chat,)), f"no chat {chat}")


def find(conn: sqlite3.Connection, telegram_id: int) -> Chat | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM chats WHERE telegram_id = ?", (telegram_id,)).fetchone()
    return _chat(row) if row else None


def get_or_create(conn: sqlite3.Connection, telegram_id: int, kind: Kind, title: str = "") -> Chat:
    """The chat that just spoke to us. A title replaces the known one; who speaks to us may be written to."""
    conn.execute(
        """INSERT INTO chats (telegram_id, kind, title) VALUES (:telegram_id, :kind, :title)
           ON CONFLICT (telegram_id) DO UPDATE SET
               title = CASE excluded.title WHEN '' THEN title ELSE excluded.title END, reachable = 1
           WHERE reachable = 0 OR title <> excluded.title AND excluded.title <> ''""",
        {"telegram_id": telegram_id, "kind": kind, "title": title},
    )
    return _one(conn.execute(f"SELECT {_COLUMNS} FROM chats WHERE telegram_id = ?", (telegram_id,)), "no chat")


def migrate(conn: sqlite3.Connection, old: int, new: int) -> int | None:
    """Telegram calls the chat `new` now. The messages of the old one are dead, so its screens are sent again.

    May be called twice. If the new id was met before as a chat of its own, that one becomes part of this one, with its
    messages, which live; its id of ours is returned, which is no chat's any more.
    """
    chat, newcomer = find(conn, old), find(conn, new)
    if chat is None:
        return None
    conn.execute(
        """UPDATE screens SET message_id = NULL, digest = '', seq = 0, former = NULL
           WHERE chat_id = ? AND NOT final""",
        (chat.id,),
    )
    if newcomer is not None:
        _hand_over(conn, newcomer.id, chat.id)
    conn.execute("UPDATE chats SET telegram_id = ?, reachable = 1 WHERE id = ?", (new, chat.id))
    return newcomer.id if newcomer else None


def _hand_over(conn: sqlite3.Connection, newcomer: int, chat: int) -> None:
    """All that is a newcomer's becomes the chat's; where there can be only one, the chat's stays. Two tables of one
    name are none: the newcomer's count on."""
    conn.execute(
        """UPDATE tables SET number = number + (SELECT ifnull(max(number), 0) FROM tables WHERE chat_id = :chat)
           WHERE chat_id = :newcomer""",
        {"chat": chat, "newcomer": newcomer},
    )
    names = [row["name"] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for name in names:
        keys = conn.execute(f"PRAGMA foreign_key_list({name})").fetchall()
        for column in (key["from"] for key in keys if key["table"] == "chats"):
            conn.execute(f"UPDATE OR IGNORE {name} SET {column} = ? WHERE {column} = ?", (chat, newcomer))
            conn.execute(f"DELETE FROM {name} WHERE {column} = ?", (newcomer,))
    conn.execute("DELETE FROM chats WHERE id = ?", (newcomer,))


def basic_groups(conn: sqlite3.Connection, title: str) -> tuple[int, ...]:
    """Groups of this title that are, or were when the bot last knew, no supergroups: each may become one."""
    rows = conn.execute(
        "SELECT id FROM chats WHERE kind = 'group' AND title = ? AND telegram_id > ? ORDER BY id", (title, SUPERGROUPS)
    )
    return tuple(row["id"] for row in rows)


def set_locale(conn: sqlite3.Connection, chat: int, locale: str | None) -> None:
    conn.execute("UPDATE chats SET locale = ? WHERE id = ?", (locale, chat))


def set_agreement(conn: sqlite3.Connection, chat: int, agreement: str | None) -> None:
    conn.execute("UPDATE chats SET agreement = ? WHERE id = ?", (agreement, chat))


def lose(conn: sqlite3.Connection, chat: int, *, at: float) -> bool:
    """The chat cannot be written to; a group is lost until it is found again. Whether that was news."""
    conn.execute(
        "UPDATE chats SET lost_at = ? WHERE id = ? AND kind = 'group' AND lost_at IS NULL",
        (at, chat),
    )
    return set_reachable(conn, chat, False)


def recover(conn: sqlite3.Connection, chat: int) -> bool:
    """A group can be written to again. Whether it was lost."""
    change = "UPDATE chats SET reachable = 1, lost_at = NULL WHERE id = ? AND (lost_at IS NOT NULL OR NOT reachable)"
    return conn.execute(change, (chat,)).rowcount > 0


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
    return Chat(**{**dict(row), "reachable": bool(row["reachable"])})
