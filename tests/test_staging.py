"""Staging: which message shows what is held by the golden screens and by play; here, when it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.delivery import Wanted
from bot.game import rules
from bot.game.actions import Deck, TimeUp
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.state import State
from bot.host.prefs import Prefs
from bot.host.scene import Scene, Sitter
from bot.staging import Staging
from tests.aimed import RASPASY, pulka, start

GROUP = -1


class Shower:
    """Keeps the tables that were shown, in order. `fails`: the first show comes to nothing."""

    def __init__(self, fails: bool = False) -> None:
        self.shown: list[int | str] = []
        self.fails = fails

    def show(self, wanted: Iterable[Wanted]) -> None:
        if self.fails:
            self.fails = False
            raise RuntimeError("by order")
        self.shown += [w.table for w in wanted]


def lobby(table: int) -> Scene:
    return Scene(table, chat=-table, locale="ru", status="lobby", size=3, agreement=preset(), sitters=())


def playing(state: State) -> Scene:
    return Scene(1, GROUP, "ru", "playing", 3, state.table.agreement, (), state)


async def drawn(staging: Staging) -> None:
    async with asyncio.timeout(5):
        while not staging.drawn:
            await asyncio.sleep(0.001)


async def test_changes_of_a_table_are_drawn_once():
    shower = Shower()
    staging = Staging(shower, delay=0.001)
    for table in (1, 2, 1, 1):
        staging.changed(lobby(table))
    await drawn(staging)
    assert shower.shown == [1, 2]
    staging.changed(lobby(1))
    await drawn(staging)
    assert shower.shown == [1, 2, 1]


async def test_whoever_presses_does_not_wait_until_all_tables_are_drawn():
    shower = Shower()
    staging = Staging(shower, delay=0.001)
    for table in range(1, 6):
        staging.changed(lobby(table))
    while not shower.shown:
        await asyncio.sleep(0)
    shower.shown.append("a press")
    await drawn(staging)
    assert shower.shown == [1, "a press", 2, 3, 4, 5]


async def test_a_table_that_cannot_be_drawn_keeps_no_other_from_being_drawn():
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    shower = Shower(fails=True)
    staging = Staging(shower, delay=0)
    for table in (1, 2):
        staging.changed(lobby(table))
    await drawn(staging)
    staging.changed(lobby(3))
    await drawn(staging)
    assert shower.shown == [2, 3]


async def test_a_table_that_leaves_memory_is_forgotten_when_it_is_drawn():
    """Before that it would be taken for one of which nobody has been told anything."""
    gone: list[int] = []
    staging = Staging(shower := Shower(), delay=0.001)
    staging.gone = gone.append
    staging.changed(lobby(1))
    staging.left(1)
    staging.left(2)
    assert gone == [2]
    await drawn(staging)
    assert shower.shown == [1]
    assert gone == [2, 1]
    staging.changed(lobby(3))
    staging.left(3)
    staging.opened(lobby(3))
    await drawn(staging)
    assert gone == [2, 1], "it has come back"


def test_what_waited_for_the_next_deal_becomes_the_settlement_when_the_clock_ends_the_pulka():
    """The group keeps one message a deal: none is left that waits for a deal which never comes."""
    begun = start(end_condition="time")
    *_, last = pulka(begun, Random(1), [RASPASY], deals=1)
    state = rules.apply(last.step.state, Deck(0, DECK, "0" * 64)).state
    over = rules.apply(state, TimeUp(0)).state
    staging = Staging(Shower())
    waiting = [w.place.key for w in staging.wanted(playing(state)) if w.place.chat == GROUP]
    settled = {w.place.key: w for w in staging.wanted(playing(over)) if w.place.chat == GROUP}
    assert waiting[-1] == "board:1:2"
    assert list(settled) == ["board:1:2"]
    assert settled["board:1:2"].final
    assert settled["board:1:2"].after.key == "board:1:1"


def sat(state: State, seat: int, **own: object) -> Scene:
    """A table at which somebody sits who can be written to."""
    sitter = Sitter(seat, "Анна", person=1, chat=5, locale="ru", **own)  # type: ignore[arg-type]
    return replace(playing(state), sitters=(sitter,))


def rung(staging: Staging, scene: Scene) -> bool:
    """Whether his hand comes down as a new message with sound."""
    (hand,) = [w for w in staging.wanted(scene) if w.place.chat == 5]
    return hand.fresh


def asked(begun: State) -> tuple[State, int]:
    """A state in which one seat is asked, and that seat."""
    *_, last = pulka(begun, Random(1), [RASPASY], deals=1)
    state = rules.apply(last.step.state, Deck(0, DECK, "0" * 64)).state
    return state, next(iter(rules.asked(state)))


@pytest.mark.parametrize(
    ("rings", "idle", "sound"),
    [
        ("away", 61, True), ("away", 59, False), ("away", 0, False),
        ("always", 61, True), ("always", 2, True), ("always", 0.1, False),
        ("never", 1e9, False),
    ],
)  # fmt: skip
def test_a_turn_is_told_with_sound_as_its_person_has_chosen(rings: str, idle: float, sound: bool):
    """ "Always" too leaves a person in peace whose own card has just brought him the lead."""
    state, seat = asked(start())
    staging = Staging(Shower())
    scene = sat(state, seat, idle=idle, prefs=Prefs(rings=rings))  # type: ignore[arg-type]
    assert rung(staging, scene) == sound
    assert not rung(staging, replace(scene, sitters=(replace(scene.sitters[0], idle=1e9),))), "once a question"


def test_in_quiet_hours_a_hand_is_only_edited_and_what_was_not_told_may_be_told_afterwards():
    state, seat = asked(start())
    staging = Staging(Shower())
    for _ in range(2):
        assert not rung(staging, sat(state, seat, idle=1e9, quiet=True))
    assert rung(staging, sat(state, seat, idle=1e9))
    assert not rung(staging, sat(state, seat, idle=1e9))
