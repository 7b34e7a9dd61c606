"""What a deal costs a thumb: the taps a person needs beside the cards he plays and the calls he makes, a tap each.

Deals of three and of four in Sochi, as aimed play goes; each action is given in the fewest taps that its hand screen
has. A call is a tap, two if it jumps over the level that lies open. The declarer may need six more (two cards to
discard and *Discard*, a contract and its confirmation, *Next deal*), anybody else one (*Next deal*, or the cut). A
discard that is taken up again is made, and counted, twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from bot.game import rules
from bot.game.action import Seat
from bot.game.actions import Back, Cut, Deck, Drop, Play, Plays, Ready
from tests.aimed import AIMS, Turn, pulkas, start
from tests.screens.tapping import taps

DEALS = 40
GOALS = {"declarer": 6, "another": 1}
"""Who -> taps beside cards and calls."""


def measure(quick: bool = False) -> Iterator[str]:
    """Quick: five deals of three people and five of four."""
    more, calls = {who: Counter[int]() for who in GOALS}, Counter[int]()
    for players in (3, 4):
        rng = Random(players)
        deal: list[Turn] = []
        for turn in pulkas(start(players), rng, rng.sample(AIMS, 5 if quick else min(DEALS, len(AIMS)))):
            deal.append(turn)
            if turn.step.state.table.deals > turn.before.table.deals:
                for who, count in _beside(deal, calls):
                    more[who][count] += 1
                deal = []
    for who, goal in GOALS.items():
        counts = more[who]
        within = sum(n for count, n in counts.items() if count <= goal)
        yield (
            f"{who}: {sum(k * n for k, n in counts.items()) / counts.total():.1f} taps beside cards and calls, at most"
            f" {max(counts)}; within {goal}: {within} of {counts.total()}"
        )
    yield f"calls: {calls[1]} of one tap, {calls[2]} of two, {calls.total() - calls[1] - calls[2]} of more"


def _beside(deal: list[Turn], calls: Counter[int]) -> Iterator[tuple[str, int]]:
    """For everybody at the table: whether he was the declarer, and his taps beside cards and calls. `calls` are counted
    by their taps."""
    beside = Counter[Seat](dict.fromkeys(deal[0].before.table.order, 0))
    declarer = 0
    for before, action, _ in deal:
        if isinstance(action, Deck):
            continue
        seat = rules.actor(before, action)
        needed = taps(before, seat, action)
        beside[seat] += needed if isinstance(action, Ready | Cut | Drop | Plays | Back) else 0
        calls[needed] += not isinstance(action, Play | Ready | Cut | Drop | Plays | Back)
        declarer = seat if isinstance(action, Plays) else declarer
    return ((("declarer" if seat == declarer else "another"), count) for seat, count in beside.items())
