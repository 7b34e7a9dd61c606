"""Advice: from hands that lie open for everybody, to who plays with them, and to nobody else (Codex 3.8.5, fn 55)."""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.cards import card
from bot.game.errors import NotationError
from bot.game.view import view
from bot.screens.advice import advisable, advised
from bot.screens.hand import hand
from tests.screens.dealing import frame, some_states
from tests.screens.tapping import presses
from tests.screens.test_golden import FOUR, played

WHISTED = "1:6s 2:pass 3:pass 1:drop-s7.h7 1:plays-6s 2:pass 3:whist"
LIGHT, DARK = f"{WHISTED} 3:open 1:cA", f"{WHISTED} 3:dark 1:cA"
TABLE = {"dealer": 4, "seats": 4}


def may(state, seat: int) -> set[str]:
    return {c.text for c in advisable(view(state, seat))}


@pytest.mark.parametrize(
    ("calls", "who"),
    [
        (WHISTED, set()),
        (DARK, set()),
        (LIGHT, {2, 4}),
        (f"{LIGHT} 2:cJ", {2, 4}),
        (f"{LIGHT} 2:cJ 3:c7", set()),
    ],
    ids=["before it is chosen", "3.8.4 in the dark", "3.8.5", "the other hand", "the declarer's lead"],
)
def test_who_may_advise(calls: str, who: set[int]):
    state = played(FOUR, calls, **TABLE)
    assert {seat for seat in (1, 2, 3, 4) if may(state, seat)} == who
    assert not advisable(view(state, None))


def test_only_what_the_hand_may_play_is_advised():
    assert may(played(FOUR, LIGHT, **TABLE), 4) == {"cQ", "cJ", "cT"}


@pytest.mark.parametrize("word", ["advise-1-0-cJ", "advise-1-1-cJ", "advise-2-0-cJ", "advise-1-0-sA", "advise-1-0-h9"])
def test_a_press_is_for_its_trick_and_for_a_card_that_may_be_played(word: str):
    found = advised(view(played(FOUR, LIGHT, **TABLE), 4), word)
    assert found is (card("cJ") if word == "advise-1-0-cJ" else None)


@pytest.mark.parametrize("word", ["advise", "advise-1-0", "advise-1-0-xx", "advise-1-0-cJ-cT", "advise--0-cJ"])
def test_a_press_that_is_none(word: str):
    with pytest.raises(NotationError):
        advised(view(played(FOUR, LIGHT, **TABLE), 4), word)


def test_whatever_is_advised_lies_open_for_the_group_and_its_button_can_be_pressed():
    met = 0
    for seats in (3, 4):
        for state in some_states(seats, pulkas=3, each=300):
            for seat in state.table.order:
                cards = set(advisable(view(state, seat)))
                words = [p.word for p in presses(hand(frame(state, seat))) if p.word.startswith("advise-")]
                assert {advised(view(state, seat), word) for word in words} == cards
                if cards:
                    met += 1
                    seen = view(state, None)
                    assert cards <= set(seen.hands[seen.turn])
                    assert seat not in rules.asked(state)
    assert met > 20
