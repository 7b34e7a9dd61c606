"""The chart of a misere (Codex 3.6.8): what the declarer may still hold, suit by suit, and what is out.

It is made of what its reader has seen: both defenders' hands lie open, tricks were public, and so was the talon. The
only cards that he does not know apart are those in the declarer's hand and in his discard.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.game.cards import DECK, SUITS, Card
from bot.game.view import View
from bot.screens.parts import bold
from bot.screens.words import SUIT_SIGNS, Words


@dataclass(frozen=True, slots=True)
class Suit:
    """One suit of the chart. `void`: the declarer did not follow, so that what is left of it is his discard."""

    suit: str
    left: tuple[Card, ...]
    """Cards that may be the declarer's."""
    out: tuple[Card, ...]
    """Cards that were played."""
    void: bool


def chart(view: View) -> tuple[Suit, ...]:
    """All suits; nothing for the group, for who does not see both defenders' hands or sees the declarer's, and by
    agreement."""
    contract = view.contract
    if contract is None or not contract.is_misere or not view.table.agreement.answers["misere_chart"]:
        return ()
    defenders = set(view.playing) - {view.declarer}
    if view.seat is None or view.declarer in view.hands or not defenders <= set(view.hands):
        return ()
    tricks = (*view.past, view.trick)
    played = [c for trick in tricks for _, c in trick]
    known = {c for hand in view.hands.values() for c in hand}.union(played)
    voids = {t[0][1].suit for t in tricks for hand, c in t if hand == view.declarer and c.suit != t[0][1].suit}
    return tuple(
        Suit(
            suit,
            tuple(c for c in DECK if c.suit == suit and c not in known),
            tuple(c for c in played if c.suit == suit),
            suit in voids,
        )
        for suit in SUITS
    )


def chart_lines(words: Words, view: View) -> list[str]:
    """The chart under the declarer's name, a line a suit."""
    suits = chart(view)
    if not suits:
        return []
    heading = words("chart.title", name=bold(words.name(view.declarer)), count=view.counts[view.declarer])
    return [heading, *(_line(words, suit) for suit in suits)]


def _line(words: Words, suit: Suit) -> str:
    sign, cards = SUIT_SIGNS[suit.suit], _ranks(words, suit.left)
    if not suit.left:
        line = words("chart.none", suit=sign)
    else:
        line = words("chart.away" if suit.void else "chart.suit", suit=sign, cards=cards)
    return words("chart.out", line=line, cards=_ranks(words, suit.out)) if suit.out else line


def _ranks(words: Words, cards: Iterable[Card]) -> str:
    return " ".join(words.rank(c) for c in sorted(cards, key=lambda c: -c.rank))
