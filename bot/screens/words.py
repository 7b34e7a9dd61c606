"""How people, cards, contracts and numbers are written in one language. Screens speak through a `Words`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape

from bot.game.actions import DUMMY, Seat
from bot.game.cards import RANKS, SUITS, Card
from bot.game.contracts import Contract, step
from bot.screens.widths import fitted
from bot.texts import tr

SUIT_SIGNS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}
MINUS = "\u2212"
LONGEST_NAME = 24
"""Characters of a name that are shown; Telegram allows 64, and a screen names people many times."""
_PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
_CONTROLS = {"Cc", "Zl", "Zp"}
_DIRECTIONS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def bare(name: str, longest: int = LONGEST_NAME) -> str:
    """A name without what would break a line (line ends, marks of direction), shortened; empty if nothing is left."""
    kept = "".join(" " if unicodedata.category(c) in _CONTROLS else c for c in name if c not in _DIRECTIONS)
    kept = " ".join(kept.split())
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"


def isolated(name: str) -> str:
    """Text of any script, fenced so that it cannot reorder what stands around it."""
    return f"\u2068{name}\u2069"


def number(value: int | Fraction) -> str:
    """An exact number: `12`, `−3`, `4½`, `25/7`."""
    exact = Fraction(value)
    sign, whole = (MINUS if exact < 0 else ""), abs(exact)
    units, rest = divmod(whole, 1)
    if not rest:
        return f"{sign}{units}"
    if rest in _PARTS:
        return f"{sign}{units or ''}{_PARTS[rest]}"
    return f"{sign}{whole.numerator}/{whole.denominator}"


def signed(value: int | Fraction) -> str:
    """`number` with a plus before what was won."""
    return ("+" if value > 0 else "") + number(value)


@dataclass(frozen=True, slots=True)
class Words:
    """A reader's language and what people are called. `html` says whether names are escaped: for buttons and alerts
    they are not."""

    locale: str
    names: Mapping[Seat, str] = field(default_factory=dict)
    html: bool = True
    longest: int = LONGEST_NAME

    def __call__(self, key: str, /, n: int | None = None, **params: object) -> str:
        """The text `key`."""
        return tr(self.locale, key, n, **params)

    def plain(self, longest: int = LONGEST_NAME) -> Words:
        """The same without HTML."""
        return Words(self.locale, self.names, html=False, longest=longest)

    def person(self, name: str) -> str:
        """A name, shortened and isolated, for this kind of text."""
        kept = bare(name, self.longest)
        return isolated(escape(kept, quote=False) if self.html else kept)

    def name(self, seat: Seat) -> str:
        """What the person at `seat` is called, and the dummy; a name of nothing visible becomes the seat's number."""
        if seat == DUMMY:
            return self("name.dummy")
        return self.person(bare(self.names.get(seat, "")) or f"№ {seat}")

    def nameplate(self, seat: Seat, room: int, end: str = "…") -> str:
        """A name cut to so many places; isolated, or one written from right to left would reorder what stands around
        it."""
        return isolated(fitted(bare(self.name(seat)), room, end))

    def people(self, seats: Iterable[Seat]) -> str:
        return ", ".join(self.name(s) for s in seats)

    def rank(self, card: Card) -> str:
        """`Т` for an ace in Russian, `A` in English; the pips are the same everywhere."""
        letter = RANKS[card.rank]
        return self(f"rank.{letter}") if letter in "TJQKA" else letter

    def card(self, card: Card) -> str:
        """`♠Т`."""
        return SUIT_SIGNS[card.suit] + self.rank(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards one by one, in the order given: `♠7 ♥К`."""
        return " ".join(self.card(c) for c in cards)

    def suits(self, cards: Iterable[Card], gap: str = " ") -> list[str]:
        """A hand, one text a suit that it holds, high cards first: `♠ Т К 10 8`."""
        rows = []
        for suit, held in by_suit(cards):
            rows.append(SUIT_SIGNS[suit] + gap + gap.join(self.rank(c) for c in held))
        return rows

    def contract(self, named: Contract) -> str:
        """`7♣`, `8БК`, or the word for misere."""
        if named.closed:
            return self("contract.misere_closed" if named.is_misere else "contract.nine_closed")
        if named.is_misere:
            return self("contract.misere")
        return f"{named.level}{SUIT_SIGNS.get(named.strain) or self('contract.no_trumps')}"

    def call(self, said: str) -> str:
        """What was said in the auction or in answer to a contract: `7♣`, `пас`, `вист`, `пас втёмную`."""
        if said.startswith("dark-"):
            return self("call.dark", call=self.call(said.removeprefix("dark-")))
        return self(f"call.{said}") if said in CALLS else self.contract(step(said))


CALLS = ("pass", "here", "whist", "half", "catch", "believe", "invite", "share", "decline")
"""What is said besides steps of the ladder."""


def by_suit(cards: Iterable[Card]) -> list[tuple[str, list[Card]]]:
    """Suits that are held, spades, clubs, diamonds, hearts, each with its cards from high to low."""
    held = sorted(cards, key=lambda c: -c.rank)
    return [(suit, row) for suit in SUITS if (row := [c for c in held if c.suit == suit])]
