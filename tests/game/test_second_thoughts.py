"""After the talon: pushing it away, giving up, annulling a slip; games without it (RULES 1.3.5, 1.4, 5, 8).

A row: house rules | what has been said | what is said now -> may, or why not.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game import deal as deals
from bot.game import rules as reducer
from bot.game.contracts import STEPS
from bot.game.forms import result
from bot.game.possible import why_impossible
from bot.game.view import view
from tests.game.deals import after, cards_of, last_step, may, start, where
from tests.game.rulebook import rows
from tests.game.scores import table, written

TAKEN = "1:6d 2:pass 3:pass"


@pytest.mark.parametrize(
    ("rules", "so_far", "token", "answer"),
    rows(
        """
C 3.4.10: before he takes the talon in hand the declarer may push it away
    talon_refusal=2 | 1:6d 2:pass 3:pass | 1:refuse -> may
    talon_refusal=2 | 1:mis 2:pass 3:pass | 1:refuse -> may
RULES 5: not when he has discarded once, also if he has taken that up again
    talon_refusal=2 | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:refuse -> talon_taken
    talon_refusal=2 | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:back | 1:refuse -> talon_taken
RULES 5: the two cards are then the discard, and stay it
    talon_refusal=2 | 1:6d 2:pass 3:pass 1:refuse | 1:plays-6d -> may
    talon_refusal=2 | 1:6d 2:pass 3:pass 1:refuse | 1:back -> not_now
    talon_refusal=2 | 1:6d 2:pass 3:pass 1:refuse | 1:drop-c7.h7 -> not_now
    talon_refusal=2 | 1:6d 2:pass 3:pass 1:refuse | 1:refuse -> talon_taken
RULES 5: a dealer who declares would pay himself
    talon_refusal=2 | 1:pass 2:pass 3:6d | 3:refuse -> talon_taken
    talon_refusal=2 players=4 | 1:pass 2:pass 3:6d | 3:refuse -> may
C fn 35: in most companies it is not done
    sochi | 1:6d 2:pass 3:pass | 1:refuse -> not_now
    talon_refusal=2 | 1:6d 2:pass 3:pass | 2:refuse -> not_your_turn
GH-K: after the talon the declarer may give up
    giveup=without_three | 1:6d 2:pass 3:pass | 1:giveup -> may
    giveup=without_three | 1:6d 2:pass 3:pass 1:drop-c7.h7 | 1:giveup -> may
    giveup=without_two | 1:6d 2:pass 3:pass | 1:giveup -> may
GH-K: until he has named the contract
    giveup=without_three | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 1:giveup -> not_now
GH-K: a misere has no level: it is played
    giveup=without_three | 1:mis 2:pass 3:pass | 1:giveup -> no_give_up
RULES 1.4: who has pushed the talon away plays
    giveup=without_three talon_refusal=1 | 1:6d 2:pass 3:pass 1:refuse | 1:giveup -> no_give_up
C 3.5.4: elsewhere he must play
    sochi | 1:6d 2:pass 3:pass | 1:giveup -> no_give_up
004 U17: a trump with two cards at most may be annulled
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 1:annul -> may
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-7c | 1:annul -> may
004 U17: not one with three
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-7s | 1:annul -> enough_trumps
004 U17: nor what has no trump
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6n | 1:annul -> not_now
    trump_slip=annul | 1:mis 2:pass 3:pass 1:drop-c7.h7 1:plays-mis | 1:annul -> not_now
RULES 8: until the first whist call, whatever it is
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d 2:pass | 1:annul -> not_now
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d 2:whist | 1:annul -> not_now
RULES 8: or until he has let it stand
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d 1:stand | 1:annul -> not_now
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 1:stand -> may
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 2:annul -> not_now
RULES 8: nobody is whisted on a checked ten, so nothing is annulled
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-10d | 1:annul -> not_now
    trump_slip=annul ten=whisted | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-10d | 1:annul -> may
C fn 32: elsewhere what is named is named
    sochi | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d | 1:annul -> not_now
"""
    ),
)
def test_second_thoughts(rules: str, so_far: str, token: str, answer: str):
    assert may(after(start(rules), so_far), token) == answer


@pytest.mark.parametrize(
    ("rules", "tokens", "came"),
    rows(
        """
RULES 5: the dealer writes what was agreed on his hill, whatever becomes of the game
    talon_refusal=1 | 1:6s 2:pass 3:pass 1:refuse 1:plays-6s 2:pass 3:pass -> pool 1 2; hill 3 1
    talon_refusal=2 | 1:6s 2:pass 3:pass 1:refuse 1:plays-6s 2:pass 3:pass -> pool 1 2; hill 3 2
    talon_refusal=5 | 1:6s 2:pass 3:pass 1:refuse 1:plays-6s 2:pass 3:pass -> pool 1 2; hill 3 5
    talon_refusal=2 players=4 | 1:6s 2:pass 3:pass 1:refuse 1:plays-6s 2:pass 3:pass -> pool 1 2; hill 4 2
RULES 5: nobody writes anything for a talon that was taken
    talon_refusal=2 | 1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:pass 3:pass -> pool 1 2
RULES 5: the amount is what was agreed, also in Leningrad
    leningrad talon_refusal=2 | 1:6s 2:pass 3:pass 1:refuse 1:plays-6s 2:pass 3:pass -> pool 1 2; hill 3 2
C fn 43: a dealer who shares the misere does not pay
    talon_refusal=2 players=4 misere_partnership=on | 1:mis 2:pass 3:pass 1:refuse 1:plays-mis 1:invite 4:decline
        1:sA 2:believe 3:believe -> pool 1 10; hill 4 2
    talon_refusal=2 players=4 misere_partnership=on | 1:mis 2:pass 3:pass 1:refuse 1:plays-mis 1:invite 4:share
        1:sA 2:believe 3:believe -> pool 1 5; pool 4 5
RULES 1.4: three undertricks of the level that was bid; the others write nothing, no talon bonus
    giveup=without_three | 1:6d 2:pass 3:pass 1:giveup -> hill 1 6
    giveup=without_three talon_bonus=on players=4 | 1:8d 2:pass 3:pass 1:giveup -> hill 1 18
    giveup=without_three | 1:6s 2:9c 3:pass 1:here 2:pass 1:giveup -> hill 1 24
GH-S: or two
    giveup=without_two | 1:7d 2:pass 3:pass 1:drop-c7.h7 1:giveup -> hill 1 8
RULES 8: annulled, nothing is written
    trump_slip=annul | 1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d 1:annul -> -
    trump_slip=annul talon_refusal=2 | 1:6d 2:pass 3:pass 1:refuse 1:plays-6d 1:annul -> -
"""
    ),
)
def test_what_they_come_to(rules: str, tokens: str, came: str):
    assert where(after(start(rules), tokens)) == f"closed: {came}"


def test_the_declarer_keeps_the_cards_he_was_dealt():
    begun = start("talon_refusal=2")
    refused = after(begun, f"{TAKEN} 1:refuse")
    assert cards_of(refused, 1) == cards_of(begun, 1)
    assert set(refused.phase.dropped) == set(begun.deal.talon)
    assert where(refused) == "1 contract"
    assert {view(refused, seat).exchange for seat in (None, 1, 2, 3)} == {"refused"}


def test_004_u17_the_same_dealer_deals_again_and_the_deal_does_not_count():
    begun = start("trump_slip=annul end_condition=deals end_deals=12 dealer=2 k=2")
    over = after(begun, "3:7d 1:pass 2:pass 3:drop-c7.h7 3:plays-7d 3:annul")
    assert over.table.dealer == begun.table.dealer == 2
    assert over.table.series == 2
    assert (over.table.deals, over.table.annulled) == (1, 1)
    last = replace(over, table=replace(over.table, deals=12))
    assert not deals.is_over(last.table)
    assert deals.is_over(replace(last.table, deals=13))


def test_004_u17_the_declarer_is_asked_beside_the_first_defender_and_does_not_keep_him_waiting():
    named = after(start("trump_slip=annul"), f"{TAKEN} 1:drop-c7.h7 1:plays-7s")
    assert where(named) == "1 slip, 2 whist"
    assert [a.token for a in reducer.legal(named) if a.hand == 1] == ["1:stand"]
    assert view(named, 2).question == view(after(named, "1:stand"), 2).question, "his question stays open"
    assert where(after(named, "1:stand")) == "2 whist"
    assert where(after(named, "2:whist")) == "3 whist"


def test_whether_he_could_annul_is_known_to_nobody_else():
    """Two trumps or three: for the others it looks the same."""
    two, three = (after(start("trump_slip=annul"), f"{TAKEN} 1:drop-c7.h7 1:plays-7{s}") for s in "ds")
    for seat in (None, 2, 3):
        assert view(two, seat).asked == view(three, seat).asked
        assert view(two, seat).legal == view(three, seat).legal


@pytest.mark.parametrize(
    ("rules", "so_far", "token", "answer"),
    rows(
        """
C fn 40: a misere that was outbid by a nine may be bid again, without the talon
    misere_without_talon=on | 1:mis 2:9s 3:pass | 1:mis-closed -> may
    misere_without_talon=on | 1:mis 2:9n 3:pass | 1:mis-closed -> may
C 3.3.9: who has bid misere bids nothing else, and holds nothing
    misere_without_talon=on | 1:mis 2:9s 3:pass | 1:9c -> misere_bound
    misere_without_talon=on | 1:mis 2:9s 3:pass | 1:10s -> misere_bound
    misere_without_talon=on | 1:mis 2:9s 3:pass | 1:9-closed -> misere_bound
    misere_without_talon=on | 1:mis 2:9s 3:pass | 1:here -> no_hold
    misere_without_talon=on | 1:mis 2:9s 3:pass | 1:pass -> may
C fn 40: over that only a nine without the talon, or a ten
    misere_without_talon=on | 1:mis 2:9s 3:pass 1:mis-closed | 2:9n -> too_low
    misere_without_talon=on | 1:mis 2:9s 3:pass 1:mis-closed | 2:9-closed -> may
    misere_without_talon=on | 1:mis 2:9s 3:pass 1:mis-closed | 2:10s -> may
C fn 40: over which misere is out at once, as over a ten
    misere_without_talon=on | 1:mis 2:9s 3:9c 1:mis-closed 2:9-closed | 3:9-closed -> too_low
    misere_without_talon=on | 1:mis 2:9s 3:9c 1:mis-closed 2:9-closed | 1:pass -> closed
    misere_without_talon=on | 1:mis 2:10s | 1:mis-closed -> closed
    misere_without_talon=on | 1:mis 2:9-closed | 1:pass -> closed
GH-K: nine without the talon is one step; its suit is named afterwards
    misere_without_talon=on | 1:9-closed 2:pass 3:pass | 1:plays-9s -> may
    misere_without_talon=on | 1:9-closed 2:pass 3:pass | 1:plays-9n -> may
    misere_without_talon=on | 1:9-closed 2:pass 3:pass | 1:plays-10c -> may
    misere_without_talon=on | 1:9-closed 2:pass 3:pass | 1:plays-8n -> too_low
    misere_without_talon=on | 1:9-closed 2:pass 3:pass | 1:plays-mis -> misere_bound
GH-K: a ten outbids it; it may be held
    misere_without_talon=on | 1:9-closed | 2:10s -> may
    misere_without_talon=on | 1:6s 2:9-closed 3:pass | 1:here -> may
C 3.3.9: without the talon, too, misere is a first call
    misere_without_talon=on | | 1:mis-closed -> may
    misere_without_talon=on | 1:6s 2:9s 3:pass | 1:mis-closed -> misere_first
    misere_without_talon=on k=2 raspasy_exit=7-8 | | 1:mis-closed -> may
RULES 1.3.5: nothing is taken and nothing discarded
    misere_without_talon=on | 1:9-closed 2:pass 3:pass | 1:drop-sA.sK -> not_now
    misere_without_talon=on talon_refusal=2 | 1:9-closed 2:pass 3:pass | 1:refuse -> talon_taken
    misere_without_talon=on giveup=without_three | 1:9-closed 2:pass 3:pass | 1:giveup -> no_give_up
C 3.3.8: it stands outside the order of steps
    misere_without_talon=on bid_jumps=in_order | 1:6s | 2:9-closed -> may
    misere_without_talon=on bid_jumps=in_order | 1:9-closed | 2:10s -> may
    misere_without_talon=on bid_jumps=in_order | 1:9-closed | 2:10c -> in_order
C 3.3.19c: against a misere in the dark who has looked says ten
    misere_without_talon=on dark_bids=on dark_misere=on | 1:mis 2:look-2 | 2:mis-closed -> over_dark
    misere_without_talon=on dark_bids=on dark_misere=on | 1:mis 2:look-2 | 2:9-closed -> over_dark
    misere_without_talon=on dark_bids=on dark_misere=on | 1:mis | 2:9-closed -> may
C fn 40: archaic: elsewhere everybody takes the talon
    sochi | | 1:mis-closed -> with_talon
    sochi | 1:mis | 2:9-closed -> with_talon
    sochi | 1:mis 2:9s | 1:mis-closed -> closed
"""
    ),
)
def test_bids_without_the_talon(rules: str, so_far: str, token: str, answer: str):
    assert may(after(start(rules), so_far), token) == answer


def test_the_whole_ladder():
    assert " ".join(c.text for c in STEPS[14:]) == ("8n mis 9s 9c 9d 9h 9n mis-closed 9-closed 10s 10c 10d 10h 10n")


@pytest.mark.parametrize("contract", ["9-closed", "mis-closed"])
def test_rules_1_3_5_the_talon_stays_closed_for_everybody(contract: str):
    won = last_step(start("misere_without_talon=on"), f"1:{contract} 2:pass 3:pass")
    assert won.events == ()
    assert len(cards_of(won.state, 1)) == 10
    named = after(won.state, "1:plays-mis" if contract == "mis-closed" else "1:plays-9s 2:whist 3:pass 2:open 1:sA")
    for state in (won.state, named):
        for seat in (None, 1, 2, 3):
            assert view(state, seat).talon == ()
            assert view(state, seat).dropped == ()
            assert view(state, seat).exchange == "closed"


ACES = ("sKQJT987.cA7.h7 cKQJ.dKQJA.hKQJ cT98.dT987.hT98", "sAhA")
"""Hands, and both aces of a long suit and another in the talon."""


@pytest.mark.parametrize(
    ("tokens", "came"),
    rows(
        """
RULES 1.3.5: at the same value; for a talon that nobody saw the dealer is not paid
    1:9-closed 2:pass 3:pass 1:plays-9s 2:pass 3:pass -> pool 1 8
    1:mis-closed 2:pass 3:pass 1:plays-mis 1:sK 2:believe 3:believe -> pool 1 10
C 3.4.11: he is for one that was taken, or pushed away
    1:9s 2:pass 3:pass 1:drop-c7.h7 1:plays-9s 2:pass 3:pass -> pool 1 8; whists 3>1 24
    1:9s 2:pass 3:pass 1:refuse 1:plays-9s 2:pass 3:pass -> pool 1 8; hill 3 1; whists 3>1 24
"""
    ),
)
def test_what_is_won_without_the_talon(tokens: str, came: str):
    cards, talon = ACES
    state = start("misere_without_talon=on talon_bonus=on talon_refusal=1", cards, talon)
    assert where(after(state, tokens)) == f"closed: {came}"


@pytest.mark.parametrize(
    ("rules", "text", "wrong"),
    rows(
        """
giving up: as many undertricks as were agreed
    giveup=without_three | 6d 1; without 3 -> -
    giveup=without_three | 6d 1; without 2 -> nobody may give up without 2 in this agreement
    sochi | 6d 1; without 3 -> nobody may give up without 3 in this agreement
    giveup=without_three | mis 1; without 3 -> nobody may give up a misere
    giveup=without_three | 6d 1; without 3; tricks 4-3-3 -> tricks: the deal was not played
annulled: a trump, and where it is agreed
    trump_slip=annul | 6d 1; annulled -> -
    trump_slip=annul | 6n 1; annulled -> only a trump can be annulled, and only where that is agreed
    sochi | 6d 1; annulled -> only a trump can be annulled, and only where that is agreed
refused: not by the dealer
    talon_refusal=1 | 6d 1; pass 2; pass 3; refused -> -
    talon_refusal=1 | 6d 3; pass 1; pass 2; refused -> nobody may push the talon away here
    sochi | 6d 1; pass 2; pass 3; refused -> nobody may push the talon away here
"""
    ),
)
def test_results_of_real_cards(rules: str, text: str, wrong: str):
    assert (why_impossible(table(rules), result(text, 3, 3)) or "-") == wrong


def test_a_misere_that_was_refused_the_talon_is_scored_from_its_result():
    assert written("mis 1; refused", "talon_refusal=5") == "pool 1 10; hill 3 5"
