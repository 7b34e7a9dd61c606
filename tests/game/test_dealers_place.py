"""How many hands the dealer of four sees before he whists (`dealer_peek`: 004 U37; RULES 2.3.3-4, 8).

Hand 1 has named the contract; 2 and 3 defend; 4 deals.
"""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.view import view
from tests.game.deals import may, said, where
from tests.game.rulebook import rows


def at_four(peek: str, contract: str, tokens: str):
    return said(f"players=4 dealer_peek={peek}", contract, tokens)


@pytest.mark.parametrize(
    ("peek", "contract", "tokens", "next_"),
    rows(
        """
one: he looks at one hand, and whists or passes
    one | 8h | 2:pass 3:pass -> 4 dealer
    one | 8h | 2:pass 3:pass 4:look-3 -> 4 look
both: he may look at the other too, or not
    both | 8h | 2:pass 3:pass -> 4 dealer
    both | 8h | 2:pass 3:pass 4:look-3 -> 4 look
    both | 8h | 2:pass 3:pass 4:look-3 4:whist -> 4 light
    both | 8h | 2:pass 3:pass 4:look-3 4:look-2 -> 4 look
    both | 8h | 2:pass 3:pass 4:look-3 4:look-2 4:whist-2 -> 4 light
    both | 8h | 2:pass 3:pass 4:look-3 4:look-2 4:pass -> closed: pool 1 6
    both | 6s | 2:pass 3:half 2:pass 4:look-3 4:look-2 4:whist-3 4:dark -> 1 card
    both | 6s | 2:pass 3:half 2:pass 4:look-3 4:look-2 4:pass -> closed: pool 1 2; whists 3>1 4
none: he is asked whether he whists, and sees nothing
    none | 8h | 2:pass 3:pass -> 4 look
    none | 8h | 2:pass 3:pass 4:whist -> 4 light
    none | 8h | 2:pass 3:pass 4:pass -> closed: pool 1 6
    none | 6s | 2:pass 3:half 2:pass -> 4 look
    none | 6s | 2:pass 3:half 2:pass 4:whist 4:open -> 1 card
    none | 6s | 2:pass 3:half 2:pass 4:pass -> closed: pool 1 2; whists 3>1 4
"""
    ),
)
def test_who_is_asked_what(peek: str, contract: str, tokens: str, next_: str):
    assert where(at_four(peek, contract, tokens)) == next_


@pytest.mark.parametrize(
    ("peek", "tokens", "token", "answer"),
    rows(
        """
one: another look is none, and there is no choice of places
    one | 2:pass 3:pass 4:look-2 | 4:look-3 -> not_now
    one | 2:pass 3:pass 4:look-2 | 4:whist-2 -> not_now
    one | 2:pass 3:pass 4:look-2 | 4:whist -> may
both: no whist without a look; after one in that hand's place
    both | 2:pass 3:pass | 4:whist -> not_now
    both | 2:pass 3:pass | 4:whist-2 -> not_now
    both | 2:pass 3:pass 4:look-2 | 4:whist -> may
    both | 2:pass 3:pass 4:look-2 | 4:whist-3 -> not_now
    both | 2:pass 3:pass 4:look-2 | 4:look-3 -> may
    both | 2:pass 3:pass 4:look-2 | 4:look-2 -> not_now
    both | 2:pass 3:pass 4:look-2 | 4:look-1 -> not_now
both: after two he says in whose
    both | 2:pass 3:pass 4:look-2 4:look-3 | 4:whist-2 -> may
    both | 2:pass 3:pass 4:look-2 4:look-3 | 4:whist-3 -> may
    both | 2:pass 3:pass 4:look-2 4:look-3 | 4:whist-1 -> not_now
    both | 2:pass 3:pass 4:look-2 4:look-3 | 4:whist -> not_now
    both | 2:pass 3:pass 4:look-2 4:look-3 | 4:pass -> may
    both | 2:pass 3:pass 4:look-2 4:look-3 | 4:look-2 -> not_now
none: no look at all
    none | 2:pass 3:pass | 4:look-2 -> not_now
    none | 2:pass 3:pass | 4:whist-3 -> not_now
    none | 2:pass 3:pass | 4:whist -> may
    none | 2:pass 3:pass | 4:pass -> may
"""
    ),
)
def test_what_may_be_answered(peek: str, tokens: str, token: str, answer: str):
    assert may(at_four(peek, "8h", tokens), token) == answer


@pytest.mark.parametrize(
    ("peek", "contract", "tokens", "control", "sees"),
    rows(
        """
both: he plays the hand in whose place he whists; the other one he has seen
    both | 8h | 2:pass 3:pass 4:look-2 -> 1 2 3 4 | 2
    both | 8h | 2:pass 3:pass 4:look-2 4:look-3 -> 1 2 3 4 | 2 3
    both | 8h | 2:pass 3:pass 4:look-2 4:look-3 4:whist-2 4:dark -> 1 4 3 4 | 2 3
    both | 8h | 2:pass 3:pass 4:look-2 4:look-3 4:whist-3 4:dark -> 1 2 4 4 | 2 3
    both | 8h | 2:pass 3:pass 4:look-2 4:look-3 4:whist-3 4:open -> 1 4 4 4 | 2 3
    both | 8h | 2:pass 3:pass 4:look-3 4:whist 4:dark -> 1 2 4 4 | 3
none: the first passer's, whose cards he sees when he has whisted
    none | 8h | 2:pass 3:pass -> 1 2 3 4 |
    none | 8h | 2:pass 3:pass 4:whist -> 1 4 3 4 | 2
    none | 8h | 2:pass 3:pass 4:whist 4:dark -> 1 4 3 4 | 2
    none | 8h by 2 | 3:pass 1:pass 4:whist 4:dark -> 1 2 4 4 | 3
    none | 6s | 2:pass 3:half 2:pass 4:whist 4:open -> 1 4 4 4 | 2 3
"""
    ),
)
def test_whose_cards_he_plays_and_sees(peek: str, contract: str, tokens: str, control: str, sees: str):
    state = at_four(peek, contract, tokens)
    assert " ".join(map(str, state.phase.game.control)) == control
    assert " ".join(map(str, sorted(view(state, 4).hands))) == str(sees)
    for seat in (None, 1, 2, 3):
        opened = set(state.phase.game.opened)
        assert set(view(state, seat).hands) == opened | ({seat} if seat else set())


def test_the_whist_in_a_place_is_one_like_any_other():
    """Calls say that the dealer whists; in whose place concerns the play alone."""
    state = at_four("both", "8h", "2:pass 3:pass 4:look-2 4:look-3 4:whist-3 4:open")
    assert state.phase.game.calls == ((2, "pass"), (3, "pass"), (4, "whist"))
    assert rules.actor(state, action("3:c8")) == 4
    assert action("4:whist-3").token == "4:whist-3"
    assert action("4:whist").token == "4:whist"
