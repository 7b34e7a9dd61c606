"""A few hundred agreements in which any two house rules meet with any of their options: pairwise covering.

A full product of the options has more members than there are deals; faults of house rules that disturb each other show
when two of them meet. An option counts only where its key means something and can be played.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from bot.game.agreement import Agreement
from bot.game.conventions import REGISTRY
from bot.game.presets import PRESETS, preset
from tests.laws.test_house_rules import in_force, playable

Word = tuple[str, str]
"""A key and one of its options."""
Pair = tuple[Word, Word]
"""Two words, the one whose key comes first in the alphabet first."""

FILLINGS = 4
"""Ways to fill up a company that are tried; the one in which most pairs meet for the first time is taken."""


class Company(NamedTuple):
    """An agreement and how many play by it."""

    agreement: Agreement
    players: int


def words() -> list[Word]:
    """Every option that can be played."""
    return [(key, o) for key, c in sorted(REGISTRY.by_key.items()) for o in c.options if o not in c.unplayed]


def pairs() -> list[Pair]:
    """Any two options of different keys, whether or not they can meet."""
    return [(one, other) for one, other in combinations(words(), 2) if one[0] != other[0]]


def met(company: Company) -> set[Pair]:
    """The pairs that meet here."""
    agreement, players = company
    here = [(key, agreement[key]) for key in sorted(REGISTRY.by_key) if agreement.in_force(key, players)]
    return set(combinations(here, 2))


@cache
def bases() -> list[Company]:
    """What a company begins as: a preset, with pools that close or with so many deals."""
    named = [Company(preset(name), players) for players in (3, 4) for name in PRESETS if name != "hussar"]
    named.append(Company(preset("hussar"), 2))
    return [*named, *(Company(agreement.but(end_condition="deals"), players) for agreement, players in named)]


def brought(base: Company, *words: Word) -> Company | None:
    """The company with these options in force, the first word's needs seen to first; None if that cannot be."""
    agreement, players = base.agreement.but(**dict(words)), base.players
    for key, _ in words:
        agreement = in_force(agreement, key, players)
    kept = all(agreement[key] == option and agreement.in_force(key, players) for key, option in words)
    return Company(agreement, players) if kept and playable(agreement, players) else None


@cache
def at_home(word: Word) -> tuple[int, ...]:
    """Numbers of the bases in which it can stand alone."""
    return tuple(n for n, base in enumerate(bases()) if brought(base, word))


def introduced(pair: Pair) -> Company | None:
    """A company in which these two meet, as near to a preset as that is possible; None if they cannot."""
    one, other = pair
    for n in at_home(one):
        if n in at_home(other) and (company := brought(bases()[n], one, other) or brought(bases()[n], other, one)):
            return company
    return None


@cache
def companies() -> tuple[tuple[Company, ...], frozenset[Pair]]:
    """Agreements in which all pairs meet that can, and the pairs that cannot. Always the same."""
    rng, missing, found, never = Random(1), dict.fromkeys(pairs()), list[Company](), set[Pair]()
    while missing:
        pair = next(iter(missing))
        company = introduced(pair)
        if company is None:
            never.add(pair)
            del missing[pair]
            continue
        fillings = [filled(company, pair, missing, rng) for _ in range(FILLINGS)]
        best = max(fillings, key=lambda filling: len(met(filling) & missing.keys()))
        found.append(best)
        for seen in met(best):
            missing.pop(seen, None)
    return tuple(found), frozenset(never.difference(*map(met, found)))


def filled(company: Company, pair: Pair, missing: dict[Pair, None], rng: Random) -> Company:
    """The company with as much changed as it bears, by chance, options that have much left to meet before others."""
    left = dict[Word, int]()
    for one, other in missing:
        left[one] = left.get(one, 0) + 1
        left[other] = left.get(other, 0) + 1
    agreement, players = company
    keys = [key for key in REGISTRY.by_key if key not in (pair[0][0], pair[1][0])]
    for key in rng.sample(keys, len(keys)):
        options = [o for o in REGISTRY[key].options if o not in REGISTRY[key].unplayed]
        option = rng.choices(options, [1 + left.get((key, o), 0) for o in options])[0]
        changed = Company(agreement.but(**{key: option}), players)
        if playable(changed.agreement, players) and all(changed.agreement.in_force(k, players) for k, _ in pair):
            agreement = changed.agreement
    return Company(agreement, players)
