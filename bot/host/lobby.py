"""Before a pulka: people sit down, agree, and begin together (PRODUCT.md, New table)."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable

from bot.game.agreement import Agreement
from bot.game.forms import table_text
from bot.game.rules import apply
from bot.game.state import new_table
from bot.host import arranging, clock
from bot.host.accepted import Accepted, Tell, kind, nobody
from bot.host.arranging import HUSSAR, LEAST, USUAL, Change
from bot.host.chance import Draw, shuffled
from bot.host.refusals import AlreadyBegun, AlreadyOpened, LinkUsed, NotSeated
from bot.host.sitting import Clock, Sitting, read_sitting
from bot.storage import Conflict, Database, Trouble, chats, deadlines, inbox, people, pulkas, tables

LOBBY = "lobby"
"""The deadline at which a lobby closes that nobody has touched."""
UNTOUCHED = 3600.0
"""Seconds without a press after which a lobby closes."""
EXPIRED = "expired"


class Lobbies:
    """Opens lobbies and changes them. A change takes back everybody's `ready` unless it is one."""

    def __init__(self, db: Database, draw: Draw, now: Clock, tell: Tell = nobody) -> None:
        self._db, self._draw, self._now, self._tell = db, draw, now, tell

    async def open(
        self, chat: int, person: int, update_id: int | None = None, size: int = 0, thread: int | None = None
    ) -> int:
        """A new lobby in a chat, by its agreement; its id. Handled twice, an update opens one lobby only.

        `size` 0: three, or two where the chat plays hussar. In a private chat its owner sits down among computers.
        """
        at = self._now()

        def store(conn: sqlite3.Connection) -> int:
            rules = arranging.own_rules(conn, chat)
            seats = size or (LEAST if rules.preset == HUSSAR else USUAL)
            table = tables.open_table(
                conn, chat=chat, opened_by=person, size=seats, agreement=rules.text, at=at, thread=thread
            )
            if chats.get(conn, chat).kind == "private":
                tables.sit(conn, table, person)
                arranging.fill(conn, table)
            self._touched(conn, table, at, update_id)
            return table

        return await self._db.write(store)

    async def again(self, sitting: Sitting, person: int, update_id: int | None = None) -> int:
        """A lobby for the people of a table whose pulka is over, by the same agreement; its id. Who cannot be shown his
        cards is not seated. Raises NotSeated, or AlreadyOpened if there is such a lobby (`number`)."""
        at = self._now()

        def store(conn: sqlite3.Connection) -> int:
            if sitting.seat_of(person) is None:
                raise NotSeated()
            row, opened = tables.get(conn, sitting.table), tables.again(conn, sitting.table)
            if row.status != "ended":
                raise AlreadyBegun()
            if opened is not None:
                raise AlreadyOpened(number=opened.number)
            table = tables.open_table(
                conn,
                chat=row.chat,
                opened_by=person,
                size=row.size,
                agreement=row.agreement,
                at=at,
                thread=row.thread,
                again_of=row.id,
            )
            for seat in row.seats:
                if seat.computer is not None:
                    tables.sit_computer(conn, table, seat.computer, seat.level or arranging.LEVEL)
                elif people.get(conn, seat.person or 0).private == "open":
                    tables.sit(conn, table, seat.person or 0)
            self._touched(conn, table, at, update_id)
            return table

        return await self._db.write(store)

    async def change(
        self,
        sitting: Sitting,
        person: int,
        word: str,
        update_id: int | None = None,
        token: str | None = None,
        *,
        admin: bool = False,
    ) -> None:
        """What a press of `word` does for `person`. Raises a HostRefusal or AgreementError; then nothing has changed.

        `token` is the one-time token by which he came; it is used up in the same transaction. Words: see `arranging`.
        """
        if sitting.status != "lobby":
            raise AlreadyBegun()
        await self._make(sitting, person, arranging.change(word), update_id, token, admin=admin)

    async def agree(
        self, sitting: Sitting, person: int, wanted: Callable[[Agreement], Agreement], update_id: int | None = None
    ) -> None:
        """Who sits here changes the table's rules. Raises a HostRefusal or AgreementError; then nothing has changed."""
        if sitting.status != "lobby":
            raise AlreadyBegun()
        await self._make(sitting, person, arranging.agree(wanted), update_id)

    async def expire(self, sitting: Sitting) -> bool:
        """The time of a lobby that nobody touches has come; whether it is closed now."""
        at = self._now()

        def store(conn: sqlite3.Connection) -> bool:
            due = deadlines.of_table(conn, sitting.table).get(LOBBY)
            if due is None or due > at:
                return False
            deadlines.clear(conn, sitting.table, LOBBY)
            if tables.get(conn, sitting.table).status != "lobby":
                return False
            tables.cancel(conn, sitting.table, EXPIRED)
            return True

        closed = await self._db.write(store)
        if closed:
            sitting.status, sitting.note = "cancelled", EXPIRED
        return closed

    async def _make(
        self,
        sitting: Sitting,
        person: int,
        change: Change,
        update_id: int | None,
        token: str | None = None,
        *,
        admin: bool = False,
    ) -> None:
        at = self._now()

        def store(conn: sqlite3.Connection) -> Sitting:
            if token is not None and people.use_token(conn, token, person=person, at=at) is None:
                raise LinkUsed()
            change(conn, sitting, person, admin)
            self._touched(conn, sitting.table, at, update_id)
            return read_sitting(conn, sitting.table)

        try:
            fresh = await self._db.write(store)
        except Conflict:
            raise AlreadyBegun() from None
        _renew(sitting, fresh)
        await self.begin_if_ready(sitting)

    async def begin_if_ready(self, sitting: Sitting) -> None:
        """A lobby in which everybody is ready becomes a pulka; while the disk is in trouble, when that is over."""
        if sitting.status == "lobby" and all_ready(sitting):
            with contextlib.suppress(Trouble):
                await self._begin(sitting)

    def _touched(self, conn: sqlite3.Connection, table: int, at: float, update_id: int | None) -> None:
        """Somebody has pressed something: the lobby's time begins anew, as long as it is one."""
        if tables.get(conn, table).status == "lobby":
            deadlines.put(conn, table, LOBBY, at + UNTOUCHED)
        else:
            deadlines.clear(conn, table, LOBBY)
        if update_id is not None:
            inbox.done(conn, update_id, at=at)

    async def _begin(self, sitting: Sitting) -> None:
        """Seats and the first dealer are drawn (Codex 3.1.1, 3.2.1) unless people have chosen them, and the first deck:
        its hash starts the pulka.

        Where it ends by time, its minutes begin now.
        """
        seats = [s.seat for s in sitting.sitters]
        order = tuple(seats) if sitting.seating == "free" else shuffled(seats)
        chosen = sitting.dealer if sitting.agreement["first_dealer"] != "drawn" else None
        first_dealer = order.index(chosen) + 1 if chosen else shuffled(range(1, sitting.size + 1))[0]
        by_seat = {s.seat: s for s in sitting.sitters}
        computers = [n for n, old in enumerate(order, 1) if by_seat[old].person is None]
        start = new_table(sitting.agreement, sitting.size, first_dealer, computers)
        deck = self._draw(1)
        at = self._now()

        def store(conn: sqlite3.Connection) -> Sitting:
            text = table_text(start.table)
            tables.start(conn, sitting.table, order=order, first_dealer=first_dealer, start=text)
            pulkas.append(conn, sitting.table, 1, [(deck.token, None)], at=at)
            deadlines.clear(conn, sitting.table, LOBBY)
            if start.table.agreement["end_condition"] == "time":
                minutes = start.table.agreement.answers["end_minutes"]
                deadlines.put(conn, sitting.table, clock.TIME_UP, at + 60 * minutes)
            clock.moved(conn, sitting.table, None, apply(start, deck).state, now=at)
            return read_sitting(conn, sitting.table)

        _renew(sitting, await self._db.write(store))
        self._tell(Accepted(sitting.table, 1, kind(deck), max(0.0, self._now() - at)))


def all_ready(sitting: Sitting) -> bool:
    """Every seat is taken, by somebody who agrees; at least one is a person."""
    people = [s for s in sitting.sitters if s.person is not None]
    return len(sitting.sitters) == sitting.size and bool(people) and all(s.ready for s in sitting.sitters)


def _renew(sitting: Sitting, fresh: Sitting) -> None:
    for name in (
        "status",
        "size",
        "agreement",
        "sitters",
        "state",
        "times",
        "seating",
        "dealer",
        "note",
        "absent",
        "moved_at",
    ):
        setattr(sitting, name, getattr(fresh, name))
