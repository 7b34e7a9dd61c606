"""Talon, discard, contract (Codex 3.4, RULES 1.4), a row per sentence. Hand 1 has the talon unless a row says so."""

from __future__ import annotations

import pytest

from bot.game.cards import hand_text
from bot.game.view import view
from tests.game.deals import after, cards_of, last_step, may, said, start, where
from tests.game.rulebook import rows


@pytest.mark.parametrize(
    ("rules", "so_far", "token", "answer"),
    rows(
        """
C 3.4.1: the declarer discards two of his twelve cards, also those of the talon
    sochi | 1:6d 2:pass 3:pass | 1:drop-c7.h7 -> may
    sochi | 1:6d 2:pass 3:pass | 1:drop-s8.dA -> may
    sochi | 1:6d 2:pass 3:pass | 1:drop-c7.sA -> may
C 3.4.6: exactly two, and of his own
    sochi | 1:6d 2:pass 3:pass | 1:drop-c7.hA -> not_two
    sochi | 1:6d 2:pass 3:pass | 1:drop-c7.c7 -> not_two
C 3.3.13: nobody else
    sochi | 1:6d 2:pass 3:pass | 2:drop-s7.cK -> not_your_turn
    sochi | 1:6d 2:pass 3:pass | 3:pass -> not_now
C 3.4.1: first the discard, then the contract
    sochi | 1:6d 2:pass 3:pass | 1:plays-6d -> not_now
    sochi | 1:6d 2:pass 3:pass | 1:back -> not_now
C 3.4.9: he may take it up again until the contract is named
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:back -> may
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:drop-s8.s9 -> not_now
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:back | 1:drop-s8.s9 -> may
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:back | 1:plays-6d -> not_now
C 3.4.7: afterwards nothing can be changed
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 1:back -> not_now
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 1:plays-6h -> not_now
C 3.4.3: not below the bid
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6d -> may
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6c -> too_low
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6s -> too_low
C 3.3.7: any higher step, also a higher suit of the same level
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6h -> may
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-7s -> may
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-10n -> may
C 3.4.3: what was held with "here" counts as bid
    sochi | 1:6s 2:7c 3:pass 1:here 2:pass 1:drop-c7.h7 | 1:plays-7s -> too_low
    sochi | 1:6s 2:7c 3:pass 1:here 2:pass 1:drop-c7.h7 | 1:plays-7c -> may
C 3.4.13: nobody has to order all that he has
    sochi | 1:6s 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6s -> may
C 3.3.9, 3.3.11: misere is bound both ways
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:plays-mis -> misere_bound
    sochi | 1:mis 2:pass 3:pass 1:drop-c7.h7 | 1:plays-mis -> may
    sochi | 1:mis 2:pass 3:pass 1:drop-c7.h7 | 1:plays-9s -> misere_bound
    sochi | 1:mis 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6s -> misere_bound
RULES 1.3.8: the way out of raspasy binds the order as it bound the bid
    k=1 raspasy_exit=7 | 1:7c 2:pass 3:pass 1:drop-c7.h7 | 1:plays-6n -> too_low
C 3.4.2: he must order, and cannot pass
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:pass -> not_now
"""
    ),
)
def test_discard_and_order(rules: str, so_far: str, token: str, answer: str):
    assert may(after(start(rules), so_far), token) == answer


def test_the_cards_come_and_go():
    taken = after(start(), "1:6d 2:pass 3:pass")
    assert hand_text(cards_of(taken, 1)) == "sAKQJT98.cA7.dA7.h7"
    dropped = after(taken, "1:drop-c7.h7")
    assert hand_text(cards_of(dropped, 1)) == "sAKQJT98.cA.dA7"
    assert cards_of(after(dropped, "1:back"), 1) == cards_of(taken, 1)
    assert cards_of(after(dropped, "1:plays-6d"), 1) == cards_of(dropped, 1)


def test_he_is_asked_first_what_he_discards_then_what_he_plays():
    taken = after(start(), "1:6d 2:pass 3:pass")
    assert where(taken) == "1 discard"
    assert where(after(taken, "1:drop-c7.h7")) == "1 contract"
    assert where(after(taken, "1:drop-c7.h7 1:back")) == "1 discard"


@pytest.mark.parametrize(
    ("rules", "contract", "tokens", "who"),
    rows(
        """
C 3.4.1: the talon is shown to everybody
    sochi | 6s | -> everybody
    players=4 | 6s | -> everybody
RULES 9a.12: until the first lead
    sochi | 6s | 2:whist 3:whist -> everybody
    sochi | 6s | 2:whist 3:whist 1:sA -> declarer
RULES 9a.12: or during the whole deal
    talon_visible=whole_deal | 6s | 2:whist 3:whist 1:sA -> everybody
004 U5: or to nobody
    talon_shown=closed | 6s | -> declarer
    talon_shown=closed | 6s | 2:whist 3:whist 1:sA -> declarer
C 3.6.6: on misere always
    talon_shown=closed | mis by 2 | -> everybody
"""
    ),
)
def test_who_sees_the_talon(rules: str, contract: str, tokens: str, who: str):
    state = said(rules, contract, tokens)
    talon = state.deal.talon
    declarer = state.phase.game.declarer
    for seat in (None, *state.table.order):
        sees = view(state, seat).talon == talon
        assert sees is (who == "everybody" or seat == declarer), f"seat {seat}"


def test_004_u10_nobody_but_the_declarer_sees_the_discard():
    state = said("players=4", "6s", "2:whist 3:pass 2:open")
    assert [view(state, seat).dropped != () for seat in (None, 1, 2, 3, 4)] == [False, True, False, False, False]


def test_a_closed_talon_is_told_to_the_declarer_alone():
    (event,) = last_step(start("talon_shown=closed"), "1:6s 2:pass 3:pass").events
    assert event.seen_by == {1}
    (event,) = last_step(start("talon_shown=closed"), "1:mis 2:pass 3:pass").events
    assert event.seen_by is None, "Codex 3.6.6"
