"""Bombs, and what the dark multiplies (Codex 3.3.19a, fn 29-31, 3.7.7, 3.7.9-3.7.10, RULES 4.7), a row per sentence.

Bombs are written by seat, in the order in which they are used: `2.4 - 2`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from bot.game import deal as deals
from bot.game import forms, replay
from bot.game.presets import agreement as read_agreement
from bot.game.presets import preset
from bot.game.scoring import score
from bot.game.state import Closed, Raspasy, State, Table, new_table
from tests.aimed import RASPASY, pulka
from tests.game.rulebook import rows
from tests.game.scores import lines, table

CLASSIC = "classic"


def held(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(f) for f in own.split(".") if f != "-") for own in text.split())


def written(bombs: tuple[tuple[int, ...], ...]) -> str:
    return " ".join(".".join(map(str, own)) or "-" for own in bombs)


def closed(at: Table, result: str) -> tuple[Table, Closed]:
    """The table that an entered result leaves, and the deal as it was closed."""
    state = replay.entered(State(at, deals.Between(0)), forms.result(result, at.dealer, at.players))
    last = state.state.phase.last  # type: ignore[union-attr]
    assert last is not None
    return state.state.table, last


@pytest.mark.parametrize(
    ("rules_", "bombs", "result", "left", "times"),
    rows(
        """
C 3.3.19a: who passed in the dark and got raspasy earns a bomb; who passed in the light does not
    players=3 | - - - | pas; dark 1; dark 3; tricks 3-4-3 -> 2 - 2 | 2
    players=3 | - - - | pas; tricks 3-4-3 -> - - - | 1
C 3.3.19a: the dealer of four earns one too
    players=4 | - - - - | pas; dark 2; tricks 3-4-3-0 -> - 2 - 2 | 2
    players=4 | - - - - | pas; tricks 3-4-3-0 -> - - - - | 1
C 3.3.19a: the second of a series brings four, then eight
    n=1 | 2 - - | pas; dark 1; dark 2; tricks 3-4-3 -> 2.4 4 - | 4
    n=2 | - - - | pas; dark 1; tricks 3-4-3 -> 8 - - | 8
RULES 8: up to the limit
    n=3 | - - - | pas; dark 1; tricks 3-4-3 -> 8 - - | 8
    n=3 dark_limit=16 | - - - | pas; dark 1; tricks 3-4-3 -> 16 - - | 16
    n=2 dark_limit=4 | - - - | pas; dark 1; tricks 3-4-3 -> 4 - - | 4
C fn 29: the next game is multiplied, and when it is won the bomb is gone
    players=3 | 2 2 - | 6c 1; whist 2; pass 3; tricks 6-2-2 -> - 2 - | 2
C fn 29: also one that nobody whisted
    players=3 | 2 - - | 6c 1; pass 2; pass 3 -> - - - | 2
    players=3 | 2 - - | 6c 1; pass 2; half 3; pass 2 -> - - - | 2
    players=3 | 2 - - | mis 1 -> - - - | 2
C fn 29: after a lost game it stays
    players=3 | 2 - - | 6c 1; whist 2; pass 3; tricks 5-3-2 -> 2 - - | 2
    players=3 | 4 - - | mis 1; tricks 2-4-4 -> 4 - - | 4
RULES 4.7: and after a give-up
    giveup=without_three | 2 - - | 6c 1; without 3 -> 2 - - | 2
C fn 30: bombs are used in the order earned: a six lost, a seven won, then a misere lost
    players=3 | 2.4.8 - - | 6c 1; whist 2; pass 3; tricks 5-3-2 -> 2.4.8 - - | 2
    players=3 | 2.4.8 - - | 7c 1; whist 2; pass 3; tricks 7-2-1 -> 4.8 - - | 2
    players=3 | 4.8 - - | mis 1; tricks 1-5-4 -> 4.8 - - | 4
C fn 30: only the declarer's own
    players=3 | 2 4 - | 6c 3; pass 1; pass 2 -> 2 4 - | 1
RULES 4.7: in a shared misere too only the declarer's, for both of them
    players=4 | 2 - - 4 | mis 1; partner 4 -> - - - 4 | 2
    players=4 | 2 - - 4 | mis 1; partner 4; tricks 1 -> 2 - - 4 | 2
    players=4 | - - - 4 | mis 1; partner 4 -> - - - 4 | 1
    players=4 | 2 - - 4 | mis 1; dark 1; partner 4; tricks 1 -> 2 - - 4 | 4
C 3.3.19b: a game won in the dark counts double
    players=3 | - - - | 7c 1; dark 1; whist 2; pass 3; tricks 7-2-1 -> - - - | 2
    players=3 | - - - | mis 1; dark 1; tricks 1-5-4 -> - - - | 2
C fn 31: on a bomb the factors are multiplied
    players=3 | 4 - - | 8c 1; dark 1; whist 2; pass 3; tricks 8-2-0 -> - - - | 8
RULES 8: without bombs nothing is earned, and raspasy cost double all the same
    bombs=off | - - - | pas; dark 1; tricks 3-4-3 -> - - - | 2
"""
    ),
)
def test_what_a_deal_earns_and_uses(rules_: str, bombs: str, result: str, left: str, times: int):
    words = dict(word.split("=") for word in rules_.split())
    players, n = int(words.pop("players", "3")), int(words.pop("n", "0"))
    agreed = " ".join([CLASSIC, "forced_raspasy=0", *(f"{k}={v}" for k, v in words.items())])
    at = replace(table(agreed, players), bombs=held(bombs), dark_passes=n, series=n)
    new, deal = closed(at, result)
    assert written(new.bombs) == left
    product = 1
    for factor in deal.result.factors:
        product *= factor
    assert product == times
    plain = score(at.agreement, at, replace(deal.result, factors=()))
    assert [line.amount for line in score(at.agreement, at, deal.result)] == [line.amount * times for line in plain]


@pytest.mark.parametrize(
    ("result", "n", "k"),
    rows(
        """
C 3.7.7: of a series only the raspasy after a pass in the dark count
    pas; dark 1; tricks 3-4-3 -> 2 | 3
    pas; tricks 3-4-3 -> 1 | 3
RULES 4.6: what does not end the series leaves them
    7c 1; whist 2; pass 3; tricks 6-2-2 -> 1 | 2
    mis 1; tricks 1-5-4 -> 1 | 2
RULES 4.6: its end ends them
    7c 1; pass 2; pass 3 -> 0 | 0
    mis 1 -> 0 | 0
"""
    ),
)
def test_the_series(result: str, n: int, k: int):
    new, _ = closed(replace(table(CLASSIC), series=2, dark_passes=1), result)
    assert (new.dark_passes, new.series) == (n, k)


@pytest.mark.parametrize(
    ("rules_", "result", "reasons"),
    rows(
        """
C fn 31: a line says what it was multiplied by
    bombs=on | 8c 1; dark 1; pass 2; pass 3; times 4; times 2 -> made contract=8c times=8 bomb=4 dark=2
    bombs=on | 8c 1; dark 1; pass 2; pass 3; times 2 -> made contract=8c times=2 dark=2
    bombs=on | 8c 1; pass 2; pass 3; times 4 -> made contract=8c times=4 bomb=4
C 3.3.19a: on raspasy the price of a trick is multiplied, and the prize that is the price of one
    bombs=on | pas; dark 1; tricks 0-6-4; times 2 -> zero_tricks rule=trick_price dark=2;
        raspasy tricks=6 amnesty=0 price=2 dark=2; raspasy tricks=4 amnesty=0 price=2 dark=2
RULES 4.3: a fixed prize stays as it is
    zero_tricks=pool_1 | pas; dark 1; tricks 0-10-0; times 4 -> zero_tricks; zero_tricks;
        raspasy tricks=10 amnesty=0 price=4 dark=4
C 3.7.2.2: also where raspasy is written in whists
    raspasy_pay=whists zero_tricks=none | pas; dark 1; tricks 3-3-4; times 2 -> raspasy_whists tricks=4 price=10
        sharers=2 dark=2; raspasy_whists tricks=4 price=10 sharers=2 dark=2
"""
    ),
)
def test_every_line_says_why(rules_: str, result: str, reasons: str):
    found = lines(result, table(f"{CLASSIC} {rules_}"))
    assert "; ".join(line.reason.text for line in found) == reasons


@pytest.mark.parametrize("players", [3, 4])
def test_c_3_7_9_forced_raspasy_open_the_pulka(players: int):
    """One round: nobody calls, a trick costs 2, each deal brings everybody a bomb, and the deal moves on."""
    begun = new_table(preset("classic"), players, 2)
    deals_, dealers, state = [], [], begun
    for turn in pulka(begun, Random(1), [RASPASY] * players):
        if turn.before.deal is None and turn.step.state.deal is not None:
            assert isinstance(turn.step.state.phase, Raspasy)
            dealers.append(turn.step.state.deal.dealer)
        deals_ += [e.data for e in turn.step.events if isinstance(e.data, Closed)]
        state = turn.step.state
    assert dealers == [(1 + i) % players + 1 for i in range(players)]
    assert {d.result.factors for d in deals_} == {(2,)}
    assert {line.reason.text.split("price=")[1] for d in deals_ for line in d.lines if line.column == "hill"} == {
        "2 dark=2"
    }
    assert state.table.bombs == ((2,) * players,) * players
    assert (state.table.series, state.table.dark_passes, state.table.forced) == (0, 0, 0)
    assert state.table.lowest_level == 6
    assert state.table.dealer == 2


@pytest.mark.parametrize(
    ("rules_", "bombs"),
    rows(
        """
C 3.7.9: as many rounds as are agreed, also where nobody may call in the dark
    forced_raspasy=2 dark_bids=off -> 2.2.2.2.2.2 2.2.2.2.2.2 2.2.2.2.2.2
    forced_raspasy=1 bombs=off ->
"""
    ),
)
def test_rounds_of_forced_raspasy(rules_: str, bombs: str):
    at = table(f"{CLASSIC} {rules_}")
    at = replace(at, forced=3 * at.agreement.answers["forced_raspasy"])
    while at.forced:
        at, _ = closed(at, "pas; tricks 3-4-3")
    assert written(at.bombs) == bombs


def test_c_3_7_7_after_the_forced_ones_the_dealer_stays():
    at = replace(table(CLASSIC, dealer=1), forced=1)
    at, _ = closed(at, "pas; tricks 3-4-3")
    assert at.dealer == 2
    at, _ = closed(at, "pas; tricks 3-4-3")
    assert at.dealer == 2


def test_a_factor_does_not_touch_help():
    """RULES 4.7: the surplus is helped with, point for point."""
    at = replace(table(f"{CLASSIC} pool_target=5", pool="4 1 0"), bombs=((4,), (), ()))
    _, deal = closed(at, "6c 1; pass 2; pass 3")
    assert forms.score_text(deal.lines) == "pool 1 1; pool 2 4; pool 3 3; whists 1>2 40; whists 1>3 30"


@pytest.mark.parametrize(
    ("rules_", "forced", "result", "wrong"),
    rows(
        """
What is entered must be possible
    classic | 1 | 6c 1; pass 2; pass 3 -> the pulka opens with raspasy, 1 of them are left
    classic | 0 | pas; dark 1; tricks 3-4-3; times 4 -> times: 2 by the rules, not 4
    classic | 0 | pas; dark 1; tricks 3-4-3; times 2 ->
    classic | 0 | pas; dark 1; tricks 3-4-3 ->
    classic | 0 | pas; tricks 3-4-3; times 2 -> nothing multiplies this deal
    classic | 0 | 7c 1; dark 2; pass 2; pass 3 -> dark: the hands that passed so and led to raspasy, or the declarer
    classic | 0 | 6c 1; dark 1; pass 2; pass 3 -> answers: a six that was bid in the dark is whisted by both
    classic | 0 | 6c 1; dark 1; whist 2; whist 3; tricks 6-2-2 ->
    sochi | 0 | pas; dark 1; tricks 3-4-3 -> dark: nobody calls without looking in this agreement
    classic dark_misere=off | 0 | mis 1; dark 1 -> dark: misere is bid by who has looked in this agreement
"""
    ),
)
def test_results_of_real_cards(rules_: str, forced: int, result: str, wrong: str):
    at = replace(table(rules_), forced=forced)
    assert replay.why_impossible(at, forms.result(result, at.dealer, 3)) == wrong


@pytest.mark.parametrize(
    "text",
    ["pas; dark 1; dark 3; tricks 3-4-3; times 2", "8c 1; dark 1; whist 2; pass 3; tricks 8-2-0; times 4; times 2"],
)
def test_a_result_is_its_text(text: str):
    assert forms.result_text(forms.result(text, 3, 3)) == text


def test_a_table_is_its_text():
    at = replace(table(CLASSIC), bombs=((2, 4), (), (8,)), dark_passes=2, series=3, forced=1)
    assert forms.table(forms.table_text(at), read_agreement) == at


def test_a_table_that_was_stored_before_there_were_bombs():
    at = table("")
    old = {k: v for k, v in json.loads(forms.table_text(at)).items() if k not in ("bombs", "dark_passes", "forced")}
    assert forms.table(json.dumps(old), read_agreement) == at
