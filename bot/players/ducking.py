"""Taking no tricks: the declarer of a misere, and everybody on raspasy."""

from __future__ import annotations

from bot.game.cards import SUITS, Card
from bot.players.evaluate import holes, suit_safety
from bot.players.reading import Reading

HOLE = 0.05
"""Danger of each step by which a card is too high, beside that of the worst card of its suit."""


def card(r: Reading) -> Card:
    """One of `r.legal`."""
    if r.view.led is None:
        return lead(r)
    return follow(r)


def lead(r: Reading) -> Card:
    """The card that most likely loses, and leaves the hand safest."""
    return min(r.legal, key=lambda c: (_takes(r, c) + _danger(r, c), -c.rank))


def follow(r: Reading) -> Card:
    """Under the trick the highest card that still loses; if it must win, the highest; else the most dangerous card."""
    led = r.view.led
    if r.legal[0].suit != led:
        return min(r.legal, key=lambda c: (_danger(r, c), -c.rank))
    losers = [c for c in r.legal if c not in r.winners]
    if losers:
        return max(losers, key=lambda c: c.rank)
    may_lose = [c for c in r.winners if any(r.can_beat(h, c) for h in r.after)]
    if not may_lose:
        return max(r.legal, key=lambda c: c.rank)
    return min(may_lose, key=lambda c: c.rank)


def _takes(r: Reading, c: Card) -> float:
    """How likely `c`, led, takes the trick: by how many higher and lower cards are out."""
    above = r.above(c).bit_count()
    below = (r.theirs(c.suit) & ((1 << c.rank) - 1)).bit_count()
    if not above:
        return 1.0
    if not below:
        return 0.0
    return (below / (above + below)) ** 2


def _danger(r: Reading, c: Card) -> float:
    """How much danger is left in the hand once `c` is gone."""
    total = 0.0
    for suit in SUITS:
        mine = r.mine(suit) & ~(1 << c.rank if suit == c.suit else 0)
        out = r.theirs(suit)
        total += 1 - suit_safety(mine, out) + HOLE * sum(holes(mine, out))
    return total
