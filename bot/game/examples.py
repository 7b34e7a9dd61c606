"""Worked examples: what deals, help, settlements and whole matches should come to, and what they come to here.

A club can check the bot against its own examples this way. The format is described in docs/examples.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.game import deal as deals
from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.errors import ExampleError
from bot.game.example_file import DEAL, Part, Players, agreed, players, priced, result
from bot.game.scoring import score
from bot.game.settlement import Settlement, settle
from bot.game.sheet import Line, Points, Sheet, because, book, clockwise
from bot.game.state import Table

ABOUT = ("id", "source", "steps", "note", "variant", "conv", "players")
"""Keys that every example may have; `source`, `steps` and `note` are for people."""
COLUMNS = ("pool", "hill", "whists")
LARGEST = 4_000_000
"""Characters of the largest file that is read."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one example came out: `differences` between what was expected and what came, or why it cannot be read."""

    id: str
    differences: tuple[str, ...] = ()
    unreadable: ExampleError | None = None


def check(text: str) -> Iterator[Outcome]:
    """The outcome of every example of a file, in the file's order. Raises ExampleError when it is no such file."""
    for number, (section, value) in enumerate(_examples(text), 1):
        name = f"{section}, example {number}"
        try:
            name = Part(value, name).text("id")
            yield Outcome(name, tuple(SECTIONS[section](value, name)))
        except ExampleError as error:
            yield Outcome(name, unreadable=error)


def _examples(text: str) -> list[tuple[str, object]]:
    if len(text) > LARGEST:
        raise ExampleError("file", f"longer than {LARGEST} characters")
    try:
        # A number with a point arrives as its text: read exactly, or refused, but never rounded.
        top = json.loads(text, parse_float=str, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise ExampleError("file", f"not JSON: {error}") from None
    file = Part(top, "file", ("note", *SECTIONS))
    found = [(section, value) for section in file.values if section != "note" for value in file.items(section)]
    if not found:
        raise ExampleError("file", f"no examples in it: {', '.join(SECTIONS)} are expected")
    return found


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ExampleError("file", f"the key {key!r} is given twice in one object")
        found[key] = value
    return found


def check_deal(value: object, name: str) -> Iterator[str]:
    """One deal's lines, before they are booked: a pool takes whatever is written."""
    part = Part(value, name, (*ABOUT, "dealer", "deal", "expected"))
    who, expected = players(part), part.part("expected", COLUMNS)
    yield from differences(who, who.sheet(expected), _written(part, who, agreed(part)))


def check_valuation(value: object, name: str) -> Iterator[str]:
    """What one deal alone is worth to those players that are named, in whists."""
    part = Part(value, name, (*ABOUT, "dealer", "deal", "pool_unit", "expected_net"))
    who, agreement = players(part), _with_unit(part, agreed(part))
    part.need("expected_net")
    expected = who.numbers(part, "expected_net")
    if not expected:
        raise part.wrong("expected_net", "somebody's result is expected")
    done = _settled(agreement, _written(part, who, agreement), who.order)
    for seat, points in expected.items():
        if points != done.exact[seat - 1]:
            yield f"net {who.names[seat - 1]}: expected {points}, got {done.exact[seat - 1]}"


def check_help(value: object, name: str) -> Iterator[str]:
    """Points won by one player with the pools as they stand: closing, help and the own hill."""
    keys = ("target", "before", "who", "gain", "expected", "whists_per_point", "hill_per_point", "excluded", "dealer")
    part = Part(value, name, (*ABOUT, *keys))
    who = players(part)
    before, expected = who.sheet(part.part("before", COLUMNS)), who.sheet(part.part("expected", COLUMNS))
    agreement = _with_unit(part, _to_target(part, agreed(part)))
    if "excluded" in part:
        names = part.items("excluded")
        named = {who.seat(Part({"excluded": n}, name), "excluded") for n in names}
        agreement = agreement.answering(help_exclude=lambda dealer, failed: named)
    gain = Line("pool", who.seat(part, "who"), part.count("gain", 0, 1000), because("made"))
    dealer = who.seat(part, "dealer") if "dealer" in part else who.order[-1]
    after, _ = book(before, [gain], agreement, who.order, dealer)
    yield from differences(who, expected, after)


def check_settlement(value: object, name: str) -> Iterator[str]:
    """What a sheet settles to: exact fractions, or the whole numbers that are shown."""
    part = Part(value, name, (*ABOUT, *COLUMNS, "pool_unit", "expected"))
    who = players(part)
    part.need("expected")
    yield from _results(part, who, _settled(_with_unit(part, agreed(part)), who.sheet(part), who.order))


def check_match(value: object, name: str) -> Iterator[str]:
    """Deal after deal booked on one sheet, compared wherever `after` tells how it stands, and the settlement."""
    part = Part(value, name, (*ABOUT, "target", "pool_unit", "whists_per_point", "hill_per_point", "deals", "expected"))
    who, agreement = players(part), _with_unit(part, agreed(part))
    agreement = _to_target(part, agreement) if "target" in part else agreement
    part.need("expected")
    played = [
        Part(d, f"{name}, deal {n}", ("dealer", "deal", "after", *ABOUT[1:4]))
        for n, d in enumerate(part.items("deals"), 1)
    ]
    if not played:
        raise part.wrong("deals", "at least one deal is expected")
    first = who.seat(played[0], "dealer")
    table = Table(agreement, who.order, first, first, Sheet.blank(len(who.names)))
    for number, one in enumerate(played, 1):
        table = replace(table, dealer=who.seat(one, "dealer"))
        deal = one.part("deal", DEAL)
        at_price, step = priced(agreement, deal)
        found = result(deal, table.dealer, who, table, step or table.series + 1)
        after, _ = deals.after(replace(table, agreement=at_price), found)
        table = replace(after, agreement=agreement)
        if "after" in one:
            expected = who.sheet(one.part("after", COLUMNS))
            yield from (f"after deal {number}, {d}" for d in differences(who, expected, table.sheet))
    yield from _results(part, who, _settled(agreement, table.sheet, clockwise(who.order, first)))


SECTIONS: dict[str, Callable[[object, str], Iterator[str]]] = {
    "deals": check_deal,
    "help": check_help,
    "settlements": check_settlement,
    "valuations": check_valuation,
    "matches": check_match,
}
"""The kinds of examples: a section of the file each."""


def differences(who: Players, expected: Sheet, got: Sheet) -> Iterator[str]:
    """Every entry in which two sheets differ."""
    for column in ("pool", "hill"):
        pairs = zip(who.names, getattr(expected, column), getattr(got, column), strict=True)
        yield from (f"{column} {name}: expected {e}, got {g}" for name, e, g in pairs if e != g)
    for writer, row, other in zip(who.names, expected.whists, got.whists, strict=True):
        pairs = zip(who.names, row, other, strict=True)
        yield from (f"whists {writer}>{on}: expected {e}, got {g}" for on, e, g in pairs if e != g)


def _results(part: Part, who: Players, done: Settlement) -> Iterator[str]:
    """What is expected is exact, or altogether in the whole numbers that are shown."""
    named = who.numbers(part, "expected")
    expected = [named.get(seat, 0) for seat in who.order]
    if all(isinstance(e, int) for e in expected) and tuple(expected) == done.shown:
        return
    for name, e, exact, shown in zip(who.names, expected, done.exact, done.shown, strict=True):
        if e != exact:
            yield f"result {name}: expected {e}, got {exact}" + ("" if exact == shown else f" (shown as {shown})")


def _written(part: Part, who: Players, agreement: Agreement) -> Sheet:
    """A blank sheet with the lines of an example's one deal."""
    dealer = who.seat(part, "dealer")
    deal = part.part("deal", DEAL)
    agreement, step = priced(agreement, deal)
    table = Table(agreement, who.order, dealer, dealer, Sheet.blank(len(who.names)))
    return table.sheet.write(score(agreement, table, result(deal, dealer, who, table, step or 1)))


def _settled(agreement: Agreement, sheet: Sheet, order: tuple[Seat, ...]) -> Settlement:
    return settle(sheet, agreement.answers["pool_unit"], order, agreement.answers["hussar_hill"])


def _to_target(part: Part, agreement: Agreement) -> Agreement:
    return agreement.answering(pool_target=part.count("target", 1, 1000))


def _with_unit(part: Part, agreement: Agreement) -> Agreement:
    """The worth of a pool point as the example gives it: in whists, or in hill points of ten whists, or both.

    Between two, half as many hill points mean an indivisible hill. Other pairs of numbers do not fit together.
    """
    units = {key: part.number(key) for key in ("pool_unit", "whists_per_point") if key in part}
    hill = Fraction(part.number("hill_per_point")) if "hill_per_point" in part else None
    unit: Points = next(iter(units.values()), agreement.answers["pool_unit"] if hill is None else 10 * hill)
    if hill is None:
        return agreement.answering(pool_unit=unit)
    if hill == Fraction(1, 2) and not units:
        unit = 10
    if hill == Fraction(unit) / 10:
        return agreement.answering(pool_unit=unit, hussar_hill=False)
    if len(part.items("players")) == 2 and hill == Fraction(unit) / 20:
        return agreement.answering(pool_unit=unit, hussar_hill=True)
    raise part.wrong("hill_per_point", f"a point of {unit} whists takes {Fraction(unit) / 10} off the hill, not {hill}")
