"""Changes of chats' agreements that are told in the chat: one row a chat, those made shortly after each other together.

The message's place is `changed:<number>`; it shows the newest change when its `seq` is that change's time.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Noted:
    """Message `number` of a chat tells what is different from `base`; `who` made the last change at the unix time
    `at`."""

    number: int
    base: str
    who: str
    at: float


def place(number: int) -> str:
    """Where a change is told."""
    return f"changed:{number}"


def seq(at: float) -> int:
    """The number of a change among the changes of its chat: milliseconds."""
    return int(at * 1000)


def noted(conn: sqlite3.Connection, chat: int) -> Noted | None:
    row = conn.execute("SELECT number, base, who, at FROM rule_changes WHERE chat_id = ?", (chat,)).fetchone()
    return Noted(*row) if row else None


def note(conn: sqlite3.Connection, chat: int, *, base: str, who: str, at: float, quiet: float) -> None:
    """`who` has changed the agreement, which was `base`. After `quiet` seconds without a change a message begins."""
    conn.execute(
        """INSERT INTO rule_changes (chat_id, number, base, who, at) VALUES (:chat, 1, :base, :who, :at)
           ON CONFLICT (chat_id) DO UPDATE SET
               number = number + (:at - at > :quiet),
               base = CASE WHEN :at - at > :quiet THEN :base ELSE base END, who = :who, at = max(at, :at)""",
        {"chat": chat, "base": base, "who": who, "at": at, "quiet": quiet},
    )


def behind(conn: sqlite3.Connection) -> tuple[int, ...]:
    """Chats in which the newest change has not been told for sure."""
    changes = conn.execute("SELECT chat_id, number, at FROM rule_changes").fetchall()
    shown = "SELECT 1 FROM screens WHERE chat_id = ? AND key = ? AND message_id IS NOT NULL AND seq >= ?"
    return tuple(
        chat for chat, number, at in changes if not conn.execute(shown, (chat, place(number), seq(at))).fetchone()
    )
