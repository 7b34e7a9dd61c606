"""A pulka in plain English, for a terminal: lines of the sheet, the sheet itself, the settlement; seats by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.game.settlement import Settlement, portions
from bot.game.sheet import Line, Points, Sheet
from bot.game.state import Table
from bot.screens.settlement import steps
from bot.screens.words import Words

UNFENCED = dict.fromkeys(map(ord, "\u2068\u2069"))
"""A terminal needs no fences around names."""


def entry(line: Line) -> str:
    """One line of the sheet and why it was written: `1 whists on 2 +12 (whist: tricks 3, price 4)`."""
    where = f"whists on {line.on}" if line.on else line.column
    numbers = ", ".join(f"{name} {value}" for name, value in line.reason.params)
    why = line.reason.code.replace("_", " ") + (f": {numbers}" if numbers else "")
    return f"{line.seat} {where} {signed(line.amount)} ({why})"


def standing(sheet: Sheet) -> Iterator[str]:
    """The sheet as a table, a row a seat."""
    seats = range(1, len(sheet.pool) + 1)
    yield "  seat  pool  hill  " + "  ".join(f"whists on {on}" for on in seats)
    for seat in seats:
        whists = sheet.whists[seat - 1]
        columns = ["-" if on == seat else str(whists[on - 1]) for on in seats]
        pool, hill = sheet.pool[seat - 1], sheet.hill[seat - 1]
        yield f"  {seat:>4}  {pool!s:>4}  {hill!s:>4}  " + "  ".join(f"{c:>11}" for c in columns)


def settlement(settled: Settlement, table: Table, names: Sequence[str]) -> Iterator[str]:
    """Who won what, exactly and in whole numbers; and how that was reckoned, as it is done on paper."""
    yield f"The pulka is over after {table.deals} deals. In whists:"
    for name, exact, shown in zip(names, settled.exact, settled.shown, strict=True):
        yield f"  {name}: {signed(shown)}" + (f" (exactly {signed(exact)})" if exact != shown else "")

    for seat in dict.fromkeys(leaver.seat for leaver in table.leavers):
        parts = portions(table.leavers, seat, settled.exact[seat - 1], settled.shown[seat - 1])
        yield f"  Seat {seat} was held one after another: {', '.join(signed(shown) for _, shown in parts)}"

    words = Words("en", dict(enumerate(names, 1)), html=False)
    for title, *lines in steps(words, table):
        yield f"  {title}".translate(UNFENCED)
        yield from (f"    {line}".translate(UNFENCED) for line in lines)


def signed(amount: Points | Fraction) -> str:
    """With a plus when it is one."""
    return f"+{amount}" if amount > 0 else str(amount)


def ordinal(n: int) -> str:
    """first, second, third, 4th, ..."""
    return {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th")
