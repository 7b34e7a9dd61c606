"""Every explanation of a house rule is true: its numbers are those that the engine comes to (`worked.txt`), and they
are the same in all languages. What changes a score says so with a figure; what changes none tells of somebody.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.game.conventions import REGISTRY
from bot.screens.examples import DEPENDS, PLAYED_BY
from bot.texts import locales, tr
from tests.game.differences import Fixture, fixtures
from tests.game.scores import agreed

FILE = Path(__file__).with_name("worked.txt")
KEYS = sorted(REGISTRY.by_key)
LONGEST = 350
"""Characters of an explanation: a phone shows it without scrolling."""
CAST = {
    "en": ("Anna", "Boris", "Vera", "Gleb"),
    "ru": ("Анн[аеуы]|Анной", "Борис[ауе]?", "Вер[аеуы]", "Глеб[ауе]?"),
    "uk": ("Анн[аиіу]|Анною", "Борис(?:ові|[ау])?", "Вір[аиіу]", "Гліб(?:ові|[ау])?"),
}
"""Who the explanations tell of, in the forms of each language, in the order of their seats."""
EQUATION = re.compile(r"(\d+(?: [×+] \d+)+) = (\d+)")
QUOTED = re.compile("«([^»]+)»|“([^”]+)”")
SCORED = ("score", "worth", "earned")
"""What a fixture looks at where a rule changes what is written."""
WRITTEN = (*SCORED, "asked", "joins")
"""What a run looks at whose outcome is written in a sheet."""
RUNS = fixtures(FILE)


@cache
def beside() -> dict[str, list[int]]:
    """Key -> the numbers of its text that are no figures of a run."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if re.match("[a-z]", line)]
    split = [line.partition(":") for line in lines]
    return {key.strip(): [int(n) for n in rest.split()] for key, _, rest in split}


def of(key: str) -> list[Fixture]:
    return [run for run in RUNS if run.key == key]


def figures(key: str) -> list[int]:
    """What the runs of a key come to, as far as the text says it."""
    return [int(n) for run in of(key) for outcome in run.outcomes.values() for n in re.findall(r"\*(\d+)", outcome)]


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def about(locale: str, key: str) -> str:
    return tr(locale, f"about.{key}")


def told_of(locale: str, key: str) -> list[int]:
    """The seats of those whom an explanation tells of."""
    return [n for n, name in enumerate(CAST[locale], 1) if re.search(rf"\b(?:{name})\b", about(locale, key))]


def given(run: Fixture) -> set[int]:
    """Numbers that a run has before anything is reckoned: tricks and sheets, options, levels with their prices and
    undertricks, the worth of a point."""
    agreed_on = (tr("en", f"rule.{word.replace('=', '.')}") for word in run.rules.split())
    found = set(numbers(" ".join([run.about, run.what, *run.outcomes, *agreed_on]))) | {10}
    levels = [int(level) for level in re.findall(r"\b(\d+)[scdhn]\b", run.what)]
    tricks = [int(n) for n in re.findall(r"tricks (\d+)", run.what)]
    for level in levels:
        price = 2 * (level - 5)
        found |= {price, 2 * price, *(level - taken for taken in tricks), *([7 - level + 1] if level < 8 else [])}
    return found


def scored() -> list[str]:
    """Keys of which a fixture shows that they change what is written."""
    return sorted({f.key for f in fixtures() if f.looks_at in SCORED})


def is_played(key: str) -> bool:
    """Whether its options can be told apart at a table today."""
    rule = REGISTRY[key]
    return not rule.awaits and len(set(rule.options) - rule.unplayed) > 1


@pytest.mark.parametrize("run", RUNS, ids=lambda f: f"{f.key}: {f.about} {f.what}")
def test_the_engine_comes_to_what_the_table_says(run: Fixture):
    said = {option: outcome.replace("*", "") for option, outcome in run.outcomes.items()}
    assert {option: run.outcome(option) for option in run.outcomes} == said
    for option in run.outcomes:
        house = agreed(f"{run.rules} {run.key}={option}")
        assert house.in_force(run.key, run.players)
        house.check(run.players)


@pytest.mark.parametrize("key", [key for key in KEYS if is_played(key)])
def test_every_explanation_is_played(key: str):
    assert of(key), f"{FILE.name} has no run of {key}"


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", KEYS)
def test_an_explanation_says_the_figures_of_its_runs_and_no_others(key: str, locale: str):
    assert Counter(numbers(about(locale, key))) == Counter(figures(key) + beside().get(key, []))


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", KEYS)
def test_figures_come_in_the_order_of_their_options(key: str, locale: str):
    """So that none stands beside the wrong option."""
    said = iter(numbers(about(locale, key)))
    assert all(figure in said for figure in figures(key))


@pytest.mark.parametrize("key", KEYS)
def test_all_languages_say_the_same_numbers_in_the_same_order(key: str):
    assert len({tuple(numbers(about(locale, key))) for locale in locales()}) == 1


@pytest.mark.parametrize("price", DEPENDS)
def test_examples_that_other_prices_change_are_known(price: str):
    """Where such a price is agreed, it is said beside the example (`bot/screens/examples.py`)."""
    usual = REGISTRY.preset(PLAYED_BY)
    others = [option for option in REGISTRY[price].options if option != usual[price]]
    changed = {run.key for run in RUNS if not sets(run, price) and any(changes(run, price, o) for o in others)}
    assert changed == set(DEPENDS[price].split())


def sets(run: Fixture, price: str) -> bool:
    return price == run.key or f" {price}=" in f" {run.about}"


def changes(run: Fixture, price: str, option: str) -> bool:
    """Whether a figure of a run is another one by another price."""
    otherwise = replace(run, about=f"{run.about} {price}={option}")
    return any(
        not set(starred(outcome)) <= set(re.split("; ?", otherwise.outcome(named)))
        for named, outcome in run.outcomes.items()
        if run.looks_at in WRITTEN
    )


def starred(outcome: str) -> list[str]:
    """The entries of an outcome of which the text says a figure."""
    return [entry.replace("*", "") for entry in re.split("; ?", outcome) if "*" in entry]


@pytest.mark.parametrize("key", [key for key in KEYS if of(key)])
def test_what_stands_beside_the_figures_is_given_or_reckoned(key: str):
    """A number that no run has may only be what a true sum multiplies or adds."""
    text = about("en", key)
    known = {n for run in of(key) for n in given(run)}
    for left, right in EQUATION.findall(text):
        if int(right) in figures(key):
            known |= {n for n in numbers(left) if known & (set(numbers(left)) - {n}) or numbers(left).count(n) > 1}
    assert sorted(set(beside()[key]) - known) == []


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", KEYS)
def test_sums_are_right_and_come_to_a_figure(key: str, locale: str):
    for left, right in EQUATION.findall(about(locale, key)):
        assert reckoned(left) == int(right), left
        assert int(right) in figures(key)


def reckoned(sum_of_products: str) -> int:
    total = 0
    for product in sum_of_products.split(" + "):
        value = 1
        for factor in product.split(" × "):
            value *= int(factor)
        total += value
    return total


@pytest.mark.parametrize("key", scored())
def test_what_changes_a_score_says_a_figure_of_more_than_one_option(key: str):
    assert figures(key)
    assert len({option for run in of(key) for option in run.outcomes}) > 1


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", KEYS)
def test_an_explanation_is_short_and_concrete(key: str, locale: str):
    text = about(locale, key)
    assert len(text) <= LONGEST
    assert told_of(locale, key) or figures(key)


@pytest.mark.parametrize("key", KEYS)
def test_all_languages_tell_of_the_same_people(key: str):
    assert {locale: told_of(locale, key) for locale in CAST} == dict.fromkeys(CAST, told_of("en", key))


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", KEYS)
def test_a_quoted_option_is_one_of_the_rule(key: str, locale: str):
    """Options are called what the buttons below call them; other quoted words are those of calls and buttons."""
    options = [tr(locale, f"rule.{key}.{option}").lower() for option in REGISTRY[key].options]
    said = [tr(locale, spoken).lower() for spoken in SPOKEN]
    for found in QUOTED.findall(about(locale, key)):
        words = "".join(found).lower()
        assert any(words in option for option in options) or any(words in call for call in said), words


SPOKEN = (
    "call.here",
    "call.whist",
    "call.pass",
    "button.dealer.volunteer",
    "button.ready",
    "rule.half_whist",
    "rule.claim_mode",
    "rule.misere_without_talon",
)
"""Words of the table that explanations quote besides options."""


def test_the_table_speaks_of_keys_that_exist_and_of_each_in_one_place():
    found = [line.partition(":")[0].strip() for line in FILE.read_text("utf-8").splitlines() if re.match("[a-z]", line)]
    assert len(set(found)) == len(found)
    assert set(found) <= set(KEYS)


def test_a_wrong_sum_and_a_wrong_name_would_be_found():
    assert EQUATION.findall("5 × 2 + 2 = 12, 2 × 3 = 7") == [("5 × 2 + 2", "12"), ("2 × 3", "7")]
    assert reckoned("5 × 2 + 2") == 12
    assert reckoned("2 × 3") != 7
    assert not re.search(rf"\b(?:{CAST['ru'][2]})\b", "вернули Верю")
