"""The agreement read aloud: every rule in force is named and explained in three languages, the code round-trips."""

from __future__ import annotations

import re

import pytest

from bot.game.agreement import PRESETS
from bot.game.conventions import REGISTRY
from bot.game.presets import agreement, preset
from bot.screens.agreement import changes, text
from bot.screens.examples import otherwise
from bot.texts import tr
from tests.game.scores import agreed
from tests.screens.dealing import LANGUAGES


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [0, 2, 3, 4])
def test_every_rule_in_force_stands_with_its_option_and_what_it_is_about(locale: str, name: str, players: int):
    lines = text(locale, preset(name), players)
    numbers = (players,) if players else (2,) if name == "hussar" else (3, 4)
    for key, rule in REGISTRY.by_key.items():
        named = tr(
            locale, "lobby.rule", rule=tr(locale, f"rule.{key}"), option=tr(locale, f"rule.{key}.{rule.presets[name]}")
        )
        told = [line for line in lines if line.strip().startswith(named) and line.endswith(tr(locale, f"about.{key}"))]
        assert len(told) == any(preset(name).in_force(key, n) for n in numbers), key
    assert not any("{" in line for line in lines)


@pytest.mark.parametrize("code", ["sochi", "leningrad pool_target=30 whist_pay=greedy", "rostov amnesty=on", "hussar"])
def test_the_code_in_the_text_is_the_agreement(code: str):
    assert agreement(text("ru", agreed(code))[1]) == agreed(code)


def test_a_departure_stands_above_the_sections():
    lines = text("ru", agreed("leningrad pool_target=30"))
    assert lines[:5] == [
        "Правила: Ленинградка", "preset=leningrad pool_target=30", "", "Отличия от набора", "  Пулька: до 30"
    ]  # fmt: skip
    assert "Отличия от набора" not in text("ru", preset("leningrad"))


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            "raspasy_progression=none raspasy_limit=4",
            "  Предел прогрессии: 4 ступени. Здесь ничего не меняет, нужно: Прогрессия распасов: 1-2-3 или 1-2-4",
        ),
        (
            "rostov dealer_tricks=not_written",
            "  Взятки прикупа: не пишутся. Здесь ничего не меняет, нужно: Запись распасов: в гору",
        ),
        ("hussar_hill=indivisible", "  Гора в гусарике: не делится, по 10. Здесь ничего не меняет, нужно: вдвоём"),
        ("dealer_peek=one dealer_whist=any", "  Вист сдающего: на любой игре"),
    ],
)
def test_a_departure_that_means_nothing_says_what_it_depends_on(code: str, line: str):
    assert line in text("ru", agreed(code))


def test_what_only_some_numbers_of_players_play_is_marked():
    lines = text("ru", preset())
    assert any(line.startswith("  Сдающий смотрит: одну руку (только вчетвером). ") for line in lines)
    assert any(line.startswith("  Сдающий смотрит: одну руку. ") for line in text("ru", preset(), 4))
    assert not any("Сдающий смотрит" in line for line in text("ru", preset(), 3))


@pytest.mark.parametrize(("key", "option"), [(c.key, o) for c in REGISTRY.by_key.values() for o in sorted(c.unplayed)])
def test_what_cannot_be_played_yet_is_marked(key: str, option: str):
    lines = text("en", agreed(f"{key}={option}"))
    assert [line for line in lines if re.match(rf"  {re.escape(tr('en', f'rule.{key}'))}: .*\(not played yet\)", line)]


@pytest.mark.parametrize("key", [key for key, rule in REGISTRY.by_key.items() if rule.awaits])
def test_what_waits_for_something_outside_the_rules_is_marked(key: str):
    lines = text("en", agreed("time_per_action=1m"))
    assert [
        line for line in lines if re.match(rf"  {re.escape(tr('en', f'rule.{key}'))}: .*\(changes nothing yet\)", line)
    ]


def test_the_difference_of_two_agreements():
    assert list(changes("uk", preset(), agreed("amnesty=off raspasy_exit=7"))) == [
        "amnesty: on -> off (Амністія: було мінімум списують, стало ні, пишуть усі взятки)",
        "raspasy_exit: 6-7 -> 7 (Вихід із розпасів: було 6, далі 7, стало семерною)",
    ]
    assert list(changes("en", preset(), preset())) == []


def test_other_prices_than_those_of_the_examples_are_named_once():
    lines = text("ru", agreed("leningrad pool_unit=10"), 3)
    assert [line for line in lines if line.startswith("Цены в примерах")] == [
        "Цены в примерах сочинские, а здесь иначе: Гора: двойная; Висты: двойные; Вист: джентльменский;"
        " Ответственность: половинная; Взятка на распасах: 2."
    ]
    assert not any(line.startswith("Цены в примерах") for line in text("ru", preset("sochi")))


def test_prices_that_mean_nothing_are_not_named():
    """Raspasy in whists have no price in hill points."""
    assert otherwise(agreed("rostov raspasy_base=2"), (3,), "amnesty") == []
    assert otherwise(agreed("raspasy_base=2"), (3,), "amnesty") == ["raspasy_base"]
    assert otherwise(agreed("raspasy_base=2"), (3,), "whist_pay") == []
