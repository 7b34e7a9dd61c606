"""Talon, discard, contract (Codex 3.4, RULES 1.4): two cards go face down, then the contract is named for good."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from bot.game import defence
from bot.game.actions import Action, Back, Drop, Plays, Seat, drop
from bot.game.cards import in_order
from bot.game.contracts import LADDER, MISERE, Contract
from bot.game.errors import MisereBound, NotNow, NotTwo, NotYourTurn, Refusal, TooLow
from bot.game.state import Cards, Exchange, Game, State, Step, with_hand


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    hand = phase.declarer
    if not phase.dropped:
        return tuple([drop(hand, pair) for pair in combinations(phase.hands[hand - 1], 2)])
    orders = [Plays(hand, c) for c in orderable(phase.bid)]
    return (*state.table.agreement.permitted(state, orders), Back(hand))


def orderable(bid: Contract) -> tuple[Contract, ...]:
    """What may be ordered: the bid or any higher step, never misere; who bid misere plays misere (Codex 3.4.3,
    3.3.9)."""
    if bid.is_misere:
        return (MISERE,)
    return tuple(c for c in LADDER[bid.step :] if not c.is_misere)


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    if not isinstance(action, Drop | Back | Plays):
        return NotNow()
    if action.hand != phase.declarer:
        return NotYourTurn(hand=phase.declarer)
    if isinstance(action, Drop) and not phase.dropped:
        return NotTwo()
    if isinstance(action, Plays) and phase.dropped:
        if action.contract.is_misere or phase.bid.is_misere:
            return MisereBound()
        if action.contract.step < phase.bid.step:
            return TooLow(contract=phase.bid)
        return state.table.agreement.forbidden(state, action) or NotNow()
    return NotNow()


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    return {phase.declarer: "contract" if phase.dropped else "discard"}


def advance(state: State, action: Action) -> Step:
    phase = _phase(state)
    held = phase.hands[phase.declarer - 1]
    if isinstance(action, Drop):
        dropped: Cards = action.cards
        kept = tuple(c for c in held if c not in dropped)
    elif isinstance(action, Back):
        kept, dropped = in_order((*held, *phase.dropped)), ()
    else:
        assert isinstance(action, Plays)
        return _named(state, phase, action.contract)
    hands = with_hand(phase.hands, phase.declarer, kept)
    return Step(state.to(replace(phase, since=state.seq + 1, hands=hands, dropped=dropped)))


def _named(state: State, phase: Exchange, contract: Contract) -> Step:
    game = Game(phase.declarer, contract, phase.dropped, phase.calls, state.table.own_hands, dark=phase.dark)
    return defence.begin(state, game, phase.hands)


def _phase(state: State) -> Exchange:
    assert isinstance(state.phase, Exchange)
    return state.phase
