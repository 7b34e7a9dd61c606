"""What is said once. Everything else that people see is a view of the state, rendered again."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.actions import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: `kind` (talon_opened, trick_taken, deal_closed, lines_written, pulka_ended), who may
    hear it, and what. Lines that are written apart from any deal are a fine's, and a newcomer's.

    `seen_by` None means everybody, also the group.
    """

    kind: str
    seen_by: frozenset[Seat] | None = None
    data: object = None
