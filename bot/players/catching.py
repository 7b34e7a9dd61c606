"""Catching a misere: both hands lie open, and the declarer's cards are those that are left but for two.

A suit is attacked from below: in round after round two catchers play their lowest, until the declarer's lowest is above
both. What stands in the way is a catcher's own high card, so the partner throws those away on other suits.
"""

from __future__ import annotations

from itertools import combinations
from math import prod

from bot.game.actions import Seat
from bot.game.cards import SUITS, Card
from bot.players.evaluate import Shape, bits, shape, suit_safety
from bot.players.reading import Reading

FAR = 9
"""Discards that no attack can wait for."""


def card(r: Reading) -> Card:
    """One of `r.legal`."""
    target = _declarer(r)
    if r.view.led is None:
        return _lead(r, target)
    if r.legal[0].suit != r.view.led:
        return _discard(r, target)
    return _follow(r, target)


def _declarer(r: Reading) -> Shape:
    """The declarer's hand, if he has discarded what was most dangerous to him."""
    gone = len(r.hidden) - r.view.counts[r.declarer]
    ours = tuple(a | b for a, b in zip(r.own, r.held[r.partner], strict=True))
    left = [shape(c for c in r.hidden if c not in drop) for drop in combinations(r.hidden, gone)]
    return max(left, key=lambda hand: prod(suit_safety(m, out) for m, out in zip(hand, ours, strict=True)))


def distance(leader: int, other: int, target: int) -> int:
    """Cards that the `other` catcher has to throw away before `leader` can catch in this suit, leading it from below.

    Masks of one suit. In round i the declarer is caught when both catchers' i-th lowest are below his.
    """
    a, b, d = list(bits(leader)), list(bits(other)), list(bits(target))
    found = FAR
    for i in range(min(len(a), len(d))):
        if a[i] < d[i]:
            found = min(found, 0 if i >= len(b) or b[i] < d[i] else len(b) - i)
    return found


def _plans(r: Reading, target: Shape) -> list[tuple[int, int, Seat]]:
    """(discards needed, suit, hand that leads it), the nearest attack first; at equal distance one's own."""
    mate = r.held[r.partner]
    plans = [(distance(r.own[s], mate[s], target[s]), s, r.hand) for s in range(4)]
    plans += [(distance(mate[s], r.own[s], target[s]), s, r.partner) for s in range(4)]
    return sorted((p for p in plans if p[0] < FAR), key=lambda p: (p[0], p[2] != r.hand))


def _lead(r: Reading, target: Shape) -> Card:
    plans = _plans(r, target)
    if plans and plans[0][0] == 0:
        _, s, hand = plans[0]
        if hand == r.hand:
            return _low(r, SUITS[s])
        over = _hand_over(r, target)
        if over:
            return over
    wanted = {s for _, s, _ in plans[:1]}
    return max(r.legal, key=lambda c: _clearing(r, c, target, wanted))


def _hand_over(r: Reading, target: Shape) -> Card | None:
    """A card that gives the lead to the partner."""
    over = [c for c in r.legal if r.above(c, r.partner) and target[SUITS.index(c.suit)]]
    return max(over, key=lambda c: (target[SUITS.index(c.suit)].bit_count(), -c.rank), default=None)


def _clearing(r: Reading, c: Card, target: Shape, wanted: set[int]) -> tuple[float, ...]:
    """Points for a lead on which the partner throws away, or will soon, and the declarer cannot."""
    s = SUITS.index(c.suit)
    mate, mine = r.held[r.partner][s].bit_count(), r.own[s].bit_count()
    if not target[s]:
        return -3.0, -float(mine), float(c.rank)
    points = 3.0 if not mate else max(0.0, min(mine, target[s].bit_count()) - mate)
    return points - 2.0 * (s in wanted), -float(mate), float(c.rank)


def _follow(r: Reading, target: Shape) -> Card:
    assert r.best is not None
    if r.declarer in r.after:
        theirs = target[SUITS.index(r.legal[0].suit)]
        least = theirs & -theirs
        under = [c for c in r.legal if 1 << c.rank < least]
        # Both below his lowest card catch him; where that cannot be, low cards are kept for the next round.
        return under[-1] if under and 1 << r.best[1].rank < least else r.legal[-1]
    under = [c for c in r.legal if c not in r.winners] if r.best[0] == r.declarer else []
    return under[-1] if under else r.legal[-1]


def _discard(r: Reading, target: Shape) -> Card:
    """The highest card of the suit in which this hand stands in the way; never a low card that attacks."""
    for needed, s, leader in _plans(r, target):
        blocking = [c for c in r.legal if c.suit == SUITS[s]]
        if needed and leader != r.hand and blocking:
            return blocking[-1]
    attacking = {s for _, s, leader in _plans(r, target) if leader == r.hand}
    return max(r.legal, key=lambda c: (SUITS.index(c.suit) not in attacking, c.rank))


def _low(r: Reading, suit: str) -> Card:
    return next(c for c in r.legal if c.suit == suit)
