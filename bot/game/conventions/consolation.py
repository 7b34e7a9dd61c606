"""Consolation: what is written for each of the declarer's undertricks (Codex 3.8.1.2, fn 53, RULES 2.4)."""

from collections.abc import Iterable

from bot.game.agreement import convention
from bot.game.scoring import Case
from bot.game.sheet import Line, because


def consolation(option: str, case: Case) -> Iterable[Line]:
    """Everybody entitled writes a prize on the declarer for every trick he is short."""
    result, short = case.result, case.undertricks
    if result.kind != "game" or not short:
        return
    price = {"price": case.whist_price, "10": 10, "none": 0}[case.answers["consolation_rate"]]
    for seat, times in entitled(option, case).items():
        if price and times:
            yield Line(
                "whists",
                seat,
                times * short * price,
                because("consolation", tricks=short, price=price, shares=times),
                result.declarer,
            )


def entitled(option: str, case: Case) -> dict[int, int]:
    """Seat -> how many consolations it writes."""
    only_whisters = option == "whisters" and not case.checked
    seats = list(case.whisters if only_whisters else case.defenders)
    # A dealer who whists defends in another's place, so that nobody is more entitled than he.
    if case.sitting_out and case.sitting_out not in seats and (option == "all" or case.dealer_whists):
        seats.append(case.sitting_out)
    shares = dict.fromkeys(seats, 1)
    if case.dealer_whists:
        dealer_only = case.answers["dealer_return_consolation"]
        return shares if not dealer_only else {case.sitting_out: dealer_only}
    half, record = case.half_whister, case.answers["returned_half_record"]
    if half in shares and case.whisters:
        if record in ("none", "returner"):
            shares[half] = 0
        if record == "returner":
            shares[case.whisters[0]] += 1
    return shares


CONVENTIONS = (
    convention(
        "consolation_rate",
        "whist",
        "How many whists is a consolation: the price of a trick (doubled with it), always 10, or nothing?",
        options="price 10 none",
        presets="price price price 10 price price",
        source="Codex fn 53; GH-R none",
    ),
    convention(
        "consolation_to",
        "whist",
        "Who writes it: the defenders and the dealer of four, the defenders, or only whisters?",
        options="all defenders whisters",
        presets="all",
        source="Codex 3.8.1.2; KP",
        adds=consolation,
    ),
)
