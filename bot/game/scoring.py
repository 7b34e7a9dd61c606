"""What a deal is worth. One entry, `score`, for play, records, real cards and worked examples (RULES 2.4, 3, 4.2).

Three fixed stages: the lines of the deal, times the product of all scales, then `sheet.book`. Here are the lines that
every company writes; what companies differ in is added by conventions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.cards import Card
from bot.game.contracts import Contract
from bot.game.sheet import Line, Points, because, whole

if TYPE_CHECKING:
    from bot.game.state import Table

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal came out, whoever dealt the cards: all that a score depends on besides the table."""

    kind: str
    """game, misere, raspasy, giveup or annulled."""
    dealer: Seat
    declarer: Seat = 0
    contract: Contract | None = None
    calls: tuple[tuple[Seat, str], ...] = ()
    """whist, pass, half, in spoken order after the contract was named."""
    tricks: tuple[int, ...] | None = None
    """Tricks taken, indexed by seat - 1; None: not played. A hand's tricks are its owner's, whoever played it; those of
    the hussar's dummy are the defender's, and on raspasy nobody's."""
    talon: tuple[Card, ...] = ()
    step: int = 1
    """Raspasy: which one of the series this was, 1 for the first; it sets the price."""
    factors: tuple[int, ...] = ()
    """Factors that this deal carries: a bomb's, and that of the dark."""
    partner: Seat = 0
    """The dealer of four who shares a misere."""
    without: int = 0
    """A give-up: undertricks written."""
    dark: tuple[Seat, ...] = ()
    """Who called in the dark: of raspasy all who passed so, else the declarer if he won so (Codex 3.3.19)."""
    refused: bool = False
    """The talon was pushed away."""
    helped: tuple[Seat, ...] = ()
    """Whom the owners of surpluses chose to help, one after another (`help_target=choice`)."""


def score(agreement: Agreement, table: Table, result: Result) -> Lines:
    """The lines of a deal before they are booked: the table's own, what conventions add, times all scales.

    Raspasy is multiplied by its conventions: there it is the price of a trick that grows (Codex 3.3.19a).
    """
    case = Case(agreement, table, result)
    if result.kind == "annulled":
        return ()
    lines = (*core_lines(case), *agreement.added(case))
    factor = agreement.factor(case) * (1 if result.kind == "raspasy" else case.times)
    if factor != 1:
        named = tuple((name, str(f)) for name, f in {"times": factor, **case.named_factors}.items())
        lines = tuple(_multiplied(line, factor, named) for line in lines)
    return tuple(line for line in lines if line.amount)


def _multiplied(line: Line, factor: int, named: tuple[tuple[str, str], ...]) -> Line:
    reason = replace(line.reason, params=(*line.reason.params, *named))
    return replace(line, amount=line.amount * factor, reason=reason)


@dataclass(frozen=True)
class Case:
    """A result seen through an agreement: the quantities that rules speak of."""

    agreement: Agreement
    table: Table
    result: Result

    @cached_property
    def answers(self) -> Mapping[str, Any]:
        """What the agreement answers to each key's question."""
        return self.agreement.answers

    @property
    def times(self) -> int:
        """The product of the factors that this deal carries."""
        return prod(self.result.factors)

    @property
    def named_factors(self) -> dict[str, int]:
        """The factors by name, as far as the agreement knows any: that of the dark is a deal's last one."""
        factors = self.result.factors
        dark = factors[-1] if factors and self.result.dark else 1
        bomb = self.times // dark if self.answers["bombs"] else 1
        return {name: factor for name, factor in (("bomb", bomb), ("dark", dark)) if factor > 1}

    @property
    def price(self) -> int:
        """Pool points of the contract (RULES 2.1)."""
        assert self.result.contract is not None
        return self.result.contract.price

    @property
    def whist_price(self) -> int:
        """Whists for one trick: the price, doubled in Leningrad (SH-L)."""
        return self.price * int(self.answers["whist_mul"])

    @cached_property
    def playing(self) -> tuple[Seat, ...]:
        """The seats whose cards are played: with four not the dealer."""
        order = self.table.order
        return tuple(s for s in order if len(order) < 4 or s != self.result.dealer)

    @property
    def sitting_out(self) -> Seat:
        """The dealer of a four-player deal, 0 with fewer."""
        return self.result.dealer if len(self.table.order) == 4 else 0

    @cached_property
    def defenders(self) -> tuple[Seat, ...]:
        """The declarer's opponents that play, clockwise from him."""
        order, declarer = self.table.order, self.result.declarer
        i = order.index(declarer)
        return tuple(s for s in (*order[i + 1 :], *order[:i]) if s in self.playing)

    def tricks(self, seat: Seat) -> int:
        return self.result.tricks[seat - 1] if self.result.tricks else 0

    @cached_property
    def defence_tricks(self) -> int:
        """T: tricks of both defenders."""
        return sum(self.tricks(s) for s in self.defenders)

    @cached_property
    def undertricks(self) -> int:
        """U: tricks the declarer lacks; on misere the tricks he took; 0 when the deal was not played."""
        if self.result.kind == "giveup":
            return self.result.without
        if self.result.tricks is None or self.result.contract is None:
            return 0
        own = self.tricks(self.result.declarer)
        return own if self.result.contract.is_misere else max(0, self.result.contract.level - own)

    @property
    def checked(self) -> bool:
        """A ten that is checked instead of whisted: only the declarer risks anything (004 U21)."""
        return self.result.kind == "game" and self.result.contract.level == 10 and self.answers["ten"] == "checked"  # type: ignore[union-attr]

    @cached_property
    def last_calls(self) -> dict[Seat, str]:
        """What each seat said last, in the order of the calls; empty where calls do not count."""
        calls: dict[Seat, str] = {}
        for seat, word in () if self.checked else self.result.calls:
            calls.pop(seat, None)
            calls[seat] = word
        return calls

    @cached_property
    def whisters(self) -> tuple[Seat, ...]:
        """Who whists in the end, in order of calling: the second of two answers alone on eight and higher."""
        firsts = [seat for seat, word in self.result.calls if word == "whist"]
        return tuple(sorted((s for s, w in self.last_calls.items() if w == "whist"), key=firsts.index))

    @cached_property
    def half_whister(self) -> Seat:
        """Who went for half a whist, also when it was returned afterwards; 0 if nobody."""
        return next((s for s, w in self.last_calls.items() if w == "half"), 0)

    @property
    def dealer_whists(self) -> bool:
        """The dealer of four whists in another's place."""
        return bool(self.whisters) and self.whisters[0] == self.sitting_out


def core_lines(case: Case) -> Iterable[Line]:
    """What the declarer writes, what a half-whister writes, what failing whisters write; raspasy is all convention."""
    result = case.result
    if result.kind == "raspasy":
        return
    yield from declarer_lines(case)
    if result.kind != "game" or case.checked:
        return
    if result.tricks is None:
        if case.half_whister:
            tricks = result.contract.duty // 2  # type: ignore[union-attr]
            amount = tricks * case.whist_price
            yield Line(
                "whists",
                case.half_whister,
                amount,
                because("half", tricks=tricks, price=case.whist_price),
                result.declarer,
            )
    else:
        yield from fines(case)


def declarer_lines(case: Case) -> Iterable[Line]:
    """Made: the price into the pool. Failed: the price for every undertrick into the hill. A partner takes half."""
    result, short = case.result, case.undertricks
    sharers = [result.declarer, *([result.partner] if result.partner else [])]
    halves = {"sharers": len(sharers)} if result.partner else {}
    for seat in sharers:
        if short:
            price = case.price * case.answers["hill_mul"]
            why = "caught" if result.kind == "misere" else "without"
            amount = whole(Fraction(short * price, len(sharers)))
            yield Line("hill", seat, amount, because(why, tricks=short, price=price, **halves))
        else:
            why = "misere" if result.kind == "misere" else "made"
            made = because(why, contract=result.contract, **halves)
            yield Line("pool", seat, whole(Fraction(case.price, len(sharers))), made)


def fines(case: Case) -> Iterable[Line]:
    """Whisters short of the duty write to the hill (RULES 2.4; Codex 3.8.5-3.8.6, 3.8.11-3.8.12)."""
    contract, whisters = case.result.contract, case.whisters
    assert contract is not None
    missing = contract.duty - case.defence_tricks
    shares: dict[Seat, Points] = {}
    if len(whisters) == 1:
        liable = not case.dealer_whists or case.answers["dealer_whist_liable"]
        rule, short = "alone", {whisters[0]: max(0, missing) if liable else 0}
    elif len(whisters) == 2 and contract.level <= 7:
        each = contract.duty // 2
        own = {s: max(0, each - case.tricks(s)) for s in whisters}
        rule = case.agreement["pair_shortage"]
        short = {s: case.answers["pair_shortage"](own[s], missing) for s in whisters}
    elif len(whisters) == 2:
        rule, short = case.agreement["second_whister_8plus"], dict.fromkeys(whisters, max(0, missing))
        shares = dict(zip(whisters, case.answers["second_whister_8plus"], strict=True))
    else:
        return
    price = case.price * case.answers["hill_mul"]
    for seat, lack in short.items():
        share = Fraction(shares.get(seat, 1)) * responsibility(case, seat)
        if lack and share:
            part = {} if share == 1 else {"share": share}
            why = because("fine", tricks=lack, price=price, **part, rule=rule, level=contract.level)
            yield Line("hill", seat, whole(lack * price * share), why)


def responsibility(case: Case, whister: Seat) -> Fraction:
    """1 for a responsible whist, 1/2 for a half-responsible one; after closing it may become full (Codex 3.8.11)."""
    pools, goal = case.table.sheet.pool, case.answers["pool_target"]
    if goal is not None and case.answers["full_after_close"](pools, whister, goal):
        return Fraction(1)
    return Fraction(case.answers["whist_resp"])
