"""The clock, which enters as an action: the rules do not read it.

`time-up` in a pulka that is played by time (RULES 6.2): a deal in progress is finished. Between two deals the pulka
ends at once, unless the round of deals is completed first. `clock:fine-2` for each minute over the time of a decision,
where that is agreed (club 001 13). `clock:deal` when the next deal waits for nobody any more.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game import deal as deals
from bot.game.actions import Action, TimeUp
from bot.game.events import Event
from bot.game.proposals import Begin, Fine
from bot.game.sheet import Line, because
from bot.game.state import Between, Ended, State, Step

FINE = 2
"""Points on the hill for a minute over, whatever the hill is multiplied by (club 001 13)."""


def admits(state: State, action: Action) -> bool:
    """Time is up once, in a pulka that ends by time; a person may be fined where that is agreed, and the next deal be
    begun as soon as its deck is drawn, unless play rests."""
    if isinstance(state.phase, Ended):
        return False
    if isinstance(action, Begin):
        return action == Begin(0) and isinstance(state.phase, Between) and bool(state.phase.deck) and not state.paused
    agreement = state.table.agreement
    if isinstance(action, Fine):
        agreed = agreement.answers["time_fine"] and agreement.in_force("time_fine", state.table.players)
        return bool(agreed and action == Fine(0, action.at) and action.at in state.table.people and not state.paused)
    return agreement["end_condition"] == "time" and action == TimeUp(0) and not state.table.time_up


def advance(state: State, action: Action) -> Step:
    """Open questions stay open under their numbers."""
    if isinstance(action, Fine):
        return _fined(state, action)
    if isinstance(action, Begin):
        return deals.go_on(replace(state, seq=state.seq + 1), waits=False)
    state = replace(state, table=replace(state.table, time_up=True))
    if isinstance(state.phase, Between) and deals.is_over(state.table):
        return deals.end(state, between=True)
    return Step(replace(state, seq=state.seq + 1))


def _fined(state: State, action: Fine) -> Step:
    """The fine stands in the sheet at once: whatever becomes of the deal, it is no part of it."""
    line = Line("hill", action.at, FINE, because("time_fine"))
    table = replace(state.table, sheet=state.table.sheet.write([line]))
    return Step(replace(state, table=table, seq=state.seq + 1), (Event("lines_written", data=(line,)),))
