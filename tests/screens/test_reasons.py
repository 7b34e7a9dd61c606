"""Every score is explained: a line names its rule, and the sum that it writes down comes out, in three languages."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bot.game import forms
from bot.game.sheet import Line
from bot.screens.reasons import line_text
from bot.screens.words import Words
from tests.game.differences import Fixture, closed, fixtures
from tests.screens.dealing import LANGUAGES, NAMES

SCORED = [f for f in fixtures() if f.looks_at == "score"]
HALVES = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}


def written(about: str, result: str) -> tuple[Line, ...]:
    """The lines of a result, booked."""
    return closed(about, result)[1]


def told(about: str, result: str, locale: str) -> list[str]:
    return [line_text(Words(locale, NAMES, html=False), line) for line in written(about, result)]


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def comes_out(text: str) -> bool:
    """Whether `(5 − 1) × 2 = 8` is true wherever a text says the like; words between numbers count for nothing."""
    for sign, fraction in HALVES.items():
        text = re.sub(rf"(\d*){sign}", lambda m, f=fraction: str(Fraction(m[1] or 0) + Fraction(f)), text)
    found = re.search(r": (?P<sum>[^:=]+(?: : \d+)?) = (?P<total>−?[\d/]+)", text)
    if found is None:
        return True
    value = Fraction(1)
    for sign, more, less, number in re.findall(r"(×|:|^)\s*(?:\((\d+) − (\d+)\))?([\d/]*)", found["sum"]):
        factor = Fraction(number) if number else Fraction(int(more) - int(less))
        value = value / factor if sign == ":" else value * factor
    return value == Fraction(found["total"].replace("−", "-"))


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("fixture", SCORED, ids=lambda f: f"{f.key}: {f.about} {f.what}")
def test_under_every_option_every_line_is_explained_and_its_sum_comes_out(fixture: Fixture, locale: str):
    for option in fixture.outcomes:
        for text in told(f"{fixture.about} {fixture.key}={option}", fixture.what, locale):
            assert "{" not in text
            assert comes_out(plain(text)), text


def test_a_sum_that_does_not_come_out_would_be_found():
    assert comes_out("A — whist: 3 tricks × 4 = 12 → B")
    assert not comes_out("A — whist: 3 tricks × 4 = 13 → B")
    assert comes_out("A — raspasy: (5 − 1) × 2 = 8 on the hill")
    assert not comes_out("A — raspasy: (5 − 1) × 2 = 10 on the hill")
    assert comes_out("A — whist: 5 tricks × 4 : 2 = 10 → B")
    assert not comes_out("A — whist: 5 tricks × 4 : 2 = 20 → B")
    assert comes_out("A — whist short: 1 trick × 6 × ¼ = 1½ on the hill")


@pytest.mark.parametrize(
    ("about", "result", "line"),
    [
        ("", "8d 1; whist 2; pass 3; tricks 9-1-0", "B — whist: 1 trick × 6 = 6 → A"),
        ("", "6d 1; whist 2; pass 3; tricks 4-3-3", "B — consolation: 2 undertricks × 2 = 4 → A"),
        ("", "8d 1; whist 2; whist 3; tricks 10-0-0",
         "C — whist short: 1 trick × 6 = 6 on the hill (second whister answers on 8)"),
        ("", "6d 1; whist 2; pass 3; tricks 7-2-1", "B — whist short: 1 trick × 2 = 2 on the hill (whists alone)"),
        ("leningrad", "6d 1; whist 2; pass 3; tricks 7-2-1",
         "B — whist short: 1 trick × 4 × ½ = 2 on the hill (whists alone)"),
        ("pair_shortage=total", "6d 1; whist 2; whist 3; tricks 7-3-0",
         "C — whist short: 1 trick × 2 = 2 on the hill (no more than the pair lacks)"),
        ("leningrad", "8d 1; whist 2; pass 3; tricks 7-2-1",
         "C — whist: 3 tricks × 12 : 2 = 18 → A (gentleman: halved with the passer)"),
        ("", "10d 1; tricks 9-1-0", "B — whist: 1 trick × 10 : 2 = 5 → A (two check the ten)"),
        ("talon_bonus=on", "7d 1; pass 2; pass 3; talon hKhA",
         "C — talon bonus: 2 tricks × 4 = 8 → A (ace and king of ♥)"),
        ("pool=19,12,5 pool_target=20", "7d 1; pass 2; pass 3", "A — for the help: 3 points × 10 = 30 → B"),
        ("help=off pool=9,0,0", "7d 1; pass 2; pass 3", "A — no help is agreed, surplus (3 points): −3 on the hill"),
        ("leningrad pool=20,20,20", "7d 1; pass 2; pass 3",
         "A — nobody to help, surplus (4 points): −8 on the hill (2 for a point)"),
        ("k=2", "pas; step 3; tricks 5-4-1", "A — raspasy: (5 − 1) × 3 = 12 on the hill (raspasy no. 3 of the series)"),
        ("fspr", "pas; tricks 6-4-0", "C — no trick at all: −4 on the hill (2 × 2 off the hill)"),
        ("classic earned=2,2,2", "7c 1; dark 1; whist 2; pass 3; tricks 5-3-2",
         "A — two down: 2 × 4 × 4 = 32 on the hill (all × 4: a bomb × 2, in the dark × 2)"),
        ("classic earned=2,0,0", "7c 1; whist 2; pass 3; tricks 7-3-0",
         "B — whist: 3 tricks × 4 × 2 = 24 → A (all × 2: a bomb)"),
        ("classic k=1", "pas; dark 1; step 2; tricks 6-4-0",
         "C — no trick at all: 2 in the pool (the price of a trick) (a trick × 2: a pass in the dark)"),
        ("raspasy_pay=whists raspasy_whists_by=difference raspasy_progression=none", "pas; tricks 5-4-1",
         "C — raspasy: 4 tricks × 5 = 20 → A (for the difference, the least is 1)"),
    ],
)  # fmt: skip
def test_a_line_says_its_rule_and_its_numbers(about: str, result: str, line: str):
    assert line in [plain(line_text(Words("en", {1: "A", 2: "B", 3: "C"}), w)) for w in written(about, result)]


def test_a_line_of_an_older_version_has_its_numbers_alone():
    line = Line("hill", 2, 2, forms.because("fine", tricks=1, price=2))
    assert plain(line_text(Words("en", {2: "B"}), line)) == "B — whist short: 1 trick × 2 = 2 on the hill"
