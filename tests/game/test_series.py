"""From deal to deal: the series of raspasy, the way out of it, who deals next (Codex 3.7.7-3.7.8, RULES 4.5-4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game import deal as deals
from bot.game import forms, rules
from bot.game.actions import Bid
from bot.game.contracts import LADDER, MISERE
from bot.game.conventions import REGISTRY
from bot.game.conventions.raspasy_price import price_of_trick
from tests.game.deals import may, start
from tests.game.rulebook import rows
from tests.game.scores import table

LOWEST = {
    "6": "6 6 6 6 6",
    "7": "6 7 7 7 7",
    "6-7": "6 6 7 7 7",
    "7-8": "6 7 8 8 8",
    "6-7-8": "6 6 7 8 8",
    "6-7-7-8": "6 6 7 7 8",
    "6-7-8-9": "6 6 7 8 9",
    "6-7-8-cycle": "6 6 7 8 6",
}
"""The lowest level after k = 0, 1, 2, 3, 4 raspasy of the series."""
PRICE = {
    "none": "1 1 1 1 1",
    "arithmetic raspasy_limit=3": "1 2 3 3 3",
    "arithmetic raspasy_limit=2": "1 2 2 2 2",
    "arithmetic raspasy_limit=4": "1 2 3 4 4",
    "arithmetic raspasy_limit=5": "1 2 3 4 5",
    "arithmetic raspasy_limit=none": "1 2 3 4 5",
    "geometric raspasy_limit=3": "1 2 4 4 4",
    "geometric raspasy_limit=2": "1 2 2 2 2",
    "geometric raspasy_limit=4": "1 2 4 8 8",
    "geometric raspasy_limit=5": "1 2 4 8 16",
    "geometric raspasy_limit=none": "1 2 4 8 16",
}
"""Factor of a trick, should the deal become raspasy that has k = 0, 1, 2, 3, 4 of them before it (RULES 4.3)."""
FIRST = {"hill raspasy_base=1": 1, "hill raspasy_base=2 hill_mul=2": 2, "whists raspasy_rate=5 whist_mul=2": 5}
"""The price of the first: hill points or whists; nothing doubles it again (Codex fn 44)."""


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("progression", PRICE)
@pytest.mark.parametrize("way_out", LOWEST)
def test_rules_4_6_lowest_bid_and_price(way_out: str, progression: str, first: str):
    """One raspasy after another is played through: what could be bid before it, and what it cost."""
    house = f"raspasy_exit={way_out} raspasy_progression={progression} raspasy_pay={first}"
    at = table(f"{house} amnesty=off")
    lowest, price = [], []
    for k in range(5):
        bids = [a.contract for a in rules.legal(start(f"k={k} {house}")) if isinstance(a, Bid)]
        assert MISERE in bids, "misere is always allowed"
        steps = [c for c in bids if c is not MISERE]
        assert steps == [c for c in LADDER if c.level >= at.lowest_level]
        lowest.append(steps[0].level)
        result = forms.result("pas; tricks 5-3-2", at.dealer, 3)
        at, lines = deals.after(at, replace(result, step=at.series + 1))
        on_seat_2 = [line for line in lines if 2 in (line.on, line.seat * (line.column == "hill"))]
        price.append(sum(line.amount for line in on_seat_2) // 3 // FIRST[first])
    assert (" ".join(map(str, lowest)), " ".join(map(str, price))) == (LOWEST[way_out], PRICE[progression])


def test_every_way_out_and_every_progression_with_every_limit_is_in_the_tables():
    options = {key: REGISTRY[f"raspasy_{key}"].options for key in ("exit", "progression", "limit")}
    assert set(LOWEST) == set(options["exit"])
    growing = {f"{p} raspasy_limit={n}" for p in options["progression"] if p != "none" for n in options["limit"]}
    assert set(PRICE) == {"none"} | growing


@pytest.mark.parametrize(
    ("preset", "lowest", "price"),
    rows(
        """
RULES 4.3, 4.6: what the presets play
    sochi -> 6 6 7 7 7 | 1 2 3 3 3
    leningrad -> 6 7 7 7 7 | 2 4 6 6 6
    fspr -> 6 7 7 7 7 | 2 4 6 6 6
    rostov -> 6 6 6 6 6 | 5 5 5 5 5
    classic -> 6 7 7 7 7 | 1 1 1 1 1
    hussar -> 6 6 6 6 6 | 1 1 1 1 1
"""
    ),
)
def test_the_series_of_the_presets(preset: str, lowest: str, price: str):
    at = table(preset)
    assert " ".join(str(replace(at, series=k).lowest_level) for k in range(5)) == lowest
    assert " ".join(str(price_of_trick(at.agreement, k + 1)) for k in range(5)) == price


@pytest.mark.parametrize(
    ("about", "token", "answer"),
    rows(
        """
C 3.7.8: below the way out nothing can be bid
    k=1 raspasy_exit=7 | 1:6n -> below_exit
    k=1 raspasy_exit=7 | 1:7s -> may
    k=1 raspasy_exit=6 | 1:6s -> may
    k=2 raspasy_exit=6-7 | 1:6s -> below_exit
    k=4 raspasy_exit=6-7-8-9 | 1:8n -> below_exit
    k=4 raspasy_exit=6-7-8-9 | 1:9s -> may
"""
    ),
)
def test_the_way_out(about: str, token: str, answer: str):
    assert may(start(about), token) == answer


@pytest.mark.parametrize(
    ("about", "result", "k"),
    rows(
        """
RULES 4.6: each raspasy lengthens the series
    raspasy_exit=6 | pas; tricks 5-3-2 -> 3
RULES 4.6: a made contract ends it
    sochi | 7s 1; whist 2; pass 3; tricks 7-2-1 -> 0
    sochi | 7s 1; whist 2; pass 3; tricks 10-0-0 -> 0
RULES 4.6: also one that was won without play
    sochi | 7s 1; pass 2; pass 3 -> 0
    sochi | 7s 1; pass 2; half 3; pass 2 -> 0
    sochi | 10s 1 -> 0
RULES 4.6: a failed one does not
    sochi | 7s 1; whist 2; pass 3; tricks 6-2-2 -> 2
    sochi | 10s 1; tricks 9-1-0 -> 2
RULES 4.6: unless any game is enough
    exit_requirement=any | 7s 1; whist 2; pass 3; tricks 6-2-2 -> 0
FSPR: or it must be whisted and made; a half is no whist
    exit_requirement=made_whisted | 7s 1; whist 2; pass 3; tricks 7-2-1 -> 0
    exit_requirement=made_whisted | 7s 1; pass 2; half 3; whist 2; tricks 7-2-1 -> 0
    exit_requirement=made_whisted | 7s 1; pass 2; pass 3 -> 2
    exit_requirement=made_whisted | 7s 1; pass 2; half 3; pass 2 -> 2
    exit_requirement=made_whisted | 7s 1; whist 2; pass 3; tricks 6-2-2 -> 2
RULES 4.6: a made misere ends it
    sochi | mis 1; tricks 0 -> 0
    sochi | mis 1 -> 0
    exit_requirement=made_whisted | mis 1; tricks 0 -> 0
FSPR: or does not
    misere_exits=no | mis 1; tricks 0 -> 2
    misere_exits=no exit_requirement=any | mis 1; tricks 0 -> 2
RULES 4.6: a caught one never
    sochi | mis 1; tricks 1 -> 2
    exit_requirement=any | mis 1; tricks 1 -> 2
RULES 4.6: a give-up never
    giveup=without_three | 7s 1; without 3 -> 2
    giveup=without_three exit_requirement=any | 7s 1; without 3 -> 2
prefhub: unless agreed
    giveup=without_three giveup_exits=yes | 7s 1; without 3 -> 0
"""
    ),
)
def test_what_becomes_of_a_series_of_two(about: str, result: str, k: int):
    at = replace(table(about), series=2)
    new, _ = deals.after(at, forms.result(result, at.dealer, 3))
    assert new.series == k
    if k == 2:
        assert new.lowest_level == at.lowest_level, "price and lowest bid stay as they were"


@pytest.mark.parametrize(
    ("about", "dealer", "result", "next_"),
    rows(
        """
C 3.2.2: the deal passes clockwise, whatever happened
    sochi | 1 | 7s 2; pass 3; pass 1 -> 2
    sochi | 2 | mis 1; tricks 4 -> 3
    sochi | 3 | 7s 1; whist 2; pass 3; tricks 4-3-3 -> 1
C 3.7.7: also after raspasy
    sochi | 1 | pas; tricks 5-3-2 -> 2
C 3.7.7: or the dealer stays after raspasy
    raspasy_deal=stay | 1 | pas; tricks 5-3-2 -> 1
    raspasy_deal=stay | 1 | 7s 2; pass 3; pass 1 -> 2
FSPR home: or when the lowest bid was eight and the game was not made
    raspasy_exit=7-8 stay_on_failed_high=on | 1 | 8s 2; whist 3; pass 1; tricks 2-7-1 -> 1
    raspasy_exit=7-8 stay_on_failed_high=on | 1 | mis 2; tricks 1-9-0 -> 1
    raspasy_exit=7-8 stay_on_failed_high=on | 1 | 8s 2; whist 3; pass 1; tricks 1-8-1 -> 2
    raspasy_exit=7-8 stay_on_failed_high=on | 1 | 8s 2; pass 3; pass 1 -> 2
    raspasy_exit=7-8 stay_on_failed_high=on | 1 | pas; tricks 5-3-2 -> 2
    raspasy_exit=7 stay_on_failed_high=on | 1 | 8s 2; whist 3; pass 1; tricks 2-7-1 -> 2
"""
    ),
)
def test_who_deals_next(about: str, dealer: int, result: str, next_: int):
    at = replace(table(about, dealer=dealer), series=2)
    new, _ = deals.after(at, forms.result(result, dealer, 3))
    assert new.dealer == next_
    assert new.deals == at.deals + 1


@pytest.mark.parametrize(
    ("order", "dealer", "hands", "next_"),
    rows(
        """
C 3.2.10: with four the dealer sits out, and the hand to his left is the forehand
    1 2 3 4 | 4 -> 1 2 3 | 1
    1 2 3 4 | 2 -> 3 4 1 | 3
C 3.2.2: with three all play, the dealer is the last hand
    1 2 3 | 3 -> 1 2 3 | 1
    1 2 3 | 1 -> 2 3 1 | 2
C 3.1.2: a newcomer moves nobody's number, only the circle
    1 4 2 3 | 1 -> 4 2 3 | 4
    1 4 2 3 | 4 -> 2 3 1 | 2
"""
    ),
)
def test_hands_and_the_circle(order: str, dealer: int, hands: str, next_: int):
    seats = tuple(map(int, order.split()))
    at = replace(table("", len(seats), dealer), order=seats)
    assert at.hands == tuple(map(int, hands.split()))
    new, _ = deals.after(at, forms.result("pas; tricks " + "-".join("5320"[: len(seats)]), dealer, len(seats)))
    assert new.dealer == next_
