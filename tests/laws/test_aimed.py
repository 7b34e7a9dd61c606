"""The load of all other laws is itself put to the test: it goes everywhere, and it is the same each time."""

from __future__ import annotations

from random import Random

import pytest

from bot.game.presets import preset
from bot.game.state import new_table
from tests.aimed import HOUSE_AIMS, pulka, pulkas, start, sweep
from tests.laws.test_house_rules import in_force
from tests.reached import BY_HOUSE, WITH_FOUR, WITH_THREE, reached


@pytest.mark.parametrize(("players", "wanted"), [(3, WITH_THREE), (4, WITH_FOUR)])
@pytest.mark.parametrize("seed", range(2))
def test_every_contract_phase_and_call_is_reached(players: int, wanted: frozenset[str], seed: int):
    met = {fact for turn in sweep(players, seed) for fact in reached(turn)}
    assert sorted(wanted - met) == []


@pytest.mark.parametrize(("key", "option", "players"), BY_HOUSE)
def test_what_a_house_rule_asks_is_reached(key: str, option: str, players: int):
    begun = new_table(in_force(preset().but(**{key: option}), key, players), players, 1)
    met = {fact for turn in pulkas(begun, Random(1), HOUSE_AIMS[key]) for fact in reached(turn)}
    assert sorted(BY_HOUSE[key, option, players] - met) == []


def test_the_same_seed_plays_the_same_pulka():
    first, again = ([turn.action.token for turn in pulka(start(4), Random(7))] for _ in range(2))
    other = [turn.action.token for turn in pulka(start(4), Random(8))]
    assert first == again != other
