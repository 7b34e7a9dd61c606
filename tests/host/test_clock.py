"""Clocks: who is on the clock until when, the bank, the reminder; times that outlive the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Pass
from bot.game.presets import preset
from bot.game.state import Auction
from bot.host.clock import ON_ITS_WAY, limits
from tests.host.clocks import NOON, Hand, due, later, spent, timer, until
from tests.host.tables import answers, hosting, people, seated, state_of

MINUTE = {"time_per_action": "1m"}
BANK = {"time_per_action": "1m", "time_bank": "2m"}


def in_auction(state) -> bool:
    return isinstance(state.phase, Auction)


async def test_several_are_on_the_clock_at_once_and_an_answer_clears_ones_own_alone(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **MINUTE)
        assert set(await due(host, table)) == {f"{kind}-{seat}" for kind in ("remind", "late") for seat in (1, 2, 3)}
        hand.at += 20
        ready = rules.legal(state_of(stage.scenes[table]))[0]
        await answers(host, table, ready)
        others = {1, 2, 3} - {ready.hand}
        assert set(stage.scenes[table].timers) == others
        assert all(t.until == NOON + 60 for t in stage.scenes[table].timers.values())
        assert await due(host, table) == {
            f"{kind}-{s}": at for s in others for kind, at in (("remind", 45.0), ("late", 60 + ON_ITS_WAY))
        }


async def test_each_question_has_its_own_whole_time(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **MINUTE)
        await until(host, stage, table, in_auction)
        for _ in range(2):
            hand.at += 30
            (turn,) = rules.asked(state_of(stage.scenes[table]))
            await answers(host, table, Pass(turn))
            ((seat, running),) = stage.scenes[table].timers.items()
            assert seat != turn
            assert running.until == hand.at + 60
            assert running.number == state_of(stage.scenes[table]).seq


async def test_computers_are_never_on_the_clock(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 1), computers=2, **MINUTE)
        scene = stage.scenes[table]
        (person,) = [s.seat for s in scene.sitters if s.person is not None]
        assert set(scene.timers) == {person}


async def test_without_a_clock_nothing_is_due(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), on_timeout="remind", time_bank="10m")
        await until(host, stage, table, in_auction)
        assert await due(host, table) == {}
        assert stage.scenes[table].timers == {}


async def test_the_bank_is_used_beyond_the_moves_time_only(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **BANK)
        await until(host, stage, table, in_auction)
        (first,) = rules.asked(state_of(stage.scenes[table]))
        hand.at += 59
        await answers(host, table, Pass(first))
        assert await spent(host, table, first) == 0
        (second,) = rules.asked(state_of(stage.scenes[table]))
        assert await due(host, table) == {
            f"remind-{second}": hand.at + 45 - NOON,
            f"late-{second}": hand.at + 60 + 120 + ON_ITS_WAY - NOON,
        }
        hand.at += 90
        await answers(host, table, Pass(second))
        assert await spent(host, table, second) == 30
        await until(host, stage, table, lambda s: second in rules.asked(s))
        running = timer(stage, table, second)
        assert running is not None
        assert running.bank == 90


async def test_what_is_left_of_a_bank_outlives_the_process(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **BANK)
        hand.at += 100
        ready = rules.legal(state_of(stage.scenes[table]))[0]
        await answers(host, table, ready)
        before = stage.scenes[table].timers
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        assert (await host.scene(table)).timers == before
        assert await spent(host, table, ready.hand) == 40


async def test_at_three_quarters_he_is_reminded_once(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **MINUTE)
        await until(host, stage, table, in_auction)
        (turn,) = rules.asked(state_of(stage.scenes[table]))
        await later(host, hand, 44)
        assert not stage.scenes[table].timers[turn].reminded
        count = stage.count
        await later(host, hand, 2)
        assert stage.scenes[table].timers[turn].reminded
        await later(host, hand, 10)
        assert stage.count == count + 1
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        assert (await host.scene(table)).timers[turn].reminded
        assert f"remind-{turn}" not in await due(host, table)


async def test_who_has_half_a_minute_is_not_reminded(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, _):
        table = await seated(host, await people(host, 3), time_per_action="30s")
        assert set(await due(host, table)) == {"late-1", "late-2", "late-3"}


async def test_by_reminding_alone_nothing_else_happens_and_the_table_is_told(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **BANK)
        await until(host, stage, table, in_auction)
        before = state_of(stage.scenes[table])
        (turn,) = rules.asked(before)
        await later(host, hand, 60 + 120)
        assert stage.scenes[table].late == frozenset()
        await later(host, hand, 10)
        scene = stage.scenes[table]
        assert state_of(scene) == before
        assert scene.late == {turn}
        assert scene.timers[turn].over == 0
        assert await due(host, table) == {}
        await answers(host, table, Pass(turn))
        assert stage.scenes[table].late == frozenset()
        assert await spent(host, table, turn) == 120


async def test_a_restart_in_the_middle_gives_back_the_time_it_took(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **BANK)
        await until(host, stage, table, in_auction)
        (turn,) = rules.asked(state_of(stage.scenes[table]))
        hand.at += 50
        before = await due(host, table)
    hand.at += 3600
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        assert await due(host, table) == {kind: at + 3600 for kind, at in before.items() if "late" in kind} | {
            f"remind-{turn}": hand.at + 5 - NOON
        }
        hand.at += 20
        await answers(host, table, Pass(turn))
        assert await spent(host, table, turn) == 10


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ({}, (None, 0, "remind", False, None)),
        ({"time_bank": "1h", "time_fine": "on"}, (None, 0, "remind", False, None)),
        ({"time_per_action": "24h", "time_bank": "24h", "time_fine": "on"}, (86400, 86400, "remind", False, None)),
        ({"time_per_action": "3m", "time_fine": "on"}, (180, 0, "remind", True, None)),
        ({"time_per_action": "3m", "time_fine": "on", "on_timeout": "computer"}, (180, 0, "computer", False, None)),
        ({"next_deal": "15s"}, (None, 0, "remind", False, 15)),
    ],
)
def test_what_is_agreed_about_time(text: dict[str, str], wanted: tuple) -> None:
    """A key that means nothing beside the others says nothing."""
    agreed = limits(preset().but(**text))
    assert (agreed.move, agreed.bank, agreed.when_late, agreed.fined, agreed.pause) == wanted
