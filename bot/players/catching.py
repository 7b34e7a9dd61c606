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


def unseen(r: Reading) -> Card:
    """One of `r.legal` on a misere in the dark, where nothing lies open: low leads, under the declarer while he may
    still be caught, and high cards away when the suit is out."""
    led, best = r.view.led, r.best
    if led is None:
        return min(r.legal, key=lambda c: (c.rank, r.mine(c.suit).bit_count()))
    if r.legal[0].suit != led:
        return max(r.legal, key=lambda c: c.rank)
    under = [c for c in r.legal if best and c.rank < best[1].rank]
    if best and best[0] == r.declarer:
        return max(under or r.legal, key=lambda c: c.rank)
    return min(r.legal, key=lambda c: c.rank)


def _declarer(r: Reading) -> Shape:
    """The declarer's hand, if he has discarded what was most dangerous to him.

    When that leaves nothing to attack, he is taken to have kept everything: what is safe needs no attack.
    """
    gone = len(r.hidden) - r.view.counts[r.declarer]
    ours = tuple(a | b for a, b in zip(r.own, r.held[r.partner], strict=True))
    left = [shape(c for c in r.hidden if c not in drop) for drop in combinations(r.hidden, gone)]
    safest = max(left, key=lambda hand: prod(suit_safety(m, out) for m, out in zip(hand, ours, strict=True)))
    return safest if _plans(r, safest) else shape(r.hidden)


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
    """An attack that is ready; else the lead after which one is nearest."""
    ready = [p for p in _plans(r, target) if p[0] == 0 and p[2] == r.hand]
    if ready:
        return _low(r, SUITS[ready[0][1]])
    return min(r.legal, key=lambda c: (_nearest_after(r, c, target), -target[SUITS.index(c.suit)].bit_count(), -c.rank))


def _nearest_after(r: Reading, c: Card, target: Shape) -> float:
    """How far the nearest attack is after the lead of `c`, if the partner does his best; -1 when it catches."""
    s, card = SUITS.index(c.suit), 1 << c.rank
    own, mate = _without(r.own, s, card), r.held[r.partner]
    if not mate[s]:
        gifts = [(i, 1 << mate[i].bit_length() >> 1) for i in range(4) if mate[i]]
    else:
        gifts = [(s, mate[s] & -mate[s]), (s, 1 << mate[s].bit_length() >> 1)]
    found = []
    for i, gift in gifts:
        top = max(card, gift if i == s else 0)
        under = target[s] & (top - 1)
        if target[s] and not under:
            return -1
        # He throws his highest card that loses; where he has none of the suit, his worst card is gone for nothing.
        left = _without(target, s, 1 << under.bit_length() >> 1)
        ahead = (own, _without(mate, i, gift)) if top == card else (_without(mate, i, gift), own)
        found.append(_nearest(*ahead, left) + (0 if target[s] else 1))
    return min(found, default=FAR)


def _nearest(leads: Shape, other: Shape, target: Shape) -> float:
    """The least distance of all attacks; half a step more when the hand that is not on lead has to begin."""
    ready = min(distance(leads[s], other[s], target[s]) for s in range(4))
    return min(ready, *(distance(other[s], leads[s], target[s]) + 0.5 for s in range(4)))


def _without(hand: Shape, suit: int, gone: int) -> Shape:
    a, b, c, d = (m & ~gone if s == suit else m for s, m in enumerate(hand))
    return a, b, c, d


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
    """The card without which an attack is nearest; of those the highest, from a suit that this hand does not attack."""
    mate = r.held[r.partner]
    attacking = {s for _, s, leader in _plans(r, target) if leader == r.hand}

    def merit(c: Card) -> tuple[float, bool, int]:
        s = SUITS.index(c.suit)
        own = _without(r.own, s, 1 << c.rank)
        near = min(min(distance(own[i], mate[i], target[i]), distance(mate[i], own[i], target[i])) for i in range(4))
        return -near, s not in attacking, c.rank

    return max(r.legal, key=merit)


def _low(r: Reading, suit: str) -> Card:
    return next(c for c in r.legal if c.suit == suit)
