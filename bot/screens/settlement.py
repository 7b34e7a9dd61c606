"""The settlement: who won what, and folded up below it how that was reckoned, step by step as people do it on paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from bot.game.actions import Seat
from bot.game.settlement import HILL_UNIT, Reckoning, Settlement, reckon
from bot.game.sheet import clockwise
from bot.game.state import Table
from bot.screens import parts
from bot.screens.buttons import Keys
from bot.screens.frame import Frame
from bot.screens.screen import Screen
from bot.screens.sheet import standing
from bot.screens.words import Words, number, signed


def settlement(frame: Frame) -> Screen:
    """A pulka that has ended: the sheet, the results, who won, the steps. `frame.view` has a settlement."""
    view, words = frame.view, Words(frame.locale, frame.names)
    assert view.settlement is not None
    heading = [parts.bold(words("settlement.title", label=words.person(frame.label)))]
    how = parts.composed([parts.bold(words("settlement.how"))], *steps(words, view.table))
    shown = results(words, view.table, view.settlement)
    gone = leavers(words, view.table, frame.leavers, view.settlement)
    again = Keys(frame.table).ask(words("button.again"), "again", "primary")
    return Screen(parts.composed(heading, standing(words, view.table), shown, gone, [parts.folded(how)]), ((again,),))


def steps(words: Words, table: Table) -> list[list[str]]:
    """A paragraph a step, in exact fractions: pool, amnesty, whists for the hill, pair by pair, the sum, whole numbers.

    Steps that change nothing are left out: pools that are all the same, results without fractions.
    """
    answers, circle = table.agreement.answers, clockwise(table.order, table.first_dealer)
    done = reckon(table.sheet, answers["pool_unit"], circle, answers["hussar_hill"])
    return [
        step
        for step in (
            _pool(words, table, done),
            _amnesty(words, table, done),
            _for_hill(words, table, done),
            _pairs(words, table, done),
            _sum(words, table, done),
            _whole(words, table, done),
        )
        if step
    ]


def _pool(words: Words, table: Table, done: Reckoning) -> list[str]:
    pools, hills = table.sheet.pool, table.sheet.hill
    if min(pools) == done.most:
        return []
    most, rate = number(done.most), number(done.rate)
    lines = [words("settlement.pool", most=most, rate=rate)]
    for seat in table.order:
        was, pool, result = (number(column[seat - 1]) for column in (hills, pools, done.hill))
        name = words.name(seat)
        lines.append(words("settlement.pool_line", name=name, hill=was, most=most, pool=pool, rate=rate, result=result))
    return lines


def _amnesty(words: Words, table: Table, done: Reckoning) -> list[str]:
    least = number(done.least)
    lines = [words("settlement.amnesty", least=least)]
    least = f"({least})" if done.least < 0 else least
    for seat in table.order:
        was, result = number(done.hill[seat - 1]), number(done.left[seat - 1])
        lines.append(words("settlement.amnesty_line", name=words.name(seat), hill=was, least=least, result=result))
    return lines


def _for_hill(words: Words, table: Table, done: Reckoning) -> list[str]:
    lines = [words("settlement.hill", unit=HILL_UNIT, parts=done.parts)]
    for seat in table.order:
        was, result = number(done.left[seat - 1]), number(done.for_hill[seat - 1])
        name, shares = words.name(seat), {"unit": HILL_UNIT, "parts": done.parts}
        lines.append(words("settlement.hill_line", None, name=name, hill=was, result=result, **shares))
    return lines


def _pairs(words: Words, table: Table, done: Reckoning) -> list[str]:
    lines = [words("settlement.whists")]
    for seat, other in combinations(table.order, 2):
        i, j = seat - 1, other - 1
        lines.append(
            words(
                "settlement.pair_line",
                name=words.name(seat),
                on=words.name(other),
                whists=number(table.sheet.whists[i][j]),
                hill=number(done.for_hill[j]),
                back=number(table.sheet.whists[j][i]),
                back_hill=number(done.for_hill[i]),
                result=signed(done.net[i][j]),
            )
        )
    return lines


def _sum(words: Words, table: Table, done: Reckoning) -> list[str]:
    lines = [words("settlement.total")]
    for seat in table.order:
        row = done.net[seat - 1]
        shares = " ".join(signed(row[other - 1]) for other in table.order if other != seat)
        lines.append(
            words("settlement.total_line", name=words.name(seat), shares=shares, result=signed(done.exact[seat - 1]))
        )
    return lines


def _whole(words: Words, table: Table, done: Reckoning) -> list[str]:
    if not done.raised:
        return []
    lines = [words("settlement.whole", who=words.people(done.raised))]
    for seat in table.order:
        exact, result = signed(done.exact[seat - 1]), signed(done.shown[seat - 1])
        lines.append(words("settlement.whole_line", name=words.name(seat), exact=exact, result=result))
    return lines


def leavers(words: Words, table: Table, names: Sequence[str], settled: Settlement) -> list[str]:
    """What each holder of a seat that changed hands has won while it was his."""
    lines, before = list[str](), dict[Seat, int]()
    for leaver, name in zip(table.leavers, names, strict=False):
        won = signed(leaver.shown - before.get(leaver.seat, 0))
        lines.append(words("settlement.leaver", name=words.person(name), deals=leaver.deals, result=won))
        before[leaver.seat] = leaver.shown
    for seat, then in before.items():
        lines.append(words("settlement.heir", name=words.name(seat), result=signed(settled.shown[seat - 1] - then)))
    return lines


def results(words: Words, table: Table, settled: Settlement) -> list[str]:
    """Whole numbers, the best first, and who won."""
    best_first = sorted(table.order, key=lambda s: -settled.exact[s - 1])
    lines = [words("ended.result", name=words.name(s), result=signed(settled.shown[s - 1])) for s in best_first]
    most = settled.exact[best_first[0] - 1]
    winners = [s for s in best_first if settled.exact[s - 1] == most]
    won = words("settlement.won" if len(winners) == 1 else "settlement.shared", who=words.people(winners))
    return [parts.bold(words("settlement.results")), *lines, parts.bold(won)]
