"""The laws, held against every step of aimed pulkas of two, three and four; `make soak` goes on for a million steps."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random, SystemRandom

import pytest

from bot.game import rules
from bot.game.actions import Action, action
from bot.game.notation import dumps, loads
from bot.game.replay import record, replay, verify
from bot.game.state import State
from tests.aimed import AIMS, AIMS_FOR_TWO, RASPASY, Aim, Turn, pulka, start
from tests.laws import laws

PARTS = 8
STEPS = 1_000_000
SHARDS = 4


def names(state: State) -> tuple[str, ...]:
    return ("Анна", "Борис", "Вера", "Гриша")[: state.table.players]


def hold(before: State, turns: Iterable[Turn], rng: Random) -> State:
    """Plays under all laws; afterwards the log alone leads to the same state, as tokens and as a record."""
    state, log = before, list[Action]()
    for turn in turns:
        laws.hold_after(turn, rng)
        log.append(turn.action)
        state = turn.step.state
    folded = before
    for token in [a.token for a in log]:
        folded = rules.advance(folded, action(token)).state
    assert folded == state
    if state.deal is None and state.table.deals and not getattr(state.phase, "deck", None):
        written = record(before, log, names(before))
        assert loads(dumps(written)) == written
        *_, last = replay(loads(dumps(written)))
        found = last.step.state
        if getattr(state.phase, "between", False):  # the deck from which nobody was dealt stays out of the record
            found = replace(found, seq=state.seq, phase=replace(found.phase, since=state.seq))
        assert found == state
        assert not any("WRONG" in finding for finding in verify(written))
    return state


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
    """Each shard by a seed of its own, which is printed: `SEED=... make soak` repeats it."""
    seed = int(os.environ.get("SEED") or SystemRandom().getrandbits(32)) + shard
    rng, begun, steps = Random(seed), time.perf_counter(), 0
    while steps < STEPS // SHARDS:
        before = start(rng.choice((2, 3, 4)))
        steps += hold(before, islice(pulka(before, rng), STEPS // SHARDS - steps), rng).seq
    with capsys.disabled():
        took = time.perf_counter() - begun
        print(f"\nsoak {shard}: {steps} steps from seed {seed} in {took:.0f} s", file=sys.stderr)
