"""Playing again with the same people, and lobbies that nobody touches."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.host import Host
from bot.host.chats import Person
from bot.host.lobby import UNTOUCHED
from bot.host.refusals import AlreadyBegun, AlreadyOpened, NotSeated
from tests.host.clocks import Hand, later
from tests.host.tables import GROUP, Watching, hosting, people, seated
from tests.host.test_press import played


async def finished(host: Host, stage: Watching, three: list[Person]) -> int:
    """A pulka that has come to its settlement."""
    table = await seated(host, three, end_condition="deals", end_deals="12")
    await played(host, stage, table, random.Random(3), 10**6)
    return table


async def test_the_same_people_and_rules_and_nobody_is_ready(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris, vera, gleb = await people(host, 4)
        table = await finished(host, stage, [anna, boris, vera])
        with pytest.raises(NotSeated):
            await host.again(table, gleb.id)
        again = await host.again(table, boris.id)
        scene = stage.scenes[again]
        assert {s.person for s in scene.sitters} == {anna.id, boris.id, vera.id}
        assert not any(s.ready for s in scene.sitters)
        assert scene.agreement == stage.scenes[table].agreement
        assert scene.number == stage.scenes[table].number + 1
        with pytest.raises(AlreadyOpened) as refused:
            await host.again(table, anna.id)
        assert refused.value.params == {"number": scene.number}


async def test_who_cannot_be_shown_his_cards_is_named_and_not_seated(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await finished(host, stage, three)
        await host.directory.close_private(three[1].telegram_id)  # type: ignore[attr-defined]
        scene = stage.scenes[await host.again(table, three[0].id)]
        assert scene.absent == (three[1].first_name,)
        assert three[1].id not in {s.person for s in scene.sitters}


async def test_a_pulka_that_runs_is_not_played_again(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, _):
        three = await people(host, 3)
        with pytest.raises(AlreadyBegun):
            await host.again(await seated(host, three), three[0].id)


async def test_a_lobby_that_nobody_touches_closes_an_hour_after_the_last_press(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        anna, *_ = await people(host, 2)
        table = await host.open(await host.directory.group(GROUP, "Friday"), anna.id)  # type: ignore[attr-defined]
        await later(host, hand, UNTOUCHED - 60)
        await host.change_lobby(table, anna, "sit")
        await later(host, hand, UNTOUCHED - 60)
        assert stage.scenes[table].status == "lobby"
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        await later(host, hand, 61)
        assert stage.scenes[table].status == "cancelled"
        assert stage.scenes[table].note == "expired"
