"""What cards are worth to a declarer: tricks in a suit, tricks in a hand, the dangers of a misere.

A suit is a mask of ranks, bit 0 the seven to bit 7 the ace; a shape is four of them, in the order of `SUITS`.

Checked against exact play of 25,000 random deals: `tricks` is right on average within 0.1 and misses by 0.7 (one
standard deviation), which is what the unseen cards alone make it miss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from bot.game.cards import SUITS, Card

Shape = tuple[int, int, int, int]

NONE: Shape = (0, 0, 0, 0)
FULL = 255
LEAD = 0.2
"""Tricks that the first lead brings a declarer with trumps."""
RIVAL = 0.45
"""Tricks lost to a side suit of four when the trumps are four too: one of them is ruffed before it is set up."""


def shape(cards: Iterable[Card]) -> Shape:
    """The four suits of a hand."""
    masks = [0, 0, 0, 0]
    for c in cards:
        masks[c.index >> 3] |= 1 << c.rank
    return masks[0], masks[1], masks[2], masks[3]


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, low to high."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


@cache
def led_out(mine: int, left: int, right: int) -> int:
    """Tricks in one suit whose owner leads every round of it, against the best defence of the two other holdings."""
    if not left | right:
        return mine.bit_count()
    return max((_round(mine, left, right, c) for c in {1 << mine.bit_length() >> 1, mine & -mine} if c), default=0)


def _round(mine: int, left: int, right: int, c: int) -> int:
    """The same when `c` is led now: each defender plays his lowest card or the lowest that beats it."""
    return min(
        (c > x and c > y) + led_out(mine ^ c, left ^ x, right ^ y)
        for x in _replies(left, c)
        for y in _replies(right, c)
    )


def _replies(held: int, c: int) -> tuple[int, ...]:
    higher = held & -(c << 1)
    low, beats = held & -held, higher & -higher
    return (low, beats) if beats and beats != low else (low,)


@cache
def suit_tricks(mine: int, out: int) -> float:
    """`led_out`, averaged over the ways in which the cards `out` can lie in two hands."""
    return sum(led_out(mine, left, right) for left, right in splits(out)) / (1 << out.bit_count())


def first_lead(mine: int, sides: Iterable[tuple[int, int]]) -> int:
    """The card with which to begin `led_out`, best over the given splits (left, right); of equals the highest."""
    sides = tuple(sides)
    cards = (1 << mine.bit_length() >> 1, mine & -mine)
    return max(cards, key=lambda c: sum(_round(mine, left, right, c) for left, right in sides))


def splits(out: int) -> Iterator[tuple[int, int]]:
    """All ways in which the cards `out` can lie in two hands."""
    part = out
    while True:
        yield part, out ^ part
        if not part:
            return
        part = (part - 1) & out


def stopped(mine: int) -> bool:
    """Whether opponents cannot run the suit: an ace, a guarded king, a queen or jack with two or three others."""
    return any((FULL & ~mine & -(c << 1)).bit_count() < mine.bit_count() for c in bits(mine))


def tricks(hand: Shape, strain: str, *, leads: bool, gone: Shape = NONE) -> float:
    """Tricks that ten cards take as declarer's in `strain` (a suit or `n`); the discard `gone` is against nobody."""
    taken = sum(suit_tricks(m, FULL ^ m ^ g) for m, g in zip(hand, gone, strict=True))
    if strain == "n":
        gaps = sum(not stopped(m) for m in hand)
        return taken - (0.5 if leads else 0.9) - gaps * (1.5 if leads else 3)
    trump = SUITS.index(strain)
    length = hand[trump].bit_count()
    if length < 4:
        return taken - 1.5 * (4 - length)
    rivals = sum(m.bit_count() >= length == 4 for s, m in enumerate(hand) if s != trump)
    return taken - RIVAL * rivals + LEAD * leads


SAFE = (1.0, 0.45, 0.2)
"""How likely a suit takes no trick on misere, by how far its worst card is above what is safe."""


@cache
def suit_safety(mine: int, out: int) -> float:
    """How likely `mine` takes no trick when the others want to give it one and hold `out`."""
    worst = max(holes(mine, out), default=0)
    return SAFE[worst] if worst < len(SAFE) else 0.04


def holes(mine: int, out: int) -> list[int]:
    """By how much each card of a suit is too high for misere, from below.

    The i-th card is safe with at most i lower cards out: then each round of the suit can be lost. Cards past the length
    of the suit outside cannot be led to.
    """
    cards = list(bits(mine))[: out.bit_count()]
    return [max(0, (out & (c - 1)).bit_count() - i) for i, c in enumerate(cards)]
