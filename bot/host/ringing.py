"""What happens when a clock strikes: a reminder, what was agreed for when the time is over, the next deal.

A ring and a press may race. Whoever has the table's lock first is right, and the other finds nothing left to do: what
is due is looked at again under the lock, and once more in the transaction of what comes of it. If the process dies
between the ring and that transaction, it rings again after the restart.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.game import lapse, rules
from bot.game.actions import Drop, Seat
from bot.game.proposals import Begin, Chair, Fine
from bot.host import clock
from bot.host.clock import LATE, MINUTE, MOST_FINES, NEXT_DEAL, REMIND, Limits
from bot.host.press import Presses
from bot.host.sitting import Clock, Sitting, Times, read_times
from bot.storage import Conflict, Database, chats, clocks, deadlines, inbox, pulkas, screens
from bot.storage.clocks import Clock as SeatClock
from bot.storage.deadlines import Deadline

First = Callable[[sqlite3.Connection], None]
"""What is done in the transaction of an action, before it."""
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
            await {REMIND: self._pass_by, LATE: self._late, NEXT_DEAL: self._begin}[kind](ring)
        except Conflict:
            return False
        return True

    def _waits(self, conn: sqlite3.Connection, ring: Ring) -> bool:
        """Nobody is harmed by our own slowness: what was pressed before the ring and is not dealt with goes first."""
        if not ring.stands(conn):
            return True
        at = ring.deadline.at
        return self._now() - at < PATIENCE and inbox.waits_since(conn, at)

    async def _pass_by(self, ring: Ring) -> None:
        """It is noted that the time has come, no more: who looks at the table sees it."""

        def store(conn: sqlite3.Connection) -> Times:
            ring.done(conn)
            return read_times(conn, ring.table)

        ring.sitting.times = await self._db.write(store)

    async def _begin(self, ring: Ring) -> None:
        """The pause is over: who has not pressed *next* is taken as ready, and if nobody has cut, nobody does."""
        await self._presses.decree(ring.sitting, Begin(0), first=ring.done)

    async def _late(self, ring: Ring) -> None:
        """All the time of a seat is over, or a further minute."""
        known, agreed = ring.sitting.times.clocks.get(ring.seat), clock.limits(ring.sitting.agreement)
        if (
            known is None
            or known.question is None
            or clock.on_clock(ring.sitting.state).get(ring.seat) != known.question
        ):
            await self._pass_by(ring)  # the seat has changed hands: nobody's time is over
        elif known.over is not None:
            await self._fine(ring, known)
        elif await self._db.ask(self._unseen, ring):
            await self._again(ring, known, agreed)
        else:
            first = self._struck(ring, known, agreed)
            todo = "remind" if nobody_is_there(ring) else agreed.when_late
            await {"remind": self._wait, "auto_move": self._move, "computer": self._stand_in}[todo](ring, first)

    async def _again(self, ring: Ring, known: SeatClock, agreed: Limits) -> None:
        """The person could not see what he was asked: his time begins anew."""
        now = self._now()

        def store(conn: sqlite3.Connection) -> Times:
            ring.done(conn)
            clocks.save(conn, ring.table, clock.start(conn, ring.table, known, agreed, now))
            return read_times(conn, ring.table)

        ring.sitting.times = await self._db.write(store)

    def _struck(self, ring: Ring, known: SeatClock, agreed: Limits) -> First:
        """In the transaction of what follows: from now on he is late."""
        at = ring.deadline.at

        def store(conn: sqlite3.Connection) -> None:
            ring.done(conn)
            clocks.save(conn, ring.table, replace(known, over=0, late_since=known.late_since or at))
            if agreed.fined:
                deadlines.put(conn, ring.table, ring.deadline.kind, at + MINUTE)

        return store

    async def _wait(self, ring: Ring, first: First) -> None:
        def store(conn: sqlite3.Connection) -> Times:
            first(conn)
            return read_times(conn, ring.table)

        ring.sitting.times = await self._db.write(store)

    async def _move(self, ring: Ring, first: First) -> None:
        """An automatic legal move, and what belongs to the same decision: who has discarded names his contract too."""
        sitting, seat = ring.sitting, ring.seat
        assert sitting.state is not None
        if seat in rules.offered(sitting.state):
            await self._presses.act(sitting, seat, lapse.silence(sitting.state, seat), first=first)
            return
        action = lapse.move(sitting.state, seat)
        if isinstance(action, Begin):
            await self._presses.decree(sitting, action, first=first)
            return
        await self._presses.act(sitting, seat, action, first=first)
        asked = rules.asked(sitting.state).get(seat)
        if isinstance(action, Drop) and asked is not None:
            await self._presses.act(sitting, seat, lapse.move(sitting.state, seat))

    async def _stand_in(self, ring: Ring, first: First) -> None:
        await self._presses.decree(ring.sitting, Chair(0, "computer", ring.seat), first=first)

    async def _fine(self, ring: Ring, known: SeatClock) -> None:
        """A full minute over costs two on the hill, ten minutes at most for one question."""
        over, at = (known.over or 0) + 1, ring.deadline.at

        def store(conn: sqlite3.Connection) -> None:
            ring.done(conn)
            clocks.save(conn, ring.table, replace(known, over=over))
            if over < MOST_FINES:
                deadlines.put(conn, ring.table, ring.deadline.kind, at + MINUTE)

        await self._presses.decree(ring.sitting, Fine(0, ring.seat), first=store)

    def _unseen(self, conn: sqlite3.Connection, ring: Ring) -> bool:
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


def nobody_is_there(ring: Ring) -> bool:
    """Whether the table had better rest: no computer plays on alone, and no move follows another for people who are all
    away. It goes on as soon as one of them is heard."""
    sitting = ring.sitting
    assert sitting.state is not None
    computers = sitting.state.table.computers
    people = {s.seat for s in sitting.sitters if s.person is not None}
    if clock.limits(sitting.agreement).when_late == "computer":
        return people - {ring.seat} <= computers
    return all(sitting.is_late(seat) for seat in people)
