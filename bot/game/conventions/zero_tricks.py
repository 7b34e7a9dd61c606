"""What no trick at all on raspasy is worth (Codex 3.7.2.1, RULES 4.2-4.4)."""

from collections.abc import Iterable

from bot.game.agreement import convention
from bot.game.conventions.raspasy_price import factor, price_of_deal, why
from bot.game.scoring import Case
from bot.game.sheet import Line, because


def prize(option: str, case: Case) -> Iterable[Line]:
    """The price of a trick into the pool, one point, or one or two prices off the hill; the dealer by his own key."""
    if case.result.kind != "raspasy":
        return
    for seat in case.table.order:
        if case.tricks(seat):
            continue
        rule = option
        if seat == case.sitting_out:
            rule = {"no": "none", "yes": option, "pool_1": "pool_1"}[case.answers["zero_dealer"]]
        yield from entry(rule, seat, case)


def entry(rule: str, seat: int, case: Case) -> Iterable[Line]:
    step = case.result.step
    in_whists = case.answers["raspasy_pay"] == "whists"
    price = factor(case.agreement, step) * case.times if in_whists else price_of_deal(case)
    if rule == "pool_price":
        yield Line("pool", seat, price, because("zero_tricks", **why(case, "trick_price")))
    elif rule == "pool_1":
        yield Line("pool", seat, 1, because("zero_tricks"))
    elif rule in ("hill_-1", "hill_-2"):
        prices = int(rule.removeprefix("hill_-"))
        reason = because("zero_tricks", prices=prices, price=price, **why(case, "prices"))
        yield Line("hill", seat, -prices * price, reason)


CONVENTIONS = (
    convention(
        "zero_tricks",
        "raspasy",
        "What is written for taking no trick?",
        options="pool_price pool_1 hill_-1 hill_-2 none",
        presets="pool_price pool_price hill_-2 pool_1 pool_price pool_price",
        source="Codex 3.7.2.1; Rostov 1; GH-L -1; FSPR -2",
        adds=prize,
    ),
    convention(
        "zero_dealer",
        "raspasy",
        "Does the dealer of four get it too?",
        options="no yes pool_1",
        presets="no no no pool_1 no no",
        source="FSPR no; Codex 3.7.6.2 Rostov 1",
        applies="players=4",
    ),
)
