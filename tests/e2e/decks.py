"""Decks written as the hands that people will hold: `♠ТКДВ ♣ТК8 ♦97 ♥7`, in the letters of their buttons."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.actions import Deck
from bot.game.cards import DECK, card

CUT = 16
"""Cards that the cutter of a prepared deal takes off."""
_SUITS = dict(zip("♠♣♦♥", "scdh", strict=True))
_RANKS = {"Т": "A", "К": "K", "Д": "Q", "В": "J", "10": "T", "9": "9", "8": "8", "7": "7"}
_CONTRACT = re.compile(r"(?:10|[6-9])[♠♣♦♥]")
_SUIT = re.compile(r"([♠♣♦♥]) ?((?:(?:10|[789ТКДВAKQJ]) ?)+)(?!\w)")
_RANK = re.compile(r"10|[789ТКДВAKQJ]")
_RUSSIAN = dict(zip("AKQJ", "ТКДВ", strict=True))


def cards_in(text: str) -> list[str]:
    """The cards that a text names, one by one: `♠ТК ♥10` and `♠ Т К` are `♠Т`, `♠К`. English letters count too, and
    contracts (`7♣`) are no cards."""
    plain = _CONTRACT.sub("", text)
    return [s + _RUSSIAN.get(r, r) for s, ranks in _SUIT.findall(plain) for r in _RANK.findall(ranks)]


@dataclass(frozen=True)
class Hands:
    """A deal: three hands, the one to the dealer's left first, and the talon in the order in which it is turned."""

    first: str
    second: str
    third: str
    talon: str

    def __iter__(self):
        return iter((self.first, self.second, self.third))

    @property
    def deck(self) -> Deck:
        """The deck that gives these hands after `CUT` cards went from its top to its bottom."""
        hands = [cards_in(hand) for hand in self]
        assert [len(hand) for hand in hands] == [10, 10, 10], "ten cards a hand"
        pairs = [hand[i : i + 2] for i in range(0, 10, 2) for hand in hands]
        dealt = [c for pair in [*pairs[:6], cards_in(self.talon), *pairs[6:]] for c in pair]
        order = [card(_SUITS[text[0]] + _RANKS[text[1:]]) for text in dealt]
        assert set(order) == set(DECK), f"every card once: {set(DECK).difference(order)} missing"
        uncut = (*order[-CUT:], *order[:-CUT])
        return Deck(0, uncut, "0" * 64)


def drawing(deals: Sequence[Hands], seed: int = 1):
    """What the bot is given to draw from: the prepared deals, and after them decks that come again with the seed."""

    def draw(number: int) -> Deck:
        if number <= len(deals):
            return deals[number - 1].deck
        chance = random.Random(f"{seed} {number}")
        return Deck(0, tuple(chance.sample(DECK, len(DECK))), f"{chance.getrandbits(256):064x}")

    return draw
