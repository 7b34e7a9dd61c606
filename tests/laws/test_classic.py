"""Whole pulkas by Classic rules: forced raspasy, calls in the dark, bombs, the dealer who stays."""

from __future__ import annotations

from random import Random

import pytest

from bot import players as computers
from bot.game import rules
from bot.game.actions import Deck
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.state import Ended, State, new_table
from bot.game.view import view
from tests.aimed import AIMS, IN_THE_DARK, RASPASY, Turn, pulka, pulkas
from tests.laws.test_laws import hold
from tests.reached import IN_THE_DARK as WANTED
from tests.reached import reached


def begun(players: int, people: bool = True, **options: str) -> State:
    agreement = preset("classic").but(misere_partnership="off", **options)
    return new_table(agreement, players, 1, () if people else range(1, players + 1))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_the_laws_hold_through_whole_pulkas(players: int, seed: int):
    """Every other deal is aimed at a call before looking."""
    rng = Random(seed)
    aims = (rng.choice((rng.choice(IN_THE_DARK), rng.choice(AIMS))) for _ in range(1000))
    end = hold(begun(players), pulka(begun(players), rng, aims), rng)
    assert isinstance(end.phase, Ended)
    assert end.table.sheet.pool == (20,) * players


@pytest.mark.parametrize("players", [3, 4])
def test_everything_is_reached(players: int):
    rng = Random(players)
    state = begun(players, pool_target="50", forced_raspasy="0")
    sixes = [a for a in IN_THE_DARK if "pass" not in a.auction]
    aims = [*rng.sample(IN_THE_DARK, len(IN_THE_DARK)), *[IN_THE_DARK[0]] * 4, RASPASY, *rng.sample(sixes, len(sixes))]
    met = {fact for turn in pulkas(state, rng, aims * 2) for fact in reached(turn)}
    assert sorted(WANTED - met) == []


@pytest.mark.parametrize("players", [3, 4])
def test_computers_play_a_pulka_to_its_end(players: int):
    """They see their views alone, and look before they call."""
    rng, state, met = Random(players), begun(players, people=False), set[str]()
    while not isinstance(state.phase, Ended):
        asked = rules.asked(state)
        if asked:
            action = computers.choose(view(state, next(iter(asked))))
        else:
            action = Deck(0, tuple(rng.sample(DECK, len(DECK))), f"{rng.getrandbits(256):064x}")
        step = rules.apply(state, action)
        met.update(reached(Turn(state, action, step)))
        state = step.state
        assert state.table.deals < 500
    assert "in the dark: look" in met
    assert not any(fact.startswith("in the dark") and fact != "in the dark: look" for fact in met)
    assert {"multiplied: bomb-2", "bomb: destroyed", "bomb: earned"} <= met


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
    assert answered >= {"dark", "talon", "whist", "card"}
