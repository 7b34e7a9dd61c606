"""A misere shared with the dealer of four (`misere_partnership`: Codex 3.6.9, fn 42; RULES 3, 9a.10).

Hand 1 has named misere and leads, or hand 2; 4 deals.
"""

from __future__ import annotations

import pytest

from bot.game import forms
from bot.game.possible import why_impossible
from bot.game.settlement import settle
from bot.game.state import State
from bot.game.view import view
from tests.game.deals import after, may, said, where
from tests.game.rulebook import rows
from tests.game.scores import table
from tests.game.test_tricks import MISERE, WHOLE_DEAL

ON = "players=4 misere_partnership=on"


def played(about: str, contract: str, tokens: str) -> State:
    return said(f"{ON} {about}", contract, tokens)


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "next_"),
    rows(
        """
RULES 9a.10: after talon and discard, before the first lead, the declarer may invite
    sochi | mis | -> 1 invite
    sochi | mis by 2 | -> 2 invite
C 3.6.9: the dealer answers yes or no
    sochi | mis by 2 | 2:invite -> 4 share
whatever he says, it is played as ever
    sochi | mis by 2 | 2:alone -> 3 doubt
    sochi | mis by 2 | 2:invite 4:share -> 3 doubt
    sochi | mis by 2 | 2:invite 4:decline -> 3 doubt
C 3.6.6: a declarer who has the lead leads before the hands are opened
    sochi | mis | 1:alone -> 1 card
    sochi | mis | 1:invite 4:share -> 1 card
    sochi | mis | 1:invite 4:share 1:dA -> 2 doubt
fn 42: each has half
    sochi | mis by 2 | 2:invite 4:share 3:believe 1:believe -> closed: pool 2 5; pool 4 5
    sochi | mis by 2 | 2:invite 4:decline 3:believe 1:believe -> closed: pool 2 10
    sochi | mis by 2 | 2:alone 3:believe 1:believe -> closed: pool 2 10
Other contracts are not shared, nor is there anybody to share them among three
    sochi | 9s | -> 2 whist
    players=3 | mis by 2 | -> 3 doubt
    misere_partnership=off | mis by 2 | -> 3 doubt
"""
    ),
)
def test_who_is_asked_what(about: str, contract: str, tokens: str, next_: str):
    assert where(played(about, contract, tokens)) == next_


@pytest.mark.parametrize(
    ("tokens", "token", "answer"),
    rows(
        """
The declarer invites, the dealer answers, each once
    | 2:invite -> may
    | 2:alone -> may
    | 4:share -> not_your_turn
    | 2:share -> not_now
    | 3:catch -> not_your_turn
    2:invite | 4:share -> may
    2:invite | 4:decline -> may
    2:invite | 2:invite -> not_your_turn
    2:invite | 4:invite -> not_now
    2:alone | 2:invite -> not_your_turn
    2:invite 4:decline | 4:share -> not_your_turn
    2:invite 4:share 3:catch | 4:decline -> not_now
"""
    ),
)
def test_what_may_be_answered(tokens: str, token: str, answer: str):
    assert may(played("", "mis by 2", tokens), token) == answer


@pytest.mark.parametrize(
    ("tokens", "seat", "sees"),
    rows(
        """
C 3.6.9: the declarer's cards are sent to the dealer alone
    | 4 ->
    2:invite | 4 -> 2
    2:invite | 3 -> 3
    2:invite | 0 ->
a partner goes on seeing them
    2:invite 4:share | 4 -> 1 2 3
    2:invite 4:share | 3 -> 1 3
    2:invite 4:share 3:catch 1:sA | 4 -> 1 2 3
who declines gives them back
    2:invite 4:decline | 4 -> 1 3
    2:alone | 4 -> 1 3
"""
    ),
)
def test_who_sees_which_hands(tokens: str, seat: int, sees: str):
    seen = view(played("", "mis by 2", tokens), seat or None)
    assert " ".join(map(str, sorted(seen.hands))) == str(sees)
    assert seen.dropped == ()


def test_c_3_6_9_the_catchers_play_their_own_hands_open():
    state = played("", "mis by 2", "2:invite 4:share 3:catch")
    assert state.phase.game.control == (1, 2, 3, 4)
    assert sorted(state.phase.game.opened) == [1, 3]
    assert view(state, None).partner == 4


def test_a_shared_misere_caught_with_every_trick():
    state = after(played("", "mis", "1:invite 4:share 1:sA 2:catch 2:s7 3:c8"), WHOLE_DEAL.split("/", 1)[1])
    assert where(state) == "closed: hill 1 50; hill 4 50"
    assert forms.result_text(state.phase.last.result) == "mis 1; partner 4; tricks 10-0-0-0; talon c7h7"
    reasons = [line.reason.text for line in state.phase.last.lines]
    assert reasons == ["caught tricks=10 price=10 sharers=2"] * 2


def test_fn_42_shared_it_is_worth_a_third_of_a_misere_alone():
    """Made it is worth 25 to each partner, and 75 to who played it alone."""
    shared = said(ON, "mis", "1:invite 4:share 1:s7 2:believe 3:believe", MISERE)
    alone = said(ON, "mis", "1:alone 1:s7 2:believe 3:believe", MISERE)
    won = [
        settle(state.table.sheet, state.table.agreement.answers["pool_unit"], state.table.order).shown
        for state in (shared, alone)
    ]
    assert won == [(25, -25, -25, 25), (75, -25, -25, -25)]


@pytest.mark.parametrize(
    ("rules", "seats", "result", "wrong"),
    rows(
        """
A result with real cards names the dealer of four as the partner
    misere_partnership=on | 4 | mis 1; partner 4; tricks 2 ->
    misere_partnership=on | 4 | mis 1; partner 4 ->
    misere_partnership=on | 4 | mis 1; partner 3 -> only seat 4, the dealer, shares, and only a misere
    misere_partnership=on | 4 | 6s 1; pass 2; pass 3; partner 4 -> only seat 4, the dealer, shares, and only a misere
    misere_partnership=on | 3 | mis 1; partner 3 -> nobody shares a misere in this agreement
    misere_partnership=off | 4 | mis 1; partner 4 -> nobody shares a misere in this agreement
"""
    ),
)
def test_results_played_with_real_cards(rules: str, seats: int, result: str, wrong: str):
    at = table(rules, seats)
    assert why_impossible(at, forms.result(result, seats, seats)) == wrong
