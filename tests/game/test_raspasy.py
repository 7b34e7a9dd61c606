"""Raspasy (Codex 3.7.5-3.7.6, RULES 4.1), a row per sentence.

All have passed. A row: house rules | talon | cards so far -> who plays next, what he may play, tricks so far.
"""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import Play
from bot.game.cards import DECK, hand
from bot.game.state import Raspasy, State
from bot.game.view import view
from tests.game.deals import after, may, start, where
from tests.game.rulebook import rows

CARDS = "s79.c789.d789.h78 sTJ.cTJQ.dTJ.h9TJ sQKA.cKA.dQA.hQKA"
"""Low, middle and high cards; the eight of spades and the king of diamonds are left for the talon."""


def passed(about: str, talon: str = "s8dK", cards: str = CARDS) -> State:
    """All three have passed."""
    state = start(about, cards, talon)
    for h in state.deal.playing:
        state = after(state, f"{h}:pass")
    return state


def may_play(state: State) -> str:
    return " ".join(a.card.text for a in rules.legal(state) if isinstance(a, Play))


@pytest.mark.parametrize(
    ("about", "cards", "next_", "allowed", "taken"),
    rows(
        """
C 3.7.6.3: with three the talon card shows the suit, and forehand plays first
    sochi | -> 1 card | s7 s9 | 0 0 0
    dealer=1 | -> 2 card | s7 s9 | 0 0 0
C 3.7.5: it must be followed
    sochi | 1:s7 -> 2 card | sT sJ | 0 0 0
    sochi | 1:s7 2:sT -> 3 card | sQ sK sA | 0 0 0
C 3.7.6.3: the highest card of the suit that was played takes it; the second card shows the second suit
    sochi | 1:s7 2:sT 3:sQ -> 1 card | d7 d8 d9 | 0 0 1
C fn 47: the second lead is made from the dealer's left too, and the third
    sochi | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 2
    dealer=1 | 2:s7 3:sT 1:sQ / 2:d7 3:dT 1:dQ -> 2 card | s9 c7 c8 c9 d8 d9 h7 h8 | 2 0 0
C 3.9.1: after that the winner leads
    sochi | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ / 1:c7 2:cT 3:cK -> 3 card | sK sA cA dA hQ hK hA | 0 0 3
C 3.7.6.1: with four the talon card is the dealer's real lead: a card of the trick like any other
    players=4 | -> 1 card | s7 s9 | 0 0 0 0
    players=4 | 1:s7 2:sT 3:sQ -> 1 card | d7 d8 d9 | 0 0 1 0
C 3.7.6.1: the dealer may take it
    players=4 | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 1 1
C 3.7.6.1: the third is led from the dealer's left, whoever took the second
    players=4 | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dA -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 2 0
    players=4 dealer=2 | 3:s7 4:sT 1:sQ / 3:d7 4:dT 1:dQ -> 3 card | s9 c7 c8 c9 d8 d9 h7 h8 | 1 1 0 0
RULES 8: or by who took it; a dealer leads nothing more
    third_lead=winner | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 3 card | sK sA cK cA dA hQ hK hA | 0 0 2
    players=4 third_lead=winner | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dA -> 3 card | sK sA cK cA dQ hQ hK hA | 0 0 2 0
    players=4 third_lead=winner | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 1 1
GH-K: the suit only, also with four
    players=4 raspasy_talon=suit_only | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 2 0
RULES 8: a real card needs a fourth player
    raspasy_talon=real | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 2
    players=4 raspasy_talon=real | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> 1 card | s9 c7 c8 c9 d8 d9 h7 h8 | 0 0 1 1
C 3.7.6.2: Rostov, the talon stays closed: forehand leads what he likes, and then the winner
    raspasy_talon=closed | -> 1 card | s7 s9 c7 c8 c9 d7 d8 d9 h7 h8 | 0 0 0
    raspasy_talon=closed | 1:h8 2:h9 3:hQ -> 3 card | sQ sK sA cK cA dQ dA hK hA | 0 0 1
    players=4 raspasy_talon=closed | 1:h8 2:h9 3:hQ -> 3 card | sQ sK sA cK cA dQ dA hK hA | 0 0 1 0
"""
    ),
)
def test_leads_and_tricks(about: str, cards: str, next_: str, allowed: str, taken: str):
    state = after(passed(about), cards)
    assert isinstance(state.phase, Raspasy)
    assert (where(state), may_play(state)) == (next_, allowed)
    assert " ".join(map(str, state.phase.taken)) == taken


@pytest.mark.parametrize(
    ("about", "cards", "token", "answer"),
    rows(
        """
C 3.7.5: the suit that the talon shows must be followed
    sochi | | 1:c7 -> must_follow
    sochi | | 1:s9 -> may
C 3.7.5: who has none plays any card; nothing is trump
    sochi | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ / 1:s9 2:sJ 3:sK / 3:sA | 1:h7 -> may
    sochi | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ / 1:s9 2:sJ 3:sK / 3:sA | 1:c9 -> may
In turn, and from one's hand
    sochi | | 2:sT -> not_your_turn
    sochi | | 1:sQ -> not_held
    sochi | | 1:pass -> not_now
"""
    ),
)
def test_what_may_be_played(about: str, cards: str, token: str, answer: str):
    assert may(after(passed(about), cards), token) == answer


@pytest.mark.parametrize(
    ("about", "cards", "seen"),
    rows(
        """
C 3.7.6.1: the talon is turned card by card: the second when the first trick is complete
    sochi | -> s8
    sochi | 1:s7 2:sT -> s8
    sochi | 1:s7 2:sT 3:sQ -> s8 dK
    sochi | 1:s7 2:sT 3:sQ / 1:d7 2:dT 3:dQ -> s8 dK
    players=4 | -> s8
    players=4 | 1:s7 2:sT 3:sQ -> s8 dK
C 3.7.6.2: or never
    raspasy_talon=closed | 1:h8 2:h9 3:hQ ->
"""
    ),
)
def test_what_everybody_has_seen_of_the_talon(about: str, cards: str, seen: str):
    state = after(passed(about), cards)
    for seat in (None, *state.table.order):
        assert " ".join(c.text for c in view(state, seat).talon) == seen


def test_c_3_7_6_1_the_second_trick_goes_to_the_dealer_when_nobody_has_its_suit():
    """The ace of hearts is turned second; there are seven more hearts, so that somebody always has one to lose."""
    state = passed("players=4", "s8hA", CARDS.replace("hQKA", "hQK").replace("dQA", "dQKA"))
    state = after(state, "1:s7 2:sT 3:sQ / 1:h8 2:hJ 3:hK")
    assert state.phase.taken == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("about", "sizes"),
    rows(
        """
RULES 9a.5: the talon's two tricks have four cards, the others three: 8 x 3 + 2 x 4 = 32
    players=4 -> 4 4 3 3 3 3 3 3 3 3
With three, and with a closed talon, all have three, and two cards take no part
    sochi -> 3 3 3 3 3 3 3 3 3 3
    players=4 raspasy_talon=suit_only -> 3 3 3 3 3 3 3 3 3 3
    players=4 raspasy_talon=closed -> 3 3 3 3 3 3 3 3 3 3
"""
    ),
)
def test_a_whole_deal(about: str, sizes: str):
    """Everybody plays his first legal card. The last trick is told with the deal, so it is counted from the log."""
    state, played = passed(about), []
    tricks: tuple = ()
    while isinstance(state.phase, Raspasy):
        tricks = (*state.phase.past, state.phase.trick)
        chosen = rules.legal(state)[0]
        played.append(chosen.card)
        state = rules.apply(state, chosen).state
    tricks = (*tricks[:-1], (*tricks[-1], (chosen.hand, chosen.card)))
    assert " ".join(str(len(trick)) for trick in tricks) == sizes
    talon = state.phase.last.deal.talon
    assert sorted({*played, *talon}, key=DECK.index) == list(DECK)
    assert sum(state.phase.last.result.tricks) == 10
    assert state.phase.last.result.step == 1
    assert state.table.series == 1


def test_the_next_raspasy_of_a_series_costs_more():
    state = passed("k=2")
    while isinstance(state.phase, Raspasy):
        state = rules.apply(state, rules.legal(state)[0]).state
    assert state.phase.last.result.step == 3


def test_the_hands_of_these_tests_are_a_deal():
    held = [c for text in CARDS.split() for c in hand(text)]
    assert sorted([*held, *hand("s8.dK")], key=DECK.index) == list(DECK)
