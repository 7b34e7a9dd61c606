"""What house rules cost: actions a second with the fullest agreement beside plain Sochi, both of four.

The fullest agreement is Classic with every option off its first value that can be agreed together.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median

from bench.reducer import play_pulkas, rate
from bot.game.actions import Action
from bot.game.agreement import Agreement
from bot.game.conventions import REGISTRY
from bot.game.errors import AgreementError
from bot.game.presets import preset
from bot.game.state import State, new_table
from tests.aimed import pulka

GOAL = 0.7
RUNS, PULKAS, DEALS, SIZE = 5, 20, 24, 4


def measure(quick: bool = False) -> Iterator[str]:
    """Five interleaved runs: the medians and their ratio. Quick: three runs of a fifth of the load."""
    full, plain = fullest(), preset().but(pool_target="50")
    off = sum(full[key] != c.options[0] for key, c in REGISTRY.by_key.items())
    yield f"{off} of {len(REGISTRY.by_key)} house rules are off their first value"
    count = PULKAS // (5 if quick else 1)
    loads = [[_recorded(agreement, seed) for seed in range(count)] for agreement in (full, plain)]
    rates = list[list[float]]()
    for run in range(1, (3 if quick else RUNS) + 1):
        rates.append([rate(play_pulkas, load) for load in loads])
        yield f"run {run}: fullest {rates[-1][0]:,.0f} actions/s, Sochi {rates[-1][1]:,.0f}"
    ratio = median(one for one, _ in rates) / median(other for _, other in rates)
    yield f"ratio {ratio:.2f} (goal: at least {GOAL}) {'reached' if ratio >= GOAL else 'MISSED'}"


def fullest() -> Agreement:
    """Key by key the last option that four can play beside those before it."""
    agreement = preset("classic")
    for key, c in sorted(REGISTRY.by_key.items()):
        for option in reversed(c.options[1:]):
            changed = agreement.but(**{key: option})
            try:
                changed.check(SIZE)
            except AgreementError:
                continue
            agreement = changed
            break
    # Pulkas as long as Sochi's, and as many games in them: forced raspasy and the clock would leave few.
    return agreement.but(forced_raspasy="0", end_condition="deals", end_deals="40")


def _recorded(agreement: Agreement, seed: int) -> tuple[State, list[Action]]:
    begun = new_table(agreement, SIZE, 1)
    return begun, [turn.action for turn in pulka(begun, Random(seed), deals=DEALS)]
