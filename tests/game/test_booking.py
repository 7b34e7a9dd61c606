"""How lines are booked: closing, help, what comes off one's own hill, the end of a pulka (RULES 6.1-6.2).

Seat 1 declares and the last seat deals, unless a row says otherwise. A row: house rules, pools and hills before the
deal, the result -> what is booked.
"""

from __future__ import annotations

import pytest

from bot.game import forms, sheet
from bot.game.agreement import Agreement
from tests.game.rulebook import rows
from tests.game.scores import agreed, lines, table


def booked(rules: str, pool: str, hill: str, result: str, dealer: int = 0) -> tuple[sheet.Sheet, str]:
    """The sheet after a result, and what was booked, as text."""
    at = table(rules, len(pool.split()), dealer, pool, hill)
    after, stand = sheet.book(at.sheet, lines(result, at), at.agreement, at.order, at.dealer)
    assert after == at.sheet.write(stand), "the sheet is what the booked lines make of it"
    return after, forms.score_text(stand)


@pytest.mark.parametrize(
    ("rules", "pool", "result", "score"),
    rows(
        """
RULES 6.1: an open pool takes the points
    sochi | 0 0 0 | 9s 1; pass 2; pass 3 -> pool 1 8
RULES 6.1: exactly closed, nothing is left over
    sochi | 2 0 0 | 9s 1; pass 2; pass 3 -> pool 1 8
RULES 6.1: the surplus helps the largest pool that is open, ten whists a point written on the helped
    sochi | 6 3 5 | 8s 1; pass 2; pass 3 -> pool 1 4; pool 3 2; whists 1>3 20
RULES 6.1: who is closed himself helps with all of it
    sochi | 10 3 5 | 7s 1; pass 2; pass 3 -> pool 3 4; whists 1>3 40
RULES 6.1: and what the helped cannot take goes on to the next
    sochi | 10 3 9 | 7s 1; pass 2; pass 3 -> pool 2 3; pool 3 1; whists 1>2 30; whists 1>3 10
RULES 6.1: with nobody left to help it comes off the own hill
    sochi | 10 10 10 | 7s 1; pass 2; pass 3 -> hill 1 -4
    sochi | 10 9 10 | 7s 1; pass 2; pass 3 -> pool 2 1; hill 1 -3; whists 1>2 10
RULES 6.1: ties go clockwise from the helper
    sochi | 10 3 3 | 6s 1; pass 2; pass 3 -> pool 2 2; whists 1>2 20
    sochi | 3 10 3 | 6s 2; pass 3; pass 1 -> pool 3 2; whists 2>3 20
    sochi | 3 3 10 | 6s 3; pass 1; pass 2 -> pool 1 2; whists 3>1 20
WP: in Leningrad a point is worth twenty, and two off the hill
    leningrad | 19 15 0 | 6s 1; pass 2; pass 3 -> pool 1 1; pool 2 1; whists 1>2 20
    leningrad | 20 20 20 | 7s 1; pass 2; pass 3 -> hill 1 -8
RULES 6.1: help=off, the surplus comes off the own hill at once
    help=off | 10 3 5 | 7s 1; pass 2; pass 3 -> hill 1 -4
    leningrad help=off | 20 3 5 | 7s 1; pass 2; pass 3 -> hill 1 -8
RULES 6.1: or the smallest is helped
    help_target=smallest | 10 3 5 | 7s 1; pass 2; pass 3 -> pool 2 4; whists 1>2 40
    help_target=smallest | 10 3 3 | 7s 1; pass 2; pass 3 -> pool 2 4; whists 1>2 40
C fn 73: the dealer may be excluded from help
    help_exclude=dealer | 10 3 5 | 7s 1; pass 2; pass 3 -> pool 2 4; whists 1>2 40
    help_exclude=dealer | 10 10 5 | 7s 1; pass 2; pass 3 -> hill 1 -4
C fn 73: or a whister who failed in this deal
    help_exclude=failed_whister | 10 3 5 | 7s 1; pass 2; whist 3; tricks 10-0-0 ->
        pool 2 4; hill 3 8; whists 1>2 40
    help_exclude=failed_whister | 10 3 5 | 7s 1; pass 2; whist 3; tricks 8-1-1 ->
        pool 3 4; whists 1>3 40; whists 3>1 8
RULES 6.1: a prize for no trick is a pool entry like any other
    sochi | 10 5 3 | pas; step 2; tricks 0-5-5 -> pool 2 2; hill 2 10; hill 3 10; whists 1>2 20
RULES 6.2: without a target, or by the sum, pools have no cap and there is no help
    pool_target=none end_condition=deals | 10 3 5 | 9s 1; pass 2; pass 3 -> pool 1 8
    end_condition=total | 10 3 5 | 9s 1; pass 2; pass 3 -> pool 1 8
"""
    ),
)
def test_closing_and_help(rules: str, pool: str, result: str, score: str):
    assert booked(rules, pool, "", result)[1] == score


@pytest.mark.parametrize(
    ("pool", "dealer", "result", "score"),
    rows(
        """
RULES 6.1: each first fills his own pool, then the surpluses go, clockwise from the dealer's left
    9 0 10 | 3 | pas; step 2; tricks 0-0-10 -> pool 1 1; pool 2 3; hill 3 20; whists 1>2 10
    10 10 9 | 3 | pas; step 2; tricks 0-0-10 -> pool 3 1; hill 1 -1; hill 2 -2; hill 3 20; whists 1>3 10
    10 10 9 | 1 | pas; step 2; tricks 0-0-10 -> pool 3 1; hill 1 -2; hill 2 -1; hill 3 20; whists 2>3 10
RULES 6.1: what has been placed is counted when the next one is
    10 10 8 | 3 | pas; step 3; tricks 0-0-10 -> pool 3 2; hill 1 -1; hill 2 -3; hill 3 30; whists 1>3 20
"""
    ),
)
def test_several_surpluses(pool: str, dealer: int, result: str, score: str):
    assert booked("sochi", pool, "", result, dealer)[1] == score


def test_rules_9a_6_three_entries_at_once():
    """Rostov, four players, pools 19, 20, 12, 20 of 20; seats 1 and 2 took nothing, the dealer 4 has his point."""
    after, score = booked("rostov", "19 20 12 20", "", "pas; tricks 0-0-10-0")
    assert score == "pool 1 1; pool 3 2; whists 1>3 25; whists 2>3 35; whists 4>3 10"
    assert after.pool == (20, 20, 14, 20)


@pytest.mark.parametrize(
    ("rules", "pool", "hill", "result", "score"),
    rows(
        """
GH-M: a made game first takes the own hill down, the rest goes to the pool
    hill_first=on | 0 0 0 | 3 0 0 | 9s 1; pass 2; pass 3 -> pool 1 5; hill 1 -3
    hill_first=on | 0 0 0 | 12 0 0 | 9s 1; pass 2; pass 3 -> hill 1 -8
    hill_first=on | 0 0 0 | 0 9 9 | 9s 1; pass 2; pass 3 -> pool 1 8
    hill_first=on | 0 0 0 | 3 0 0 | mis 1 -> pool 1 7; hill 1 -3
RULES 6.1: in Leningrad a point takes two
    leningrad hill_first=on | 0 0 0 | 6 0 0 | 8s 1; pass 2; pass 3 -> pool 1 3; hill 1 -6
    leningrad hill_first=on | 0 0 0 | 5 0 0 | 8s 1; pass 2; pass 3 -> pool 1 7/2; hill 1 -5
GH-M: what closes the pool then helps
    hill_first=on | 8 5 0 | 2 0 0 | 8s 1; pass 2; pass 3 -> pool 1 2; pool 2 2; hill 1 -2; whists 1>2 20
GH-M: a negative hill is no hill
    hill_first=on | 0 0 0 | -4 0 0 | 7s 1; pass 2; pass 3 -> pool 1 4
GH-M: no trick on raspasy is no game
    hill_first=on | 0 0 0 | 3 0 0 | pas; tricks 0-5-5 -> pool 1 1; hill 2 5; hill 3 5
C4: between two, a surplus comes off the hill, point for point
    hussar | 9 10 | 0 0 | mis 1 -> pool 1 1; hill 1 -9
C4: half of it when the hill is indivisible
    hussar hussar_hill=indivisible | 9 10 | 0 0 | mis 1 -> pool 1 1; hill 1 -9/2
"""
    ),
)
def test_the_own_hill(rules: str, pool: str, hill: str, result: str, score: str):
    assert booked(rules, pool, hill, result)[1] == score


def test_a_booked_line_says_where_it_came_from():
    at = table("", pool="8 9 5", hill="0 0 0")
    _, stand = sheet.book(at.sheet, lines("9s 1; pass 2; pass 3", at), at.agreement, at.order, at.dealer)
    assert [(line.column, line.seat, line.amount, line.reason.text) for line in stand] == [
        ("pool", 1, 2, "made contract=9s"),
        ("pool", 2, 1, "helped by=1"),
        ("whists", 1, 10, "help points=1 unit=10"),
        ("pool", 3, 5, "helped by=1"),
        ("whists", 1, 50, "help points=5 unit=10"),
    ]


@pytest.mark.parametrize(
    ("rules", "pool", "deals", "over"),
    rows(
        """
LOC: all pools are closed
    pool_target=20 | 20 20 20 | 7 -> over
    pool_target=20 | 20 19 20 | 70 -> on
GH-S: or their sum is reached, whoever has it
    pool_target=20 end_condition=total | 60 0 0 | 7 -> over
    pool_target=20 end_condition=total | 59 0 0 | 7 -> on
RULES 6.2: or so many deals are played
    end_condition=deals end_deals=20 | 0 0 0 | 20 -> over
    end_condition=deals end_deals=20 | 10 10 10 | 19 -> on
BIB: the round may be completed
    end_condition=deals end_deals=20 finish_round=yes | 0 0 0 | 20 -> on
    end_condition=deals end_deals=20 finish_round=yes | 0 0 0 | 21 -> over
    end_condition=deals end_deals=20 finish_round=yes | 0 0 0 0 | 20 -> over
    end_condition=deals end_deals=24 finish_round=yes | 0 0 0 | 24 -> over
"""
    ),
)
def test_when_a_pulka_is_over(rules: str, pool: str, deals: int, over: str):
    at = table(rules, len(pool.split()), pool=pool)
    assert sheet.ended(at.agreement, at.sheet, deals) is (over == "over")


def test_a_pool_may_be_played_to_any_number():
    """Worked examples use targets that no option names."""
    twelve: Agreement = agreed("").answering(pool_target=12)
    at = table(pool="11 0 0")
    _, stand = sheet.book(at.sheet, lines("6s 1; pass 2; pass 3", at), twelve, at.order, at.dealer)
    assert forms.score_text(stand) == "pool 1 1; pool 2 1; whists 1>2 10"
