"""Rings and presses race, processes die, Telegram falls silent: nothing is done twice, and nobody is harmed by it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Pass
from bot.host import Host, hearing
from bot.host.clock import ON_ITS_WAY
from bot.host.hearing import Hearing
from bot.host.ringing import PATIENCE
from bot.storage import Database, chats, clocks, deadlines, inbox, pulse, screens
from tests.host.clocks import NOON, Hand, due, later, spent, strikes, until
from tests.host.tables import Watching, answers, hosting, people, seated, state_of
from tests.host.test_clock import BANK, MINUTE, in_auction


async def asked(host: Host, stage: Watching, **house: str) -> tuple[int, int]:
    """A table at which one person is to call first: table and seat."""
    table = await seated(host, await people(host, 3), **house)
    await until(host, stage, table, in_auction)
    (turn,) = rules.asked(state_of(stage.scenes[table]))
    return table, turn


async def comes(host: Host, update_id: int, at: float) -> None:
    """A press is stored; nobody deals with it yet."""
    await host._db.write(inbox.store, [inbox.Update(update_id, "{}")], at=at)


async def passes(host: Host, stage: Watching, table: int, seat: int, update_id: int) -> None:
    scene = stage.scenes[table]
    person = scene.sitters[seat - 1].person
    assert person is not None
    await host.answer(table, person, rules.asked(state_of(scene))[seat].number, f"{seat}:pass", update_id)


async def test_a_press_that_came_in_time_counts_however_late_it_is_dealt_with(tmp_path: Path) -> None:
    """The ring waits for it, and the bank pays for no second of our own slowness."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **BANK)
        await comes(host, 7, hand.at + 61)
        hand.at += 180 + ON_ITS_WAY + 20
        await strikes(host)
        assert stage.scenes[table].late == frozenset()
        await passes(host, stage, table, turn, 7)
        assert await spent(host, table, turn) == 1


async def test_a_press_that_is_never_dealt_with_holds_no_clock_for_ever(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **MINUTE)
        await comes(host, 7, hand.at + 1)
        hand.at += 60 + ON_ITS_WAY + PATIENCE - 1
        await strikes(host)
        assert stage.scenes[table].late == frozenset()
        hand.at += 2
        await strikes(host)
        assert stage.scenes[table].late == {turn}


async def test_a_press_that_came_too_late_counts_as_long_as_nothing_has_struck(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **BANK)
        hand.at += 500
        await comes(host, 7, hand.at)
        await passes(host, stage, table, turn, 7)
        assert await spent(host, table, turn) == 120, "never more than there is"
        await strikes(host)
        assert turn not in stage.scenes[table].late


@pytest.mark.parametrize("press_first", [True, False])
async def test_a_press_and_a_ring_at_the_same_moment(tmp_path: Path, press_first: bool) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **MINUTE)
        before = state_of(stage.scenes[table])
        hand.at += 100
        both = [answers(host, table, Pass(turn)), strikes(host)]
        await asyncio.gather(*(both if press_first else reversed(both)))
        assert state_of(stage.scenes[table]).seq == before.seq + 1
        assert stage.scenes[table].late == frozenset()
        assert set(await due(host, table)) == {
            f"{kind}-{s}" for s in rules.asked(state_of(stage.scenes[table])) for kind in ("remind", "late")
        }


async def test_a_ring_that_was_not_committed_comes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies between the ring and the transaction: nothing has happened, and after the restart it happens
    once."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **MINUTE)
        hand.at += 60 + ON_ITS_WAY

        def dies(conn: sqlite3.Connection, table: int, clock: clocks.Clock) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(clocks, "save", dies)
            with pytest.raises(KeyboardInterrupt):
                await strikes(host)
        assert f"late-{turn}" in await due(host, table)
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        assert (await host.scene(table)).late == frozenset()
        await later(host, hand, 60)
        assert (await host.scene(table)).late == {turn}
        assert await due(host, table) == {}


async def test_whose_question_could_not_be_shown_has_his_whole_time_afterwards(tmp_path: Path) -> None:
    """Telegram lets the bot wait: the hand still shows the moment before."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **MINUTE)
        scene = stage.scenes[table]
        chat = scene.sitters[turn - 1].chat
        assert chat is not None
        number = scene.timers[turn].number
        shown = screens.Shown(chat, f"hand:{table}", table, 5, "ab", number - 1, False)
        await host._db.write(screens.save, shown)
        hand.at += 62
        await strikes(host)
        scene = stage.scenes[table]
        assert scene.late == frozenset()
        assert scene.timers[turn].until == hand.at + 60
        await host._db.write(chats.set_reachable, chat, False)
        hand.at += 62
        await strikes(host)
        assert stage.scenes[table].late == {turn}, "who cannot be reached at all holds nobody up"


async def test_a_chat_that_can_never_be_written_to_holds_nobody_up_for_ever(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, turn = await asked(host, stage, **MINUTE)
        chat = stage.scenes[table].sitters[turn - 1].chat
        assert chat is not None
        await host._db.write(screens.save, screens.Shown(chat, f"hand:{table}", table, 5, "ab", 1, False))
        for _ in range(80):
            hand.at += 62
            await strikes(host)
        assert stage.scenes[table].late == {turn}


class Ears:
    """Telegram as it is heard, and the clock by which silence is measured."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


async def test_while_telegram_is_silent_no_clock_strikes_and_the_silence_is_given_back(tmp_path: Path) -> None:
    hand, ears = Hand(), Ears()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        host._hearing = Hearing(host._db, hand, listens=True, clock=ears)
        table, turn = await asked(host, stage, **BANK)
        before = await due(host, table)
        hand.at += 600
        ears.at += 600
        await strikes(host)
        assert await due(host, table) == before, "nothing has struck"
        told = stage.count
        await host.hears()
        assert stage.count == told + 1, "whoever is asked is told again"
        after = await due(host, table)
        assert after == {kind: at + 600 for kind, at in before.items()}
        assert stage.scenes[table].timers[turn].until == NOON + 660
        hand.at += 20
        ears.at += 20
        await host.hears()
        assert await due(host, table) == after
        await answers(host, table, Pass(turn))
        assert await spent(host, table, turn) == 0


async def test_the_bot_notes_that_it_is_up_unless_it_is_deaf(tmp_path: Path) -> None:
    hand, ears = Hand(), Ears()
    async with await Database.open(tmp_path / "db") as db:
        ear = Hearing(db, hand, listens=True, clock=ears)
        for seconds, noted in [
            (1, NOON + 1),
            (5, NOON + 1),
            (12, NOON + 18),
            (hearing.DEAF + 1, NOON + 19 + hearing.DEAF),
        ]:
            hand.at += seconds
            ears.at += seconds
            await ear.heard()
            assert await db.ask(pulse.last) == noted
        hand.at += 1000
        ears.at += 1000
        assert ear.deaf
        await ear.note()
        assert await db.ask(pulse.last) == NOON + 19 + hearing.DEAF


async def test_nothing_is_due_at_a_table_that_is_over(tmp_path: Path) -> None:
    """Deadlines of a pulka that has ended would ring for ever."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        by_time = {"end_condition": "time", "end_minutes": "60", "time_per_action": "24h"}
        table = await seated(host, await people(host, 3), **by_time)
        await until(host, stage, table, lambda s: s.table.deals == 1)
        assert len(await due(host, table)) == 7
        await later(host, hand, 3600)
        assert stage.scenes[table].status == "ended"
        assert await host._db.ask(deadlines.next_at) is None
        assert stage.scenes[table].timers == {}
