"""A deal is over and the owner of a surplus chooses whom it helps, before anything is written (RULES 6.1)."""

from __future__ import annotations

from dataclasses import replace

from bot.game import deal as deals
from bot.game.actions import Action, Help, Seat
from bot.game.errors import NotHelped, NotNow, NotYourTurn, Refusal
from bot.game.state import Helping, State, Step


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    return tuple(Help(phase.turn, seat) for seat in phase.among)


def refusal(state: State, action: Action) -> Refusal:
    if not isinstance(action, Help):
        return NotNow()
    turn = _phase(state).turn
    return NotYourTurn(hand=turn) if action.hand != turn else NotHelped(seat=action.to)


def asked(state: State) -> dict[Seat, str]:
    return {_phase(state).turn: "help"}


def advance(state: State, action: Action) -> Step:
    """The deal is closed with this choice, or the next one is asked for."""
    assert isinstance(action, Help)
    closed = _phase(state).closed
    result = replace(closed.result, helped=(*closed.result.helped, action.to))
    return deals.close(replace(state, deal=closed.deal), result, closed.dropped)


def _phase(state: State) -> Helping:
    assert isinstance(state.phase, Helping)
    return state.phase
