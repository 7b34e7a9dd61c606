"""Who is not there, and who is to agree when something is done about it (PRODUCT.md, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.game import rules
from bot.game.actions import Seat
from bot.game.state import Ended
from bot.storage.talks import Talk

if TYPE_CHECKING:
    from bot.host.sitting import Sitting

SILENT = 24 * 3600.0
"""Seconds without a press after which somebody who is asked counts as away."""


def away(sitting: Sitting, now: float) -> frozenset[Seat]:
    """Seats whose people are not there: they have left, cannot be shown anything, let their time run out, or have been
    silent for a day while they were asked."""
    state = sitting.state
    if state is None or isinstance(state.phase, Ended):
        return frozenset()
    asked, clocks = {*rules.asked(state), *rules.offered(state)}, sitting.times.clocks
    return frozenset(
        s.seat
        for s in sitting.sitters
        if s.person is not None
        and (
            s.seat in sitting.left
            or (s.chat is None and not sitting.in_group)
            or (s.seat in clocks and clocks[s.seat].late_since is not None)
            or (s.seat in asked and now - max(sitting.active.get(s.seat, 0.0), sitting.moved_at) > SILENT)
        )
    )


def petition(sitting: Sitting) -> Talk | None:
    """What the others are to agree to now."""
    talk = sitting.talk
    return talk if talk is not None and talk.outcome is None and talk.petition else None


def offer_first(sitting: Sitting, now: float) -> bool:
    """Whether an offer of the game is to be settled before anything else is asked: there is one, and somebody is there
    who may answer it or take it back."""
    offer = sitting.state.offer if sitting.state is not None else None
    return offer is not None and not {*offer.waiting, offer.by} <= away(sitting, now)


def consenting(sitting: Sitting, talk: Talk, now: float) -> tuple[Seat, ...]:
    """Whose consent a petition takes: all people who are there, but not who it is about."""
    gone = away(sitting, now) | {talk.seat}
    return tuple(s.seat for s in sitting.sitters if s.person is not None and s.seat not in gone)
