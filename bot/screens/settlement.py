"""The settlement step by step, as people do it on paper: pool, hill, whists, the sum, and then whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.game.settlement import Settlement, hill_unit
from bot.game.sheet import Points
from bot.game.state import Table
from bot.screens import parts
from bot.screens.frame import Frame
from bot.screens.screen import Screen
from bot.screens.sheet import standing
from bot.screens.words import Words, number, signed


def settlement(frame: Frame) -> Screen:
    """A pulka that has ended: the sheet, the steps, the results, who won. `frame.view` has a settlement."""
    view, words = frame.view, Words(frame.locale, frame.names)
    assert view.settlement is not None
    heading = [parts.bold(words("settlement.title", label=words.person(frame.label)))]
    shown = (*steps(words, view.table, view.settlement), results(words, view.table, view.settlement))
    return Screen(parts.composed(heading, standing(words, view.table), *shown))


def steps(words: Words, table: Table, settled: Settlement) -> list[list[str]]:
    """Four paragraphs of exact fractions, in whists. Each closes at zero over all players."""
    sheet, answers = table.sheet, table.agreement.answers
    unit, hill_point = answers["pool_unit"], hill_unit(table.players, answers["hussar_hill"])
    pool = [words("settlement.pool", unit=unit, mean=number(_mean(sheet.pool)))]
    hill = [words("settlement.hill", unit=hill_point, mean=number(_mean(sheet.hill)))]
    whists, total = [words("settlement.whists")], [words("settlement.total")]
    for seat in table.order:
        i, name = seat - 1, words.name(seat)
        pool.append(words("settlement.line", name=name, value=number(sheet.pool[i]), result=signed(settled.pool[i])))
        hill.append(words("settlement.line", name=name, value=number(sheet.hill[i]), result=signed(settled.hill[i])))
        written, owed = sum(sheet.whists[i]), sum(row[i] for row in sheet.whists)
        whists.append(
            words(
                "settlement.whists_line",
                name=name,
                written=number(written),
                owed=number(owed),
                result=signed(settled.whists[i]),
            )
        )
        shares = (signed(part[i]) for part in (settled.pool, settled.hill, settled.whists))
        total.append(
            words("settlement.total_line", name=name, shares=" ".join(shares), result=signed(settled.exact[i]))
        )
    return [pool, hill, whists, total]


def results(words: Words, table: Table, settled: Settlement) -> list[str]:
    """Whole numbers, the best first, and who won."""
    best_first = sorted(table.order, key=lambda s: -settled.exact[s - 1])
    lines = [words("ended.result", name=words.name(s), result=signed(settled.shown[s - 1])) for s in best_first]
    most = settled.exact[best_first[0] - 1]
    winners = [s for s in best_first if settled.exact[s - 1] == most]
    won = words("settlement.won" if len(winners) == 1 else "settlement.shared", who=words.people(winners))
    return [parts.bold(words("settlement.results")), *lines, parts.bold(won)]


def _mean(points: Sequence[Points]) -> Fraction:
    return Fraction(sum(points)) / len(points)
