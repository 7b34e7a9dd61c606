"""The only place where chance enters: decks, nonces, seats. From the operating system, uniform, never seeded."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.game.actions import Deck
from bot.game.cards import DECK

T = TypeVar("T")
Draw = Callable[[int], Deck]
"""(number of the deal) -> its deck. Only tests care about the number."""

_chance = secrets.SystemRandom()


def draw_deck(number: int) -> Deck:
    """A deck in uniformly random order, whichever deal it is for, with a fresh nonce of 256 bits."""
    return Deck(0, tuple(_chance.sample(DECK, len(DECK))), secrets.token_hex(32))


def shuffled(things: Sequence[T]) -> tuple[T, ...]:
    """All of `things` in random order."""
    return tuple(_chance.sample(things, len(things)))


def between(low: float, high: float) -> float:
    """A number from `low` to `high`."""
    return _chance.uniform(low, high)
