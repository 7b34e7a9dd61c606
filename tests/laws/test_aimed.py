"""The load of all other laws is itself put to the test: it goes everywhere, and it is the same each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from bot.game.presets import preset
from bot.game.state import State, new_table
from tests.aimed import AIMS, HOUSE_AIMS, RASPASY, SECOND_THOUGHTS, Aim, Turn, pulka, pulkas, start, sweep
from tests.laws.test_house_rules import in_force
from tests.laws.test_laws import hold
from tests.reached import BY_HOUSE, WITH_FOUR, WITH_THREE, WITH_TWO, reached


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


AFTER_THE_AUCTION = {
    "exchange": "refuse giveup",
    "slip": "annul stand",
    "giveup": "6s 7d 8c 9h",
    "annulled": "6s 7d 8c 9h",
    "auction": "mis-closed 9-closed over-nine",
    "written": "talon_refused",
}
"""What must be reached where everything about the talon is agreed."""


def lawful(begun: State, rng: Random, aims: Iterable[Aim]) -> set[str]:
    """Plays every aim once under all laws, in one pulka after another: what was reached."""
    met = set[str]()

    def noted() -> Iterator[Turn]:
        for turn in pulka(begun, rng, remaining):
            met.update(reached(turn))
            yield turn

    remaining = iter(aims)
    while hold(begun, noted(), rng).seq > 0:
        pass
    return met


@pytest.mark.parametrize("players", [3, 4])
def test_every_second_thought_is_reached_and_lawful(players: int):
    options = {"talon_refusal": "2", "giveup": "without_three", "trump_slip": "annul", "misere_without_talon": "on"}
    rng = Random(players)
    met = lawful(start(players, ten="whisted", **options), rng, rng.sample(SECOND_THOUGHTS, len(SECOND_THOUGHTS)))
    wanted = {f"{group}: {word}" for group, words in AFTER_THE_AUCTION.items() for word in words.split()}
    assert sorted(wanted - met) == []


@pytest.mark.parametrize("players", [3, 4])
def test_owners_of_surpluses_choose_and_close_first(players: int):
    rng = Random(players)
    lucky = [aim for aim in AIMS if aim.lucky and aim.goal and aim.goal.level > 7]
    begun = start(players, help_target="choice", closing_prize="50", pool_target="5")
    met = lawful(begun, rng, rng.sample(lucky, 60))
    assert met >= {f"help: {n} of {players - 1}" for n in range(1, players)}
    assert met >= {"written: closing_prize", "written: help", "written: surplus"}


@pytest.mark.parametrize("round_", ["no", "yes"])
@pytest.mark.parametrize("players", [3, 4])
def test_the_clock_strikes_at_every_stage(players: int, round_: str):
    """Whenever it does the pulka ends: at once, with the deal, or with the round."""
    rng = Random(players)
    begun = start(players, end_condition="time", finish_round=round_, help_target="choice", pool_target="5")
    met = lawful(begun, rng, [*rng.sample(AIMS, 60), *[RASPASY] * 6])
    stages = "tricks" if round_ == "yes" else "between auction exchange defence tricks raspasy"
    assert sorted({f"time-up: {stage}" for stage in stages.split()} - met) == []


def test_the_same_seed_plays_the_same_pulka():
    first, again = ([turn.action.token for turn in pulka(start(4), Random(7))] for _ in range(2))
    other = [turn.action.token for turn in pulka(start(4), Random(8))]
    assert first == again != other
