"""Whist, pass, half: the lone first whister withdraws (`whist_pass_half`: Codex 3.8.14, FSPR; RULES 2.3.6, 9a.7).

Hand 1 has named the contract; 2 whists and 3 passes; with four players 4 deals. `on` stands for what it takes.
"""

from __future__ import annotations

import pytest

from bot.game import forms
from bot.game.possible import why_impossible
from bot.game.state import State
from tests.game.deals import after, may, said, where
from tests.game.rulebook import rows
from tests.game.scores import table, written
from tests.game.test_tricks import WHOLE_DEAL

ON = "whist_pay=gentleman whist_pass_half=on"


def played(about: str, contract: str, tokens: str) -> State:
    return said(" ".join(ON if word == "on" else word for word in about.split()), contract, tokens)


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "next_"),
    rows(
        """
RULES 9a.7: he chooses light, dark or half at one screen
    on | 6s | 2:whist 3:pass -> 2 light
    on | 6s | 2:whist 3:pass 2:open -> 1 card
RULES 9a.7: then the passer may return the whist; he himself is not asked again
    on | 6s | 2:whist 3:pass 2:half -> 3 return
    on | 6s | 2:whist 3:pass 2:half 3:whist -> 3 light
    on | 6s | 2:whist 3:pass 2:half 3:whist 3:open -> 1 card
    on | 6s | 2:whist 3:pass 2:half 3:pass -> closed: pool 1 2; whists 2>1 4
    on | 7d | 2:whist 3:pass 2:half 3:pass -> closed: pool 1 4; whists 2>1 4
    on | 7d by 2 | 3:whist 1:pass 3:half -> 1 return
RULES 9a.7: then the dealer may
    on players=4 | 6s | 2:whist 3:pass 2:half 3:pass -> 4 dealer
    on players=4 | 6s | 2:whist 3:pass 2:half 3:pass 4:pass -> closed: pool 1 2; whists 2>1 4
    on players=4 | 6s | 2:whist 3:pass 2:half 3:pass 4:look-2 -> 4 look
    on players=4 | 6s | 2:whist 3:pass 2:half 3:pass 4:look-2 4:pass -> closed: pool 1 2; whists 2>1 4
    on players=4 | 6s | 2:whist 3:pass 2:half 3:pass 4:look-2 4:whist 4:dark -> 1 card
    on players=4 dealer_peek=none | 6s | 2:whist 3:pass 2:half 3:pass 4:whist -> 4 light
As far as returning is agreed
    on return_whist=off | 6s | 2:whist 3:pass 2:half -> closed: pool 1 2; whists 2>1 4
    on players=4 return_whist=passer | 6s | 2:whist 3:pass 2:half 3:pass -> closed: pool 1 2; whists 2>1 4
Where light cards are laid down later, he is asked then, and a return goes on from the cards on the table
    on open_cards=after_declarer_lead | 6s | 2:whist 3:pass 1:sA -> 2 light
    on open_cards=after_declarer_lead | 6s | 2:whist 3:pass 1:sA 2:half -> 3 return
    on open_cards=after_declarer_lead | 6s | 2:whist 3:pass 1:sA 2:half 3:pass -> closed: pool 1 2; whists 2>1 4
    on open_cards=after_declarer_lead | 6s | 2:whist 3:pass 1:sA 2:half 3:whist -> 3 light
    on open_cards=after_declarer_lead | 6s | 2:whist 3:pass 1:sA 2:half 3:whist 3:open -> 3 card
    on open_cards=after_first_trick | 6s | 2:whist 3:pass 1:sA 2:s7 3:c8 2:half 3:whist 3:dark -> 1 card
Both presets that have it
    leningrad | 6s | 2:whist 3:pass 1:sA 2:half 3:pass -> closed: pool 1 2; whists 2>1 8
    fspr end_condition=deals | 6s | 2:whist 3:pass 1:sA 2:half 3:pass -> closed: pool 1 2; whists 2>1 8
"""
    ),
)
def test_who_is_asked_what(about: str, contract: str, tokens: str, next_: str):
    assert where(played(about, contract, tokens)) == next_


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "token", "answer"),
    rows(
        """
C 3.8.14: only by agreement, and only among gentlemen with half a whist
    on | 6s | 2:whist 3:pass | 2:half -> may
    whist_pay=gentleman | 6s | 2:whist 3:pass | 2:half -> no_half
    whist_pass_half=on | 6s | 2:whist 3:pass | 2:half -> no_half
    on half_whist=off | 6s | 2:whist 3:pass | 2:half -> no_half
on six and seven
    on | 7n | 2:whist 3:pass | 2:half -> may
    on | 8s | 2:whist 3:pass | 2:half -> no_half
the first whister after a pass: the second could have gone for half at once
    on | 6s | 2:pass 3:whist | 3:half -> no_half
    on | 6s | 2:whist 3:pass | 3:half -> not_your_turn
C 3.8.8.2: not who returned it, nor the half-whister once more
    on | 6s | 2:whist 3:pass 2:half | 3:half -> not_now
    on | 6s | 2:whist 3:pass 2:half 3:whist | 3:half -> no_half
    on | 6s | 2:whist 3:pass 2:half 3:whist | 2:whist -> not_your_turn
"""
    ),
)
def test_when_he_may(about: str, contract: str, tokens: str, token: str, answer: str):
    assert may(played(about, contract, tokens), token) == answer


def test_c_3_8_8_the_returner_answers_alone():
    state = after(played("on", "6s", "2:whist 3:pass 2:half 3:whist 3:open"), WHOLE_DEAL)
    assert where(state) == "closed: pool 1 2; hill 3 8"
    assert forms.result_text(state.phase.last.result).startswith(
        "6s 1; whist 2; pass 3; half 2; whist 3; tricks 10-0-0"
    )


@pytest.mark.parametrize(
    ("rules", "result", "score"),
    rows(
        """
C 3.8.7: half the duty is written by who withdrew
    | 6s 1; whist 2; pass 3; half 2 -> pool 1 2; whists 2>1 4
    | 7s 1; whist 2; pass 3; half 2; pass 3 -> pool 1 4; whists 2>1 4
RULES 2.4: returned, he is the passer: consolation, and half of the tricks
    | 6s 1; whist 2; pass 3; half 2; whist 3; tricks 5-3-2 -> hill 1 2; whists 2>1 7; whists 3>1 7
    | 6s 1; whist 2; pass 3; half 2; whist 3; tricks 8-1-1 -> pool 1 2; hill 3 4; whists 3>1 4
or as it is agreed
    returned_half_record=none | 6s 1; whist 2; pass 3; half 2; whist 3; tricks 5-3-2 -> hill 1 2; whists 3>1 12
"""
    ),
)
def test_what_is_written(rules: str, result: str, score: str):
    assert written(result, f"{ON} {rules}") == score


@pytest.mark.parametrize(
    ("rules", "result", "wrong"),
    rows(
        """
C 3.8.14: a result that is entered is one that could be said
    on | 6s 1; whist 2; pass 3; half 2; pass 3 ->
    on | 6s 1; whist 2; pass 3; half 2; whist 3; tricks 5-3-2 ->
    on | 6s 1; whist 2; pass 3; half 2; tricks 5-3-2 -> tricks are counted when somebody whists, and only then
    on | 6s 1; whist 2; pass 3; half 3 -> answers: seat 2 is asked first, then seat 3
    on | 8s 1; whist 2; pass 3; half 2 -> answers: there is no half a whist here
    | 6s 1; whist 2; pass 3; half 2 -> answers: who has whisted does not withdraw to half a whist here
    whist_pass_half=on | 7s 1; whist 2; pass 3; half 2 ->
        answers: who has whisted does not withdraw to half a whist here
"""
    ),
)
def test_results_played_with_real_cards(rules: str, result: str, wrong: str):
    at = table(ON if rules == "on" else rules)
    assert why_impossible(at, forms.result(result, 3, 3)) == wrong
