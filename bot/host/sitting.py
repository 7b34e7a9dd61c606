"""Tables in memory: one lock a table, its state folded from the log when it is first asked for."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace

from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.presets import agreement as read_agreement
from bot.game.state import State
from bot.host.absence import away, consenting, petition
from bot.host.chats import DEFAULT_LOCALE
from bot.host.clock import NEXT_DEAL, limits, timers
from bot.host.folding import fold
from bot.host.prefs import is_quiet
from bot.host.refusals import NoTable
from bot.host.scene import Scene, Sitter
from bot.storage import Database, chats, clocks, deadlines, people, pulkas, tables, talks
from bot.storage.clocks import Clock as SeatClock
from bot.storage.talks import Talk

UNKNOWN_IDLE = 1e9


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a table by seat, and what is due at it by kind, as the database has them."""

    clocks: Mapping[Seat, SeatClock] = field(default_factory=dict)
    due: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class Sitting:
    """One table in memory. Whoever changes it holds `lock`; `state` is None in the lobby."""

    table: int
    chat: int
    locale: str
    status: str
    size: int
    agreement: Agreement
    opened_by: int
    sitters: tuple[Sitter, ...]
    state: State | None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    untold: tuple[State, ...] = ()
    active: dict[Seat, float] = field(default_factory=dict)
    """When a seat last pressed something, by the host's clock."""
    times: Times = Times()
    thread: int | None = None
    number: int = 0
    title: str = ""
    private: bool = False
    seating: str = "drawn"
    dealer: Seat | None = None
    note: str = ""
    absent: tuple[str, ...] = ()
    left: frozenset[Seat] = frozenset()
    leavers: tuple[str, ...] = ()
    talk: Talk | None = None
    newcomer: str = ""
    in_group: bool = False
    """As in `Scene`."""
    moved_at: float = 0.0
    """When the newest action was committed, as far as that was when the table was read."""

    def seat_of(self, person: int) -> Seat | None:
        return next((s.seat for s in self.sitters if s.person == person), None)

    def is_away(self, person: int) -> bool:
        """Whether a computer plays for this person until he is back."""
        return self.state is not None and self.seat_of(person) in self.state.table.computers

    def is_late(self, seat: Seat) -> bool:
        """Whether his time has run out and he was not heard since."""
        return seat in self.times.clocks and self.times.clocks[seat].late_since is not None

    def heard_before(self, seat: Seat, at: float) -> bool:
        """Whether it is stored only that he was heard before that time, or not at all."""
        return seat not in self.times.clocks or (self.times.clocks[seat].heard_at or 0) < at

    def take(self, stored: Sitting) -> None:
        """The table is what the database says; who has looked at it lately, and what is still to be told, it does not
        know."""
        for one in fields(self):
            if one.name not in ("lock", "untold", "active"):
                setattr(self, one.name, getattr(stored, one.name))

    def scene(self, now: float) -> Scene:
        """The table as it is to be shown."""
        sitters = tuple(replace(s, idle=self._idle(s.seat, now), quiet=is_quiet(s.prefs, now)) for s in self.sitters)
        return Scene(
            self.table,
            self.chat,
            self.locale,
            self.status,
            self.size,
            self.agreement,
            sitters,
            self.state,
            timers=timers(limits(self.agreement), self.times.clocks, self.times.due),
            late=frozenset(s for s, clock in self.times.clocks.items() if clock.late_since is not None),
            deals_at=self.times.due.get(NEXT_DEAL),
            untold=self.untold,
            thread=self.thread,
            number=self.number,
            title=self.title,
            private=self.private,
            opened_by=self.opened_by,
            seating=self.seating,
            dealer=self.dealer,
            note=self.note,
            absent=self.absent,
            left=self.left,
            leavers=self.leavers,
            talk=self.talk,
            newcomer=self.newcomer,
            away=away(self, now),
            asked=consenting(self, waiting, now) if (waiting := petition(self)) else (),
            in_group=self.in_group,
        )

    def _idle(self, seat: Seat, now: float) -> float:
        return now - self.active[seat] if seat in self.active else UNKNOWN_IDLE


class Sittings:
    """All tables that have been asked for since the start. No table waits for another's."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[int, Sitting] = {}
        self._opening: dict[int, asyncio.Lock] = {}

    async def get(self, table: int) -> Sitting:
        """The table, read from the database if need be. Raises NoTable."""
        if table not in self._known:
            try:
                async with self._opening.setdefault(table, asyncio.Lock()):
                    if table not in self._known:
                        self._known.setdefault(table, await self._read(table))
            finally:
                self._opening.pop(table, None)
        return self._known[table]

    def known(self) -> tuple[Sitting, ...]:
        """Those that are in memory."""
        return tuple(self._known.values())

    async def renew(self) -> None:
        """Read again all that are in memory, each under its lock."""
        for sitting in self.known():
            async with sitting.lock:
                sitting.take(await self._read(sitting.table))

    def forget(self, table: int) -> None:
        """Let go of a table that is over; it comes back from the log if somebody asks."""
        self._known.pop(table, None)

    async def _read(self, table: int) -> Sitting:
        try:
            return await self._db.ask(read_sitting, table)
        except LookupError:
            raise NoTable(table=table) from None


def read_sitting(conn: sqlite3.Connection, table: int) -> Sitting:
    """A table as the database has it. Raises LookupError."""
    row = tables.get(conn, table)
    chat = chats.get(conn, row.chat)
    state = fold(conn, row) if row.start is not None else None
    agreed = state.table.agreement if state else read_agreement(row.agreement)
    times = read_times(conn, table)
    private = chat.kind == "private"
    talk = talks.last(conn, table)
    return Sitting(
        row.id,
        row.chat,
        (people.get(conn, row.opened_by).locale if private else chat.locale) or DEFAULT_LOCALE,
        row.status,
        row.size,
        agreed,
        row.opened_by,
        tuple(sitter(conn, seat) for seat in row.seats),
        state,
        active={seat: clock.heard_at for seat, clock in times.clocks.items() if clock.heard_at is not None},
        times=times,
        thread=row.thread,
        number=row.number,
        title=chat.title,
        private=private,
        seating=row.seating,
        dealer=row.dealer,
        note=row.note,
        absent=_absent(conn, row),
        left=talks.left(conn, table),
        leavers=talks.leavers(conn, table),
        talk=talk,
        newcomer=people.get(conn, talk.person).first_name if talk and talk.person else "",
        in_group=row.in_group,
        moved_at=pulkas.moved_at(conn, table) or 0.0,
    )


def _absent(conn: sqlite3.Connection, row: tables.Table) -> tuple[str, ...]:
    """Who played at the table of which this one is the next, and does not sit here."""
    if row.again_of is None or row.status != "lobby":
        return ()
    here = {seat.person for seat in row.seats}
    there = [seat.person for seat in tables.get(conn, row.again_of).seats if seat.person is not None]
    return tuple(people.get(conn, person).first_name for person in there if person not in here)


def read_times(conn: sqlite3.Connection, table: int) -> Times:
    """The clocks of a table and what is due at it."""
    return Times(clocks.of_table(conn, table), deadlines.of_table(conn, table))


def read_sitters(conn: sqlite3.Connection, table: int) -> tuple[Sitter, ...]:
    """Who sits at a table now, under the names and with the chats that they have now."""
    return tuple(sitter(conn, seat) for seat in tables.get(conn, table).seats)


def sitter(conn: sqlite3.Connection, seat: tables.Seat) -> Sitter:
    """A seat of the database as the host speaks of it."""
    if seat.person is None:
        return Sitter(seat.number, seat.computer or "", ready=True, level=seat.level)
    person = people.get(conn, seat.person)
    chat = person.chat if person.private == "open" else None
    prefs = people.prefs(conn, seat.person)
    return Sitter(
        seat.number, person.first_name, person.id, chat, person.locale or DEFAULT_LOCALE, seat.ready, prefs=prefs
    )


Clock = Callable[[], float]
