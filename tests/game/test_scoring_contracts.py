"""What a contract comes to (Codex 3.8, RULES 2): pool, hill and whists, a row per sentence.

Seat 1 declares; 2 and 3 answer; with four players seat 4 deals and sits out.
"""

from __future__ import annotations

import pytest

from bot.game.contracts import LADDER
from tests.game.rulebook import rows
from tests.game.scores import lines, table, written

LEVELS = [(6, 2, 4), (7, 4, 2), (8, 6, 1), (9, 8, 1), (10, 10, 1)]
"""Level, price, duty of the pair (RULES 2.1, Codex 3.8.2)."""


@pytest.mark.parametrize(("level", "price", "duty"), LEVELS)
def test_rules_2_1_prices_and_duties(level: int, price: int, duty: int):
    for c in LADDER:
        if c.level == level:
            assert (c.price, c.duty) == (price, duty), f"{c}: the suit changes nothing (Codex 3.8.9)"


@pytest.mark.parametrize(
    ("result", "score"),
    rows(
        """
C 3.8.1: both pass: made without play
    6s 1; pass 2; pass 3 -> pool 1 2
C 3.8.1: both pass, nine
    9n 1; pass 2; pass 3 -> pool 1 8
C 3.8.1.1: whists for every trick
    6c 1; whist 2; whist 3; tricks 6-2-2 -> pool 1 2; whists 2>1 4; whists 3>1 4
C 3.8.5: one whister: the tricks of both are his
    6c 1; whist 2; pass 3; tricks 6-1-3 -> pool 1 2; whists 2>1 8
C 3.8.5: one whister answers alone
    6c 1; pass 2; whist 3; tricks 7-3-0 -> pool 1 2; hill 3 2; whists 3>1 6
C 3.8.5: one whister, none of four
    6c 1; whist 2; pass 3; tricks 10-0-0 -> pool 1 2; hill 2 8
C 3.8.6: example 1: who has his half pays nothing
    6d 1; whist 2; whist 3; tricks 7-2-1 -> pool 1 2; hill 3 2; whists 2>1 4; whists 3>1 2
C 3.8.6: example 2: each for his own half
    6d 1; whist 2; whist 3; tricks 9-1-0 -> pool 1 2; hill 2 2; hill 3 4; whists 2>1 2
C 3.8.6: example 3: the second answers on eight
    8d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 6; hill 3 6
C 3.8.6: the second answers on nine
    9d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 8; hill 3 8
C 3.8.6: 3+0 on six: both halves, literally
    6d 1; whist 2; whist 3; tricks 7-3-0 -> pool 1 2; hill 3 4; whists 2>1 6
C 3.8.6: seven: each one of two
    7d 1; whist 2; whist 3; tricks 9-1-0 -> pool 1 4; hill 3 4; whists 2>1 4
004 1a: 4+0: the pair has its four
    6d 1; whist 2; whist 3; tricks 6-4-0 -> pool 1 2; whists 2>1 8
C 3.8.6: one trick is enough on eight, whoever took it
    8d 1; whist 2; whist 3; tricks 9-1-0 -> pool 1 6; whists 2>1 6
C 3.8.1.2: consolation for every undertrick
    7d 1; whist 2; whist 3; tricks 5-3-2 -> hill 1 8; whists 2>1 20; whists 3>1 16
C 3.8.1.2: the passer writes it too
    6d 1; whist 2; pass 3; tricks 5-3-2 -> hill 1 2; whists 2>1 12; whists 3>1 2
C 3.8.1.3: a failing whister writes his tricks
    8d 1; pass 2; whist 3; tricks 10-0-0 -> pool 1 6; hill 3 6
RULES 2.5: overtricks are worth nothing to the declarer
    6d 1; whist 2; pass 3; tricks 8-2-0 -> pool 1 2; hill 2 4; whists 2>1 4
C 3.8.13: greedy: the tricks are the whister's
    8d 1; whist 2; pass 3; tricks 7-2-1 -> hill 1 6; whists 2>1 24; whists 3>1 6
C 3.8.7: half on six: two tricks
    6d 1; pass 2; half 3; pass 2 -> pool 1 2; whists 3>1 4
C 3.8.7: half on seven: one trick
    7d 1; pass 2; half 3; pass 2 -> pool 1 4; whists 3>1 4
C 3.8.7: half, as a record may put it
    6h 1; pass 2; half 3 -> pool 1 2; whists 3>1 4
C 3.8.8.2: returned: the half-whister is the passer
    6d 1; pass 2; half 3; whist 2; tricks 5-3-2 -> hill 1 2; whists 2>1 12; whists 3>1 2
C 3.8.8: the returner answers alone
    6d 1; pass 2; half 3; whist 2; tricks 7-1-2 -> pool 1 2; hill 2 2; whists 2>1 6
004 U21: a checked ten, believed
    10s 1 -> pool 1 10
004 U21: checked and made: only the declarer risks anything
    10s 1; tricks 10-0-0 -> pool 1 10
004 U21: checked and failed: the tricks are halved
    10s 1; tricks 9-1-0 -> hill 1 10; whists 2>1 15; whists 3>1 15
004 U21: calls on a checked ten count for nothing
    10s 1; whist 2; pass 3; tricks 8-2-0 -> hill 1 20; whists 2>1 30; whists 3>1 30
C 3.6.1: misere made
    mis 1; tricks 0 -> pool 1 10
C 3.6.1: misere caught: ten a trick, no whists
    mis 1; tricks 3 -> hill 1 30
C 3.6.1: misere believed
    mis 1 -> pool 1 10
"""
    ),
)
def test_sochi_with_three(result: str, score: str):
    assert written(result) == score


@pytest.mark.parametrize(
    ("result", "score"),
    rows(
        """
C 3.8.1.2: the dealer writes consolation
    6d 1; whist 2; whist 3; tricks 5-3-2-0 -> hill 1 2; whists 2>1 8; whists 3>1 6; whists 4>1 2
C 3.8.8.1: the dealer whists on eight
    8d 1; pass 2; pass 3; whist 4; tricks 9-1-0-0 -> pool 1 6; whists 4>1 6
RULES 9a.3: he answers
    8d 1; pass 2; pass 3; whist 4; tricks 10-0-0-0 -> pool 1 6; hill 4 6
RULES 9a.3: all trick whists his, consolation to all three
    8d 1; pass 2; pass 3; whist 4; tricks 7-1-2-0 -> hill 1 6; whists 2>1 6; whists 3>1 6; whists 4>1 24
RULES 9a.4: the dealer returns and fails the declarer
    6c 1; pass 2; half 3; pass 2; whist 4; tricks 5-3-2-0 -> hill 1 2; whists 2>1 2; whists 3>1 2; whists 4>1 12
RULES 9a.4: he passes after looking: the half stands
    6c 1; pass 2; half 3; pass 2; pass 4 -> pool 1 2; whists 3>1 4
RULES 9a.8: seven, two passes
    7c 1; pass 2; pass 3 -> pool 1 4
C 3.8.8.1: eight, three passes
    8c 1; pass 2; pass 3; pass 4 -> pool 1 6
C 3.6: the dealer writes nothing on misere
    mis 1; tricks 1-5-4-0 -> hill 1 10
C 3.6.9: misere in half with the dealer, made
    mis 1; partner 4; tricks 0 -> pool 1 5; pool 4 5
C 3.6.9: misere in half, caught
    mis 1; partner 4; tricks 1 -> hill 1 5; hill 4 5
004 U21: the dealer has consolation on a checked ten
    10s 1; tricks 9-1-0-0 -> hill 1 10; whists 2>1 15; whists 3>1 15; whists 4>1 10
"""
    ),
)
def test_sochi_with_four(result: str, score: str):
    assert written(result, seats=4) == score


@pytest.mark.parametrize(
    ("rules", "result", "score"),
    rows(
        """
SH-L: the pool is not doubled
    leningrad | 7d 1; pass 2; pass 3 -> pool 1 4
SH-L: undertricks and consolation are
    leningrad | 7d 1; whist 2; whist 3; tricks 6-2-2 -> hill 1 8; whists 2>1 24; whists 3>1 24
SH-L: misere twenty a trick
    leningrad | mis 1; tricks 2 -> hill 1 40
C 3.8.12: half of the doubled fine
    leningrad | 6d 1; whist 2; pass 3; tricks 8-1-1 -> pool 1 2; hill 2 4; whists 2>1 8
C 3.8.14: gentleman: halves when the declarer failed
    leningrad | 8d 1; whist 2; pass 3; tricks 7-2-1 -> hill 1 12; whists 2>1 30; whists 3>1 30
C 3.8.14: not when it is made
    leningrad | 6d 1; whist 2; pass 3; tricks 6-2-2 -> pool 1 2; whists 2>1 16
C 3.8.7: half is doubled with the whists
    leningrad | 7d 1; pass 2; half 3; pass 2 -> pool 1 4; whists 3>1 8
C 3.8.8.2: gentleman: the returned half shares
    leningrad | 6s 1; pass 2; half 3; whist 2; tricks 5-3-2 -> hill 1 4; whists 2>1 14; whists 3>1 14
GH-S: hill not doubled
    leningrad hill_mul=1 | 7d 1; whist 2; whist 3; tricks 6-2-2 -> hill 1 4; whists 2>1 24; whists 3>1 24
C fn 53: Rostov: consolation is ten
    rostov | 8d 1; whist 2; pass 3; tricks 7-2-1 -> hill 1 6; whists 2>1 19; whists 3>1 19
C 3.8.12: Rostov: half a fine
    rostov | 6d 1; whist 2; pass 3; tricks 8-1-1 -> pool 1 2; hill 2 2; whists 2>1 4
C 3.8.11: Classic: half before closing
    classic | 7d 1; whist 2; whist 3; tricks 9-1-0 -> pool 1 4; hill 3 2; whists 2>1 4
C 3.5.3: a ten is whisted
    ten=whisted | 10d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 10; hill 3 10
C 3.5.3: a ten is passed
    ten=whisted | 10d 1; pass 2; pass 3 -> pool 1 10
PL: the pair's shortage
    pair_shortage=total | 6d 1; whist 2; whist 3; tricks 7-3-0 -> pool 1 2; hill 3 2; whists 2>1 6
PL: nor more than his own
    pair_shortage=total | 6d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 2; hill 2 4; hill 3 4
GH-M: each even when the pair has enough
    pair_shortage=each | 6d 1; whist 2; whist 3; tricks 6-4-0 -> pool 1 2; hill 3 4; whists 2>1 8
GH-K: both answer on eight
    second_whister_8plus=both | 8d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 6; hill 2 6; hill 3 6
GH-L: they split it
    second_whister_8plus=split | 8d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 6; hill 2 3; hill 3 3
GH-L: split of half a fine, exactly
    rostov second_whister_8plus=split | 8d 1; whist 2; whist 3; tricks 10-0-0 -> pool 1 6; hill 2 3/2; hill 3 3/2
GH-R: no consolation
    consolation_rate=none | 6d 1; whist 2; pass 3; tricks 5-3-2 -> hill 1 2; whists 2>1 10
C fn 53: ten is not doubled
    leningrad consolation_rate=10 | 6d 1; whist 2; whist 3; tricks 5-3-2 -> hill 1 4; whists 2>1 22; whists 3>1 18
KP: consolation to whisters only
    consolation_to=whisters | 6d 1; whist 2; pass 3; tricks 5-3-2 -> hill 1 2; whists 2>1 12
KP: checked ten: both defenders count as whisters
    consolation_to=whisters | 10d 1; tricks 9-1-0 -> hill 1 10; whists 2>1 15; whists 3>1 15
004: a returned half writes nothing
    returned_half_record=none | 6d 1; pass 2; half 3; whist 2; tricks 5-3-2 -> hill 1 2; whists 2>1 12
GH-L: the returner takes both consolations
    returned_half_record=returner | 6d 1; pass 2; half 3; whist 2; tricks 5-3-2 -> hill 1 2; whists 2>1 14
RULES 2.4: consolation without the split
    leningrad returned_half_record=consolation | 6s 1; pass 2; half 3; whist 2; tricks 5-3-2 ->
        hill 1 4; whists 2>1 24; whists 3>1 4
C 3.8.14: whist, pass, half, and nobody returns
    leningrad | 6s 1; whist 2; pass 3; half 2; pass 3 -> pool 1 2; whists 2>1 8
C 3.8.14: whist, pass, half, and the passer returns
    leningrad | 6s 1; whist 2; pass 3; half 2; whist 3; tricks 6-2-2 -> pool 1 2; whists 3>1 16
GH-T: whists on misere
    misere_whists=as_ten | mis 1; tricks 2 -> hill 1 20; whists 2>1 20; whists 3>1 20
GH-T: doubled with the whists
    leningrad misere_whists=as_ten | mis 1; tricks 1 -> hill 1 20; whists 2>1 20; whists 3>1 20
GH-K: without three
    giveup=without_three | 7d 1; without 3 -> hill 1 12
GH-L: without three, doubled; no talon bonus
    leningrad giveup=without_three talon_bonus=on | 8d 1; without 3; talon sAhA -> hill 1 36
C fn 31: every line is multiplied
    sochi | 8d 1; whist 2; pass 3; tricks 8-2-0; times 8 -> pool 1 48; whists 2>1 96
C fn 30: the fine and the consolation too
    sochi | 6d 1; whist 2; whist 3; tricks 5-3-2; times 2 -> hill 1 4; whists 2>1 16; whists 3>1 12
C fn 31: factors are multiplied with each other
    sochi | mis 1; tricks 1; times 2; times 4 -> hill 1 80
"""
    ),
)
def test_variants_and_options_with_three(rules: str, result: str, score: str):
    assert written(result, rules) == score


@pytest.mark.parametrize(
    ("rules", "result", "score"),
    rows(
        """
C 3.8.14: the dealer has consolation, no split
    leningrad | 6d 1; whist 2; pass 3; tricks 4-3-3-0 -> hill 1 8; whists 2>1 20; whists 3>1 20; whists 4>1 8
RULES 2.3.5: no gentleman's split beside a dealer
    leningrad | 6d 1; pass 2; half 3; pass 2; whist 4; tricks 5-3-2-0 ->
        hill 1 4; whists 2>1 4; whists 3>1 4; whists 4>1 24
KP: not to the dealer
    consolation_to=defenders | 6d 1; whist 2; pass 3; tricks 5-3-2-0 -> hill 1 2; whists 2>1 12; whists 3>1 2
KP: a dealer who whists is a defender
    consolation_to=defenders | 8d 1; pass 2; pass 3; whist 4; tricks 7-1-2-0 ->
        hill 1 6; whists 2>1 6; whists 3>1 6; whists 4>1 24
KP: only to whisters: the dealer in another's place
    consolation_to=whisters | 8d 1; pass 2; pass 3; whist 4; tricks 7-1-2-0 -> hill 1 6; whists 4>1 24
FSPR: the dealer does not answer
    dealer_whist_liable=no | 8d 1; pass 2; pass 3; whist 4; tricks 10-0-0-0 -> pool 1 6
004 U38: the dealer alone has consolation
    dealer_return_consolation=dealer | 6d 1; pass 2; half 3; pass 2; whist 4; tricks 5-3-2-0 -> hill 1 2; whists 4>1 12
004 U38: as whister and as dealer
    dealer_return_consolation=double | 6d 1; pass 2; half 3; pass 2; whist 4; tricks 5-3-2-0 -> hill 1 2; whists 4>1 14
GH-T: the dealer writes on misere, not a partner
    misere_whists=as_ten | mis 1; partner 4; tricks 2 -> hill 1 10; hill 4 10; whists 2>1 20; whists 3>1 20
"""
    ),
)
def test_variants_and_options_with_four(rules: str, result: str, score: str):
    assert written(result, rules, seats=4) == score


@pytest.mark.parametrize(
    ("rules", "pool", "score"),
    rows(
        """
C 3.8.11: the whister's own pool is closed
    classic | 0 0 20 -> pool 1 4; hill 3 4; whists 2>1 4
C 3.8.11: another's is not his
    classic | 20 20 19 -> pool 1 4; hill 3 2; whists 2>1 4
C 3.8.11: all pools
    rostov full_after_close=all_pools | 20 20 20 -> pool 1 4; hill 3 4; whists 2>1 4
C 3.8.11: not all
    rostov full_after_close=all_pools | 19 20 20 -> pool 1 4; hill 3 2; whists 2>1 4
C 3.8.12: never
    rostov | 20 20 20 -> pool 1 4; hill 3 2; whists 2>1 4
"""
    ),
)
def test_a_half_responsible_whist_may_become_full(rules: str, pool: str, score: str):
    assert written("7d 1; whist 2; whist 3; tricks 9-1-0", rules, pool=pool) == score


@pytest.mark.parametrize(
    ("talon", "tricks"),
    rows(
        """
C 3.4.11: two aces
    sAhA -> 3
C 3.4.11: ace and king of one suit
    cKcA -> 2
RULES 5: ace and king of two suits
    cKdA -> 1
C 3.4.11: one ace
    dAh7 -> 1
C 3.4.11: a marriage
    hQhK -> 1
C 3.4.11: king and queen of two suits
    sQhK -> 0
RULES 5: an ace beside a queen
    hQhA -> 1
C 3.4.11: nothing
    c9dT -> 0
"""
    ),
)
def test_the_talon_bonus(talon: str, tricks: int):
    bonus = f"; whists 4>1 {6 * tricks}" if tricks else ""
    assert written(f"8d 1; pass 2; pass 3; talon {talon}", "talon_bonus=on", seats=4) == f"pool 1 6{bonus}"
    assert written(f"8d 1; pass 2; pass 3; talon {talon}", seats=4) == "pool 1 6"


@pytest.mark.parametrize(
    ("rules", "seats", "dealer", "result", "score"),
    rows(
        """
C 3.4.11: made or not
    sochi | 4 | 4 | 8d 1; whist 2; pass 3; tricks 7-3-0-0 -> hill 1 6; whists 2>1 24; whists 3>1 6; whists 4>1 12
C 3.4.11: never for misere
    sochi | 4 | 4 | mis 1; tricks 0 -> pool 1 10
C 3.4.11: the whist price is doubled
    leningrad | 4 | 4 | 8d 1; pass 2; pass 3 -> pool 1 6; whists 4>1 12
RULES 5: three: the dealer is a defender
    sochi | 3 | 3 | 8d 1; pass 2; pass 3 -> pool 1 6; whists 3>1 6
RULES 5: three: the dealer declares, and gets nothing
    sochi | 3 | 1 | 8d 1; pass 2; pass 3 -> pool 1 6
FSPR: three: each opponent half
    talon_bonus_3p=each | 3 | 3 | 8d 1; pass 2; pass 3 -> pool 1 6; whists 2>1 3; whists 3>1 3
FSPR: half each with four: the dealer all
    talon_bonus_3p=each | 4 | 4 | 8d 1; pass 2; pass 3 -> pool 1 6; whists 4>1 6
FSPR: half each with two: the dealer all
    talon_bonus_3p=each | 2 | 2 | 8d 1; pass 2 -> pool 1 6; whists 2>1 6
"""
    ),
)
def test_who_writes_the_talon_bonus(rules: str, seats: int, dealer: int, result: str, score: str):
    assert written(f"{result}; talon dAh7", f"{rules} talon_bonus=on", seats, dealer=dealer) == score


@pytest.mark.parametrize(
    ("result", "score"),
    rows(
        """
C 3.8.5: with two, the whister plays both hands and answers for both
    6d 1; whist 2; tricks 7-3 -> pool 1 2; hill 2 2; whists 2>1 6
C 3.8.1: with two, a pass is enough
    6d 1; pass 2 -> pool 1 2
C 3.8.1.2: with two, consolation
    6d 1; whist 2; tricks 5-5 -> hill 1 2; whists 2>1 12
C 3.6.1: with two, misere
    mis 1; tricks 1 -> hill 1 10
"""
    ),
)
def test_hussar(result: str, score: str):
    assert written(result, "hussar", seats=2) == score


@pytest.mark.parametrize(
    ("rules", "result", "reasons"),
    rows(
        """
A line says its tricks and the price
    sochi | 7c 1; whist 2; pass 3; tricks 7-3-0 -> made contract=7c; whist tricks=3 price=4
    sochi | 8c 1; whist 2; whist 3; tricks 10-0-0 -> made contract=8c;
        fine tricks=1 price=6 rule=second level=8
    sochi | 6c 1; pass 2; half 3 -> made contract=6c; half tricks=2 price=2
    sochi | mis 1; tricks 2 -> caught tricks=2 price=10
    sochi | mis 1 -> misere contract=mis
A failed contract: the declarer, then what is written on him
    sochi | 6c 1; whist 2; pass 3; tricks 4-3-3 -> without tricks=2 price=2;
        consolation tricks=2 price=2 shares=1; whist tricks=6 price=2; consolation tricks=2 price=2 shares=1
A gentleman's halves: all tricks, by two
    leningrad | 6s 1; whist 2; pass 3; tricks 5-3-2 -> without tricks=1 price=4;
        consolation tricks=1 price=4 shares=1; whist_shared tricks=5 price=4 sharers=2 rule=gentleman;
        consolation tricks=1 price=4 shares=1; whist_shared tricks=5 price=4 sharers=2 rule=gentleman
A checked ten is shared too
    sochi | 10c 1; tricks 9-1-0 -> without tricks=1 price=10;
        consolation tricks=1 price=10 shares=1; whist_shared tricks=1 price=10 sharers=2 rule=checked;
        consolation tricks=1 price=10 shares=1; whist_shared tricks=1 price=10 sharers=2 rule=checked
A fine says whose it is, and which part of the price it is
    sochi | 6c 1; whist 2; pass 3; tricks 7-3-0 -> made contract=6c;
        fine tricks=1 price=2 rule=alone level=6; whist tricks=3 price=2
    sochi | 6c 1; whist 2; whist 3; tricks 7-3-0 -> made contract=6c;
        fine tricks=2 price=2 rule=personal level=6; whist tricks=3 price=2
    pair_shortage=total | 6c 1; whist 2; whist 3; tricks 7-3-0 -> made contract=6c;
        fine tricks=1 price=2 rule=total level=6; whist tricks=3 price=2
    leningrad second_whister_8plus=split | 8c 1; whist 2; whist 3; tricks 10-0-0 -> made contract=8c;
        fine tricks=1 price=12 share=1/4 rule=split level=8; fine tricks=1 price=12 share=1/4 rule=split level=8
The talon's prize, and a factor
    talon_bonus=on | 7c 1; pass 2; pass 3; talon hKhA -> made contract=7c;
        talon_bonus tricks=2 price=4 rule=ace_king suit=h
    talon_bonus=on | 7c 1; pass 2; pass 3; talon sAhA -> made contract=7c; talon_bonus tricks=3 price=4 rule=two_aces
    sochi | 6c 1; pass 2; pass 3; times 4 -> made contract=6c times=4
"""
    ),
)
def test_every_line_says_why(rules: str, result: str, reasons: str):
    assert "; ".join(line.reason.text for line in lines(result, table(rules))) == reasons
