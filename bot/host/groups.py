"""Tables of a group when something happens to the group itself: they are shown again, moved, or known to be unseen."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bot.host import folding
from bot.host.chats import DEFAULT_LOCALE
from bot.host.scene import Scene, Stage
from bot.host.sitting import Clock, Sittings, read_sitters, read_sitting
from bot.storage import Database, chats, people, tables


@dataclass(frozen=True, slots=True)
class Addressee:
    """Somebody who can be told in private: his chat (storage's id) and his language."""

    chat: int
    locale: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A table that its group does not see, and who is to be told."""

    scene: Scene
    readers: tuple[Addressee, ...]


class Groups:
    """Chats are storage's ids."""

    def __init__(self, db: Database, sittings: Sittings, stage: Stage, now: Clock) -> None:
        self._db, self._sittings, self._stage, self._now = db, sittings, stage, now

    async def show(self, chat: int) -> None:
        """Everything that the group should see of its open tables; what it sees already costs nothing."""
        await self._db.write(tables.unhide, chat)
        await self._show([row.id for row in await self._db.ask(tables.open_tables, chat)])

    async def closed(self, chat: int) -> None:
        """Somebody's private chat cannot be written to any more: his tables are to say so. A group's does nothing."""

        def read(conn: sqlite3.Connection) -> list[tables.Table]:
            person = people.find(conn, chats.get(conn, chat).telegram_id)
            return list(tables.tables_of(conn, person.id)) if person is not None else []

        for row in await self._db.ask(read):
            sitting = await self._sittings.get(row.id)
            async with sitting.lock:
                sitting.sitters = await self._db.ask(read_sitters, row.id)
            self._stage.changed(sitting.scene(self._now()))

    async def in_topic(self, chat: int, thread: int) -> tuple[int, ...]:
        """The open tables of a topic."""
        return tuple(row.id for row in await self._db.ask(tables.open_tables, chat) if row.thread == thread)

    async def leave_topic(self, chat: int, thread: int) -> tuple[Scene, ...]:
        """Nothing can be said in a topic any more: its tables go on outside of it. Those that did."""
        moved = await self._db.write(tables.leave_topic, chat, thread)
        return await self._show(moved)

    async def hide(self, chat: int, *, outside_topics: bool = False) -> tuple[Hidden, ...]:
        """The group does not see its tables, or only those that stand in no topic. Those whose people do not know yet:
        whoever sits there, and who opened a lobby."""

        def note(conn: sqlite3.Connection) -> list[tuple[int, tuple[Addressee, ...]]]:
            rows = [row for row in tables.open_tables(conn, chat) if not outside_topics or row.thread is None]
            return [(row.id, _readers(conn, row)) for row in rows if tables.hide(conn, row.id, at=self._now())]

        news = await self._db.write(note)
        return tuple([Hidden(await self._scene(table), readers) for table, readers in news])

    async def _scene(self, table: int) -> Scene:
        return (await self._sittings.get(table)).scene(self._now())

    async def _show(self, open_tables: list[int] | tuple[int, ...]) -> tuple[Scene, ...]:
        scenes = []
        for table in open_tables:
            sitting = await self._sittings.get(table)
            async with sitting.lock:
                fresh = await self._db.ask(read_sitting, table)
                sitting.chat, sitting.thread, sitting.number = fresh.chat, fresh.thread, fresh.number
                sitting.title, sitting.locale = fresh.title, fresh.locale
                sitting.untold = await self._db.ask(folding.untold, table)
            scenes.append(sitting.scene(self._now()))
            self._stage.changed(scenes[-1])
        return tuple(scenes)


def _readers(conn: sqlite3.Connection, row: tables.Table) -> tuple[Addressee, ...]:
    sitting = [seat.person for seat in row.seats if seat.person is not None]
    wanted = dict.fromkeys([*sitting, row.opened_by] if row.status == "lobby" else sitting)
    found = (people.get(conn, person) for person in wanted)
    return tuple(
        Addressee(p.chat, p.locale or DEFAULT_LOCALE) for p in found if p.chat is not None and p.private == "open"
    )
