"""The speaker `chair`: what people have decided about the table outside the rules, and the host has established.

To end the pulka, to pause and resume, a computer in a person's place and the person back, another person in a seat, a
fourth who joins three. Open questions stay open under their numbers.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from bot.game import deal as deals
from bot.game import offers
from bot.game.action import Seat
from bot.game.events import Event
from bot.game.offer import Talk
from bot.game.proposals import Chair
from bot.game.settlement import Leaver
from bot.game.sheet import Line, Sheet, because, clockwise
from bot.game.state import Between, Ended, State, Step


def admits(state: State, action: Chair) -> bool:
    """Whether the table is one of which this can be decided."""
    table, at = state.table, action.at
    if action.hand or isinstance(state.phase, Ended):
        return False
    match action.what:
        case "end":
            return not at
        case "pause" | "resume":
            return not at and state.paused == (action.what == "resume")
        case "computer":
            return at in table.people
        case "person":
            return at in table.computers
        case "replace":
            return at in table.order
        case "join":
            return at == table.players + 1 and may_join(state)
    return False


def may_join(state: State) -> bool:
    """Whether a fourth may join three now: between two deals of a pulka, where that is agreed (Codex 3.1.2)."""
    table = state.table
    agreed = table.players == 3 and table.agreement.answers["late_join"]
    return bool(agreed and table.deals and isinstance(state.phase, Between) and not state.paused)


def advance(state: State, action: Chair) -> Step:
    """The table as it has been decided."""
    match action.what:
        case "end":
            return deals.break_off(state, "chair")
        case "pause" | "resume":
            seq = state.seq + 1
            return deals.go_on(replace(state, seq=seq, talk=state.talk.about(None, seq, paused=action.what == "pause")))
        case "computer":
            return _held(state, state.table.computers | {action.at}, action.at)
        case "person":
            return _held(state, state.table.computers - {action.at}, action.at)
        case "replace":
            return _replaced(state, action.at)
    return _joined(state, action.at)


def _held(state: State, computers: frozenset[Seat], at: Seat) -> Step:
    """A seat is held by a computer player from here on, or by a person.

    A computer offers nothing and is asked for nothing: what waited for its answer alone has been agreed to, and a deal
    that waited for it begins. But a claim to tricks, which it cannot judge, is refused.
    """
    seq, offer = state.seq + 1, state.offer
    table = replace(state.table, computers=computers)
    held = replace(state, table=table, phase=deals.reseated(table, state.phase))
    if offer is not None and (offer.by == at or (offer.kind == "claim" and at in offer.waiting)):
        offer = None
    if offer is not None and at in offer.waiting:
        return offers.settled(held, offers.without(offer, at), seq)
    return deals.go_on(replace(held, seq=seq, talk=state.talk.about(offer, seq)))


def _replaced(state: State, at: Seat) -> Step:
    """The leaver is settled as the sheet stands; who takes over plays on, and cannot take back what the other did."""
    table, seq = state.table, state.seq + 1
    done = deals.settled(table)
    leaver = Leaver(at, table.deals, done.exact[at - 1], done.shown[at - 1])
    table = replace(table, computers=table.computers - {at}, leavers=(*table.leavers, leaver))
    undo = state.undoable if state.undoable is not None and state.undoable.seat != at else None
    offer = state.offer
    if offer is not None and (offer.by == at or (offer.kind == "undo" and undo is None)):
        offer = None
    return Step(replace(state, table=table, seq=seq, talk=state.talk.about(offer, seq), undoable=undo))


def _joined(state: State, at: Seat) -> Step:
    """A newcomer writes the mean of the pools, rounded down, and of the hills, rounded up; he sits to the left of who
    has just dealt, and deals (Codex 3.1.2, RULES 9a.9). All are asked anew whether they are ready."""
    table, phase, seq = state.table, state.phase, state.seq + 1
    assert isinstance(phase, Between)
    lines = averages(table.sheet, at)
    right = phase.last.deal.dealer if phase.last else clockwise(table.order, table.dealer)[-2]
    i = table.order.index(right) + 1
    table = replace(
        table,
        order=(*table.order[:i], at, *table.order[i:]),
        dealer=at,
        sheet=widened(table.sheet).write(lines),
    )
    state = State(table, Between(seq, phase.deck, last=phase.last), None, seq, Talk(number=seq))
    return Step(state, (Event("lines_written", data=lines),))


def averages(sheet: Sheet, at: Seat) -> tuple[Line, ...]:
    """What a newcomer writes, rounded against him; whists nobody has on him, nor he on anybody."""
    n = len(sheet.pool)
    pool, hill = floor(Fraction(sum(sheet.pool), n)), ceil(Fraction(sum(sheet.hill), n))
    written = (Line("pool", at, pool, because("averages")), Line("hill", at, hill, because("averages")))
    return tuple(line for line in written if line.amount)


def widened(sheet: Sheet) -> Sheet:
    """The sheet with an empty place for one seat more."""
    n = len(sheet.pool) + 1
    return Sheet((*sheet.pool, 0), (*sheet.hill, 0), (*((*row, 0) for row in sheet.whists), (0,) * n))
