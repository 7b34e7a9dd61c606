"""What happens when a seat's time is over and the table is not to wait: a legal move that promises least.

Pass in the auction, no whist, dark rather than light, a lowest card; who has bid discards his lowest and names the
lowest contract. It depends on nothing but what the seat sees. Between deals it is the clock that goes on: a cut that
nobody has made would prove nothing.
"""

from __future__ import annotations

from bot.game import rules
from bot.game.actions import (
    Action,
    Alone,
    Believe,
    Cut,
    Dark,
    Decline,
    Drop,
    Help,
    Look,
    Pass,
    Play,
    Plays,
    Ready,
    Seat,
    Stand,
    Take,
)
from bot.game.cards import Card
from bot.game.proposals import Begin, Object
from bot.game.sheet import Points
from bot.game.state import Exchange, Helping, State

LEAST = (Ready, Pass, Take, Stand, Believe, Dark, Alone, Decline)
"""Answers that commit to nothing; no two of them are ever to be chosen between."""


def move(state: State, seat: Seat) -> Action:
    """The automatic move of a seat that is asked (`rules.asked`). Raises LookupError when it is not."""
    legal = [a for a in rules.legal(state) if rules.actor(state, a) == seat]
    if not legal:
        raise LookupError(seat)
    if isinstance(legal[0], Cut):
        return Begin(0)
    own = [a for a in legal if isinstance(a, Look) and a.at == a.hand]
    least = [a for a in legal if isinstance(a, LEAST)]
    return next(iter(own or least), None) or _chosen(state, legal)


def silence(state: State, seat: Seat) -> Action:
    """The answer to an offer of who says nothing in time: what needs everybody's consent has not got it."""
    if seat not in rules.offered(state):
        raise LookupError(seat)
    return Object(seat)


def _chosen(state: State, legal: list[Action]) -> Action:
    """Of several cards, discards, contracts or pools the lowest; of pools that may be helped the one that is helped
    where nobody chooses. What else is legal here is all there is: a whist that has to be."""
    phase = state.phase
    misere = isinstance(phase, Exchange) and phase.bid.is_misere
    pools = state.table.sheet.pool if isinstance(phase, Helping) else ()

    def least(action: Action) -> tuple[Points, ...]:
        if isinstance(action, Play):
            return _rank(action.card)
        if isinstance(action, Drop):
            worth = sorted((_rank(c) for c in action.cards), reverse=misere)
            return tuple(-n if misere else n for pair in worth for n in pair)
        if isinstance(action, Plays):
            return (action.contract.step,)
        return (-pools[action.to - 1],) if isinstance(action, Help) else ()

    kind = next((k for k in (Drop, Plays) if any(isinstance(a, k) for a in legal)), Action)
    return min((a for a in legal if isinstance(a, kind)), key=least)


def _rank(card: Card) -> tuple[int, int]:
    return card.rank, card.index
