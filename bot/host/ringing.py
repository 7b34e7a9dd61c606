"""What happens when a clock strikes: a reminder, what was agreed for when the time is over, the next deal.

A ring and a press may race. Whoever has the table's lock first is right, and the other finds nothing left to do: what
is due is looked at again under the lock, and once more in the transaction of what comes of it. If the process dies
between the ring and that transaction, it rings again after the restart.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace

from bot.game.actions import Seat
from bot.host import clock
from bot.host.clock import LATE, MINUTE, NEXT_DEAL, REMIND
from bot.host.press import Presses
from bot.host.sitting import Clock, Sitting, Times, read_times
from bot.storage import Conflict, Database, chats, clocks, deadlines, inbox, pulkas, screens
from bot.storage.deadlines import Deadline

KINDS = frozenset({REMIND, LATE, NEXT_DEAL})
"""First words of the deadlines that are answered here."""
PATIENCE = 30.0
"""Seconds for which a ring waits for presses that came before it and are still being dealt with."""
UNSEEN = 3600.0
"""Seconds for which the time of a question that its person could not be shown begins again and again."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Something that is due at a table, and of which seat (0: of none)."""

    sitting: Sitting
    deadline: Deadline

    @property
    def table(self) -> int:
        return self.sitting.table

    @property
    def seat(self) -> Seat:
        return int(self.deadline.kind.partition("-")[2] or "0")

    def stands(self, conn: sqlite3.Connection) -> bool:
        """Whether it is still due at that time."""
        return deadlines.of_table(conn, self.table).get(self.deadline.kind) == self.deadline.at

    def done(self, conn: sqlite3.Connection) -> None:
        """It has been answered. Raises Conflict if there is nothing to answer any more."""
        if not self.stands(conn):
            raise Conflict(f"{self.deadline.kind} of table {self.table} is not due any more")
        deadlines.clear(conn, self.table, self.deadline.kind)


class Rings:
    """Answers what is due at a table. Callers hold the sitting's lock."""

    def __init__(self, db: Database, presses: Presses, now: Clock) -> None:
        self._db, self._presses, self._now = db, presses, now

    async def strike(self, sitting: Sitting, deadline: Deadline) -> bool:
        """Do what is due; whether there is something new to be shown."""
        ring = Ring(sitting, deadline)
        if await self._db.ask(self._waits, ring):
            return False
        kind = deadline.kind.partition("-")[0]
        try:
            await {REMIND: self._remind, LATE: self._late}[kind](ring)
        except Conflict:
            return False
        return True

    def _waits(self, conn: sqlite3.Connection, ring: Ring) -> bool:
        """Nobody is harmed by our own slowness: what was pressed before the ring and is not dealt with goes first."""
        if not ring.stands(conn):
            return True
        at = ring.deadline.at
        return self._now() - at < PATIENCE and inbox.waits_since(conn, at)

    async def _remind(self, ring: Ring) -> None:
        def store(conn: sqlite3.Connection) -> Times:
            ring.done(conn)
            return read_times(conn, ring.table)

        ring.sitting.times = await self._db.write(store)

    async def _late(self, ring: Ring) -> None:
        sitting, at = ring.sitting, ring.deadline.at
        assert sitting.state is not None
        agreed, now = clock.limits(sitting.agreement), self._now()
        known = sitting.times.clocks[ring.seat]

        def again(conn: sqlite3.Connection) -> Times:
            ring.done(conn)
            clocks.save(conn, ring.table, clock.start(conn, ring.table, known, agreed, now))
            return read_times(conn, ring.table)

        def store(conn: sqlite3.Connection) -> Times:
            ring.done(conn)
            clocks.save(conn, ring.table, replace(known, over=0, late_since=known.late_since or at))
            if agreed.fined:
                deadlines.put(conn, ring.table, ring.deadline.kind, at + MINUTE)
            return read_times(conn, ring.table)

        unseen = await self._db.ask(self._unseen, ring, now)
        sitting.times = await self._db.write(again if unseen else store)

    def _unseen(self, conn: sqlite3.Connection, ring: Ring, now: float) -> bool:
        """Whether the person on the seat could not be shown his question yet, for an hour beside its time at most."""
        sitter = next(s for s in ring.sitting.sitters if s.seat == ring.seat)
        known = ring.sitting.times.clocks[ring.seat]
        assert known.question is not None
        if sitter.chat is None or not chats.get(conn, sitter.chat).reachable:
            return False
        shown = screens.get(conn, sitter.chat, f"hand:{ring.table}")
        if shown is None or shown.seq >= known.question:
            return False
        (opened,) = pulkas.actions(conn, ring.table, after=known.question - 1)[:1]
        return ring.deadline.at - opened.at < UNSEEN + 2 * (clock.limits(ring.sitting.agreement).move or 0)
