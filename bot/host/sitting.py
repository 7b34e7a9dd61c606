"""Tables in memory: one lock a table, its state folded from the log when it is asked for.

A table at which nobody does anything leaves memory and comes back from the log. There are never two of one table: it
leaves only when nobody holds it any more, neither who waits for its lock nor a computer that thinks there.
"""

from __future__ import annotations

import asyncio
import sqlite3
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, fields, replace

from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.presets import agreement as read_agreement
from bot.game.state import State
from bot.host.absence import away, consenting, petition
from bot.host.chats import DEFAULT_LOCALE
from bot.host.clock import NEXT_DEAL, limits, timers
from bot.host.folding import fold, untold
from bot.host.prefs import is_quiet
from bot.host.refusals import NoTable
from bot.host.scene import Scene, Sitter
from bot.storage import Database, chats, clocks, deadlines, people, pulkas, tables, talks
from bot.storage.clocks import Clock as SeatClock
from bot.storage.talks import Talk

UNKNOWN_IDLE = 1e9
IDLE = 600.0
"""Seconds after its last use in which a table stays in memory: between two moves of people who are there."""
MOST = 3000
"""Tables in memory; beyond that those that were used least lately leave sooner."""
MANY_HELD = 20
"""Tables that turn out to be in use, after which the rest is looked at another time."""


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a table by seat, and what is due at it by kind, as the database has them."""

    clocks: Mapping[Seat, SeatClock] = field(default_factory=dict)
    due: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True, eq=False, weakref_slot=True)
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
        """The table is what the database says; who has looked at it lately it does not know."""
        for one in fields(self):
            if one.name not in ("lock", "active"):
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
    """The tables in memory. No table waits for another's.

    `opened` is told of a table that has come into memory, `left` of one (its id) that is there no more; both return at
    once. `clock` is any count of seconds.
    """

    def __init__(
        self, db: Database, opened: Callable[[Sitting], None], left: Callable[[int], None], clock: Clock
    ) -> None:
        self._db, self._opened, self._left, self._clock = db, opened, left, clock
        self._used: OrderedDict[int, tuple[Sitting, float]] = OrderedDict()
        """When each was used last, the one that has waited longest first."""
        self._opening: dict[int, asyncio.Lock] = {}
        self._visited: set[int] = set()
        """Those that came into memory only to be looked at."""

    async def get(self, table: int) -> Sitting:
        """The table, read from the database if need be. Raises NoTable."""
        self._visited.discard(table)
        return await self._get(table)

    async def visit(self, table: int, look: Callable[[Sitting], Awaitable[None]]) -> None:
        """Do something at the table. If nobody used it before it need not stay in memory. Raises NoTable."""
        if table not in self._used:
            self._visited.add(table)
        try:
            await look(await self._get(table))
        finally:
            if table in self._visited:
                self._visited.discard(table)
                self._release(table)

    async def _get(self, table: int) -> Sitting:
        self.let_go()
        if table not in self._used:
            try:
                async with self._opening.setdefault(table, asyncio.Lock()):
                    if table not in self._used:
                        return self._enter(await self._read(table))
            finally:
                self._opening.pop(table, None)
        sitting, _ = self._used[table]
        self._use(sitting)
        return sitting

    def known(self) -> tuple[Sitting, ...]:
        """Those that are in memory."""
        return tuple(sitting for sitting, _ in self._used.values())

    async def renew(self) -> None:
        """Read again all that are in memory, each under its lock."""
        for sitting in self.known():
            async with sitting.lock:
                sitting.take(await self._read(sitting.table))

    def let_go(self) -> None:
        """Tables that nobody has used for `IDLE` seconds leave memory, and what is too many. While the database is in
        trouble all stay: what could not be done yet is known here alone."""
        if self._db.trouble is not None:
            return
        now, held = self._clock(), 0
        while self._used and held < MANY_HELD:
            table = next(iter(self._used))
            if self._used[table][1] > now - IDLE and len(self._used) <= MOST:
                return
            held += not self._release(table)

    def _release(self, table: int) -> bool:
        """Let go of a table, if nobody holds it. Whether it has left; if not it is in use."""
        if table not in self._used:
            return True
        gone = weakref.ref(self._used.pop(table)[0])
        if (sitting := gone()) is not None:
            self._use(sitting)
            return False
        self._left(table)
        return True

    def _enter(self, sitting: Sitting) -> Sitting:
        if (known := self._used.get(sitting.table)) is not None:
            return known[0]
        self._use(sitting)
        self._opened(sitting)
        return sitting

    def _use(self, sitting: Sitting) -> None:
        self._used[sitting.table] = (sitting, self._clock())
        self._used.move_to_end(sitting.table)

    async def _read(self, table: int) -> Sitting:
        def read(conn: sqlite3.Connection) -> Sitting:
            sitting = read_sitting(conn, table)
            sitting.untold = untold(conn, table) if sitting.state is not None else ()
            return sitting

        try:
            return await self._db.ask(read)
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
