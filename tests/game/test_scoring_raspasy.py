"""What raspasy come to (Codex 3.7.2-3.7.4, RULES 4.2-4.4): a row per sentence. The last seat deals."""

from __future__ import annotations

import pytest

from bot.game.conventions.raspasy_price import price_of_trick
from tests.game.rulebook import rows
from tests.game.scores import agreed, written


@pytest.mark.parametrize(
    ("rules", "result", "score"),
    rows(
        """
C 3.7.2.1: a hill point a trick
    amnesty=off | pas; tricks 5-3-2 -> hill 1 5; hill 2 3; hill 3 2
C 3.7.3: amnesty, the least count is taken off everybody's
    sochi | pas; tricks 5-3-2 -> hill 1 3; hill 2 1
    sochi | pas; tricks 4-3-3 -> hill 1 1
C 3.7.2.1: no trick is worth the price of one, into the pool
    sochi | pas; tricks 0-4-6 -> pool 1 1; hill 2 4; hill 3 6
    sochi | pas; tricks 0-0-10 -> pool 1 1; pool 2 1; hill 3 10
C 3.7.4.1: in the second and third of a series everything costs two and three
    sochi | pas; step 2; tricks 0-4-6 -> pool 1 2; hill 2 8; hill 3 12
    sochi | pas; step 3; tricks 5-3-2 -> hill 1 9; hill 2 3
C 3.7.4.3: later ones repeat the last
    sochi | pas; step 4; tricks 5-3-2 -> hill 1 9; hill 2 3
    sochi | pas; step 9; tricks 5-3-2 -> hill 1 9; hill 2 3
C fn 44: Leningrad, two a trick, not doubled again
    leningrad | pas; tricks 0-3-7 -> pool 1 2; hill 2 6; hill 3 14
    leningrad | pas; step 3; tricks 6-2-2 -> hill 1 24
FSPR: no amnesty, no trick takes two prices off the hill
    fspr | pas; step 2; tricks 0-5-5 -> hill 1 -8; hill 2 20; hill 3 20
GH-L: or one
    zero_tricks=hill_-1 | pas; step 2; tricks 0-5-5 -> hill 1 -2; hill 2 10; hill 3 10
RULES 4.3: a fixed point does not grow
    zero_tricks=pool_1 | pas; step 3; tricks 5-5-0 -> pool 3 1; hill 1 15; hill 2 15
RULES 4.2: or nothing at all
    zero_tricks=none | pas; tricks 5-5-0 -> hill 1 5; hill 2 5
C 3.7.2.2: in whists, who took the fewest writes five a trick on each of the others
    rostov | pas; tricks 1-3-6 -> whists 1>2 15; whists 1>3 30
C 3.7.2.2: two who took equally few share
    rostov | pas; tricks 2-2-6 -> whists 1>3 15; whists 2>3 15
    rostov | pas; tricks 3-3-4 -> whists 1>3 10; whists 2>3 10
C 3.7.2.2: and no trick is a point in the pool
    rostov | pas; tricks 0-0-10 -> pool 1 1; pool 2 1; whists 1>3 25; whists 2>3 25
    rostov | pas; tricks 0-4-6 -> pool 1 1; whists 1>2 20; whists 1>3 30
C fn 45: no amnesty there, even if somebody left it on
    rostov amnesty=on | pas; tricks 1-3-6 -> whists 1>2 15; whists 1>3 30
GH-M: or the difference is written
    rostov raspasy_whists_by=difference | pas; tricks 1-3-6 -> whists 1>2 10; whists 1>3 25
RULES 4.3: the rate grows like a price, `whist_mul` does not touch it
    rostov raspasy_rate=10 | pas; tricks 1-3-6 -> whists 1>2 30; whists 1>3 60
    rostov raspasy_progression=arithmetic | pas; step 2; tricks 1-3-6 -> whists 1>2 30; whists 1>3 60
    rostov whist_mul=2 | pas; tricks 1-3-6 -> whists 1>2 15; whists 1>3 30
RULES 4.3: under whists the price of no trick is the factor alone
    rostov raspasy_progression=arithmetic zero_tricks=pool_price | pas; step 3; tricks 0-4-6 ->
        pool 1 3; whists 1>2 60; whists 1>3 90
"""
    ),
)
def test_three_players(rules: str, result: str, score: str):
    assert written(result, rules) == score


@pytest.mark.parametrize(
    ("rules", "result", "score"),
    rows(
        """
C 3.7.6.1: the dealer writes the tricks of his talon cards
    sochi | pas; tricks 0-4-4-2 -> pool 1 1; hill 2 4; hill 3 4; hill 4 2
C 3.7.3: and counts in the amnesty
    sochi | pas; tricks 2-3-4-1 -> hill 1 1; hill 2 2; hill 3 3
    sochi | pas; tricks 2-3-5-0 -> hill 1 2; hill 2 3; hill 3 5
FSPR: he has no prize for taking none
    sochi | pas; tricks 4-3-3-0 -> hill 1 4; hill 2 3; hill 3 3
RULES 4.4: unless it is agreed
    zero_dealer=yes | pas; step 2; tricks 4-3-3-0 -> pool 4 2; hill 1 8; hill 2 6; hill 3 6
    zero_dealer=pool_1 | pas; step 2; tricks 4-3-3-0 -> pool 4 1; hill 1 8; hill 2 6; hill 3 6
GH-M: or his tricks are not written
    dealer_tricks=not_written | pas; tricks 0-4-4-2 -> pool 1 1; hill 2 4; hill 3 4
RULES 4.1: with a closed talon he has none, and amnesty takes off nothing
    raspasy_talon=closed | pas; tricks 5-3-2-0 -> hill 1 5; hill 2 3; hill 3 2
C 3.7.6.2: Rostov, the dealer writes a point as for no trick
    rostov | pas; tricks 1-3-6-0 -> pool 4 1; whists 1>2 15; whists 1>3 30
"""
    ),
)
def test_four_players(rules: str, result: str, score: str):
    assert written(result, rules, seats=4) == score


@pytest.mark.parametrize(
    ("result", "score"),
    rows(
        """
RULES 9a.11: two hands, ten tricks of two cards
    pas; tricks 6-4 -> hill 1 2
    pas; tricks 10-0 -> pool 2 1; hill 1 10
"""
    ),
)
def test_hussar(result: str, score: str):
    assert written(result, "hussar", seats=2) == score


@pytest.mark.parametrize(
    ("base", "progression", "limit", "prices"),
    rows(
        """
C 3.7.4.1: arithmetic
    1 | arithmetic | 3 -> 1 2 3 3 3 3
    1 | arithmetic | 2 -> 1 2 2 2 2 2
    1 | arithmetic | 5 -> 1 2 3 4 5 5
    1 | arithmetic | none -> 1 2 3 4 5 6
C 3.7.4.2: geometric
    1 | geometric | 3 -> 1 2 4 4 4 4
    1 | geometric | 4 -> 1 2 4 8 8 8
    1 | geometric | none -> 1 2 4 8 16 32
RULES 4.3: none
    1 | none | 3 -> 1 1 1 1 1 1
    1 | none | none -> 1 1 1 1 1 1
C fn 44: from two
    2 | arithmetic | 3 -> 2 4 6 6 6 6
    2 | geometric | 3 -> 2 4 8 8 8 8
    3 | arithmetic | 3 -> 3 6 9 9 9 9
"""
    ),
)
def test_the_price_of_a_trick_in_the_first_second_third_raspasy(base: int, progression: str, limit: str, prices: str):
    agreement = agreed(f"raspasy_base={base} raspasy_progression={progression} raspasy_limit={limit}")
    assert " ".join(str(price_of_trick(agreement, n)) for n in range(1, 7)) == prices
