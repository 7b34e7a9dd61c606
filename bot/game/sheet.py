"""The sheet: pool, hill and whists of every seat; how a deal's lines are booked; when a pulka ends (RULES 6.1-6.2).

Only this module knows closing, help and the own hill. A pool takes points up to its target; the surplus is *help*: it
fills another's pool and is written in whists on the helped; with nobody left to help it comes off one's own hill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.game.actions import Seat
from bot.game.agreement import Agreement

Points = int | Fraction


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a line was written: a code for the locales and the numbers in it, for example whist, tricks 3, price 4."""

    code: str
    params: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """`whist tricks=3 price=4`: how a reason is stored."""
        return " ".join([self.code, *(f"{k}={v}" for k, v in self.params)])


def because(code: str, **params: object) -> Reason:
    """A `Reason`; parameters become text (exact fractions as `7/2`)."""
    return Reason(code, tuple((k, str(v)) for k, v in params.items()))


def reason(text: str) -> Reason:
    """The reason stored as `text`."""
    code, *params = text.split(" ")
    return Reason(code, tuple((k, v) for k, _, v in (p.partition("=") for p in params)))


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: `seat` writes `amount` (points for pool and hill, whists for whists) into `column`."""

    column: str
    """pool, hill or whists."""
    seat: Seat
    amount: Points
    reason: Reason
    on: Seat = 0
    """Whists only: on whom they are written."""

    @property
    def sort_key(self) -> tuple[object, ...]:
        """An order that depends on nothing but the lines."""
        return ("pool hill whists".index(self.column), self.seat, self.on, self.reason.text, self.amount)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Standing entries; tuples are indexed by seat - 1, `whists[i][j]` is what seat i+1 has written on seat j+1."""

    pool: tuple[Points, ...]
    hill: tuple[Points, ...]
    whists: tuple[tuple[Points, ...], ...]

    @classmethod
    def blank(cls, seats: int) -> Sheet:
        """A new sheet for so many seats."""
        return cls((0,) * seats, (0,) * seats, ((0,) * seats,) * seats)

    def write(self, lines: Iterable[Line]) -> Sheet:
        """The sheet with the lines added, whatever they are."""
        pool, hill, whists = list(self.pool), list(self.hill), [list(row) for row in self.whists]
        for line in lines:
            if line.column == "pool":
                pool[line.seat - 1] += line.amount
            elif line.column == "hill":
                hill[line.seat - 1] += line.amount
            else:
                whists[line.seat - 1][line.on - 1] += line.amount
        return Sheet(tuple(pool), tuple(hill), tuple(tuple(row) for row in whists))


def target(agreement: Agreement) -> int | None:
    """Points at which a pool is closed; None when pools have no limit (`total`, or no target)."""
    return None if agreement["end_condition"] == "total" else agreement.answers["pool_target"]


@dataclass(frozen=True, slots=True)
class Surplus:
    """Points of a closed pool that may help more than one: `helper` may choose."""

    helper: Seat
    among: tuple[Seat, ...]
    """Open pools that may be helped, clockwise from the helper."""
    points: Points


Chooser = Callable[[Surplus], Seat | None]
"""Whom the owner of a surplus helps; None: the largest pool, or the smallest, as agreed."""


def book(
    sheet: Sheet,
    lines: Sequence[Line],
    agreement: Agreement,
    order: Sequence[Seat],
    dealer: Seat,
    choose: Chooser = lambda surplus: None,
) -> tuple[Sheet, tuple[Line, ...]]:
    """Writes a deal's lines: -> (the new sheet, the lines as they really stand, surpluses turned into help or hill).

    First every owner fills his own pool, then the surpluses are placed one after another, clockwise from the dealer's
    left (RULES 6.1, Decision). `order` is the circle of seats; `choose` is asked where there is more than one to help.
    """
    cap = target(agreement)
    if agreement.answers["hill_first"]:
        lines = _hill_first(sheet, lines, agreement)
    if cap is None:
        return sheet.write(lines), tuple(lines)
    before = sheet
    booked: list[Line] = []
    surplus: dict[Seat, Points] = {}
    for line in lines:
        if line.column != "pool":
            booked.append(line)
            continue
        room = max(0, cap - sheet.pool[line.seat - 1])
        own = min(room, line.amount)
        if own or not line.amount:
            kept = replace(line, amount=own)
            booked.append(kept)
            sheet = sheet.write([kept])
        if line.amount > own:
            surplus[line.seat] = surplus.get(line.seat, 0) + line.amount - own
    sheet = sheet.write(line for line in booked if line.column != "pool")
    prize = _closing_prize(before, sheet, agreement, clockwise(order, dealer))
    booked += prize
    sheet = sheet.write(prize)
    failed = {line.seat for line in lines if line.column == "hill" and line.reason.code == "fine"}
    for seat in clockwise(order, dealer):
        if seat in surplus:
            helped = _help(sheet, seat, surplus[seat], agreement, order, dealer, failed, choose)
            booked += helped
            sheet = sheet.write(helped)
    return sheet, tuple(booked)


def _closing_prize(before: Sheet, now: Sheet, agreement: Agreement, around: Sequence[Seat]) -> list[Line]:
    """The first to close writes so many whists on each of the others (SKG); of several at once the one nearest to the
    dealer's left. Only one's own points close the first pool: whoever helps has closed before."""
    prize, cap = agreement.answers["closing_prize"], target(agreement)
    if not prize or cap is None or any(points >= cap for points in before.pool):
        return []
    first = next((s for s in around if now.pool[s - 1] >= cap), None)
    return [Line("whists", first, prize, because("closing_prize"), s) for s in around if first and s != first]


def clockwise(order: Sequence[Seat], after: Seat) -> tuple[Seat, ...]:
    """The circle starting to the left of `after` and ending with `after` himself."""
    i = order.index(after) + 1
    return (*order[i:], *order[:i])


def hill_per_point(agreement: Agreement, seats: int) -> Fraction:
    """Hill points that one pool point takes off: 1, in Leningrad 2 (RULES 6.1).

    Between two whose hill is indivisible, half as many: a hill point is then worth twice what divides it (C4).
    """
    whole_hill = seats == 2 and agreement.answers["hussar_hill"]
    return Fraction(agreement.answers["pool_unit"], 20 if whole_hill else 10)


def _help(
    sheet: Sheet,
    helper: Seat,
    points: Points,
    agreement: Agreement,
    order: Sequence[Seat],
    dealer: Seat,
    failed: set[Seat],
    choose: Chooser,
) -> list[Line]:
    """The lines of one surplus: to the largest pool that is still open, ties clockwise from the helper, unless he
    chooses."""
    cap, unit = target(agreement), agreement.answers["pool_unit"]
    assert cap is not None
    lines: list[Line] = []
    if agreement.answers["help"]:
        excluded = agreement.answers["help_exclude"](dealer, failed)
        pools = dict(zip(range(1, len(sheet.pool) + 1), sheet.pool, strict=True))
        around = [s for s in clockwise(order, helper)[:-1] if s not in excluded]
        while points > 0:
            open_pools = [s for s in around if pools[s] < cap]
            if not open_pools:
                break
            largest = agreement.answers["help_target"] * max(
                agreement.answers["help_target"] * pools[s] for s in open_pools
            )
            chosen = choose(Surplus(helper, tuple(open_pools), points)) if len(open_pools) > 1 else None
            other = chosen if chosen in open_pools else next(s for s in open_pools if pools[s] == largest)
            given = min(points, cap - pools[other])
            pools[other] += given
            points -= given
            lines.append(Line("pool", other, given, because("helped", by=helper)))
            lines.append(Line("whists", helper, given * unit, because("help", points=given, unit=unit), other))
    if points > 0:
        rate = hill_per_point(agreement, len(sheet.pool))
        code = "surplus" if agreement.answers["help"] else "no_help"
        lines.append(Line("hill", helper, -whole(points * rate), because(code, points=points, **_at_rate(rate))))
    return lines


def _at_rate(rate: Fraction) -> dict[str, object]:
    """What a reason says of hill points that are taken off at another rate than one for a pool point."""
    return {} if rate == 1 else {"price": rate, "rule": "rate"}


def _hill_first(sheet: Sheet, lines: Sequence[Line], agreement: Agreement) -> list[Line]:
    """`hill_first=on`: a made game first takes the own hill down to 0, the rest goes to the pool (GH-M).

    The prize for no trick on raspasy is no game: it goes to the pool as ever.
    """
    rate = hill_per_point(agreement, len(sheet.pool))
    hills = list(sheet.hill)
    out: list[Line] = []
    for line in lines:
        spent: Points = 0
        game = line.column == "pool" and line.reason.code in ("made", "misere")
        if game and (hill := hills[line.seat - 1]) > 0:
            spent = whole(min(Fraction(line.amount), Fraction(hill) / rate))
            off = whole(spent * rate)
            hills[line.seat - 1] -= off
            out.append(Line("hill", line.seat, -off, because("hill_first", points=spent, **_at_rate(rate))))
        if line.amount != spent or not spent:
            out.append(replace(line, amount=line.amount - spent))
    return out


def whole(amount: Fraction | int) -> Points:
    """The same number, as an int when it is one."""
    fraction = Fraction(amount)
    return fraction.numerator if fraction.denominator == 1 else fraction


def ended(agreement: Agreement, sheet: Sheet, deals: int, *, time_up: bool = False) -> bool:
    """Whether the pulka is over after so many deals (RULES 6.2). The deal in progress is always finished first.

    By time it is over when the clock has said so; where the round is completed, when everybody has dealt equally often.
    """
    condition = agreement["end_condition"]
    goal = agreement.answers["pool_target"]
    if condition == "each_closed":
        return bool(all(points >= goal for points in sheet.pool))
    if condition == "total":
        return bool(sum(sheet.pool) >= goal * len(sheet.pool))
    if condition == "deals":
        seats = len(sheet.pool)
        last = agreement.answers["end_deals"]
        return bool(deals >= (-(-last // seats) * seats if agreement.answers["finish_round"] else last))
    return time_up and not (agreement.answers["finish_round"] and deals % len(sheet.pool))
