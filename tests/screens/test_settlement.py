"""The settlement as people check it on paper: the results, and folded up below them every step in exact fractions."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.game.presets import preset
from bot.game.settlement import settle
from bot.game.sheet import Sheet, clockwise
from bot.game.state import Ended, State, new_table
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.settlement import settlement
from tests.screens.dealing import LANGUAGES, drawn, frame


def ended(sheet: Sheet, seats: int = 3) -> State:
    state = new_table(preset("sochi"), seats, 1)
    order = clockwise(state.table.order, state.table.first_dealer)
    return replace(state, table=replace(state.table, sheet=sheet), phase=Ended(0, settle(sheet, 10, order)))


THREE = Sheet((10, 10, 10), (8, 21, 14), ((0, 20, 6), (12, 0, 30), (4, 8, 0)))
FOUR = Sheet((20, 13, 7, 20), (3, 17, 9, 30), ((0, 2, 4, 6), (8, 0, 1, 3), (5, 7, 0, 9), (11, 13, 15, 0)))


def paragraphs(sheet: Sheet, seats: int = 3, locale: str = "ru") -> list[str]:
    return drawn(settlement(frame(ended(sheet, seats), None, locale))).strip().split("\n\n")[:-1]  # the button


def test_step_by_step():
    _, _, results, how, amnesty, hill, pairs, total, whole = paragraphs(THREE)
    assert results == "Итог в вистах\nАнна: +73\nВера: −21\nБорис: −52\nПобеда: Анна"
    assert how == "Как считали"
    assert amnesty == ("Гора: наименьшую, 8, списывают со всех\nАнна: 8 − 8 = 0\nБорис: 21 − 8 = 13\nВера: 14 − 8 = 6")
    assert hill == (
        "Гора × 10 : 3 — столько пишет каждый из остальных\n"
        "Анна: 0 × 10 : 3 = 0\nБорис: 13 × 10 : 3 = 43⅓\nВера: 6 × 10 : 3 = 20"
    )
    assert pairs == (
        "Висты и за гору, минус то же у другого\n"
        "Анна → Борис: 20 + 43⅓ − 12 − 0 = +51⅓\nАнна → Вера: 6 + 20 − 4 − 0 = +22\n"
        "Борис → Вера: 30 + 20 − 8 − 43⅓ = −1⅓"
    )
    assert total == "Сумма\nАнна: +51⅓ +22 = +73⅓\nБорис: −51⅓ −1⅓ = −52⅔\nВера: −22 +1⅓ = −20⅔"
    assert whole == (
        "Целые числа: все вниз, и 1 сверху, чтобы сошлось: Борис\nАнна: +73⅓ → +73\nБорис: −52⅔ → −52\nВера: −20⅔ → −21"
    )


def test_pools_that_differ_go_onto_the_hill_first():
    pool = paragraphs(FOUR, 4)[4]
    assert pool == (
        "Пуля: чего не хватает до 20, идёт в гору, по 1 за очко\n"
        "Анна: 3 + (20 − 20) × 1 = 3\nБорис: 17 + (20 − 13) × 1 = 24\n"
        "Вера: 9 + (20 − 7) × 1 = 22\nГлеб: 30 + (20 − 20) × 1 = 30"
    )


def test_a_hill_below_nothing_is_taken_off_in_brackets():
    below = Sheet((20, 20, 20), (-6, 0, 4), ((0,) * 3,) * 3)
    assert paragraphs(below)[4].splitlines()[2] == "Борис: 0 − (−6) = 6"


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_sums_of_whole_numbers_come_to_nothing(locale: str):
    for sheet, seats in ((THREE, 3), (FOUR, 4)):
        results = paragraphs(sheet, seats, locale)[2]
        assert sum(int(n.replace("−", "-")) for n in re.findall(r": ([+−]?\d+)$", results, re.MULTILINE)) == 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_steps_are_folded_up_and_fit_into_a_message(locale: str):
    text = settlement(frame(ended(FOUR, 4), None, locale)).text
    assert text.count("<blockquote expandable>") == text.count("</blockquote>") == 1
    assert text.endswith("</blockquote>")
    assert len(text) < 4096


def test_between_two_a_hill_point_weighs_what_was_agreed():
    """C4: five whists from the other, or ten; the step says into how many parts the ten are shared out."""
    sheet = Sheet((10, 10), (8, 4), ((0, 6), (2, 0)))
    for option, shared, won in (("divisible", 2, 20), ("indivisible", 1, 40)):
        agreement = preset("hussar").but(hussar_hill=option)
        state = new_table(agreement, 2, 1)
        done = settle(sheet, 10, (), agreement.answers["hussar_hill"])
        state = replace(state, table=replace(state.table, sheet=sheet), phase=Ended(0, done))
        *_, hill, pairs, _, _ = drawn(settlement(frame(state, None))).split("\n\n")
        assert f"\nАнна: 4 × 10 : {shared} = {won}\n" in hill
        assert pairs.endswith(f"\nАнна → Борис: 6 + 0 − 2 − {won} = −{won - 4}")


def test_equal_winners_share():
    even = Sheet((10, 10, 10), (4, 4, 10), ((0,) * 3,) * 3)
    assert paragraphs(even)[2].endswith("Победу делят: Анна, Борис")


def test_when_all_is_over_the_last_deal_is_named_and_not_the_next():
    state = replace(ended(THREE), table=replace(ended(THREE).table, deals=5))
    assert drawn(hand(frame(state, 1))).startswith("Дача · сдача 5\n")
    assert drawn(board(frame(state, None))).startswith("Дача · сдача 5\n")
