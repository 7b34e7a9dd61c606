"""What holds for a computer player whatever it thinks: it sees a view, answers legally, and knows nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random

import pytest

from bot import headless, players
from bot.game import rules
from bot.game.actions import Action
from bot.game.conventions import REGISTRY
from bot.game.presets import preset
from bot.game.state import Deal, Game, State
from bot.game.view import View, view
from tests.aimed import RASPASY, Turn, aims, pulkas, start
from tests.game import deals
from tests.laws.knowledge import Knowledge, exchanged

QUESTIONS = {"auction", "discard", "contract", "whist", "return", "light", "doubt", "card", "ready", "cut"}
OF_TWO_DEFENDERS = {"return", "light"}
OF_THE_DEALER = {"dealer", "look"}
DEALS = 60


def turns(seats: int, seed: int) -> Iterator[Turn]:
    """Aimed deals, what is rare among them."""
    rng = Random(seed)
    every = aims(seats)
    rare = [aim for aim in every if "half" in aim.answers or "look" in aim.answers or aim.goal is None]
    wanted = [RASPASY, *rng.sample(every, DEALS // 2), *rng.sample(rare, DEALS // 2)]
    return pulkas(start(seats, hussar_raspasy=rng.choice(REGISTRY["hussar_raspasy"].options)), rng, wanted)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_question_is_answered_legally_and_the_same_way_twice(seats: int):
    answered = set()
    for turn in turns(seats, seed=seats):
        for seat, question in rules.asked(turn.before).items():
            chosen = players.choose(view(turn.before, seat))
            assert chosen in rules.legal(turn.before)
            assert rules.actor(turn.before, chosen) == seat
            assert players.choose(view(turn.before, seat)) == chosen
            answered.add(question.about)
    assert answered == QUESTIONS - (OF_TWO_DEFENDERS if seats == 2 else set()) | (
        OF_THE_DEALER if seats == 4 else set()
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_change_no_answer(seats: int):
    """In another world, with all cards exchanged that a seat cannot know, it does the same."""
    rng, knowledge, asked = Random(seats), Knowledge(seats), 0
    for turn in turns(seats, seed=10 + seats):
        knowledge.learn(turn)
        state = turn.step.state
        for seat in rules.asked(state):
            other = exchanged(state, knowledge.known[seat], rng)
            assert players.choose(view(other, seat)) == players.choose(view(state, seat)), turn.action
            asked += 1
    assert asked > 20 * DEALS


def test_it_is_given_a_view_and_in_it_no_state_and_no_deal(monkeypatch: pytest.MonkeyPatch, tmp_path):
    given: list[object] = []
    choose = players.choose

    def watched(seen: View, *rest: str) -> Action:
        given.append(seen)
        return choose(seen, *rest)

    monkeypatch.setattr(players, "choose", watched)
    for seats, usual in ((2, "hussar"), (4, "sochi")):
        agreed = preset(usual).but(pool_target="5")
        list(headless.play(seats=("computer",) * seats, agreement=agreed, seed=7, record=tmp_path / "x.pref"))
    assert given
    for seen in given:
        assert type(seen) is View
        assert not any(isinstance(part, State | Deal | Game) for part in parts(seen, closed=False))


def parts(value: object, *, closed: bool) -> Iterator[object]:
    """Everything that can be reached from a value; deals that have ended are public and left out unless `closed`."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            if closed or field.name != "last":
                yield from parts(getattr(value, field.name), closed=closed)
    elif isinstance(value, dict):
        for part in (*value, *value.values()):
            yield from parts(part, closed=closed)
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from parts(part, closed=closed)


def test_who_is_not_asked_has_nothing_to_choose():
    with pytest.raises(ValueError, match="seat 2 is not asked anything"):
        players.choose(view(deals.start(), 2))


def test_a_level_that_does_not_exist():
    with pytest.raises(KeyError):
        players.choose(view(deals.start(), 1), "grandmaster")
