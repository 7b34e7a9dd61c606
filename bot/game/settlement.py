"""The final settlement (RULES 6.3): exact fractions of N that sum to zero, and whole numbers that do so too.

result(i) = sum over j (W[i>j] - W[j>i]) + u (P_i - mean P) + 10 (mean H - H_i), u whists a pool point, 10 a hill point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
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
    down = [floor(x) for x in exact]
    missing = floor(sum(exact)) - sum(down)
    by_part = sorted(order, key=lambda seat: (down[seat - 1] - exact[seat - 1], order.index(seat)))
    for seat in by_part[:missing]:
        down[seat - 1] += 1
    return tuple(down)
