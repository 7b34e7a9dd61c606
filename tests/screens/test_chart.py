"""The chart of a misere: what the declarer may still hold, for those who see both hands against him (Codex 3.6.8)."""

from __future__ import annotations

from random import Random

import pytest

from bot.game.state import State
from bot.game.view import view
from bot.screens.chart import chart, chart_lines
from bot.screens.words import Words
from tests.aimed import AIMS, pulkas, start
from tests.screens.dealing import NAMES, played

LOW = "s97.c987.d87.h987 sAKQJ.cAKQ.dAKQ sT8.cJT.dJT9.hAKQ hThJ"
BID = "1:mis 2:pass 3:pass 1:drop-s9.hJ 1:plays-mis 1:s7"
CAUGHT = f"{BID} 2:catch"


def read(state: State, seat: int, locale: str = "ru") -> str:
    lines = chart_lines(Words(locale, NAMES), view(state, seat))
    return "\n".join(lines).replace("\u2068", "").replace("\u2069", "")


def test_it_tells_what_he_may_hold_and_what_is_out():
    assert read(played(LOW, CAUGHT), 2) == (
        "<b>Анна</b> — на руке 9 из этих карт\n♠ 9 · вышли 7\n♣ 9 8 7\n♦ 8 7\n♥ В 10 9 8 7"
    )


def test_a_suit_that_he_did_not_follow_is_not_in_his_hand():
    """What is left of it was discarded."""
    state = played(LOW, f"{CAUGHT} 2:sA 3:s8 2:sK 3:sT 1:h9")
    assert read(state, 3) == (
        "<b>Анна</b> — на руке 8 из этих карт\n♠ не на руке: 9 · вышли Т К 10 8 7\n♣ 9 8 7\n♦ 8 7\n♥ В 10 8 7 · вышли 9"
    )
    assert "♠ not in hand: 9 · out: A K 10 8 7" in read(state, 3, "en")


def test_a_suit_of_which_nothing_can_be_his_says_so():
    state = played(LOW, f"{CAUGHT} 2:cA 3:cJ 1:c7 2:cK 3:cT 1:c8 2:cQ 3:d9 1:c9".replace(" 2:cA", " 2:sA 3:s8 2:cA"))
    assert "♣ — · вышли Т К Д В 10 9 8 7" in read(state, 2)


@pytest.mark.parametrize("seat", [2, 3])
def test_it_is_there_before_one_has_to_catch_or_believe(seat: int):
    assert read(played(LOW, BID), seat)


def test_the_declarer_has_none():
    assert not read(played(LOW, CAUGHT), 1)
    assert not chart(view(played(LOW, CAUGHT), None))


def test_by_agreement_nobody_has_one():
    assert not read(played(LOW, CAUGHT, misere_chart="off"), 2)


def test_the_dealer_of_four_sees_what_the_catchers_see_unless_he_shares_the_misere():
    four = {"dealer": 4, "seats": 4, "misere_partnership": "on"}
    begun = "1:mis 2:pass 3:pass 1:drop-s9.hJ 1:plays-mis"
    assert read(played(LOW, f"{begun} 1:alone 1:s7 2:catch", **four), 4)
    assert not read(played(LOW, f"{begun} 1:invite 4:share 1:s7 2:catch", **four), 4)


def test_what_it_says_is_true_wherever_aimed_play_goes():
    """No card of his hand is missing, none of a suit is in it that is said not to be."""
    charts = voids = 0
    for turn in pulkas(start(3), Random(3), [a for a in AIMS if a.goal and a.goal.is_misere][:12]):
        state = turn.before
        for seat in (2, 3, 1):
            for suit in chart(view(state, seat)):
                hand = state.phase.hands[state.phase.game.declarer - 1]
                held = {c for c in hand if c.suit == suit.suit}
                assert held <= (set() if suit.void else set(suit.left))
                charts, voids = charts + 1, voids + suit.void
    assert charts > 500 and voids > 50
