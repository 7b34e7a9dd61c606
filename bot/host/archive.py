"""What can be read again: where a person sits, and the pulkas of a chat or of a person, newest first."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bot.host.reader import Reader
from bot.host.refusals import NoTable
from bot.host.scene import Scene
from bot.host.sitting import Clock, read_sitting
from bot.storage import Database, chats, screens, tables
from bot.storage.chats import Chat


@dataclass(frozen=True, slots=True)
class Own:
    """A table where a person sits: in which chat, and the message there that shows it, None if there is none."""

    table: int
    chat: Chat
    thread: int | None
    board: int | None


@dataclass(frozen=True, slots=True)
class Begun:
    """A pulka that has begun, as it stands or has ended; `opened_at` is unix seconds."""

    scene: Scene
    opened_at: float
    chat: Chat


@dataclass(frozen=True, slots=True)
class Shelf:
    """Whose pulkas are read: those of a chat, or of a person wherever he sat."""

    chat: int | None = None
    person: int | None = None


def shelf_of(reader: Reader) -> Shelf:
    """A group reads its own pulkas, a person his."""
    if not reader.private:
        return Shelf(chat=reader.chat)
    assert reader.person is not None
    return Shelf(person=reader.person.id)


def record_name(table: int) -> str:
    """What a pulka's record is called as a file."""
    return f"pulka-{table}.pref"


class Archive:
    """Reads what the database holds; nothing of it stays in memory."""

    def __init__(self, db: Database, now: Clock) -> None:
        self._db, self._now = db, now

    async def own(self, person: int) -> tuple[Own, ...]:
        """The lobbies and running pulkas of a person, oldest first."""

        def read(conn: sqlite3.Connection) -> tuple[Own, ...]:
            rows = tables.tables_of(conn, person)
            return tuple(Own(r.id, chats.get(conn, r.chat), r.thread, screens.board(conn, r.id, r.chat)) for r in rows)

        return await self._db.ask(read)

    async def begun(self, shelf: Shelf, *, limit: int, offset: int = 0) -> tuple[int, tuple[Begun, ...]]:
        """How many pulkas there are, and so many of them, the newest first."""

        def read(conn: sqlite3.Connection) -> tuple[int, tuple[Begun, ...]]:
            count, rows = tables.begun(conn, chat=shelf.chat, person=shelf.person, limit=limit, offset=offset)
            return count, tuple(self._begun(conn, row) for row in rows)

        return await self._db.ask(read)

    async def current(self, shelf: Shelf) -> tuple[Scene, ...]:
        """The pulkas that run, oldest first; where none does, the newest that has ended."""

        def read(conn: sqlite3.Connection) -> tuple[Scene, ...]:
            there = tables.open_tables(conn, shelf.chat) if shelf.chat else tables.tables_of(conn, shelf.person or 0)
            _, newest = tables.begun(conn, chat=shelf.chat, person=shelf.person, limit=1)
            chosen = [row for row in there if row.status == "playing"] or newest
            return tuple(self._begun(conn, row).scene for row in chosen)

        return await self._db.ask(read)

    async def one(self, shelf: Shelf, table: int) -> Begun:
        """One of them. Raises NoTable for a table that is not there, or not theirs to read."""

        def read(conn: sqlite3.Connection) -> Begun:
            row = tables.get(conn, table)
            theirs = shelf.person is None or shelf.person in {seat.person for seat in row.seats}
            if row.start is None or not theirs or shelf.chat not in (None, row.chat):
                raise LookupError
            return self._begun(conn, row)

        try:
            return await self._db.ask(read)
        except LookupError:
            raise NoTable(table=table) from None

    def _begun(self, conn: sqlite3.Connection, row: tables.Table) -> Begun:
        scene = read_sitting(conn, row.id).scene(self._now())
        return Begun(scene, row.created_at, chats.get(conn, row.chat))
