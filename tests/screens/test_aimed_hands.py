"""Hand screens wherever aimed play goes: they fit a phone, and all that may be done is a few taps away."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.game import rules
from bot.game.actions import Drop
from bot.game.presets import preset
from bot.game.state import State, new_table
from bot.screens.frame import Draft
from bot.screens.hand import hand
from bot.screens.screen import Screen
from tests.aimed import AIMS, AIMS_FOR_TWO, HOUSE_AIMS, Aim, pulkas, start
from tests.laws.test_house_rules import in_force
from tests.reached import BY_HOUSE
from tests.screens.dealing import IN_THE_DARK, LANGUAGES, frame
from tests.screens.tapping import presses, taps
from tests.screens.test_every_stage import NASTY, on_a_phone

DEALS = 14


def states(begun: State, aims: tuple[Aim, ...], deals: int) -> Iterator[State]:
    """Every state of so many deals, the aims drawn by chance."""
    rng = Random(deals)
    return (turn.before for turn in pulkas(begun, rng, rng.sample(aims, min(deals, len(aims)))))


def fits(screen: Screen, cards: bool) -> None:
    """The message is Telegram's and a phone's; cards stand five a row at most, in the order of the suits."""
    on_a_phone(screen)
    if not cards:
        return
    rows = [[b.text.removeprefix("✓ ")[:1] for b in row] for row in screen.buttons]
    suits = [row[0] for row in rows if row[0] in "♠♣♦♥"]
    assert all(set(row) == {row[0]} for row in rows if row[0] in "♠♣♦♥"), "a row holds one suit"
    assert suits == sorted(suits, key="♠♣♦♥".index)


def hold(begun: State, aims: tuple[Aim, ...], deals: int) -> None:
    """The laws of hand screens in every state of so many deals, by turns in all languages."""
    met = 0
    for number, state in enumerate(states(begun, aims, deals)):
        locale, legal = LANGUAGES[number % len(LANGUAGES)], rules.legal(state)
        for seat in state.table.order:
            question = rules.asked(state).get(seat)
            screen = hand(frame(state, seat, locale, names=NASTY if number % 7 == 0 else {}))
            fits(screen, question is not None and question.about in ("card", "discard"))
            own = [a for a in legal if rules.actor(state, a) == seat]
            drops = [a for a in own if isinstance(a, Drop)]
            for a in [*(a for a in own if a not in drops), *drops[:: 1 + len(drops) // 5]]:
                assert taps(state, seat, a, locale) <= 3
                met += 1
            if not question:
                assert {p.kind for p in presses(screen)} <= {"ask", "draft"}
    assert met > 20 * min(deals, len(aims))


@pytest.mark.parametrize(("players", "aims"), [(2, AIMS_FOR_TWO), (3, AIMS), (4, AIMS)])
def test_they_fit_and_everything_is_within_three_taps(players: int, aims: tuple[Aim, ...]):
    hold(start(players), aims, DEALS)


@pytest.mark.parametrize(("key", "option", "players"), [rule for rule in BY_HOUSE if rule[0] in HOUSE_AIMS])
def test_under_rules_that_ask_more(key: str, option: str, players: int):
    hold(new_table(in_force(preset().but(**{key: option}), key, players), players, 1), HOUSE_AIMS[key], 4)


def test_before_one_has_looked():
    hold(start(3, **IN_THE_DARK), AIMS, 8)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "aims"), [(2, AIMS_FOR_TWO), (3, AIMS), (4, AIMS)])
def test_all_aims(players: int, aims: tuple[Aim, ...]):
    hold(start(players), aims, len(aims))


def test_what_is_picked_fits_too():
    """The marks of picked cards take room on a button: twelve cards of which any two are picked."""
    state = next(s for s in states(start(3), AIMS, DEALS) if any(q.about == "discard" for q in rules.asked(s).values()))
    ((seat, question),) = rules.asked(state).items()
    for action in rules.legal(state):
        if isinstance(action, Drop):
            for locale in LANGUAGES:
                fits(hand(frame(state, seat, locale, Draft(question.number, action.cards))), cards=True)
