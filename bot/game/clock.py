"""The clock of a pulka that is played by time (RULES 6.2). It enters as an action: the rules do not read it.

A deal in progress is finished. Between two deals the pulka ends at once, unless the round of deals is completed first.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game import deal as deals
from bot.game.actions import Action, TimeUp
from bot.game.state import Between, Ended, State, Step


def admits(state: State, action: Action) -> bool:
    """Once in a pulka that ends by time."""
    by_time = state.table.agreement["end_condition"] == "time"
    return by_time and action == TimeUp(0) and not state.table.time_up and not isinstance(state.phase, Ended)


def advance(state: State) -> Step:
    """The minutes are over. Open questions stay open under their numbers."""
    state = replace(state, table=replace(state.table, time_up=True))
    if isinstance(state.phase, Between) and deals.is_over(state.table):
        return deals.end(state, between=True)
    return Step(state.to(state.phase))
