"""The load of all other laws is itself put to the test: it goes everywhere, and it is the same each time."""

from __future__ import annotations

from random import Random

import pytest

from bot.game.presets import preset
from bot.game.state import new_table
from tests.aimed import AIMS, HOUSE_AIMS, RASPASY, pulka, pulkas, start, sweep
from tests.laws.test_house_rules import in_force
from tests.reached import BY_HOUSE, SOCHI_STAGES, WITH_FOUR, WITH_THREE, WITH_TWO, reached


@pytest.mark.parametrize(("players", "wanted"), [(2, WITH_TWO), (3, WITH_THREE), (4, WITH_FOUR)])
@pytest.mark.parametrize("seed", range(2))
def test_every_contract_phase_and_call_is_reached(players: int, wanted: frozenset[str], seed: int):
    met = {fact for turn in sweep(players, seed) for fact in reached(turn)}
    assert sorted(wanted - met) == []


@pytest.mark.parametrize(("key", "option", "players"), BY_HOUSE)
def test_what_a_house_rule_asks_is_reached(key: str, option: str, players: int):
    begun = new_table(in_force(preset().but(**{key: option}), key, players), players, 1)
    met = {fact for turn in pulkas(begun, Random(1), HOUSE_AIMS[key]) for fact in reached(turn)}
    assert sorted(BY_HOUSE[key, option, players] - met) == []


@pytest.mark.parametrize("round_", ["no", "yes"])
@pytest.mark.parametrize("players", [3, 4])
def test_the_clock_strikes_at_every_stage(players: int, round_: str):
    begun, rng = start(players, end_condition="time", finish_round=round_), Random(players)
    met = {fact for turn in pulkas(begun, rng, [*rng.sample(AIMS, 300), *[RASPASY] * 60]) for fact in reached(turn)}
    assert sorted({f"time-up: {stage}" for stage in SOCHI_STAGES - {"ended"}} - met) == []


def test_the_same_seed_plays_the_same_pulka():
    first, again = ([turn.action.token for turn in pulka(start(4), Random(7))] for _ in range(2))
    other = [turn.action.token for turn in pulka(start(4), Random(8))]
    assert first == again != other
