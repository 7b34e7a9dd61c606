"""The auction (Codex 3.3, RULES 1.3), a row per sentence.

A row: house rules | what has been said | what is said now -> may, or why not. Hand 1 is the forehand.
"""

from __future__ import annotations

import pytest

from bot.game.contracts import LADDER
from bot.game.view import view
from tests.game.deals import after, cards_of, last_step, may, start, where
from tests.game.rulebook import rows


@pytest.mark.parametrize(
    ("rules", "so_far", "token", "answer"),
    rows(
        """
C 3.3.2: the first word is the hand's to the dealer's left, then clockwise
    sochi | | 1:6s -> may
    sochi | | 2:6s -> not_your_turn
    sochi | 1:pass | 2:6s -> may
    sochi | 1:pass 2:6s | 3:6c -> may
    dealer=1 | | 2:6s -> may
    dealer=1 | 2:6s 3:pass | 1:6c -> may
C 3.2.10: with four the dealer says nothing
    players=4 dealer=2 | | 3:6s -> may
    players=4 dealer=2 | 3:6s | 4:6c -> may
    players=4 dealer=2 | 3:6s 4:6c | 1:6d -> may
    players=4 dealer=2 | 3:6s 4:6c 1:6d | 2:6h -> not_your_turn
C 3.1.2: the circle, not the number of a seat, says who is next
    order=132 dealer=2 | 1:6s | 3:6c -> may
    order=132 dealer=2 | 1:6s 3:pass | 2:6c -> may
C 3.3.3: one call a turn
    sochi | 1:6s | 1:6c -> not_your_turn
C 3.3.5: the lowest bid is six spades
    sochi | | 1:6s -> may
C 3.3.7: suits rank spades, clubs, diamonds, hearts, no trumps; then comes the next level
    sochi | 1:6s | 2:6c -> may
    sochi | 1:6c | 2:6s -> too_low
    sochi | 1:6c | 2:6c -> too_low
    sochi | 1:6c | 2:6d -> may
    sochi | 1:6h | 2:6n -> may
    sochi | 1:6n | 2:6h -> too_low
    sochi | 1:6n | 2:7s -> may
    sochi | 1:9n | 2:10s -> may
    sochi | 1:10n | 2:10n -> too_low
    sochi | 1:10n | 2:pass -> may
C 3.3.8, fn 21: steps may be left out
    sochi | | 1:8d -> may
    sochi | 1:6s | 2:7h -> may
C 3.3.8: or they must be taken in order
    bid_jumps=in_order | | 1:6s -> may
    bid_jumps=in_order | | 1:6c -> in_order
    bid_jumps=in_order | 1:6s | 2:6c -> may
    bid_jumps=in_order | 1:6s | 2:6d -> in_order
    bid_jumps=in_order | 1:6s 2:6c 3:pass | 1:6h -> in_order
    bid_jumps=in_order k=1 raspasy_exit=7 | | 1:7s -> may
    bid_jumps=in_order k=1 raspasy_exit=7 | | 1:7c -> in_order
C 3.3.8: misere, and a nine over it, stand outside the order
    bid_jumps=in_order | 1:6s | 2:mis -> may
    bid_jumps=in_order | 1:6s 2:mis | 3:9s -> may
    bid_jumps=in_order | 1:6s 2:mis | 3:9c -> in_order
C 3.3.10: who has passed is out
    sochi | 1:pass 2:6s 3:6c | 1:6d -> closed
    sochi | 1:pass 2:6s 3:6c | 1:pass -> closed
C 3.3.11: a call cannot be withdrawn
    sochi | 1:8s 2:pass | 1:pass -> not_your_turn
"""
    ),
)
def test_bids(rules: str, so_far: str, token: str, answer: str):
    assert may(after(start(rules), so_far), token) == answer


@pytest.mark.parametrize(
    ("rules", "so_far", "token", "answer"),
    rows(
        """
C 3.3.8: the senior hand may say "here" to the junior's bid, and so hold it
    sochi | 1:6s 2:6c 3:pass | 1:here -> may
    sochi | 1:pass 2:6s 3:6c | 2:here -> may
RULES 1.3.3: also across one who has passed
    sochi | 1:6s 2:pass 3:6c | 1:here -> may
RULES 1.3.3: whatever the bid
    sochi | 1:6s 2:8n 3:pass | 1:here -> may
C 3.3.8: the junior must then go higher, or pass
    sochi | 1:6s 2:6c 3:pass 1:here | 2:6c -> too_low
    sochi | 1:6s 2:6c 3:pass 1:here | 2:here -> no_hold
    sochi | 1:6s 2:6c 3:pass 1:here | 2:6d -> may
    sochi | 1:6s 2:6c 3:pass 1:here | 2:pass -> may
C 3.3.8: and may be held again
    sochi | 1:6s 2:6c 3:pass 1:here 2:6d | 1:here -> may
RULES 1.3.3: the junior has no such right
    sochi | 1:6s 2:6c 3:pass 1:6d | 2:here -> no_hold
    sochi | 1:pass 2:6s 3:6c 2:here | 3:here -> no_hold
RULES 1.3.3: nothing is held before one has bid, so that six spades never are
    sochi | | 1:here -> no_hold
    sochi | 1:6s | 2:here -> no_hold
    sochi | 1:6s 2:6c | 3:here -> no_hold
RULES 1.3.3: only when two bidders are left
    sochi | 1:6s 2:6c 3:6d | 1:here -> no_hold
RULES 1.3.3: or with three as well
    bid_hold=three | 1:6s 2:6c 3:6d | 1:here -> may
    bid_hold=three | 1:6s 2:6c 3:6d 1:here | 2:6d -> too_low
    bid_hold=three | 1:6s 2:6c 3:6d 1:here | 2:here -> no_hold
    bid_hold=three | 1:6s 2:6c 3:6d 1:pass | 2:here -> may
    bid_hold=three | 1:6s 2:6c 3:6d 1:6h | 2:here -> no_hold
RULES 1.3.3: or never
    bid_hold=off | 1:6s 2:6c 3:pass | 1:here -> no_hold
RULES 1.3.3: never on misere
    sochi | 1:6s 2:mis 3:pass | 1:here -> no_hold
    bid_hold=three | 1:6s 2:6c 3:mis | 1:here -> no_hold
C 3.3.8: seniority goes by the distance from the dealer
    dealer=1 | 2:6s 3:pass 1:6c | 2:here -> may
    dealer=2 | 3:6s 1:6c 2:pass | 3:here -> may
    dealer=2 | 3:6s 1:6c 2:pass 3:6d | 1:here -> no_hold
"""
    ),
)
def test_here(rules: str, so_far: str, token: str, answer: str):
    assert may(after(start(rules), so_far), token) == answer


@pytest.mark.parametrize(
    ("rules", "so_far", "token", "answer"),
    rows(
        """
C 3.3.9: misere is a first call
    sochi | | 1:mis -> may
    sochi | 1:6s | 2:mis -> may
    sochi | 1:pass 2:pass | 3:mis -> may
    sochi | 1:6s 2:6c 3:pass | 1:mis -> misere_first
    sochi | 1:6s 2:6c 3:6d | 1:mis -> misere_first
    sochi | 1:pass 2:6s 3:pass | 1:mis -> not_now
C 3.6.4: it outbids everything up to eight without trumps
    sochi | 1:8n | 2:mis -> may
    sochi | 1:9s | 2:mis -> too_low
    sochi | 1:mis | 2:mis -> too_low
C 3.6.6, fn 40: only a nine outbids it
    sochi | 1:mis | 2:8n -> too_low
    sochi | 1:mis | 2:9s -> may
    sochi | 1:mis | 2:9n -> may
    sochi | 1:mis | 2:10n -> may
    sochi | 1:6s 2:mis 3:pass | 1:9s -> may
RULES 1.3.4: an outbid misere is out at once
    sochi | 1:mis 2:9s 3:9c | 1:9d -> closed
    sochi | 1:mis 2:9s 3:9c | 1:pass -> closed
RULES 9a.2: A misere, B nine spades, C has not called yet: he may go on, and B may say "here"
    sochi | 1:mis 2:9s | 3:9c -> may
    sochi | 1:mis 2:9s 3:9c | 2:here -> may
    sochi | 1:mis 2:9s 3:9c 2:here | 3:9d -> may
RULES 1.3.8: misere is always allowed, whatever the lowest bid
    k=4 raspasy_exit=6-7-8-9 | | 1:mis -> may
    k=4 raspasy_exit=6-7-8-9 | | 1:8n -> below_exit
    k=4 raspasy_exit=6-7-8-9 | 1:mis | 2:9s -> may
"""
    ),
)
def test_misere(rules: str, so_far: str, token: str, answer: str):
    assert may(after(start(rules), so_far), token) == answer


@pytest.mark.parametrize(
    ("rules", "so_far", "next_"),
    rows(
        """
C 3.3.13: the last bidder takes the talon and is asked what he discards
    sochi | 1:6s 2:pass 3:pass -> 1 discard
    sochi | 1:pass 2:pass 3:6s -> 3 discard
    sochi | 1:6s 2:6c 3:pass 1:pass -> 2 discard
    sochi | 1:6s 2:6c 3:pass 1:here 2:pass -> 1 discard
    sochi | 1:pass 2:mis 3:pass -> 2 discard
C 3.3.10: passers are passed over
    sochi | 1:pass 2:6s 3:6c -> 2 auction
    sochi | 1:6s 2:pass 3:6c -> 1 auction
    sochi | 1:6s 2:pass 3:6c 1:6d -> 3 auction
RULES 1.3.4: so is an outbid misere, without a turn
    sochi | 1:mis 2:9s -> 3 auction
    sochi | 1:mis 2:9s 3:pass -> 2 discard
    sochi | 1:mis 2:pass 3:9s -> 3 discard
    sochi | 1:6s 2:mis 3:9s -> 1 auction
    sochi | 1:6s 2:mis 3:9s 1:pass -> 3 discard
RULES 9a.2: the other two go on between themselves
    sochi | 1:mis 2:9s 3:9c -> 2 auction
    sochi | 1:mis 2:9s 3:9c 2:here -> 3 auction
    sochi | 1:mis 2:9s 3:9c 2:here 3:pass -> 2 discard
RULES 9a.2: who had passed stays out
    sochi | 1:pass 2:mis 3:9s -> 3 discard
C 3.3.12: all have passed: raspasy
    sochi | 1:pass 2:pass 3:pass -> 1 card
    players=4 | 1:pass 2:pass 3:pass -> 1 card
    dealer=1 | 2:pass 3:pass 1:pass -> 2 card
"""
    ),
)
def test_where_the_auction_leads(rules: str, so_far: str, next_: str):
    assert where(after(start(rules), so_far)) == next_


@pytest.mark.parametrize(
    ("rules", "so_far", "lowest"),
    rows(
        """
C 3.3.15: after two passes the third hand may take the talon without a bid; it is written as the lowest
    sochi | 1:pass 2:pass -> 6s
RULES 9a.1: which is seven spades where sevens are the way out
    k=1 raspasy_exit=7 | 1:pass 2:pass -> 7s
C fn 23: or he must say something
    third_hand_silent=off | 1:pass 2:pass -> None
C 3.3.15: not when somebody has bid, and nobody but the third
    sochi | 1:pass 2:6s -> None
    sochi | 1:pass -> None
"""
    ),
)
def test_the_silent_third_hand(rules: str, so_far: str, lowest: str):
    state = after(start(rules), so_far)
    assert str(view(state, 3).silent) == lowest
    assert view(state, 1).silent is None
    assert view(state, None).silent is None


@pytest.mark.parametrize("token", ["3:6s", "3:9h", "3:mis", "3:pass"])
def test_rules_9a_1_he_may_also_bid_bid_misere_or_pass(token: str):
    assert may(after(start(), "1:pass 2:pass"), token) == "may"


def test_c_3_3_15_what_was_taken_silently_is_no_misere():
    taken = after(start(), "1:pass 2:pass 3:6s 3:drop-c7.h7")
    assert may(taken, "3:plays-mis") == "misere_bound"
    assert may(taken, "3:plays-10n") == "may"


def test_c_3_3_14_the_talon_is_opened_and_the_winner_holds_twelve_cards():
    state = after(start(), "1:6s 2:pass 3:pass")
    assert len(cards_of(state, 1)) == 12
    (event,) = last_step(start(), "1:6s 2:pass 3:pass").events
    assert (event.kind, event.seen_by, event.data) == ("talon_opened", None, state.deal.talon)


@pytest.mark.parametrize("token", ["1:whist", "1:drop-sA.sK", "1:plays-6s", "1:sA", "1:ready", "1:half"])
def test_what_belongs_to_another_phase_is_refused(token: str):
    assert may(start(), token) == "not_now"


def test_c_3_3_7_the_ladder():
    assert " ".join(c.text for c in LADDER) == (
        "6s 6c 6d 6h 6n 7s 7c 7d 7h 7n 8s 8c 8d 8h 8n mis 9s 9c 9d 9h 9n 10s 10c 10d 10h 10n"
    )
