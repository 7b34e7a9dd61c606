"""What the defenders answer (Codex 3.8, RULES 2.3, 9a), a row per sentence.

Hand 1 has named the contract; 2 and 3 defend; with four players 4 deals. A row: house rules | contract | what has been
answered -> who is asked what, or what the deal came to.
"""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.view import view
from tests.game.deals import after, may, said, start, where
from tests.game.rulebook import rows


@pytest.mark.parametrize(
    ("about", "contract", "answers", "next_"),
    rows(
        """
C 3.8.1, 3.8.3: the next hand clockwise answers first, then the other
    sochi | 6s | -> 2 whist
    sochi | 6s | 2:pass -> 3 whist
    sochi | 6s | 2:whist -> 3 whist
    sochi | 6s by 2 | -> 3 whist
    sochi | 6s by 2 | 3:pass -> 1 whist
    players=4 | 6s by 3 | -> 1 whist
    players=4 dealer=2 | 6s by 3 | -> 4 whist
    order=132 dealer=2 | 6s | -> 3 whist
C 3.8.1: both pass, and it counts as made
    sochi | 6s | 2:pass 3:pass -> closed: pool 1 2
    sochi | 9h | 2:pass 3:pass -> closed: pool 1 8
C 3.8.4: two whisters play in the dark, and nobody is asked how
    sochi | 6s | 2:whist 3:whist -> 1 card
C 3.8.5: one whister chooses light or dark
    sochi | 6s | 2:whist 3:pass -> 2 light
    sochi | 6s | 2:pass 3:whist -> 3 light
    sochi | 6s | 2:whist 3:pass 2:open -> 1 card
    sochi | 6s | 2:whist 3:pass 2:dark -> 1 card
C 3.8.7: the second may go for half, and the first is asked whether he returns it
    sochi | 6s | 2:pass 3:half -> 2 return
    sochi | 7d | 2:pass 3:half -> 2 return
C 3.8.8: nobody returns: the deal ends, the half is written
    sochi | 6s | 2:pass 3:half 2:pass -> closed: pool 1 2; whists 3>1 4
    sochi | 7d | 2:pass 3:half 2:pass -> closed: pool 1 4; whists 3>1 4
C 3.8.8: he returns it, and chooses light or dark; the half-whister is asked nothing more
    sochi | 6s | 2:pass 3:half 2:whist -> 2 light
    sochi | 6s | 2:pass 3:half 2:whist 2:open -> 1 card
C 3.8.8: with four the dealer may return it when the passer does not
    players=4 | 6s | 2:pass 3:half -> 2 return
    players=4 | 6s | 2:pass 3:half 2:pass -> 4 dealer
    players=4 | 6s | 2:pass 3:half 2:whist -> 2 light
    players=4 | 6s | 2:pass 3:half 2:pass 4:pass -> closed: pool 1 2; whists 3>1 4
C 3.8.8: he looks at one hand first, and then plays it or lets it be
    players=4 | 6s | 2:pass 3:half 2:pass 4:look-2 -> 4 look
    players=4 | 6s | 2:pass 3:half 2:pass 4:look-3 4:whist -> 4 light
    players=4 | 6s | 2:pass 3:half 2:pass 4:look-3 4:whist 4:dark -> 1 card
RULES 9a.4: he passes after looking, and the half stands
    players=4 | 6s | 2:pass 3:half 2:pass 4:look-3 4:pass -> closed: pool 1 2; whists 3>1 4
C 3.8.8: returning may be for the passer alone, or for nobody
    players=4 return_whist=passer | 6s | 2:pass 3:half 2:pass -> closed: pool 1 2; whists 3>1 4
    return_whist=off | 6s | 2:pass 3:half -> closed: pool 1 2; whists 3>1 4
    players=4 return_whist=off | 6s | 2:pass 3:half -> closed: pool 1 2; whists 3>1 4
C 3.8.8.1: on eight and higher only the dealer of four may still whist
    players=4 | 8h | 2:pass 3:pass -> 4 dealer
    players=4 | 9n | 2:pass 3:pass -> 4 dealer
    players=4 ten=whisted | 10h | 2:pass 3:pass -> 4 dealer
    sochi | 8h | 2:pass 3:pass -> closed: pool 1 6
RULES 9a.3: he passes at once, or looks and passes, or looks and whists
    players=4 | 8h | 2:pass 3:pass 4:pass -> closed: pool 1 6
    players=4 | 8h | 2:pass 3:pass 4:look-2 4:pass -> closed: pool 1 6
    players=4 | 8h | 2:pass 3:pass 4:look-2 4:whist -> 4 light
    players=4 | 8h | 2:pass 3:pass 4:look-2 4:whist 4:open -> 1 card
RULES 9a.8: not on six and seven
    players=4 | 7d | 2:pass 3:pass -> closed: pool 1 4
    players=4 | 6s | 2:pass 3:pass -> closed: pool 1 2
RULES 2.3.3: unless any game is agreed, or there is no half
    players=4 dealer_whist=any | 6s | 2:pass 3:pass -> 4 dealer
    players=4 half_whist=off | 6s | 2:pass 3:pass -> 4 dealer
    players=4 dealer_whist=off | 8h | 2:pass 3:pass -> closed: pool 1 6
    players=4 dealer_whist=off half_whist=off | 6s | 2:pass 3:pass -> closed: pool 1 2
RULES 2.3.3: he is not asked when somebody whists
    players=4 | 8h | 2:whist 3:pass -> 2 light
    players=4 | 8h | 2:whist 3:whist -> 1 card
004 U21: a ten is not whisted but checked, by one after the other
    sochi | 10h | -> 2 doubt
    sochi | 10h | 2:believe -> 3 doubt
    sochi | 10h | 2:believe 3:believe -> closed: pool 1 10
    sochi | 10h | 2:catch -> 1 card
    sochi | 10h | 2:believe 3:catch -> 1 card
    players=4 | 10h | 2:believe 3:believe -> closed: pool 1 10
C 3.5.3: or whisted like any other
    ten=whisted | 10h | -> 2 whist
    ten=whisted | 10h | 2:pass 3:pass -> closed: pool 1 10
C fn 50: misere is not whisted either
    sochi | mis by 2 | -> 3 doubt
    sochi | mis by 2 | 3:believe 1:believe -> closed: pool 2 10
    sochi | mis by 2 | 3:believe 1:catch -> 1 card
    sochi | mis by 2 | 3:catch -> 1 card
C 3.6.6: a declarer who has the lead leads before the hands are opened
    sochi | mis | -> 1 card
    sochi | mis | 1:dA -> 2 doubt
    sochi | mis | 1:dA 2:believe 3:believe -> closed: pool 1 10
    sochi | mis | 1:dA 2:catch -> 2 card
    sochi | mis | 1:dA 2:believe 3:catch -> 2 card
C fn 59: Stalingrad, six spades are whisted by both
    stalingrad=on | 6s | 2:whist 3:whist -> 1 card
    stalingrad=on | 6c | 2:pass 3:pass -> closed: pool 1 2
"""
    ),
)
def test_who_is_asked_what(about: str, contract: str, answers: str, next_: str):
    assert where(said(about, contract, answers)) == next_


@pytest.mark.parametrize(
    ("about", "contract", "answers", "token", "answer"),
    rows(
        """
C 3.8.1: who is asked whists or passes
    sochi | 6s | | 2:whist -> may
    sochi | 6s | | 2:pass -> may
    sochi | 6s | | 3:whist -> not_your_turn
    sochi | 6s | | 1:whist -> not_your_turn
    players=4 | 6s | | 4:whist -> not_your_turn
C 3.8.7: half is for the second, after a pass, on six and seven
    sochi | 6s | 2:pass | 3:half -> may
    sochi | 7d | 2:pass | 3:half -> may
    sochi | 6s | | 2:half -> no_half
    sochi | 6s | 2:whist | 3:half -> no_half
    sochi | 8h | 2:pass | 3:half -> no_half
    half_whist=off | 6s | 2:pass | 3:half -> no_half
    half_whist=off | 6s | 2:pass | 3:pass -> may
C 3.8.8: who returns, whists or passes; another half is none
    sochi | 6s | 2:pass 3:half | 2:whist -> may
    sochi | 6s | 2:pass 3:half | 2:half -> not_now
    sochi | 6s | 2:pass 3:half | 3:whist -> not_your_turn
RULES 2.3.3: no whist without a look
    players=4 | 8h | 2:pass 3:pass | 4:whist -> not_now
    players=4 | 8h | 2:pass 3:pass | 4:look-2 -> may
    players=4 | 8h | 2:pass 3:pass | 4:look-3 -> may
    players=4 | 8h | 2:pass 3:pass | 4:pass -> may
RULES 2.3.3: at a defender's hand, not the declarer's, and at one only
    players=4 | 8h | 2:pass 3:pass | 4:look-1 -> not_now
    players=4 | 8h | 2:pass 3:pass | 4:look-4 -> not_now
    players=4 | 8h | 2:pass 3:pass 4:look-2 | 4:look-3 -> not_now
    players=4 | 8h | 2:pass 3:pass 4:look-2 | 4:whist -> may
    players=4 | 8h | 2:pass 3:pass 4:look-2 | 4:pass -> may
    players=4 | 8h | 2:pass 3:pass | 2:look-3 -> not_your_turn
C 3.8.5: the choice is the lone whister's
    sochi | 6s | 2:pass 3:whist | 3:open -> may
    sochi | 6s | 2:pass 3:whist | 3:dark -> may
    sochi | 6s | 2:pass 3:whist | 2:open -> not_your_turn
    sochi | 6s | 2:pass 3:whist | 3:pass -> not_now
prefhub: or the agreement's
    single_whist_play=light | 6s | 2:pass 3:whist | 3:dark -> played_light
    single_whist_play=light | 6s | 2:pass 3:whist | 3:open -> may
    single_whist_play=dark | 6s | 2:pass 3:whist | 3:open -> played_dark
    single_whist_play=dark | 6s | 2:pass 3:whist | 3:dark -> may
001 1.1.3: nobody plays before he has chosen
    sochi | 6s | 2:pass 3:whist | 1:sA -> not_now
C fn 50: on misere nobody whists or passes
    sochi | mis by 2 | | 3:catch -> may
    sochi | mis by 2 | | 3:believe -> may
    sochi | mis by 2 | | 3:whist -> not_now
    sochi | mis by 2 | | 1:believe -> not_your_turn
    sochi | mis by 2 | | 2:believe -> not_your_turn
C fn 59: Stalingrad, neither a pass nor half
    stalingrad=on | 6s | | 2:pass -> must_whist
    stalingrad=on | 6s | | 2:whist -> may
    stalingrad=on | 6s | 2:whist | 3:pass -> must_whist
    stalingrad=on | 6c | | 2:pass -> may
    stalingrad=on | 7d | 2:pass | 3:half -> may
"""
    ),
)
def test_what_may_be_answered(about: str, contract: str, answers: str, token: str, answer: str):
    assert may(said(about, contract, answers), token) == answer


@pytest.mark.parametrize(
    ("about", "contract", "answers", "control", "opened"),
    rows(
        """
C 3.8.4: two whisters, each his own
    sochi | 6s | 2:whist 3:whist -> 1 2 3 |
C 3.8.5: in the light the whister plays both hands, and both lie open
    sochi | 6s | 2:whist 3:pass 2:open -> 1 2 2 | 2 3
    sochi | 6s | 2:pass 3:whist 3:open -> 1 3 3 | 2 3
    sochi | 6s by 2 | 3:whist 1:pass 3:open -> 3 2 3 | 1 3
C 3.8.5: in the dark each plays his own
    sochi | 6s | 2:whist 3:pass 2:dark -> 1 2 3 |
C 3.8.8: who returned it is the whister
    sochi | 6s | 2:pass 3:half 2:whist 2:open -> 1 2 2 | 2 3
    sochi | 6s | 2:pass 3:half 2:whist 2:dark -> 1 2 3 |
C 3.8.8: the dealer plays the hand that he has looked at
    players=4 | 8h | 2:pass 3:pass 4:look-3 4:whist 4:dark -> 1 2 4 4 |
    players=4 | 8h | 2:pass 3:pass 4:look-2 4:whist 4:dark -> 1 4 3 4 |
    players=4 | 6s | 2:pass 3:half 2:pass 4:look-2 4:whist 4:dark -> 1 4 3 4 |
C 3.8.8: in the light he plays both
    players=4 | 8h | 2:pass 3:pass 4:look-3 4:whist 4:open -> 1 4 4 4 | 2 3
C 3.6.6: on misere both hands lie open, each plays his own
    sochi | mis by 2 | 3:catch -> 1 2 3 | 1 3
    sochi | mis | 1:dA 2:catch -> 1 2 3 | 2 3
004 U21: so they do on a checked ten
    sochi | 10h | 2:catch -> 1 2 3 | 2 3
"""
    ),
)
def test_who_plays_which_hand_and_which_lie_open(about: str, contract: str, answers: str, control: str, opened: str):
    state = said(about, contract, answers)
    game = state.phase.game
    assert " ".join(map(str, game.control)) == control
    assert " ".join(map(str, sorted(game.opened))) == opened
    for hand in state.deal.playing:
        assert rules.actor(state, action(f"{hand}:s7")) == game.control[hand - 1]


@pytest.mark.parametrize(
    ("about", "contract", "answers", "seat", "sees"),
    rows(
        """
RULES 2.3.7: open cards are seen by everybody: declarer, dealer, group
    players=4 | 6s | 2:whist 3:pass 2:open | 1 -> 1 2 3
    players=4 | 6s | 2:whist 3:pass 2:open | 2 -> 2 3
    players=4 | 6s | 2:whist 3:pass 2:open | 3 -> 2 3
    players=4 | 6s | 2:whist 3:pass 2:open | 4 -> 2 3
    players=4 | 6s | 2:whist 3:pass 2:open | 0 -> 2 3
C 3.8.5: not before he has chosen, nor in the dark
    players=4 | 6s | 2:whist 3:pass | 2 -> 2
    players=4 | 6s | 2:whist 3:pass 2:dark | 1 -> 1
    players=4 | 6s | 2:whist 3:pass 2:dark | 2 -> 2
    players=4 | 6s | 2:whist 3:pass 2:dark | 4 ->
RULES 2.3.3: one hand of the dealer's choice is shown to him alone
    players=4 | 8h | 2:pass 3:pass | 4 ->
    players=4 | 8h | 2:pass 3:pass 4:look-3 | 4 -> 3
    players=4 | 8h | 2:pass 3:pass 4:look-3 | 2 -> 2
    players=4 | 8h | 2:pass 3:pass 4:look-3 | 0 ->
    players=4 | 8h | 2:pass 3:pass 4:look-3 4:whist 4:dark | 4 -> 3
C 3.6.6: a misere that is led opens after the lead
    sochi | mis | | 1 -> 1
    sochi | mis | 1:dA | 1 -> 1 2 3
    sochi | mis | 1:dA | 2 -> 2 3
    sochi | mis by 2 | | 0 -> 1 3
004 U21: a checked ten, before it
    sochi | 10h | | 1 -> 1 2 3
"""
    ),
)
def test_who_sees_which_hands(about: str, contract: str, answers: str, seat: int, sees: str):
    seen = view(said(about, contract, answers), seat or None).hands
    assert " ".join(map(str, sorted(seen))) == str(sees)


def test_rules_9a_3_a_dealer_in_the_place_of_the_forehand_leads():
    """Hand 3 declares, so that hand 1 is the forehand; the dealer has looked at it."""
    state = said("players=4", "8h by 3", "1:pass 2:pass 4:look-1 4:whist 4:dark")
    assert where(state) == "4 card"
    assert may(state, "1:sA") == "may"
    assert rules.actor(state, action("1:sA")) == 4


def test_c_3_8_5_in_the_light_the_whister_is_asked_for_both_hands():
    state = said("", "6s", "2:whist 3:pass 2:open 1:sA")
    assert where(state) == "2 card"
    assert where(after(state, "2:s7")) == "2 card"
    assert may(after(state, "2:s7"), "3:c8") == "may"


def test_what_the_result_remembers():
    """Calls in spoken order, without looks; tricks by the owner of the cards."""
    state = said("players=4", "8h", "2:pass 3:pass 4:look-2 4:pass")
    result = state.phase.last.result
    assert result.calls == ((2, "pass"), (3, "pass"), (4, "pass"))
    assert result.tricks is None
    assert result.talon == start("players=4").deal.talon
