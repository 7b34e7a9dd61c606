"""Who is on the clock, until when, and what a bank is used for (club 001 13). The rules know nothing of it.

A seat is on the clock while the table waits for its person: for a card, a call, *next*. Computers never are, nor is
whoever only might still do something (take a slip back, answer an offer that does not stop play). Several may be at
once; each has his own time from the moment at which his own question was opened, and others' answers change nothing of
it. Where the next deal begins by itself, nobody is on the clock between deals: the pause is the clock.

While the table rests, or a claim is to be answered, the clocks of cards stop; afterwards a question has its whole time
again. The minutes of a pulka by time go on where they stopped (RULES 8, `end_minutes`: pauses do not count).

Deadlines are written in the transaction of the action that opens a question, and closed in that of the one which
answers it, by the time at which the press was received.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.game import rules
from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.state import Between, State
from bot.host.scene import Timer
from bot.storage import clocks, deadlines
from bot.storage.clocks import Clock

REMIND, LATE = "remind", "late"
"""Deadlines of a seat, as `remind-2`: a reminder is due; the time is over, or a further minute of it."""
TIME_UP = "time-up"
"""The deadline at which the minutes of play are over (`end_condition=time`)."""
NEXT_DEAL = "deal"
"""The deadline at which a deal begins although not everybody is ready."""
REMINDED_AFTER = 0.75
"""The part of the move's time after which a person is reminded."""
TOO_SHORT = 60.0
"""Seconds: who has less for a move is not reminded, he would hear one sound after the other."""
ON_ITS_WAY = 2.0
"""Seconds after the end of the time for a press that was made in time and is on its way through the network."""
MINUTE = 60.0
MOST_FINES = 10
"""Minutes over that are fined for one question: who has fallen asleep is not ruined by it."""
WAITED_FOR_NEVER = frozenset({"slip"})
"""Questions beside which play goes on."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What is agreed about time, in seconds."""

    move: float | None
    """For one decision; None: no clock."""
    bank: float
    """Beyond that, for each person and the whole pulka."""
    when_late: str
    """remind, auto_move or computer."""
    fined: bool
    """Whether each full minute over costs two on the hill."""
    pause: float | None
    """After which the next deal begins; None: when everybody is ready."""

    @property
    def reminder(self) -> float | None:
        """Seconds after the question at which its person is reminded."""
        return None if self.move is None or self.move < TOO_SHORT else self.move * REMINDED_AFTER

    def left(self, clock: Clock | None) -> float:
        """Seconds of the bank that a seat still has."""
        return max(0.0, self.bank - (clock.spent if clock else 0.0))


def limits(agreement: Agreement) -> Limits:
    """What an agreement says about time; a key that means nothing in it says nothing."""
    answers = agreement.answers
    move = answers["time_per_action"]
    late = answers["on_timeout"]
    fined = answers["time_fine"] and move is not None and move <= 3 * MINUTE and late == "remind"
    return Limits(move, answers["time_bank"] if move else 0, late, fined, answers["next_deal"])


def on_clock(state: State | None) -> dict[Seat, int]:
    """The seats whose time runs, each with the number of its question."""
    if state is None:
        return {}
    agreed, table = limits(state.table.agreement), state.table
    if agreed.move is None or (isinstance(state.phase, Between) and agreed.pause is not None):
        return {}
    claimed = state.offer is not None and state.offer.kind == "claim"
    asked = rules.offered(state) if claimed else rules.asked(state)
    return {s: q.number for s, q in asked.items() if s in table.people and q.about not in WAITED_FOR_NEVER}


def pauses(state: State | None) -> bool:
    """Whether the next deal is to begin by itself, and its deck stands."""
    if state is None or not isinstance(state.phase, Between) or state.phase.deck is None or state.paused:
        return False
    return limits(state.table.agreement).pause is not None


def moved(
    conn: sqlite3.Connection,
    table: int,
    before: State | None,
    after: State,
    *,
    now: float,
    pressed_at: float | None = None,
    by: Seat | None = None,
) -> None:
    """Clocks and deadlines after an action, in its transaction. `by` is the seat whose person did it, if one did, with
    a press that came at `pressed_at`."""
    agreed = limits(after.table.agreement)
    at = now if pressed_at is None else pressed_at
    if by is not None:
        clocks.heard(conn, table, by, at)
    if before is not None and before.paused != after.paused:
        (deadlines.hold if after.paused else deadlines.release)(conn, table, TIME_UP, now)
    if agreed.pause is not None and pauses(after) != pauses(before):
        if pauses(after):
            deadlines.put(conn, table, NEXT_DEAL, now + agreed.pause)
        else:
            deadlines.clear(conn, table, NEXT_DEAL)
    if agreed.move is None:
        return
    asked, known = on_clock(after), clocks.of_table(conn, table)
    for seat in sorted({*asked, *known}):
        clock = known.get(seat, Clock(seat))
        if asked.get(seat) == clock.question:
            continue
        clock = _stopped(clock, agreed, at)
        for kind in (REMIND, LATE):
            deadlines.clear(conn, table, f"{kind}-{seat}")
        if seat in asked:
            clock = start(conn, table, replace(clock, question=asked[seat]), agreed, now)
        clocks.save(conn, table, clock)
    if by is not None:
        woken(conn, table, agreed, by, now)


def woken(conn: sqlite3.Connection, table: int, agreed: Limits, by: Seat, now: float) -> None:
    """Seat `by` has been heard. If the table rested because nobody was there, it goes on: he has his whole time again,
    and what was to be done for another is due."""
    if agreed.move is None or agreed.when_late == "remind":
        return
    for seat, clock in clocks.of_table(conn, table).items():
        if clock.over is None:
            continue
        if seat == by:
            clocks.save(conn, table, start(conn, table, clock, agreed, now))
        else:
            clocks.save(conn, table, replace(clock, over=None))
            deadlines.put(conn, table, f"{LATE}-{seat}", now)


def start(conn: sqlite3.Connection, table: int, clock: Clock, agreed: Limits, now: float) -> Clock:
    """The whole time for its question, from `now` on; what is due is put down. The clock is still to be saved."""
    assert agreed.move is not None
    until = now + agreed.move
    if agreed.reminder is not None:
        deadlines.put(conn, table, f"{REMIND}-{clock.seat}", now + agreed.reminder)
    deadlines.put(conn, table, f"{LATE}-{clock.seat}", until + agreed.left(clock) + ON_ITS_WAY)
    return replace(clock, until=until, over=None)


def _stopped(clock: Clock, agreed: Limits, at: float) -> Clock:
    """A clock whose question was closed at `at`: what went beyond the move's time comes from the bank."""
    if clock.until is None:
        return clock
    used = min(agreed.left(clock), max(0.0, at - clock.until))
    return replace(clock, spent=clock.spent + used, question=None, until=None, over=None)


def timers(agreed: Limits, known: Mapping[int, Clock], due: Mapping[str, float]) -> dict[Seat, Timer]:
    """What the seats on the clock are shown."""
    return {
        seat: Timer(
            number=clock.question or 0,
            until=clock.until,
            bank=agreed.left(clock),
            reminded=agreed.reminder is not None and f"{REMIND}-{seat}" not in due,
            over=clock.over,
        )
        for seat, clock in known.items()
        if clock.until is not None
    }
