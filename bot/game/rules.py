"""The reducer: what may be done now, by whom, and what then happens. Dispatch on the phase, nothing more.

`apply` asks for permission, `advance` does not: it folds what was permitted when it happened, so that a corrected rule
changes no running pulka.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from bot.game import auction, chair, clock, deal, defence, ended, exchange, helping, offers, raspasy, tricks, undo
from bot.game.actions import Action, Play, Seat, TimeUp
from bot.game.errors import NotNow, OfferOpen, Paused, Refusal
from bot.game.offer import SILENCE
from bot.game.proposals import Answer, Begin, Chair, Fine, Proposal
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
    """All that seats may decide about the cards now, as actions that name a hand. Never empty while somebody is
    asked."""
    return () if state.talk is not SILENCE and state.stopped else PHASES[type(state.phase)].legal(state)


def proposals(state: State) -> tuple[Action, ...]:
    """All that people may offer each other now, or answer to an offer, beside what is `legal`."""
    return offers.proposals(state)


def admits(state: State, action: Action) -> bool:
    """Whether an action of no seat (chance, the clock, people about the table) is allowed now."""
    if isinstance(action, Chair):
        return chair.admits(state, action)
    return deal.admits(state, action) or clock.admits(state, action)


def apply(state: State, action: Action) -> Step:
    """The step an action leads to: one that is listed by `legal` or `proposals`, or admitted.

    Raises a Refusal that says why it may not be done; then nothing has changed.
    """
    listed = legal(state)
    if action in listed:
        return _played(state, action, listed)
    if (isinstance(action, Proposal | Answer) and action in proposals(state)) or admits(state, action):
        return advance(state, action)
    raise _refusal(state, action)


def _refusal(state: State, action: Action) -> Refusal:
    if isinstance(action, Proposal | Answer):
        return offers.refusal(state, action)
    if isinstance(action, Chair | Fine | Begin):
        return NotNow()
    if state.paused:
        return Paused()
    if state.stopped and state.offer is not None:
        return OfferOpen(seat=state.offer.by)
    return PHASES[type(state.phase)].refusal(state, action)


def advance(state: State, action: Action) -> Step:
    """The step of an action that was permitted when it happened; what was never legal is undefined here."""
    if isinstance(action, Proposal | Answer):
        return offers.advance(state, action)
    if isinstance(action, Chair):
        return chair.advance(state, action)
    if isinstance(action, TimeUp | Fine | Begin):
        return clock.advance(state, action)
    return _played(state, action, None)


def _played(state: State, action: Action, listed: tuple[Action, ...] | None) -> Step:
    """An action of the phase. What people talk of stays open beside it, but for the wish to take back what now lies
    further back; it ends with the deal. `listed` is what was legal, where that is known."""
    step = PHASES[type(state.phase)].advance(state, action)
    new, talk, undoable = step.state, state.talk, None
    if isinstance(new.phase, Ended) or (isinstance(new.phase, Between) and not isinstance(state.phase, Between)):
        return step
    if talk.fallen is not None:
        talk = replace(talk, fallen=None)
    if state.deal is not None and new.deal is not None and not undo.reveals(state.phase, new.phase):
        listed = listed or PHASES[type(state.phase)].legal(state)
        choices = len(listed)
        if isinstance(state.phase, Defence):  # where two may be asked at once
            choices = sum(a.hand == action.hand for a in listed)
        undoable = undo.remembered(state, action, actor(state, action), choices, new)
        if talk.offer is not None and not undo.follows(state, action, actor(state, action), choices):
            talk = offers.lapsed(talk)
    if undoable is None and talk.offer is not None:
        talk = offers.lapsed(talk)
    new.completed(talk, undoable)
    return step


def asked(state: State) -> dict[Seat, Question]:
    """The open question of each seat about the cards, numbered by the action that opened it; others' answers do not
    close it. An offer is asked beside it (`offered`)."""
    if state.stopped:
        return {}
    about = PHASES[type(state.phase)].asked(state)
    return {seat: Question(state.phase.since, what) for seat, what in about.items()}


def offered(state: State) -> dict[Seat, Question]:
    """The question of each seat that has still to answer what another has offered, numbered by the offer."""
    return offers.offered(state)


def number(state: State, action: Action) -> int:
    """The number that a press for `action` must carry to be no stale one; -1 when it answers nothing that is open.

    An answer to an offer carries the offer's number, anything about the cards that of the actor's question. A press
    that offers something new carries the seq of the last talk about the table (`View.proposals` names it, and for an
    undo that of what is taken back, if later): pressed twice, the second is stale.
    """
    if isinstance(action, Proposal | Answer):
        return offers.number(state, action)
    question = asked(state).get(actor(state, action))
    return question.number if question is not None else -1


def actor(state: State, action: Action) -> Seat:
    """Whose decision an action is: a card is played by the seat that controls its hand. A hand that there is not, is
    nobody's: its own number."""
    phase, deal = state.phase, state.deal
    if isinstance(action, Play) and isinstance(phase, Tricks) and deal is not None and action.hand in deal.playing:
        return phase.game.control[action.hand - 1]
    return action.hand
