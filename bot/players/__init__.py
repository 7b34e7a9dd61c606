"""Computer players: what a seat sees in, what it does out. Pure: no clock, no chance, no memory between decisions.

A level is a function `View -> Action`. `thumb` plays by rules of thumb; a level that calculates is another entry here.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.game.actions import Action
from bot.game.view import View
from bot.players import thumb

Player = Callable[[View], Action]
"""Chooses one of `view.legal`, and the same one for the same view."""

LEVELS: dict[str, Player] = {"thumb": thumb.choose}
"""Every level by name, the weakest first."""


def choose(view: View, level: str = "thumb") -> Action:
    """What a computer player of `level` does in this view: one of `view.legal`.

    Raises ValueError when the view's seat is not asked anything, KeyError for a level that does not exist.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} is not asked anything")
    return LEVELS[level](view)


__all__ = ["LEVELS", "Player", "choose"]
