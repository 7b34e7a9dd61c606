"""Every option of every house rule makes a difference: a position, a result or a sheet shows it (`differences.txt`)."""

from __future__ import annotations

import re

import pytest

from bot.game.applies import PLAYERS, Condition, clauses
from bot.game.conventions import REGISTRY
from tests.game.differences import COMES_TO, FILE, Fixture, fixtures
from tests.game.scores import agreed

FIXTURES = fixtures()
KEYS = sorted(REGISTRY.by_key)
SYNONYMS = {("raspasy_talon", "real"): "codex"}
"""Options that say what another one says: `real` leads with four and only shows the suit with three (RULES 8)."""
MAY_AWAIT = {"late_join", "first_dealer", "cut", *(key for key in KEYS if REGISTRY[key].section == "table")}
"""Keys that may be declared before they come alive, outside the rules."""


def wakes(key: str) -> bool:
    """Whether `key` can mean anything while only options are agreed that can be played."""
    return all(any(map(_met, clause)) for clause in clauses(REGISTRY[key].applies))


def _met(condition: Condition) -> bool:
    if condition.key == PLAYERS:
        return True
    other = REGISTRY[condition.key]
    return wakes(other.key) and any(condition.allows(o) for o in other.options if o not in other.unplayed)


def told_apart() -> list[tuple[str, str]]:
    """Every key with each of its options that can be played, but for the first."""
    return [
        (key, option)
        for key in KEYS
        for option in REGISTRY[key].options[1:]
        if option not in REGISTRY[key].unplayed and not REGISTRY[key].awaits and wakes(key)
    ]


def of(key: str) -> list[Fixture]:
    return [f for f in FIXTURES if f.key == key]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f.key}: {f.about} {f.what}")
def test_it_comes_to_what_the_table_says(fixture: Fixture):
    assert {option: fixture.outcome(option) for option in fixture.outcomes} == fixture.outcomes


@pytest.mark.parametrize(("key", "option"), told_apart())
def test_every_option_differs_somewhere_from_the_first(key: str, option: str):
    """A new option without a fixture fails here; one that cannot be played yet is exempt by its own declaration."""
    first = REGISTRY[key].options[0]
    pairs = [(f.outcomes[first], f.outcomes[option]) for f in of(key) if {first, option} <= set(f.outcomes)]
    assert pairs, f"{FILE.name} has no fixture in which {key}={option} stands beside {key}={first}"
    synonym = SYNONYMS.get((key, option)) == first
    assert synonym == all(one == other for one, other in pairs)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f.key}: {f.about} {f.what}")
def test_a_fixture_stands_where_its_key_means_something(fixture: Fixture):
    assert fixture.looks_at in COMES_TO
    for option in fixture.outcomes:
        assert agreed(f"{fixture.rules} {fixture.key}={option}").in_force(fixture.key, fixture.players)


def test_the_table_speaks_of_keys_that_exist_and_of_each_in_one_place():
    found = [line.strip() for line in FILE.read_text(encoding="utf-8").splitlines() if re.match("[a-z]", line)]
    assert len(set(found)) == len(found)
    assert set(found) <= set(KEYS)


@pytest.mark.parametrize("key", [key for key in KEYS if REGISTRY[key].awaits])
def test_only_keys_of_the_host_may_come_alive_later(key: str):
    assert key in MAY_AWAIT


def test_what_is_exempt_is_so_by_the_registry_alone():
    """Of an option that is not told apart the registry itself says why."""
    for key in KEYS:
        rule = REGISTRY[key]
        for option in set(rule.options[1:]) - {option for k, option in told_apart() if k == key}:
            assert option in rule.unplayed or rule.awaits or not wakes(key)
