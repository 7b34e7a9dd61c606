"""The settlement (RULES 6.3, C4): exact fractions of N that sum to zero, and whole numbers that do so too."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.settlement import reckon, rounded, settle
from bot.game.sheet import Sheet
from tests.game.rulebook import rows
from tests.game.scores import lines as scored
from tests.game.scores import table


def sheet(pool: str, hill: str, whists: str) -> Sheet:
    """Pools and hills by seat; whists like `1>2 170, 1>3 60`."""
    seats = len(pool.split())
    grid = [[0] * seats for _ in range(seats)]
    for entry in filter(None, whists.split(", ")):
        pair, amount = entry.split()
        writer, on = pair.split(">")
        grid[int(writer) - 1][int(on) - 1] = int(amount)
    numbers = (tuple(int(n) for n in column.split()) for column in (pool, hill))
    return Sheet(*numbers, tuple(tuple(row) for row in grid))


@pytest.mark.parametrize(
    ("unit", "pool", "hill", "whists", "exact"),
    rows(
        """
MR: hills 42, 96, 132: the least off, times ten, by three
    10 | 10 10 10 | 42 96 132 | 1>2 170, 1>3 60, 2>1 64, 2>3 178, 3>1 88, 3>2 95 -> 558 -83 -475
RULES 6.3: whists alone, pair by pair
    10 | 0 0 0 | 0 0 0 | 1>2 70, 2>1 114, 2>3 96, 3>2 180, 3>1 140, 1>3 100 -> -84 -40 124
RULES 6.3: the divisor is N, not N - 1
    10 | 0 0 0 | 2 5 8 | -> 30 0 -30
RULES 6.3: everything at once, in exact thirds
    10 | 14 8 0 | 12 26 6 | 1>2 12, 2>1 22, 3>1 22, 3>2 4 -> 184/3 -302/3 118/3
C4: a hill below nothing after the end of four closed pools is 15 whists from each
    10 | 20 20 20 20 | -6 0 0 0 | -> 45 -15 -15 -15
RULES 6.3: closed pools weigh nothing
    10 | 20 20 20 | 0 0 0 | -> 0 0 0
RULES 6.3: open ones do, twenty a point in Leningrad; ten a hill point in every variant
    10 | 3 0 0 | 0 0 0 | -> 20 -10 -10
    20 | 3 0 0 | 0 0 0 | -> 40 -20 -20
    20 | 0 0 0 | 3 0 0 | -> -20 10 10
"""
    ),
)
def test_the_formula(unit: int, pool: str, hill: str, whists: str, exact: str):
    done = settle(sheet(pool, hill, whists), unit)
    assert " ".join(map(str, done.exact)) == exact
    assert sum(done.exact) == 0
    parts = zip(done.pool, done.hill, done.whists, strict=True)
    assert tuple(map(sum, parts)) == done.exact, "three parts, as people work it out on paper"


@pytest.mark.parametrize(
    ("indivisible", "pool", "hill", "exact"),
    rows(
        """
C4: between two a divisible hill point is five whists from the other
    0 | 10 10 | 4 0 -> -20 20
C4: an indivisible one ten
    1 | 10 10 | 4 0 -> -40 40
C4: pool points are divided either way
    0 | 4 0 | 0 0 -> 20 -20
    1 | 4 0 | 0 0 -> 20 -20
"""
    ),
)
def test_hussar(indivisible: int, pool: str, hill: str, exact: str):
    assert " ".join(map(str, settle(sheet(pool, hill, ""), 10, (), bool(indivisible)).exact)) == exact


@pytest.mark.parametrize(
    ("exact", "order", "shown"),
    rows(
        """
RULES 6.3: round down, then one more to the largest fractional parts
    1/2 1/4 -3/4 | 1 2 3 -> 1 0 -1
    2/3 5/6 -3/2 | 1 2 3 -> 1 1 -2
RULES 6.3: ties in seat order from the first dealer's left
    1/3 1/3 -2/3 | 1 2 3 -> 1 0 -1
    1/3 1/3 -2/3 | 2 3 1 -> 0 1 -1
    61/3 -302/3 241/3 | 1 2 3 -> 21 -101 80
    1/4 1/4 1/4 -3/4 | 4 1 2 3 -> 0 0 0 0
    1/2 1/2 -1/2 -1/2 | 1 2 3 4 -> 1 1 -1 -1
    1/2 1/2 -1/2 -1/2 | 3 4 1 2 -> 0 0 0 0
RULES 6.3: whole numbers stay
    30 0 -30 | 1 2 3 -> 30 0 -30
"""
    ),
)
def test_rounding(exact: str, order: str, shown: str):
    numbers = [Fraction(n) for n in exact.split()]
    assert " ".join(map(str, rounded(numbers, [int(s) for s in order.split()]))) == shown


POINTS = st.fractions(-200, 200, max_denominator=4)


def column(n: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    return st.tuples(*[POINTS] * n)


@given(st.integers(2, 4).flatmap(lambda n: st.tuples(column(n), column(n), st.tuples(*[column(n)] * n))))
def test_any_sheet_settles_to_zero_and_nobody_moves_by_one(columns: tuple):
    pool, hill, grid = columns
    whists = tuple(tuple(0 if i == j else x for j, x in enumerate(row)) for i, row in enumerate(grid))
    done = settle(Sheet(pool, hill, whists), 10)
    assert sum(done.exact) == 0
    assert sum(done.shown) == 0
    assert all(abs(x - whole) < 1 for x, whole in zip(done.exact, done.shown, strict=True))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    n = draw(st.integers(2, 4))
    grid = draw(st.tuples(*[column(n)] * n))
    whists = tuple(tuple(0 if i == j else x for j, x in enumerate(row)) for i, row in enumerate(grid))
    return Sheet(draw(column(n)), draw(column(n)), whists)


@given(sheets(), st.sampled_from([10, 20]), st.booleans(), st.randoms(use_true_random=False))
def test_the_steps_on_paper_end_in_the_formula(sheet: Sheet, unit: int, indivisible: bool, chance: Random):
    """MR, KZ: amnesty of the hill, times ten, by N, whists pair by pair, the sum, whole numbers."""
    order = list(range(1, len(sheet.pool) + 1))
    chance.shuffle(order)
    done, steps = settle(sheet, unit, order, indivisible), reckon(sheet, unit, order, indivisible)
    assert (steps.exact, steps.shown) == (done.exact, done.shown)
    assert min(steps.left) == 0
    assert all(steps.net[i][j] == -steps.net[j][i] for i in range(len(order)) for j in range(len(order)))
    down = [floor(x) + (seat in steps.raised) for seat, x in enumerate(steps.exact, 1)]
    assert tuple(down) == steps.shown


def test_the_steps_of_an_example_on_paper():
    """MR: hills 42, 96, 132; ten times what is left of 54 and 90, by three: 180 and 300."""
    steps = reckon(sheet("10 10 10", "42 96 132", "1>2 170, 1>3 60, 2>1 64, 2>3 178, 3>1 88, 3>2 95"), 10)
    assert (steps.least, steps.left, steps.for_hill) == (42, (0, 54, 90), (0, 180, 300))
    assert steps.net[0] == (0, 170 + 180 - 64, 60 + 300 - 88)
    assert steps.shown == (558, -83, -475)
    assert steps.raised == ()


@pytest.mark.parametrize(
    ("unit", "indivisible", "pool", "hill", "rate", "parts", "with_pool"),
    rows(
        """
RULES 6.1: a pool point is a hill point, in Leningrad two
    10 | 0 | 20 13 7 | 3 0 9 -> 1 | 3 | 3 7 22
    20 | 0 | 20 13 7 | 3 0 9 -> 2 | 3 | 3 14 35
C4: between two whose hill is not divided it is half a hill point
    10 | 1 | 10 4 | 0 0 -> 1/2 | 1 | 0 3
    10 | 0 | 10 4 | 0 0 -> 1 | 2 | 0 6
"""
    ),
)
def test_what_the_pool_lacks_goes_onto_the_hill(
    unit: int, indivisible: int, pool: str, hill: str, rate: object, parts: int, with_pool: str
):
    steps = reckon(sheet(pool, hill, ""), unit, (), bool(indivisible))
    assert (str(steps.rate), steps.parts) == (str(rate), parts)
    assert " ".join(map(str, steps.hill)) == with_pool


@pytest.mark.parametrize(
    ("rules", "result", "worth"),
    rows(
        """
RULES 6.4: misere made is 75, from each of the others 25
    sochi | mis 1 -> 75 -25 -25 -25
C 3.8.5.1: one caught trick the other way round
    sochi | mis 1; tricks 1 -> -75 25 25 25
RULES 6.4: six made is 15 before whists
    sochi | 6s 1; pass 2; pass 3 -> 15 -5 -5 -5
C 3.3.16.3: nine made, one trick away, is 52
    sochi | 9s 1; whist 2; pass 3; tricks 9-1-0-0 -> 52 -12 -20 -20
RULES 6.4: six, one down, brings the dealer 7
    sochi | 6s 1; whist 2; whist 3; tricks 5-3-2-0 -> -31 13 11 7
C fn 42: misere in half is worth a third
    sochi | mis 1; partner 4 -> 25 -25 -25 25
SK: Leningrad, misere made
    leningrad | mis 1 -> 150 -50 -50 -50
SK: four tricks on raspasy
    leningrad | pas; tricks 4-3-3-0 -> -30 -10 -10 50
"""
    ),
)
def test_what_a_deal_is_worth_with_four_players(rules: str, result: str, worth: str):
    at = table(rules, 4)
    blank = Sheet.blank(4)
    done = settle(blank.write(scored(result, at)), at.agreement.answers["pool_unit"])
    assert " ".join(map(str, done.exact)) == worth
