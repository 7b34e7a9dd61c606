"""One press: the question must still be open to that seat, the rules must permit it; it is committed, then shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import cast

from bot.game import rules
from bot.game.actions import Action, Seat, TimeUp
from bot.game.events import Event
from bot.game.forms import result_text, table_text
from bot.game.sheet import Line
from bot.game.state import Between, Closed, Ended, State
from bot.host import clock
from bot.host.accepted import Accepted, Closes, Tell, kind, nobody
from bot.host.chance import Draw
from bot.host.folding import stored_lines
from bot.host.forced import forced
from bot.host.refusals import NotSeated, Stale, TableOver
from bot.host.sitting import Clock, Sitting, Times, read_times
from bot.storage import Database, Trouble, deadlines, inbox, pulkas, tables


class Presses:
    """Applies actions to sittings and commits them. Callers hold the sitting's lock."""

    def __init__(self, db: Database, draw: Draw, now: Clock, tell: Tell = nobody) -> None:
        self._db, self._draw, self._now, self._tell = db, draw, now, tell

    async def answer(self, sitting: Sitting, person: int, number: int, action: Action, update_id: int | None) -> None:
        """A person's answer to question `number`. Raises a Refusal or HostRefusal; then nothing has changed."""
        seat = sitting.seat_of(person)
        if seat is None:
            raise NotSeated()
        state = sitting.state
        if state is None:
            raise Stale()
        if isinstance(state.phase, Ended):
            raise TableOver()
        if rules.actor(state, action) != seat or rules.number(state, action) != number:
            raise Stale()
        await self.act(sitting, seat, action, update_id, by=seat)

    async def act(
        self,
        sitting: Sitting,
        seat: Seat,
        action: Action,
        update_id: int | None = None,
        by: Seat | None = None,
        first: Callable[[sqlite3.Connection], None] | None = None,
    ) -> None:
        """A seat's action, whoever decided it; its person if it is `by` him. `first` is done in the same transaction.
        Raises a Refusal."""
        state = sitting.state
        assert state is not None
        if rules.actor(state, action) != seat:
            raise Stale()
        step = rules.apply(state, action)
        await self.commit(sitting, [(action, seat)], step.state, step.events, update_id, by=by, first=first)
        await self.play_forced(sitting)

    async def decree(
        self,
        sitting: Sitting,
        action: Action,
        by: Seat | None = None,
        first: Callable[[sqlite3.Connection], None] | None = None,
    ) -> None:
        """An action of no seat: the clock's, or of people about the table. Raises a Refusal."""
        assert sitting.state is not None
        step = rules.apply(sitting.state, action)
        await self.commit(sitting, [(action, None)], step.state, step.events, by=by, first=first)
        await self.play_forced(sitting)

    async def play_forced(self, sitting: Sitting) -> None:
        """Cards without a choice are played at once for those who have chosen so: actions like all others.

        What came before stands, so trouble with the disk is nothing to tell here; they are played when it is over.
        """
        while sitting.state is not None and (found := forced(sitting.state, sitting.sitters)) is not None:
            seat, card = found
            step = rules.apply(sitting.state, card)
            try:
                await self.commit(sitting, [(card, seat)], step.state, step.events)
            except Trouble:
                return

    async def time_up(self, sitting: Sitting) -> bool:
        """The minutes of play are over, and that is news; a pulka that has ended meanwhile does not mind."""
        state, action = sitting.state, TimeUp(0)
        if state is None or not rules.admits(state, action):
            await self._db.write(deadlines.clear, sitting.table, clock.TIME_UP)
            return False
        await self.decree(sitting, action)
        return True

    async def commit(
        self,
        sitting: Sitting,
        actions: list[tuple[Action, Seat | None]],
        state: State,
        events: Sequence[Event],
        update_id: int | None = None,
        by: Seat | None = None,
        first: Callable[[sqlite3.Connection], None] | None = None,
    ) -> None:
        """Stores accepted actions and what they closed in one transaction; memory takes the new state after it.

        When a deal has ended the next deck is drawn in the same transaction, so its hash stands in the result's
        message; and the clocks stop and start in it, by the time at which the press of seat `by` came. `first` is done
        before: if it raises, nothing has happened.
        """
        first_seq = state.seq - len(actions) + 1
        closed_seq, left = state.seq, state.table
        closed = next((e.data for e in events if e.kind == "deal_closed"), None)
        if isinstance(state.phase, Between) and state.phase.deck is None:
            deck = self._draw(state.table.deals + 1)
            actions = [*actions, (deck, None)]
            state = rules.apply(state, deck).state
        at, before = self._now(), sitting.state

        def store(conn: sqlite3.Connection) -> tuple[Times, float | None]:
            if first is not None:
                first(conn)
            pulkas.append(
                conn,
                sitting.table,
                first_seq,
                [(a.token, seat) for a, seat in actions],
                at=at,
                update_id=update_id,
                deal=_deal(closed, closed_seq, table_text(left)) if isinstance(closed, Closed) else None,
                lines=stored_lines(written(events), closed_seq),
            )
            if isinstance(state.phase, Ended) or isinstance(actions[0][0], TimeUp):
                deadlines.clear(conn, sitting.table, clock.TIME_UP)
            if isinstance(state.phase, Ended):
                tables.end(conn, sitting.table, " ".join(map(str, state.phase.settlement.exact)))
            came = None if update_id is None else inbox.received_at(conn, update_id)
            clock.moved(conn, sitting.table, before, state, now=at, pressed_at=came, by=by)
            return read_times(conn, sitting.table), came

        sitting.times, came = await self._db.write(store)
        if isinstance(closed, Closed):
            sitting.untold = (state,)  # what stood here before has been handed to the stage
        sitting.state, sitting.moved_at = state, at
        if isinstance(state.phase, Ended):
            sitting.status = "ended"
        seconds = max(0.0, self._now() - (at if came is None else came))
        for seq, (action, _) in enumerate(actions, first_seq):
            what: Closes = "pulka" if sitting.status == "ended" else "deal" if closed else ""
            self._tell(Accepted(sitting.table, seq, kind(action), seconds, what if seq == closed_seq else ""))


def written(events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines that events put into the sheet: a closed deal's, or those of a fine or a newcomer."""
    lines: list[Line] = []
    for event in events:
        if isinstance(event.data, Closed):
            lines += event.data.lines
        elif event.kind == "lines_written":
            lines += cast(tuple[Line, ...], event.data)
    return tuple(lines)


def _deal(closed: Closed, seq: int, after: str) -> pulkas.Deal:
    return pulkas.Deal(closed.deal.number, seq, result_text(closed.result), after)
