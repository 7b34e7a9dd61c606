"""The settlement as people check it on paper: every step in exact fractions, every step adds up to nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from bot.game.presets import preset
from bot.game.settlement import settle
from bot.game.sheet import Sheet
from bot.game.state import Ended, State, new_table
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.settlement import settlement
from tests.screens.dealing import drawn, frame


def ended(sheet: Sheet, seats: int = 3) -> State:
    state = new_table(preset("sochi"), seats, 1)
    return replace(state, table=replace(state.table, sheet=sheet), phase=Ended(0, settle(sheet, 10)))


THREE = Sheet((10, 10, 10), (8, 21, 14), ((0, 20, 6), (12, 0, 30), (4, 8, 0)))


def test_step_by_step():
    _, _, pool, hill, whists, total, results = drawn(settlement(frame(ended(THREE), None))).strip().split("\n\n")
    assert pool == "Пуля: (своя − средняя 10) × 10\nАнна: 10 → 0\nБорис: 10 → 0\nВера: 10 → 0"
    assert hill == "Гора: (средняя 14⅓ − своя) × 10\nАнна: 8 → +63⅓\nБорис: 21 → −66⅔\nВера: 14 → +3⅓"
    assert whists == "Висты: свои − на себя\nАнна: 26 − 16 = +10\nБорис: 42 − 28 = +14\nВера: 12 − 36 = −24"
    assert total == (
        "Сумма: пуля, гора, висты\nАнна: 0 +63⅓ +10 = +73⅓\nБорис: 0 −66⅔ +14 = −52⅔\nВера: 0 +3⅓ −24 = −20⅔"
    )
    assert results == "Итог в вистах\nАнна: +74\nВера: −21\nБорис: −53\nПобеда: Анна"


def test_each_step_adds_up_to_nothing():
    four = Sheet((20, 13, 7, 20), (3, 17, 9, 30), ((0, 2, 4, 6), (8, 0, 1, 3), (5, 7, 0, 9), (11, 13, 15, 0)))
    paragraphs = drawn(settlement(frame(ended(four, 4), None))).strip().split("\n\n")
    for step in paragraphs[2:6]:
        found = [line.split()[-1] for line in step.splitlines()[1:]]
        assert len(found) == 4
        assert sum(map(read, found)) == 0
    assert sum(int(n.replace("−", "-")) for n in re.findall(r": ([+−]?\d+)$", paragraphs[6], re.MULTILINE)) == 0


def read(text: str) -> Fraction:
    parts = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
    digits = re.sub("[+−½¼¾]", "", text) or "0"
    value = Fraction(digits) + sum(parts[c] for c in text if c in parts)
    return -value if text.startswith("−") else value


def test_between_two_a_hill_point_weighs_what_was_agreed():
    """C4: five whists from the other, or ten; the step says by what the difference from the mean is multiplied."""
    sheet = Sheet((10, 10), (8, 4), ((0, 6), (2, 0)))
    for option, unit, won in (("divisible", 10, 20), ("indivisible", 20, 40)):
        agreement = preset("hussar").but(hussar_hill=option)
        state = new_table(agreement, 2, 1)
        done = settle(sheet, 10, (), agreement.answers["hussar_hill"])
        state = replace(state, table=replace(state.table, sheet=sheet), phase=Ended(0, done))
        step = drawn(settlement(frame(state, None))).split("\n\n")[3]
        assert step == f"Гора: (средняя 6 − своя) × {unit}\nАнна: 8 → −{won}\nБорис: 4 → +{won}"


def test_equal_winners_share():
    even = Sheet((10, 10, 10), (4, 4, 10), ((0,) * 3,) * 3)
    assert drawn(settlement(frame(ended(even), None))).strip().endswith("Победу делят: Анна, Борис")


def test_when_all_is_over_the_last_deal_is_named_and_not_the_next():
    state = replace(ended(THREE), table=replace(ended(THREE).table, deals=5))
    assert drawn(hand(frame(state, 1))).startswith("Дача · сдача 5\n")
    assert drawn(board(frame(state, None))).startswith("Дача · сдача 5\n")
