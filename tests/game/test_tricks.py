"""Playing a contract (Codex 3.9, 3.6.6-3.6.7, RULES 1.5, 3), a row per sentence."""

from __future__ import annotations

import pytest

from bot.game import forms
from bot.game.cards import card, hand, playable, takes
from bot.game.state import Tricks
from tests.game.deals import HANDS, after, cards_of, last_step, may, said, where
from tests.game.rulebook import rows


@pytest.mark.parametrize(
    ("held", "led", "trump", "allowed"),
    rows(
        """
C 3.9.3: who leads plays what he likes
    sA7.cK.h8 | - | h -> s7 sA cK h8
C 3.9.3: follow suit
    sA7.cK.h8 | s | h -> s7 sA
    sA7.cK.h8 | c | h -> cK
    sA7.cK.h8 | h | h -> h8
C 3.9.3: without the suit one must trump
    sA7.cK.h8 | d | h -> h8
C 3.9.3: without both, any card
    sA7.cK | d | h -> s7 sA cK
C 3.9.3: nobody has to overtake, nor to trump higher
    h7A | d | h -> h7 hA
    s7A | s | h -> s7 sA
C 3.6.7, 3.7.5: without trumps, on misere and on raspasy there is nothing to trump with
    sA7.cK.h8 | d | - -> s7 sA cK h8
"""
    ),
)
def test_what_may_be_played(held: str, led: str, trump: str, allowed: str):
    may_be = playable(hand(held), None if led == "-" else led, None if trump == "-" else trump)
    assert " ".join(c.text for c in may_be) == allowed


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    rows(
        """
C 3.9.4: the highest card of the suit led
    s7 sK sT | h -> sK
    sA sK sT | h -> sA
C 3.5.2: inside a suit the ace is highest, the seven lowest
    c7 c8 c9 | - -> c9
    cT cJ cQ | - -> cQ
    cQ cK cA | - -> cA
C 3.9.4: another suit takes nothing
    s7 dA cA | h -> s7
C 3.5.2: trump beats every other card
    sA sK h7 | h -> h7
    sA h8 h7 | h -> h8
    h7 sA h8 | h -> h8
C 3.6.7: without trumps there is none
    sA sK h7 | - -> sA
C 3.7.6.1: four cards, the dealer's talon card among them
    d9 dT d8 d7 | - -> dT
    dA dT d8 d7 | - -> dA
"""
    ),
)
def test_who_takes_the_trick(trick: str, trump: str, winner: str):
    cards = [card(text) for text in trick.split()]
    assert cards[takes(cards, cards[0].suit, None if trump == "-" else trump)].text == winner


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "next_"),
    rows(
        """
C 3.9.1: the first lead is the hand's to the dealer's left, whatever the contract
    sochi | 6s | 2:whist 3:whist -> 1 card
    sochi | 6s by 2 | 3:whist 1:whist -> 1 card
    sochi | 6s by 3 | 1:whist 2:whist -> 1 card
    dealer=1 | 6s by 2 | 3:whist 1:whist -> 2 card
    players=4 dealer=2 | 6s by 3 | 4:whist 1:whist -> 3 card
    ten=whisted | 10d | 2:whist 3:whist -> 1 card
C 3.9.3: then clockwise
    sochi | 6s | 2:whist 3:whist 1:sA -> 2 card
    sochi | 6s | 2:whist 3:whist 1:sA 2:s7 -> 3 card
    players=4 dealer=2 | 6s by 3 | 4:whist 1:whist 3:sA 4:s7 -> 1 card
C 3.9.1: the winner of a trick leads to the next
    sochi | 6s | 2:whist 3:whist 1:sA 2:s7 3:cT -> 1 card
    sochi | 6d | 2:whist 3:whist 1:d7 2:dJ 3:dT -> 2 card
    sochi | 6d | 2:whist 3:whist 1:d7 2:dJ 3:dT / 2:hA 3:hT 1:dA -> 1 card
C 3.6.6: on misere the one who leads first is the declarer, if he has the lead
    sochi | mis | 1:d7 2:catch -> 2 card
    sochi | mis by 2 | 3:catch -> 1 card
    sochi | mis by 2 | 3:catch 1:d7 -> 2 card
"""
    ),
)
def test_whose_turn_it_is(about: str, contract: str, tokens: str, next_: str):
    assert where(said(about, contract, tokens)) == next_


@pytest.mark.parametrize(
    ("contract", "tokens", "token", "answer"),
    rows(
        """
C 3.9.2: one card at a time, in turn
    6s | 2:whist 3:whist | 2:s7 -> not_your_turn
    6s | 2:whist 3:whist 1:sA | 1:sK -> not_your_turn
C 3.9.16: a revoke is impossible
    6s | 2:whist 3:whist 1:dA | 2:s7 -> must_follow
    6s | 2:whist 3:whist 1:dA | 2:hA -> must_follow
    6s | 2:whist 3:whist 1:dA | 2:dJ -> may
    6h | 2:whist 3:whist 1:sA 2:s7 | 3:c8 -> must_trump
    6h | 2:whist 3:whist 1:sA 2:s7 | 3:h8 -> may
    6n | 2:whist 3:whist 1:sA 2:s7 | 3:c8 -> may
The card must be in that hand
    6s | 2:whist 3:whist | 1:hA -> not_held
    6s | 2:whist 3:whist | 1:c7 -> not_held
    6s | 2:whist 3:whist 1:sA 2:s7 3:cT | 1:sA -> not_held
During play nothing else is done
    6s | 2:whist 3:whist | 1:pass -> not_now
    6s | 2:whist 3:whist | 2:whist -> not_now
    6s | 2:whist 3:whist | 1:plays-7s -> not_now
"""
    ),
)
def test_what_is_refused(contract: str, tokens: str, token: str, answer: str):
    assert may(said("", contract, tokens), token) == answer


WHOLE_DEAL = """
    1:sA 2:s7 3:c8 / 1:sK 2:cJ 3:c9 / 1:sQ 2:cQ 3:cT / 1:sJ 2:cK 3:d8 / 1:sT 2:dJ 3:d9 /
    1:s9 2:dQ 3:h8 / 1:s8 2:hK 3:h9 / 1:cA 2:hQ 3:hT / 1:dA 2:dK 3:dT / 1:d7 2:hA 3:hJ
"""
"""Seven spades, then two aces; the last trick is the seven of diamonds, which nobody can take any more."""


@pytest.mark.parametrize(
    ("about", "contract", "answers", "score"),
    rows(
        """
C 3.8.6: six spades made with ten, two whisters of whom neither has a trick
    sochi | 6s | 2:whist 3:whist -> pool 1 2; hill 2 4; hill 3 4
C 3.8.5: one whister answers for the pair
    sochi | 6s | 2:whist 3:pass 2:open -> pool 1 2; hill 2 8
    sochi | 6s | 2:whist 3:pass 2:dark -> pool 1 2; hill 2 8
C 3.8.8: the returner answers
    sochi | 6s | 2:pass 3:half 2:whist 2:open -> pool 1 2; hill 2 8
C 3.8.8.1: the dealer answers
    players=4 | 8s | 2:pass 3:pass 4:look-2 4:whist 4:open -> pool 1 6; hill 4 6
"""
    ),
)
def test_a_whole_deal(about: str, contract: str, answers: str, score: str):
    state = after(said(about, contract, answers), WHOLE_DEAL)
    assert where(state) == f"closed: {score}"
    assert state.phase.last.result.tricks[:3] == (10, 0, 0)
    assert state.deal is None
    assert state.table.deals == 1


def test_every_trick_is_told_once_and_the_last_with_the_deal():
    step = last_step(said("", "6s", "2:whist 3:whist"), "1:sA 2:s7 3:c8")
    (event,) = step.events
    assert (event.kind, event.seen_by) == ("trick_taken", None)
    winner, trick = event.data
    assert (winner, [c.text for _, c in trick]) == (1, ["sA", "s7", "c8"])
    closing = last_step(said("", "6s", "2:whist 3:whist"), WHOLE_DEAL)
    assert [e.kind for e in closing.events] == ["deal_closed"]


def test_tricks_belong_to_the_owner_of_the_cards_whoever_played_them():
    state = after(said("", "6d", "2:whist 3:pass 2:open"), "1:d7 2:dJ 3:dT")
    assert isinstance(state.phase, Tricks)
    assert state.phase.taken == (0, 1, 0)


MISERE = "s789T.c89.d789T sJQKA.cQKA.dQKA cTJ.dJ.h89TJQKA"
"""A misere that cannot be caught: the clubs lack only the seven, which has been discarded."""


@pytest.mark.parametrize("about", ["", "players=4"])
def test_c_3_6_1_a_misere_played_out(about: str):
    state = said(about, "mis", "1:s7 2:believe 3:catch 2:sA 3:h8", MISERE)
    state = after(state, "2:sK 3:h9 1:s8 / 2:sQ 3:hT 1:s9 / 2:sJ 3:hJ 1:sT / 2:cA 3:cT 1:c8 / 2:cK 3:cJ 1:c9")
    state = after(state, "2:cQ 3:hQ 1:dT / 2:dA 3:dJ 1:d9 / 2:dK 3:hK 1:d8 / 2:dQ 3:hA 1:d7")
    assert where(state) == "closed: pool 1 10"
    assert state.phase.last.result.tricks[:3] == (0, 10, 0)


def test_c_3_6_1_a_misere_caught_with_every_trick():
    state = after(said("", "mis", "1:sA 2:catch 2:s7 3:c8"), WHOLE_DEAL.split("/", 1)[1])
    assert where(state) == "closed: hill 1 100"


def test_the_score_of_a_played_deal_is_that_of_its_result():
    state = after(said("", "6s", "2:whist 3:whist"), WHOLE_DEAL)
    text = forms.result_text(state.phase.last.result)
    assert text == "6s 1; whist 2; whist 3; tricks 10-0-0; talon c7h7"
    assert cards_of(said("", "6s"), 1) == hand(HANDS.split()[0])
