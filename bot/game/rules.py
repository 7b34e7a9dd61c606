"""The reducer: what may be done now, by whom, and what then happens. Dispatch on the phase, nothing more.

`apply` asks for permission, `advance` does not: it folds what was permitted when it happened, so that a corrected rule
changes no running pulka.
"""

from __future__ import annotations

from typing import Protocol

from bot.game import auction, clock, deal, defence, ended, exchange, helping, raspasy, tricks
from bot.game.actions import Action, Play, Seat, TimeUp
from bot.game.errors import Refusal
from bot.game.state import (
    Auction,
    Between,
    Defence,
    Ended,
    Exchange,
    Helping,
    Question,
    Raspasy,
    State,
    Step,
    Tricks,
)


class PhaseRules(Protocol):
    """What the module of a phase offers; each function takes a state in that phase."""

    def legal(self, state: State) -> tuple[Action, ...]: ...

    def refusal(self, state: State, action: Action) -> Refusal: ...

    def asked(self, state: State) -> dict[Seat, str]: ...

    def advance(self, state: State, action: Action) -> Step: ...


PHASES: dict[type, PhaseRules] = {
    Between: deal,
    Auction: auction,
    Exchange: exchange,
    Defence: defence,
    Tricks: tricks,
    Raspasy: raspasy,
    Helping: helping,
    Ended: ended,
}
"""The module of each phase."""


def legal(state: State) -> tuple[Action, ...]:
    """All that seats may decide now, as actions that name a hand. Never empty while somebody is asked."""
    return PHASES[type(state.phase)].legal(state)


def admits(state: State, action: Action) -> bool:
    """Whether an action of no seat (chance, the clock, people about the table) is allowed now."""
    return deal.admits(state, action) or clock.admits(state, action)


def apply(state: State, action: Action) -> Step:
    """The step an action leads to. Raises a Refusal that says why it may not be done; then nothing has changed."""
    if action not in legal(state) and not admits(state, action):
        raise PHASES[type(state.phase)].refusal(state, action)
    return advance(state, action)


def advance(state: State, action: Action) -> Step:
    """The step of an action that was permitted when it happened; what was never legal is undefined here."""
    if isinstance(action, TimeUp):
        return clock.advance(state)
    return PHASES[type(state.phase)].advance(state, action)


def asked(state: State) -> dict[Seat, Question]:
    """The open question of each seat, numbered by the action that opened it; others' answers do not close it."""
    about = PHASES[type(state.phase)].asked(state)
    return {seat: Question(state.phase.since, what) for seat, what in about.items()}


def actor(state: State, action: Action) -> Seat:
    """Whose decision an action is: a card is played by the seat that controls its hand. A hand that there is not, is
    nobody's: its own number."""
    phase, deal = state.phase, state.deal
    if isinstance(action, Play) and isinstance(phase, Tricks) and deal is not None and action.hand in deal.playing:
        return phase.game.control[action.hand - 1]
    return action.hand
