"""What is special to Classic rules: all that is dark is reached, and computers take over what began so.

Whole pulkas by them are played in `test_presets`.
"""

from __future__ import annotations

from random import Random

import pytest

from bot import players as computers
from bot.game import rules
from bot.game.presets import preset
from bot.game.state import State, new_table
from bot.game.view import view
from tests.aimed import HOUSE_AIMS, IN_THE_DARK, RASPASY, Aim, pulkas
from tests.reached import BY_HOUSE, reached
from tests.reached import IN_THE_DARK as WANTED


def begun(players: int, **options: str) -> State:
    return new_table(preset("classic").but(**options), players, 1)


@pytest.mark.parametrize("players", [3, 4])
def test_everything_is_reached(players: int):
    rng = Random(players)
    state = begun(players, pool_target="50", forced_raspasy="0")
    sixes = [a for a in IN_THE_DARK if "pass" not in a.auction]
    aims = [*rng.sample(IN_THE_DARK, len(IN_THE_DARK)), *[IN_THE_DARK[0]] * 4, RASPASY, *rng.sample(sixes, len(sixes))]
    met = {fact for turn in pulkas(state, rng, aims * 2) for fact in reached(turn)}
    assert sorted(WANTED - met) == []


def test_a_misere_is_shared_in_the_light_and_in_the_dark():
    state = begun(4, forced_raspasy="0")
    light = HOUSE_AIMS["misere_partnership"]
    dark = [Aim("dark-mis", "invite share", lucky=lucky) for lucky in (False, True)]
    met = {fact for turn in pulkas(state, Random(1), [*light, *dark]) for fact in reached(turn)}
    assert sorted(BY_HOUSE["misere_partnership", "on", 4] - met) == []
    assert met >= {"shared in the dark: made", "shared in the dark: caught"}


@pytest.mark.parametrize("players", [3, 4])
def test_computers_take_over_what_people_began_in_the_dark(players: int):
    """From every state of a pulka of chance the seats that are asked have an answer that is legal."""
    rng, answered = Random(9), set[str]()
    for turn in pulkas(begun(players, forced_raspasy="0"), rng, IN_THE_DARK):
        state = turn.step.state
        for seat, question in rules.asked(state).items():
            if question.about in ("dark", "talon") or getattr(getattr(state.phase, "game", None), "dark", False):
                assert computers.choose(view(state, seat)) in view(state, seat).legal
                answered.add(question.about)
    assert answered >= {"dark", "talon", "whist", "card"} | ({"invite", "share"} if players == 4 else set())
