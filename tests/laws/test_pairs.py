"""House rules do not disturb each other: any two options that can meet, meet in a pulka under all laws."""

from __future__ import annotations

from random import Random

import pytest

from bot.game import rules
from bot.game.agreement import Registry
from bot.game.conventions import REGISTRY
from bot.game.state import Ended, new_table
from tests.aimed import pulka
from tests.laws.laws import hold
from tests.laws.pairs import companies, met, pairs

SHARDS = 8
DEALS = 2


def test_every_pair_meets_that_can():
    played, never = companies()
    together = set().union(*map(met, played))
    assert together.isdisjoint(never)
    assert together | never == set(pairs())


def test_rules_that_always_apply_are_kept_apart_by_nothing_but_a_refusal():
    _, never = companies()
    apart = {pair for pair in never if not any(REGISTRY[key].applies for key, _ in pair)}
    assert apart == {(("end_condition", o), ("pool_target", "none")) for o in ("each_closed", "total")}


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_laws_hold_whatever_meets(shard: int):
    for n, (agreement, players) in enumerate(companies()[0][shard::SHARDS]):
        rng = Random(f"{shard} {n}")
        begun = new_table(agreement, players, rng.randint(1, players))
        ended = hold(begun, pulka(begun, rng, deals=DEALS), rng)
        assert isinstance(ended.phase, Ended) or ended.table.deals == DEALS


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_house_rules_means_nothing(seed: int):
    """The same deals with the registry in another order: the same legal actions, in the same order, the same states."""
    conventions = list(REGISTRY.by_key.values())
    Random(seed).shuffle(conventions)
    permuted = Registry(conventions)
    for agreement, players in companies()[0][seed::24]:
        twin = permuted.agreement(agreement.text)
        assert list(twin.registry.by_key) != list(agreement.registry.by_key)
        states = [new_table(agreed, players, 1) for agreed in (agreement, twin)]
        for turn, other in zip(*(pulka(s, Random(seed), deals=DEALS) for s in states), strict=True):
            assert rules.legal(turn.before) == rules.legal(other.before)
            assert turn.step == other.step
