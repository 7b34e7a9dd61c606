"""Cards that play themselves: the only one that may be played, for those who have chosen so (PRODUCT.md, Play)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.game import rules
from bot.game.actions import Play, Seat
from bot.game.state import State
from bot.host.scene import Sitter


def forced(state: State, sitters: Iterable[Sitter]) -> tuple[Seat, Play] | None:
    """The seat that has no choice and does not want to be asked, and its card; None if there is none.

    A seat that a computer plays is never one, if only for a while: how long it takes must not tell what it holds.
    """
    asked = {seat for seat, question in rules.asked(state).items() if question.about == "card"}
    people = asked - state.table.computers
    for seat in (s.seat for s in sitters if s.prefs.forced and s.person is not None and s.seat in people):
        cards = [a for a in rules.legal(state) if isinstance(a, Play) and rules.actor(state, a) == seat]
        if len(cards) == 1:
            return seat, cards[0]
    return None
