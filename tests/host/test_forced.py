"""Cards without a choice: played at once for who wants it, actions like others, and nobody else's."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Action, Back, Pass, Play
from bot.game.notation import loads
from bot.game.state import Raspasy, State, Tricks
from bot.host.forced import forced
from bot.host.prefs import Prefs
from bot.host.scene import Sitter
from bot.storage import pulkas
from tests.host.tables import answers, hosting, people, seated, state_of
from tests.screens.dealing import played

OWN, OTHERS = Prefs(forced=True), Prefs()
SIX = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"


def choices(state: State) -> list[Play]:
    return [a for a in rules.legal(state) if isinstance(a, Play)]


def anything(state: State, rng: random.Random) -> Action:
    """Whoever may pass does."""
    may = [a for a in rules.legal(state) if not isinstance(a, Back)]
    return next((a for a in may if isinstance(a, Pass)), rng.choice(may))


async def test_only_who_wants_it_is_spared_cards_without_a_choice(tmp_path: Path):
    """Some deals, mostly raspasy: Person 1 is never asked for a card that he must play, the others are."""
    rng, alone = random.Random(4), 0
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        await host.directory.choose(three[0], "forced", "on")
        table = await seated(host, three, pulka="5")
        while (state := state_of(stage.scenes[table])).seq < 250:
            cards, sitters = choices(state), stage.scenes[table].sitters
            if len(cards) == 1:
                alone += 1
                assert sitters[rules.actor(state, cards[0]) - 1].person != three[0].id
            await answers(host, table, anything(state, rng))
        assert alone > 20
        loads(await host.record(table))
        log = await host._db.ask(pulkas.actions, table)
        spared = next(s.seat for s in sitters if s.person == three[0].id)
        assert {a.seat for a in log if ":" in a.token} == {1, 2, 3}, "logged under the seat whose card it is"
        assert spared in {a.seat for a in log}


async def test_who_switches_it_on_is_not_asked_for_the_card_that_waits(tmp_path: Path):
    rng = random.Random(5)
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three)
        while len(choices(state := state_of(stage.scenes[table]))) != 1:
            await answers(host, table, anything(state, rng))
        (card,) = choices(state)
        asked = stage.scenes[table].sitters[rules.actor(state, card) - 1]
        person = next(p for p in three if p.id == asked.person)
        await host.directory.choose(person, "forced", "on")
        await host.welcome(person.id)
        assert state_of(stage.scenes[table]).seq > state.seq
        seen = state_of(await host.scene(table))
        assert isinstance(seen.phase, Tricks | Raspasy) or seen.deal is None


async def test_a_card_that_was_not_played_before_the_process_died_is_played_after_the_start(tmp_path: Path):
    rng = random.Random(6)
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three)
        while len(choices(state := state_of(stage.scenes[table]))) != 1:
            await answers(host, table, anything(state, rng))
        for person in three:
            await host.directory.choose(person, "forced", "on")
    async with hosting(tmp_path / "db") as (host, stage):
        assert state_of(await host.scene(table)).seq > state.seq
        assert table in stage.scenes, "and it is shown"


@pytest.mark.parametrize("prefs", [OWN, OTHERS])
def test_a_computer_never_hurries(prefs: Prefs):
    """What it takes for an answer must not tell what it holds."""
    state = played(
        SIX,
        "1:6s 2:6c 3:pass 1:here 2:pass 1:drop-c7.h7 1:plays-6c 2:pass 3:whist 3:dark 1:cA 2:c9",
    )
    assert [card.token for card in choices(state)] == ["3:c8"]
    person = Sitter(3, "Вера", person=7, prefs=prefs)
    assert forced(state, [person]) == ((3, choices(state)[0]) if prefs.forced else None)
    assert forced(state, [Sitter(3, "A", prefs=prefs)]) is None


def test_whoever_plays_two_hands_is_spared_in_both():
    state = played(
        SIX,
        "1:6s 2:6c 3:pass 1:here 2:pass 1:drop-c7.h7 1:plays-6c 2:whist 3:pass 2:open 1:cA 2:c9",
    )
    assert forced(state, [Sitter(3, "Вера", person=7, prefs=OWN)]) is None
    assert forced(state, [Sitter(2, "Борис", person=8, prefs=OWN)]) == (2, choices(state)[0])
