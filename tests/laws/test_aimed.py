"""The load of all other laws is itself put to the test: it goes everywhere, and it is the same each time."""

from __future__ import annotations

from random import Random

import pytest

from tests.aimed import pulka, start, sweep
from tests.reached import WITH_FOUR, WITH_THREE, reached


@pytest.mark.parametrize(("players", "wanted"), [(3, WITH_THREE), (4, WITH_FOUR)])
@pytest.mark.parametrize("seed", range(2))
def test_every_contract_phase_and_call_is_reached(players: int, wanted: frozenset[str], seed: int):
    met = {fact for turn in sweep(players, seed) for fact in reached(turn)}
    assert sorted(wanted - met) == []


def test_the_same_seed_plays_the_same_pulka():
    first, again = ([turn.action.token for turn in pulka(start(4), Random(7))] for _ in range(2))
    other = [turn.action.token for turn in pulka(start(4), Random(8))]
    assert first == again != other
