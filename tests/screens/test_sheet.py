"""The sheet's table: a row a player, aligned in a monospaced font, never wider than a phone."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from bot.game.presets import preset
from bot.game.sheet import Sheet
from bot.game.state import new_table
from bot.screens.sheet import WIDEST, standing
from bot.screens.widths import fitted, width
from bot.screens.words import Words


def rows(sheet: Sheet, names: dict[int, str]) -> list[str]:
    table = replace(new_table(preset("sochi"), len(sheet.pool), 1).table, sheet=sheet)
    (block,) = standing(Words("ru", names), table)
    found = re.fullmatch("<pre>(.*)</pre>", block, re.DOTALL)
    assert found
    return unescape(found[1]).split("\n")


LARGE = Sheet(
    (30,) * 4, (Fraction(257, 2), 104, 300, 99), tuple(tuple(999 * (i != j) for j in range(4)) for i in range(4))
)


@pytest.mark.parametrize(
    "names",
    [
        {1: "Анна", 2: "Борис", 3: "Вера", 4: "Глеб"},
        {1: "Александр Македонский", 2: "ユーザーユーザー", 3: "עומר", 4: "<&>"},
    ],
)
def test_rows_are_equally_wide_and_fit_a_phone(names: dict[int, str]):
    widths = {width(row) for row in rows(LARGE, names)}
    assert len(widths) == 1
    assert widths.pop() <= WIDEST


def test_entries_stand_in_their_columns():
    sheet = Sheet((10, 4, 0), (-2, 12, 7), ((0, 8, 6), (12, 0, 30), (4, Fraction(1, 2), 0)))
    shown = [row.replace("\u2068", "").replace("\u2069", "") for row in rows(sheet, {1: "Анна", 2: "Борис", 3: "Вера"})]
    assert shown == [
        "      Пуля Гора Анн Бор Вер",
        "Анна    10   −2   ·   8   6",
        "Борис    4   12  12   ·  30",
        "Вера     0    7   4   ½   ·",
    ]


def test_a_name_is_cut_by_the_places_it_takes():
    assert [fitted("Александра", n) for n in (10, 6, 3)] == ["Александра", "Алекс…", "Ал…"]
    assert fitted("ユーザー", 5) == "ユー…"
    assert fitted("Борис", 3, end="") == "Бор"
