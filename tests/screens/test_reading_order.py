"""Rules are read in the order of players, whatever that of the registry: every one has its place."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.game.agreement import SECTIONS, Registry
from bot.game.applies import clauses
from bot.game.conventions import REGISTRY
from bot.screens.reading_order import FIRST, in_order

READ = [(section, key) for section in SECTIONS for key in FIRST[section].split()]


def test_every_rule_has_one_place_and_it_is_in_its_section():
    assert sorted(READ) == sorted((rule.section, key) for key, rule in REGISTRY.by_key.items())
    assert in_order(REGISTRY, REGISTRY.by_key) == [key for _, key in READ]


def test_what_depends_on_a_rule_of_its_section_stands_below_it():
    for key, rule in REGISTRY.by_key.items():
        keys = FIRST[rule.section].split()
        for above in (c.key for clause in clauses(rule.applies) for c in clause if c.key in keys):
            assert keys.index(above) < keys.index(key), f"{key} depends on {above}"


def test_the_order_of_the_registry_changes_nothing_and_a_newcomer_stands_last_in_its_section():
    rules = list(REGISTRY.by_key.values())
    random.Random(3).shuffle(rules)
    assert in_order(Registry(rules), (rule.key for rule in rules)) == in_order(REGISTRY, REGISTRY.by_key)
    new = Registry([replace(REGISTRY["ten"], key="a_new_rule"), *rules])
    read = in_order(new, new.by_key)
    assert read.index("a_new_rule") == read.index(FIRST["whist"].split()[-1]) + 1
