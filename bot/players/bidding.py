"""The auction: how high a hand may go, counted over every talon it may find."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from math import exp, prod

from bot.game.actions import Action, Bid, Here, Look, Pass
from bot.game.cards import DECK, SUITS
from bot.game.contracts import LADDER, LEVELS, MISERE, MISERE_CLOSED, Contract
from bot.game.view import View
from bot.players.evaluate import FULL, LEAD, RIVAL, Shape, bits, shape, suit_safety, suit_tricks

SPREAD = 0.4
"""Width of the doubt about a count of tricks (of a logistic curve)."""
COST = 1.6
"""What an undertrick costs, in prices of the contract: the hill, and consolation."""
MISERE_CHANCE = 0.55
"""A misere is bid when it is at least as likely to be made as this against perfect catchers."""


def choose(view: View) -> Action:
    """Misere on a safe hand; else the lowest call that keeps the auction open, as far as the hand is worth it."""
    bids = {a.contract: a for a in view.legal if isinstance(a, Bid)}
    hand, leads = shape(view.own), view.playing[0] == view.seat
    if MISERE in bids and misere_chance(hand) >= MISERE_CHANCE:
        return bids.pop(MISERE)
    if MISERE_CLOSED in bids and MISERE not in bids and safety(hand) >= MISERE_CHANCE:
        return bids[MISERE_CLOSED]
    limit = highest(hand, leads)
    here = next((a for a in view.legal if isinstance(a, Here)), None)
    if here and view.bid and limit and view.bid.step <= limit.step:
        return here
    affordable = [c for c in bids if limit and c.step <= limit.step and not (c.is_misere or c.closed)]
    if affordable:
        return bids[min(affordable, key=lambda c: c.step)]
    return next(a for a in view.legal if isinstance(a, Pass))


def look(view: View) -> Action:
    """A computer calls in the light: it would not know what it doubles."""
    return next(a for a in view.legal if isinstance(a, Look))


def taken_over(view: View) -> Action:
    """Won in the dark by whoever sat here before: misere on a safe hand, else what was bid."""
    take, misere = view.legal
    return misere if misere_chance(shape(view.own)) >= MISERE_CHANCE else take


@cache
def worth(level: int, expected: float) -> float:
    """What a contract is worth, in pool points, to who expects so many tricks (to a tenth: it is a guess)."""
    makes = 1 / (1 + exp((level - 0.5 - expected) / SPREAD))
    return 2 * (level - 5) * (makes - COST * (1 - makes))


@lru_cache(256)
def highest(hand: Shape, leads: bool) -> Contract | None:
    """The highest step that ten cards may bid before they know the talon; None: they pass."""
    trump = max(range(4), key=lambda s: (hand[s].bit_count(), hand[s]))
    rivals = sum(m.bit_count() == 4 == hand[trump].bit_count() for s, m in enumerate(hand) if s != trump)
    counts = Counter(round(t - RIVAL * rivals + LEAD * leads, 1) for t in talons(hand))
    best = None
    for c in LADDER:
        if c.strain == SUITS[trump] and _pays(c.level, counts):
            best = c
    return best


def _pays(level: int, counts: Counter[float]) -> bool:
    """Whether a bid of `level` is worth more than nothing: over all talons, ordering the best that is left to order."""
    left = [n for n in LEVELS if n >= level]
    return sum(k * max(worth(n, t) for n in left) for t, k in counts.items()) > 0


def talons(hand: Shape) -> list[float]:
    """The tricks of the best ten of twelve cards, for every talon that the hand may find."""
    out = [c for c in DECK if not hand[c.index >> 3] >> c.rank & 1]
    counts = []
    for pair in combinations(out, 2):
        suits = list(hand)
        for c in pair:
            suits[c.index >> 3] |= 1 << c.rank
        kept = [_kept(m) for m in suits]
        ones = sorted(k[0] - k[1] for k in kept)
        counts.append(sum(k[0] for k in kept) - min(ones[0] + ones[1], *(k[0] - k[2] for k in kept)))
    return counts


@cache
def _kept(suit: int) -> tuple[float, float, float]:
    """Tricks of a suit with none, one and two of its cards discarded, the best that can be kept."""
    whole = suit_tricks(suit, FULL ^ suit)
    # Discards lie apart, so a suit without them is worth what it is with all other cards still out against it.
    one = max((suit_tricks(suit ^ a, FULL ^ suit) for a in bits(suit)), default=-9.0)
    two = max((suit_tricks(suit ^ a ^ b, FULL ^ suit) for a, b in combinations(bits(suit), 2)), default=-9.0)
    return whole, one, two


def safety(hand: Shape) -> float:
    """How likely ten cards make a misere as they are."""
    return prod(suit_safety(m, FULL ^ m) for m in hand)


@lru_cache(256)
def misere_chance(hand: Shape) -> float:
    """How likely ten cards make a misere, over every talon that they may find."""
    if prod(sorted(suit_safety(m, FULL ^ m) for m in hand)[2:]) < 0.3:
        return 0.0
    out = [c for c in DECK if not hand[c.index >> 3] >> c.rank & 1]
    total, n = 0.0, 0
    for pair in combinations(out, 2):
        suits = list(hand)
        for c in pair:
            suits[c.index >> 3] |= 1 << c.rank
        kept = [_safest(m) for m in suits]
        total += max(prod(k[d] for k, d in zip(kept, drops, strict=True)) for drops in _DROPS)
        n += 1
    return total / n


_DROPS = [d for d in ((a, b, c, 2 - a - b - c) for a in range(3) for b in range(3) for c in range(3)) if min(d) >= 0]
"""The ways to spread two discards over four suits."""


@cache
def _safest(suit: int) -> tuple[float, float, float]:
    """Safety of a suit with none, one and two of its cards discarded."""
    out = FULL ^ suit
    one = max((suit_safety(suit ^ a, out) for a in bits(suit)), default=0.0)
    two = max((suit_safety(suit ^ a ^ b, out) for a, b in combinations(bits(suit), 2)), default=0.0)
    return suit_safety(suit, out), one, two
