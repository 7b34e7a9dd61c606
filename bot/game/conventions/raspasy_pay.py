"""What raspasy are written in: hill or whists; amnesty (Codex 3.7.2-3.7.3, RULES 4.2)."""

from collections.abc import Iterable
from fractions import Fraction

from bot.game.agreement import convention
from bot.game.conventions.raspasy_price import price_of_deal, why
from bot.game.scoring import Case
from bot.game.sheet import Line, because, whole


def written(option: str, case: Case) -> Iterable[Line]:
    """The lines of a raspasy deal, except what is given for no trick at all."""
    if case.result.kind == "raspasy":
        yield from on_the_hill(case) if option == "hill" else in_whists(case)


def on_the_hill(case: Case) -> Iterable[Line]:
    """Each trick costs its price, less the least count of all, the dealer's included (amnesty, Codex 3.7.3)."""
    price = price_of_deal(case)
    seats = case.table.order
    spared = min(case.tricks(s) for s in seats) if case.answers["amnesty"] else 0
    for seat in seats:
        if seat == case.sitting_out and not case.answers["dealer_tricks"]:
            continue
        tricks = case.tricks(seat)
        if tricks > spared:
            reason = because("raspasy", tricks=tricks, amnesty=spared, price=price, **why(case))
            yield Line("hill", seat, (tricks - spared) * price, reason)


def in_whists(case: Case) -> Iterable[Line]:
    """Who took the fewest writes on each other for what he took; several share it (Codex 3.7.2.2)."""
    least = min(case.tricks(s) for s in case.playing)
    winners = [s for s in case.playing if case.tricks(s) == least]
    rate = price_of_deal(case)
    less = {"least": least} if least and case.answers["raspasy_whists_by"] == "difference" else {}
    named = why(case, *(["difference"] if less else []))
    for other in case.playing:
        tricks = case.tricks(other) - less.get("least", 0)
        if other in winners or not tricks:
            continue
        reason = because("raspasy_whists", tricks=tricks, price=rate, sharers=len(winners), **less, **named)
        for winner in winners:
            yield Line("whists", winner, whole(Fraction(tricks * rate, len(winners))), reason, other)


CONVENTIONS = (
    convention(
        "raspasy_pay",
        "raspasy",
        "Is raspasy written on the hill or in whists?",
        options="hill whists",
        presets="hill hill hill whists hill hill",
        source="Codex 3.7.2",
        adds=written,
    ),
    convention(
        "raspasy_rate",
        "raspasy",
        "How many whists is a trick of the first raspasy?",
        options="5 10",
        presets="5",
        source="Codex 3.7.2.2",
        applies="raspasy_pay=whists",
        answers={"5": 5, "10": 10},
    ),
    convention(
        "raspasy_whists_by",
        "raspasy",
        "Are whists written for the others' tricks or for what they took above one's own?",
        options="tricks difference",
        presets="tricks",
        source="Codex 3.7.2.2; GH-M, GH-A",
        applies="raspasy_pay=whists",
    ),
    convention(
        "amnesty",
        "raspasy",
        "Is the least number of tricks taken off everybody's?",
        options="on off",
        presets="on on off off on on",
        source="Codex 3.7.3, fn 45",
        applies="raspasy_pay=hill",
        answers={"on": True, "off": False},
    ),
    convention(
        "dealer_tricks",
        "raspasy",
        "Does the dealer of four write the tricks of his talon cards?",
        options="written not_written",
        presets="written",
        source="Codex 3.7.6.1; GH-M",
        applies="players=4;raspasy_pay=hill",
        answers={"written": True, "not_written": False},
    ),
)
