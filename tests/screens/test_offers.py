"""What people may offer can be pressed, is bound to its number, fits a phone and is readable, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.errors import NotationError
from bot.game.state import State
from bot.game.view import view
from bot.screens.aside import FREE, unfolded
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.offers import AT_THE_TABLE, SAID, decision
from bot.screens.talk import Talk, talk
from bot.screens.words import Words
from tests.aimed import AIMS, AIMS_FOR_TWO, HOUSE_AIMS, pulkas, start
from tests.screens.dealing import LANGUAGES, NAMES, TABLE, frame, played
from tests.screens.offering import SIX, WHISTED
from tests.screens.tapping import presses
from tests.screens.test_every_stage import NASTY, on_a_phone

DEALS = 12
IN_THE_GROUP = ("pause", "finish")
"""What is offered in the talk about the table, and in private only answered."""
RULES = {
    "sochi": (3, {}),
    "four": (4, {"misere_partnership": "on", "talon_refusal": "2", "trump_slip": "annul"}),
    "two": (2, {}),
    "history": (3, {"history_visibility": "all", "misere_without_talon": "on"}),
}


def states(name: str) -> Iterator[State]:
    """States of aimed deals in which people talk over the cards."""
    players, options = RULES[name]
    rng, aims = Random(name), list(AIMS_FOR_TWO if players == 2 else AIMS)
    house = [aim for key in options for aim in HOUSE_AIMS.get(key, ())]
    given = [*rng.sample(aims, DEALS), *house[:4]]
    return (turn.step.state for turn in pulkas(start(players, **options), rng, given, talk=0.25))


def asides(state: State, seat: int) -> list[str]:
    """All that a person may have unfolded: what its own buttons lead to."""
    found, left = [""], [""]
    while left:
        screen = hand(frame(state, seat, aside=left.pop()))
        drafts = [unfolded(p.word) for p in presses(screen) if p.kind == "draft" and p.word.startswith("more-")]
        new = [aside for aside in dict.fromkeys(drafts) if aside not in found]
        found += new
        left += new
    return found


@pytest.mark.parametrize("name", RULES)
def test_what_may_be_said_about_the_table_can_be_pressed_with_its_number(name: str):
    """An offer and its answer, claims behind a confirmation; nothing else is there to be pressed."""
    met = Counter[str]()
    for state in states(name):
        of_the_talk = state.offer is not None and state.offer.kind not in AT_THE_TABLE
        for seat in state.table.people:
            by_aside = {a: presses(hand(frame(state, seat, aside=a))) for a in asides(state, seat)}
            pressed = {p.word: p.number for found in by_aside.values() for p in found if p.kind == "answer"}
            asks = {p.word for found in by_aside.values() for p in found if p.kind == "ask"}
            for said in rules.proposals(state):
                if said.hand != seat or said.word in IN_THE_GROUP:
                    continue
                met[said.word.partition("-")[0]] += 1
                bound = rules.number(state, said)
                spoken = f"offer-{said.word}-{bound}" if said.word == "resume" else f"{said.word}-{bound}"
                if said.word == "undo" and state.undoable.word in FREE:
                    assert said.token not in pressed
                elif of_the_talk or said.word == "resume":
                    assert spoken in asks
                else:
                    assert pressed[said.token] == bound
                if said.word.startswith("claim"):
                    assert all(p.word != said.token for p in by_aside["claim"]), "a claim is confirmed"
            for token in pressed:
                if token.partition(":")[2].startswith(("claim", "undo", "agree", "object", "withdraw")):
                    assert action(token) in rules.proposals(state)
    assert {"undo", "claim", "agree", "object", "withdraw", "resume"} <= set(met)


@pytest.mark.parametrize("name", RULES)
def test_what_unfolds_fits_a_phone(name: str):
    met = Counter[str]()
    for number, state in enumerate(states(name)):
        locale, names = LANGUAGES[number % 3], NASTY if number % 5 == 0 else {}
        on_a_phone(board(frame(state, None, locale, names=names)))
        for seat in state.table.order:
            for aside in asides(state, seat):
                on_a_phone(hand(frame(state, seat, locale, names=names, aside=aside)))
                met[aside.partition("-")[0]] += 1
    assert {"", "on", "claim"} <= set(met)


def test_what_is_unfolded_and_not_there_any_more_shows_nothing():
    """A claim was to be confirmed when another's offer came, or the deal ended: the screen is as if it were folded."""
    state = played(SIX, WHISTED)
    for aside in ("claim", "claim-5", "tricks"):
        assert hand(frame(state, 2, aside=aside)).text == hand(frame(state, 2)).text
    claimed = rules.apply(state, action("1:claim-9")).state
    assert hand(frame(claimed, 1, aside="claim-8")).text == hand(frame(claimed, 1)).text


def test_every_decision_that_may_be_taken_back_is_named():
    named = dict[str, str]()
    for name in RULES:
        for state in states(name):
            if state.undoable is not None:
                word = state.undoable.word
                named[word] = decision(Words("ru"), word)
    assert len(named) > 60
    assert all(named.values())
    assert not [word for word, text in named.items() if text == word]
    assert {"drop", "stand"} <= set(named)
    for locale in LANGUAGES:
        said = [decision(Words(locale), word) for word in (*SAID, "pass", "plays-mis", "9-closed", "whist-2", "sA")]
        assert len(set(said)) == len(said)


@pytest.mark.parametrize("word", ["more-", "more-claim-11", "more-claim--1", "more-x", "more", "claimed"])
def test_what_is_no_word_unfolds_nothing(word: str):
    with pytest.raises(NotationError):
        unfolded(word)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("offered", ["3:pause", "2:finish", "1:undo", "1:claim-9", "1:claim-0"])
def test_where_people_talk_of_the_table_an_offer_reads_as_on_the_board(offered: str, locale: str):
    state = played(SIX, f"{WHISTED} {offered}")
    for names in (NAMES, NASTY):
        drawn = board(frame(state, None, locale, names=names))
        told = talk(Talk(view(state, None), TABLE, names, "Дача", locale, number=1))
        on_a_phone(told)
        said = told.text.partition("\n\n")[2]
        assert said
        assert said in drawn.text
        number = state.offer.number
        assert [p.word for p in presses(told)] == [f"{word}-{number}" for word in ("agree", "object", "withdraw")]


def test_a_pause_is_answered_by_the_words_of_the_talk_and_an_undo_as_a_card():
    paused = played(SIX, f"{WHISTED} 3:pause")
    words = {p.word: p.kind for p in presses(hand(frame(paused, 1)))}
    assert words[f"agree-{paused.offer.number}"] == words[f"object-{paused.offer.number}"] == "ask"
    wished = played(SIX, f"{WHISTED} 1:undo")
    found = {p.word: p for p in presses(hand(frame(wished, 2)))}
    assert found["2:agree"].kind == "answer"
    assert found["2:agree"].number == wished.offer.number
    assert "2:agree" not in {p.word for p in presses(hand(frame(wished, 3)))}
