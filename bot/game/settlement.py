"""The final settlement (RULES 6.3): exact fractions of N that sum to zero, and whole numbers that do so too.

result(i) = sum over j (W[i>j] - W[j>i]) + u (P_i - mean P) + 10 (mean H - H_i), u whists a pool point, 10 a hill point.
`settle` is that formula; `reckon` comes to the same step by step, as people do it on paper (MR, KZ).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor

from bot.game.actions import Seat
from bot.game.sheet import Sheet

HILL_UNIT = 10
"""Whists that a hill point is worth, in every variant: Leningrad doubles the entries instead."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Whists won (+) or lost (-), indexed by seat - 1: by part, exact in all, and as whole numbers to be shown."""

    pool: tuple[Fraction, ...]
    hill: tuple[Fraction, ...]
    whists: tuple[Fraction, ...]
    exact: tuple[Fraction, ...]
    shown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Leaver:
    """Who left a seat to another person: settled as it stood at that moment (a stored fact). Who takes over takes the
    sheet, and what he wins or loses is the seat's result in the end, less this."""

    seat: Seat
    deals: int
    """Deals closed until then."""
    exact: Fraction
    """What the whole seat had won, with all who held it before."""
    shown: int
    """The same as a whole number."""


def portions(leavers: Sequence[Leaver], seat: Seat, exact: Fraction, shown: int) -> tuple[tuple[Fraction, int], ...]:
    """What each who held a seat has won, in their order, exactly and as whole numbers: the stored standings of who left
    split what the seat comes to in the end."""
    marks = [(Fraction(), 0), *((w.exact, w.shown) for w in leavers if w.seat == seat), (exact, shown)]
    return tuple((after[0] - before[0], after[1] - before[1]) for before, after in pairwise(marks))


def settle(sheet: Sheet, pool_unit: int, order: Sequence[Seat] = (), hussar_indivisible: bool = False) -> Settlement:
    """The settlement of a sheet. `order` is the circle of seats from the first dealer's left: it breaks ties of
    rounding.

    With two players an indivisible hill makes a hill point worth all 10 whists to each side (C4), not its half.
    """
    n = len(sheet.pool)
    unit = hill_unit(n, hussar_indivisible)
    pool = tuple(pool_unit * (Fraction(p) - Fraction(sum(sheet.pool), n)) for p in sheet.pool)
    hill = tuple(unit * (Fraction(sum(sheet.hill), n) - h) for h in sheet.hill)
    whists = tuple(Fraction(sum(sheet.whists[i]) - sum(row[i] for row in sheet.whists)) for i in range(n))
    exact = tuple(p + h + w for p, h, w in zip(pool, hill, whists, strict=True))
    return Settlement(pool, hill, whists, exact, rounded(exact, order or range(1, n + 1)))


def hill_unit(players: int, hussar_indivisible: bool = False) -> int:
    """Whists for a hill point of difference from the mean: 10, or between two 20 where the hill is indivisible."""
    return HILL_UNIT * (2 if hussar_indivisible and players == 2 else 1)


def rounded(exact: Sequence[Fraction], order: Sequence[Seat]) -> tuple[int, ...]:
    """Whole numbers with the same sum, nobody moved by 1 or more: down, then +1 to the largest fractional parts."""
    up = raised(exact, order)
    return tuple(floor(x) + (seat in up) for seat, x in enumerate(exact, 1))


def raised(exact: Sequence[Fraction], order: Sequence[Seat]) -> tuple[Seat, ...]:
    """Who gets one more when all numbers have been rounded down; ties in the order of `order`."""
    missing = floor(sum(exact)) - sum(map(floor, exact))
    by_part = sorted(order, key=lambda seat: (floor(exact[seat - 1]) - exact[seat - 1], order.index(seat)))
    return tuple(by_part[:missing])


Numbers = tuple[Fraction, ...]
"""Indexed by seat - 1."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The steps on paper, each from the one before; `grid[i][j]` is what seat i+1 writes on seat j+1."""

    most: Fraction
    """The largest pool: what the others lack of it goes onto their hills."""
    rate: Fraction
    """Hill points for a pool point."""
    hill: Numbers
    """With what the pool lacks."""
    least: Fraction
    """The amnesty: the least hill comes off everybody's."""
    left: Numbers
    parts: int
    """Among how many the ten whists of a hill point are shared out: all players."""
    for_hill: Numbers
    """Whists that each of the others writes on a seat for its hill."""
    net: tuple[Numbers, ...]
    """Pair by pair: whists and those for the hill, less what the other has written."""
    exact: Numbers
    raised: tuple[Seat, ...]
    """Who gets one more when all have been rounded down."""
    shown: tuple[int, ...]


def reckon(sheet: Sheet, pool_unit: int, order: Sequence[Seat] = (), hussar_indivisible: bool = False) -> Reckoning:
    """The settlement of a sheet step by step; it ends in what `settle` says of the same arguments."""
    n = len(sheet.pool)
    parts = n if not (hussar_indivisible and n == 2) else 1
    most = max(map(Fraction, sheet.pool))
    rate = Fraction(pool_unit * parts, HILL_UNIT * n)
    hill = tuple(h + (most - p) * rate for p, h in zip(sheet.pool, sheet.hill, strict=True))
    least = min(hill)
    left = tuple(h - least for h in hill)
    for_hill = tuple(h * HILL_UNIT / parts for h in left)
    written = [[sheet.whists[i][j] + for_hill[j] for j in range(n)] for i in range(n)]
    net = tuple(tuple(written[i][j] - written[j][i] for j in range(n)) for i in range(n))
    exact = tuple(sum(row, Fraction()) for row in net)
    circle = order or range(1, n + 1)
    return Reckoning(
        most, rate, hill, least, left, parts, for_hill, net, exact, raised(exact, circle), rounded(exact, circle)
    )
