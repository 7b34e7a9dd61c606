"""What each chat was shown last, so that only what changed is sent again and what must be said once is said once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, dataclass

_COLUMNS = "chat_id, key, table_id, message_id, digest, seq, final, uncertain, former"


@dataclass(frozen=True, slots=True)
class Shown:
    """A place in a chat as far as is known: `message_id` is None before the first confirmed send.

    `uncertain` sends lost their answer; each may have left a twin message whose number nobody knows. `former` is the
    message that this one replaced, until it is deleted.
    """

    chat: int
    key: str
    table: int | None
    message_id: int | None
    digest: str
    seq: int
    final: bool
    uncertain: int = 0
    former: int | None = None


def get(conn: sqlite3.Connection, chat: int, key: str) -> Shown | None:
    row = conn.execute(f"SELECT {_COLUMNS} FROM screens WHERE chat_id = ? AND key = ?", (chat, key)).fetchone()
    return _shown(row) if row else None


def of_table(conn: sqlite3.Connection, table: int) -> tuple[Shown, ...]:
    rows = conn.execute(f"SELECT {_COLUMNS} FROM screens WHERE table_id = ? ORDER BY chat_id, key", (table,))
    return tuple(_shown(row) for row in rows)


def by_message(conn: sqlite3.Connection, chat: int, message_id: int) -> Shown | None:
    """Whose message that is."""
    row = conn.execute(
        f"SELECT {_COLUMNS} FROM screens WHERE chat_id = ? AND message_id = ?", (chat, message_id)
    ).fetchone()
    return _shown(row) if row else None


def board(conn: sqlite3.Connection, table: int, chat: int) -> int | None:
    """The number of the newest message in which a chat sees a table: its board, or the lobby."""
    row = conn.execute(
        """SELECT message_id FROM screens
           WHERE table_id = ? AND chat_id = ? AND message_id IS NOT NULL AND key NOT LIKE 'hand:%'
           ORDER BY final, seq DESC LIMIT 1""",
        (table, chat),
    ).fetchone()
    return None if row is None else int(row["message_id"])


def save(conn: sqlite3.Connection, shown: Shown) -> None:
    """The place now stands so. A final place stays as it is."""
    save_all(conn, (shown,))


def save_all(conn: sqlite3.Connection, places: Iterable[Shown]) -> None:
    """The same for several."""
    conn.executemany(
        f"""INSERT INTO screens ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (chat_id, key) DO UPDATE SET
                table_id = excluded.table_id, message_id = excluded.message_id, digest = excluded.digest,
                seq = excluded.seq, final = excluded.final, uncertain = excluded.uncertain,
                former = excluded.former
            WHERE NOT final""",
        [astuple(shown) for shown in places],
    )


def behind(conn: sqlite3.Connection) -> tuple[int, ...]:
    """The tables whose screens a restart has to draw again, in chats that can be written to:

    a screen not yet final shows less than the log holds, or has a former message still to be deleted, or belongs to a
    table that is over; or the newest action of a running pulka is on no screen at all (the next board was not sent
    yet), or the board of its last closed deal is not the result for sure, or the settlement of one that has ended is
    not said: in a message of its own, or in the board of the deal that was waited for. A lobby has no log, so it is
    always drawn; an equal digest costs no call.
    """
    rows = conn.execute(
        """
        SELECT id FROM tables AS t
        WHERE chat_id IN (SELECT id FROM chats WHERE reachable) AND (
            status = 'lobby'
            OR status = 'playing'
                AND NOT EXISTS (SELECT 1 FROM screens WHERE table_id = t.id AND seq >= ({last}))
            OR status = 'playing' AND ({deals}) > 0 AND NOT EXISTS (
                SELECT 1 FROM screens WHERE chat_id = t.chat_id AND key = 'board:' || t.id || ':' || ({deals}) AND final
            )
            OR status = 'ended' AND NOT EXISTS (
                SELECT 1 FROM screens WHERE chat_id = t.chat_id AND final
                    AND key IN ('settlement:' || t.id, 'board:' || t.id || ':' || (({deals}) + 1))
            )
        )
        OR EXISTS (
            SELECT 1 FROM screens JOIN chats ON chats.id = screens.chat_id AND chats.reachable
            WHERE table_id = t.id AND NOT final
                AND (seq < ({last}) OR former IS NOT NULL OR t.status IN ('ended', 'cancelled'))
        )
        ORDER BY id
        """.format(
            last="SELECT ifnull(max(seq), 0) FROM actions WHERE table_id = t.id",
            deals="SELECT ifnull(max(number), 0) FROM deals WHERE table_id = t.id",
        )
    )
    return tuple(row["id"] for row in rows)


def _shown(row: sqlite3.Row) -> Shown:
    *known, final, uncertain, former = row
    return Shown(*[*known, bool(final), uncertain, former])
