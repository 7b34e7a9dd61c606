"""Catching a misere: both hands lie open, and the declarer's twelve cards are what is left."""

from __future__ import annotations

from bot.game.cards import Card
from bot.players.reading import Reading


def card(r: Reading) -> Card:
    """One of `r.legal`."""
    if r.view.led is None:
        return min(r.legal, key=lambda c: (not _catches(r, c), c.rank))
    return min(r.legal, key=lambda c: c.rank) if r.legal[0].suit == r.view.led else max(r.legal, key=lambda c: c.rank)


def _catches(r: Reading, c: Card) -> bool:
    """Whether the declarer may have to take a trick that is led with `c`."""
    mate, mine = r.theirs(c.suit, r.partner), r.theirs(c.suit, r.declarer)
    lowest_mate = mate & -mate
    top = max(1 << c.rank, lowest_mate)
    return bool(mine) and not mine & (top - 1)
