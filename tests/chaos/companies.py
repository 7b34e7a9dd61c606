"""Who plays by what: tables of two, three and four, every preset, and house rules that ask something of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from bot.game.agreement import Agreement
from bot.game.presets import PRESETS, preset
from tests.aimed import HOUSE_AIMS, Aim, aims
from tests.laws.pairs import Company
from tests.laws.test_house_rules import in_force, playable

HOUSES = {
    "whist_pass_half": "on",
    "dealer_peek": "both",
    "open_cards": "after_first_trick",
    "misere_partnership": "on",
    "talon_refusal": "2",
    "giveup": "without_three",
    "trump_slip": "annul",
    "misere_without_talon": "on",
    "help_target": "choice",
}
"""House rules with a question of their own (see `tests.reached.BY_HOUSE`)."""
SHORT = ("5", "10")
"""Points in each pool: many a pulka comes to its end, and people play again."""


def companies(count: int) -> list[Company]:
    """So many, each followed by the same with other numbers of people first."""
    pools = cycle(SHORT)
    return [Company(agreed.but(pool_target=next(pools)), n) for agreed, n in islice(cycle(_all()), count)]


def _all() -> Iterator[Company]:
    presets = [name for name in PRESETS if name != "hussar"]
    for name, key in zip(islice(cycle(presets), len(HOUSES)), HOUSES, strict=True):
        yield Company(preset(name), 3)
        yield Company(house(key), 4)
        yield Company(preset(name), 4) if name != "sochi" else Company(preset("hussar"), 2)


def house(key: str) -> Agreement:
    """Sochi of four with this house rule."""
    agreed = in_force(preset(), key, 4).but(**{key: HOUSES[key]})
    assert playable(agreed, 4), key
    return agreed


def aimed(company: Agreement, players: int) -> tuple[Aim, ...]:
    """Where a deal may go at such a table."""
    own = [aim for key, option in HOUSES.items() if company[key] == option for aim in HOUSE_AIMS.get(key, ())]
    return (*own, *own, *aims(players)) if own else aims(players)
