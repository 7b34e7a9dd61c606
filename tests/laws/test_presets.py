"""Whole pulkas by the named sets of house rules, from the first deck to the settlement: aimed, and of computers."""

from __future__ import annotations

from random import Random

import pytest

from bot import players
from bot.game import rules
from bot.game.actions import Action, Deck, TimeUp
from bot.game.agreement import Agreement
from bot.game.cards import DECK
from bot.game.notation import dumps, loads
from bot.game.presets import preset
from bot.game.replay import record, replay
from bot.game.state import Ended, State, new_table
from bot.game.view import view
from tests.aimed import IN_THE_DARK, Turn, aims, pulka
from tests.laws.laws import hold, names
from tests.reached import reached

NAMED = [(name, seats) for name in ("sochi", "leningrad", "fspr", "rostov", "classic") for seats in (3, 4)]
NAMED.append(("hussar", 2))
MET = {
    "classic": {"in the dark: look", "multiplied: bomb-2", "bomb: destroyed", "bomb: earned"},
}
"""What computers must meet by some of them: in Classic they look before they call, and play on bombs."""


def agreed(name: str) -> Agreement:
    """The preset, ended by deals where it is ended by a clock."""
    return preset(name).but(end_condition="deals") if name == "fspr" else preset(name)


@pytest.mark.parametrize(("name", "seats"), NAMED)
def test_an_aimed_pulka_comes_to_its_end_under_all_laws(name: str, seats: int):
    """In Classic every other deal is aimed at a call before looking."""
    rng = Random(f"{name} {seats}")
    begun = new_table(agreed(name), seats, rng.randint(1, seats))
    aimed = (aims(seats), *([IN_THE_DARK] if begun.table.agreement.answers["dark_bids"] else []))
    ended = hold(begun, pulka(begun, rng, (rng.choice(rng.choice(aimed)) for _ in range(1000))), rng)
    assert isinstance(ended.phase, Ended)
    assert ended.table.deals >= 5
    goal = begun.table.agreement.answers["pool_target"]
    assert goal is None or ended.table.agreement["end_condition"] == "total" or set(ended.table.sheet.pool) == {goal}


@pytest.mark.parametrize(("name", "seats"), NAMED)
def test_computers_play_a_pulka_to_its_end(name: str, seats: int):
    """What they do is what their views permit, and the record of it replays to the same sheet."""
    rng = Random(f"{name} {seats}")
    begun = new_table(preset(name), seats, rng.randint(1, seats), range(1, seats + 1))
    state, log, met = begun, list[Action](), set[str]()
    while not isinstance(state.phase, Ended):
        log.append(decided(state, rng))
        step = rules.apply(state, log[-1])
        met.update(reached(Turn(state, log[-1], step)))
        state = step.state
    assert met >= MET.get(name, set())
    assert not any(fact.startswith("in the dark") and fact != "in the dark: look" for fact in met)
    written = loads(dumps(record(begun, log, names(begun))))
    *_, last = replay(written)
    assert last.step.state.table == state.table
    assert sum(state.phase.settlement.exact) == 0


def decided(state: State, rng: Random) -> Action:
    """What a computer does, or the next deck; where a clock ends the pulka, it strikes in the tenth deal."""
    if rules.admits(state, TimeUp(0)) and state.deal and state.deal.number == 10:
        return TimeUp(0)
    for seat in rules.asked(state):
        return players.choose(view(state, seat))
    return Deck(0, tuple(rng.sample(DECK, len(DECK))), f"{rng.getrandbits(256):064x}")
