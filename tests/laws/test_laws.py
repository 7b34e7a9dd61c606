"""The laws, held against every step of aimed pulkas of two, three and four; `make soak` goes on for a million steps."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from itertools import islice
from random import Random, SystemRandom

import pytest

from bot.game.state import State, new_table
from tests.aimed import AIMS, AIMS_FOR_TWO, RASPASY, Aim, pulka, start
from tests.laws.laws import hold
from tests.laws.pairs import companies

PARTS = 8
STEPS = 1_000_000
SHARDS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_the_laws_hold_through_every_aim(part: int):
    """Every aim once, every other one at a table of four: over two thousand deals in all."""
    rng = Random(part)
    all_are_held(start(3 + part % 2), [*rng.sample(AIMS[part::PARTS], len(AIMS[part::PARTS])), *[RASPASY] * 4], rng)


@pytest.mark.parametrize("raspasy", ["two_hands", "dummy_lowest"])
def test_the_laws_hold_between_two(raspasy: str):
    rng = Random(raspasy)
    all_are_held(start(2, hussar_raspasy=raspasy), [*rng.sample(AIMS_FOR_TWO, len(AIMS_FOR_TWO)), *[RASPASY] * 4], rng)


def all_are_held(begun: State, aims: Sequence[Aim], rng: Random) -> None:
    """The laws hold through every aim, each played once, in one pulka after another."""
    remaining, deals = iter(aims), 0
    while (played := hold(begun, pulka(begun, rng, remaining), rng).table.deals) > 0:
        deals += played
    assert deals == len(aims)


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_laws_hold_for_a_million_steps(shard: int, capsys: pytest.CaptureFixture[str]):
    """Sochi and hussar in one pulka of two, any agreement in the other. Each shard by a seed of its own, which is
    printed: `SEED=... make soak` repeats it."""
    seed = int(os.environ.get("SEED") or SystemRandom().getrandbits(32)) + shard
    rng, begun, steps = Random(seed), time.perf_counter(), 0
    while steps < STEPS // SHARDS:
        agreement, players = rng.choice(companies()[0])
        before = start(rng.choice((2, 3, 4))) if rng.random() < 0.5 else new_table(agreement, players, 1)
        steps += hold(before, islice(pulka(before, rng), STEPS // SHARDS - steps), rng).seq
    with capsys.disabled():
        took = time.perf_counter() - begun
        print(f"\nsoak {shard}: {steps} steps from seed {seed} in {took:.0f} s", file=sys.stderr)
