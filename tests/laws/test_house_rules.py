"""The laws under every house rule that can be played, one at a time and in company."""

from __future__ import annotations

from random import Random

import pytest

from bot.game.agreement import Agreement
from bot.game.conventions import REGISTRY
from bot.game.errors import AgreementError
from bot.game.presets import preset
from bot.game.state import new_table
from tests.aimed import HOUSE_AIMS, RASPASY, aims, pulka, usual
from tests.laws.laws import hold

DEALS = 4
COMPANIES = 40


def in_force(agreement: Agreement, key: str, players: int) -> Agreement:
    """The agreement changed as little as it takes for `key` to mean something."""
    for clause in filter(None, REGISTRY[key].applies.split(";")):
        other, _, values = clause.split(" or ")[0].partition("=")
        if other == "players":
            continue
        other, unwanted = other.rstrip("!"), values.split(",") if other.endswith("!") else []
        wanted = [o for o in REGISTRY[other].options if (o not in unwanted if unwanted else o in values.split(","))]
        if agreement[other] not in wanted:
            agreement = agreement.but(**{other: wanted[0]})
        agreement = in_force(agreement, other, players)
    return agreement


def playable(agreement: Agreement, players: int) -> bool:
    try:
        agreement.check(players)
    except AgreementError:
        return False
    return True


def rules_of_a_house() -> list[tuple[str, str, int]]:
    """Every key with every option other than Sochi's own, where it means something and is played: by 3 or by 4; and
    by 2 with every option other than hussar's."""
    found = dict[tuple[str, str], int]()
    between_two = list[tuple[str, str, int]]()
    for key, c in sorted(REGISTRY.by_key.items()):
        for option in c.options:
            for players in (3, 4) if len(found) % 2 else (4, 3):
                agreement = in_force(preset().but(**{key: option}), key, players)
                if option != preset()[key] and agreement.in_force(key, players) and playable(agreement, players):
                    found.setdefault((key, option), players)
            agreement = in_force(preset("hussar").but(**{key: option}), key, 2)
            if option != preset("hussar")[key] and agreement.in_force(key, 2) and playable(agreement, 2):
                between_two.append((key, option, 2))
    return [*((*rule, players) for rule, players in found.items()), *between_two]


@pytest.mark.parametrize(("key", "option", "players"), rules_of_a_house())
def test_the_laws_hold_under_a_house_rule(key: str, option: str, players: int):
    rng = Random(f"{key}={option}")
    agreement = in_force(preset(usual(players)).but(**{key: option}), key, players)
    begun = new_table(agreement, players, 1)
    own = [aim for aim in HOUSE_AIMS.get(key, ()) if aim.declarer < players]
    wanted = [RASPASY, *rng.sample(aims(players), DEALS - 2), RASPASY, *rng.sample(own, len(own))]
    remaining, deals = iter(wanted), 0
    while (played := hold(begun, pulka(begun, rng, remaining), rng).table.deals) > 0:
        deals += played
    assert deals == len(wanted)


@pytest.mark.parametrize("seed", range(COMPANIES))
def test_the_laws_hold_when_everything_is_agreed_by_chance(seed: int):
    """No combination of house rules leaves anybody without an answer: what conventions forbid is joined by "and"."""
    rng = Random(seed)
    players = rng.choice((2, 3, 4))
    agreement = preset()
    while agreement == preset() or not playable(agreement, players):
        played = {key: [o for o in c.options if o not in c.unplayed] for key, c in REGISTRY.by_key.items()}
        agreement = preset().but(**{key: rng.choice(options) for key, options in played.items()})
    computers = rng.sample(range(1, players + 1), rng.randint(0, min(players, 3)))
    begun = new_table(agreement, players, rng.randint(1, players), computers=computers)
    assert hold(begun, pulka(begun, rng, deals=3 * DEALS), rng).table.deals > 0


def test_a_house_rule_that_is_not_played_yet_starts_no_pulka():
    for key, c in REGISTRY.by_key.items():
        for option in c.unplayed:
            agreement = in_force(preset().but(**{key: option}), key, 4)
            if agreement.in_force(key, 4):
                with pytest.raises(AgreementError):
                    new_table(agreement, 4, 1)
