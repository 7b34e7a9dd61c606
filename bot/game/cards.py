"""Cards: the deck of 32, its text forms, who takes a trick (Codex 3.3.7, 3.5.2, 3.9.3-3.9.4).

A card is written suit first: `sA` is the ace of spades, `dT` the ten of diamonds. A hand groups its suits: `sAK7.dT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.game.errors import NotationError

SUITS = "scdh"
"""Suits from low to high as the auction ranks them: spades, clubs, diamonds, hearts."""
RANKS = "789TJQKA"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 32 cards. There is one object a card, so `is` and `==` agree; get it with `card("sA")`."""

    suit: str
    rank: int
    """0 for the seven to 7 for the ace."""
    index: int
    """Place in `DECK`: 0 (`s7`) to 31 (`hA`)."""
    text: str

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.text,)


DECK: tuple[Card, ...] = tuple(
    Card(suit, rank, 8 * s + rank, suit + letter) for s, suit in enumerate(SUITS) for rank, letter in enumerate(RANKS)
)
_BY_TEXT = {c.text: c for c in DECK}


def card(text: str) -> Card:
    """The card written as `text`, for example `hQ`. Raises NotationError."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise NotationError("card", text=text, expected="a suit of scdh, then a rank of 789TJQKA") from None


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards sorted by suit (spades, clubs, diamonds, hearts), and low to high inside a suit."""
    return tuple(sorted(cards, key=_index))


def _index(c: Card) -> int:
    return c.index


def hand_text(cards: Iterable[Card]) -> str:
    """A hand as text, suits in order and high cards first: `sAK7.dT`; an empty hand is `-`."""
    held = sorted(cards, key=_index, reverse=True)
    suits = [suit + "".join(RANKS[c.rank] for c in held if c.suit == suit) for suit in SUITS]
    return ".".join(s for s in suits if len(s) > 1) or "-"


def hand(text: str) -> tuple[Card, ...]:
    """The cards of a hand written by `hand_text`. Raises NotationError, also for a card named twice."""
    if text == "-":
        return ()
    cards = [card(part[:1] + rank) for part in text.split(".") for rank in part[1:] or "?"]
    if len(set(cards)) != len(cards):
        raise NotationError("hand", text=text, expected="every card once")
    return in_order(cards)


def pack_text(cards: Iterable[Card]) -> str:
    """Cards in their given order, two letters each: how the 64 characters of a deck and a discard are written."""
    return "".join(c.text for c in cards)


def pack(text: str) -> tuple[Card, ...]:
    """The cards of `pack_text`, order kept. Raises NotationError."""
    return tuple(card(text[i : i + 2]) for i in range(0, len(text), 2))


def playable(held: tuple[Card, ...], led: str | None, trump: str | None) -> tuple[Card, ...]:
    """What a hand may play: follow suit; if void, trump; if no trump, any card (Codex 3.9.3).

    `led` is the suit led (None: this hand leads), `trump` the trump suit (None: without trumps).
    """
    if led is None:
        return held
    following = tuple([c for c in held if c.suit == led])
    if following:
        return following
    if trump is not None:
        return tuple([c for c in held if c.suit == trump]) or held
    return held


def takes(cards: Sequence[Card], led: str, trump: str | None) -> int:
    """Which of `cards` takes the trick: the highest trump, else the highest of the suit led (Codex 3.9.4)."""
    best, strength = 0, -1
    for i, c in enumerate(cards):
        s = c.rank + 8 if c.suit == trump else c.rank if c.suit == led else -1
        if s > strength:
            best, strength = i, s
    return best
