"""A table that nobody uses leaves memory and comes back as it was; what is remembered is so much at most."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.delivery import Wanted
from bot.game import rules
from bot.game.state import Auction, Exchange
from bot.host import Host, chats, sitting
from bot.host.chats import Directory, Guest
from bot.host.lately import Lately
from bot.host.sitting import IDLE
from bot.staging import Staging
from bot.storage import Database
from bot.storage import chats as stored_chats
from tests.host.clocks import Hand, later, until
from tests.host.tables import answers, decks, hosting, people, seated, state_of
from tests.host.test_trouble import full, mended


class Shower:
    """What was last shown in each place, and what came with sound."""

    def __init__(self) -> None:
        self.shown: dict[object, Wanted] = {}
        self.rung: list[object] = []

    def show(self, wanted: Iterable[Wanted]) -> None:
        for one in wanted:
            self.shown[one.place] = one
            self.rung += [one.place] * one.fresh


@asynccontextmanager
async def showing(path: Path, now: Hand) -> AsyncIterator[tuple[Host, Staging, Shower]]:
    """A host whose tables are drawn."""
    async with await Database.open(path) as db:
        shower = Shower()
        staging = Staging(shower, delay=0)
        host = Host(db, staging, draw=decks(1), pace=(0, 0), now=now)
        host.directory = Directory(db)  # type: ignore[attr-defined]
        await host.recover()
        yield host, staging, shower
        await host.close()


async def drawn(staging: Staging) -> None:
    async with asyncio.timeout(5):
        while not staging.drawn:
            await asyncio.sleep(0.001)


def in_memory(host: Host) -> set[int]:
    return {known.table for known in host._sittings.known()}


async def rested(host: Host, hand: Hand, seconds: float = IDLE + 1) -> None:
    """So long nobody does anything, and Telegram goes on to answer."""
    hand.at += seconds
    await host.hears()


async def test_a_table_that_nobody_uses_leaves_memory(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3))
        known = weakref.ref(await host._sittings.get(table))
        await rested(host, hand, IDLE - 1)
        assert in_memory(host) == {table}
        await rested(host, hand, 2)
        assert in_memory(host) == set()
        assert known() is None, "nothing else holds it"
        await answers(host, table, rules.legal(state_of(stage.scenes[table]))[0])
        assert in_memory(host) == {table}


async def test_one_that_is_used_stays_and_the_others_do_not_wait_for_it(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, _):
        three = await people(host, 3)
        used, other = await seated(host, three), await seated(host, three)
        for _ in range(3):
            await host.look(used, three[0].id)
            await rested(host, hand, IDLE / 2)
        assert in_memory(host) == {used}
        assert other != used


async def test_it_comes_back_with_the_same_screens_and_rings_nobody_twice(tmp_path: Path):
    """What was picked and not confirmed is still picked."""
    hand = Hand()
    async with showing(tmp_path / "db", hand) as (host, staging, shower):
        three = await people(host, 3)
        table = await seated(host, three)
        await drawn(staging)
        while not isinstance(state_of(await host.scene(table)).phase, Exchange):
            state = state_of(await host.scene(table))
            may = rules.legal(state)
            bid = next((a for a in may if a.word == "6s"), None)
            await answers(host, table, bid or next((a for a in may if a.word == "pass"), may[0]))
        scene = await host.scene(table)
        state = state_of(scene)
        (seat,) = rules.asked(state)
        staging.pick(scene, seat, rules.asked(state)[seat].number, f"card-{state.phase.hands[seat - 1][0].text}")
        await drawn(staging)
        before, rung = dict(shower.shown), len(shower.rung)
        assert rung
        await rested(host, hand)
        assert in_memory(host) == set()
        assert staging._bells._rung == staging._bells._noticed == {}
        scene = await host.scene(table)
        staging.changed(scene)
        await drawn(staging)
        assert {p: (w.screen, w.seq) for p, w in shower.shown.items()} == {
            p: (w.screen, w.seq) for p, w in before.items()
        }
        assert len(shower.rung) == rung


async def test_a_result_that_is_not_said_for_sure_comes_back_too(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3))
        await until(host, stage, table, lambda state: state.table.deals == 1)
        before = (await host.scene(table)).untold
        await rested(host, hand)
        assert in_memory(host) == set()
        after = (await host.scene(table)).untold
        assert len(after) == 1
        assert after == before


async def test_whoever_waits_for_the_table_keeps_it_and_there_are_never_two_of_one(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3))
        held = await host._sittings.get(table)
        async with held.lock:
            press = asyncio.create_task(answers(host, table, rules.legal(state_of(stage.scenes[table]))[0]))
            seq = state_of(stage.scenes[table]).seq
            await asyncio.sleep(0.01)
            await rested(host, hand)
            assert in_memory(host) == {table}
            assert await host._sittings.get(table) is held
        await press
        assert state_of(held.scene(hand.at)).seq == seq + 1
        del held, press
        await rested(host, hand)
        assert in_memory(host) == set()


async def test_a_table_that_is_asked_for_twice_at_once_is_read_once(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, _):
        table = await seated(host, await people(host, 3))
        await rested(host, hand)
        first, second = await asyncio.gather(host._sittings.get(table), host._sittings.get(table))
        assert first is second


async def test_a_computer_that_thinks_keeps_its_table(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", pace=(0.05, 0.05), now=hand) as (host, stage):
        table = await seated(host, await people(host, 1), computers=2)
        await until(host, stage, table, lambda state: bool(set(rules.asked(state)) & state.table.computers))
        seq = state_of(stage.scenes[table]).seq
        await rested(host, hand)
        assert in_memory(host) == {table}
        async with asyncio.timeout(5):
            while state_of(stage.scenes[table]).seq == seq:
                await asyncio.sleep(0.01)


async def test_what_is_due_at_a_table_that_is_not_in_memory_comes_in_time(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), time_per_action="24h", on_timeout="auto_move")
        await until(host, stage, table, lambda state: isinstance(state.phase, Auction))
        seq = state_of(stage.scenes[table]).seq
        await rested(host, hand)
        assert in_memory(host) == set()
        await later(host, hand, 25 * 3600)
        assert state_of(stage.scenes[table]).seq == seq + 1


async def test_while_the_disk_is_in_trouble_nothing_leaves_and_all_in_memory_is_read_again(tmp_path: Path):
    """What could not be done is known in memory alone."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        three = await people(host, 3)
        both = {await seated(host, three), await seated(host, three)}
        stood = {table: state_of(stage.scenes[table]) for table in both}
        for known in host._sittings.known():
            known.state = None
        full(host)
        await rested(host, hand)
        assert in_memory(host) == both
        await mended(host)
        assert {known.table: known.state for known in host._sittings.known()} == stood


async def test_beyond_so_many_those_that_were_used_least_lately_leave_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sitting, "MOST", 2)
    async with hosting(tmp_path / "db", now=Hand()) as (host, _):
        three = await people(host, 3)
        first, second, third = [await seated(host, three) for _ in range(3)]
        await host.look(first, three[0].id)
        await host.hears()
        assert in_memory(host) == {third, first}
        assert second not in in_memory(host)


async def test_a_group_that_chooses_a_language_has_its_tables_said_in_it_wherever_they_are(tmp_path: Path):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        three = await people(host, 3)
        away, here = await seated(host, three), await seated(host, three)
        await rested(host, hand)
        chat = (await host.scene(here)).chat
        await host.directory.speak(chat, "uk")
        await host.speak(chat, "uk")
        assert {stage.scenes[table].locale for table in (away, here)} == {"uk"}


def test_what_is_remembered_lately_is_so_much_at_most():
    known = Lately[int, str](3)
    for n in range(3):
        known[n] = "first"
    assert known[0] == "first"
    known[3] = "new"
    assert set(known) == {0, 2, 3}
    known[2] = "again"
    known[4] = "new"
    assert set(known) == {2, 3, 4}


async def test_a_thousand_strangers_leave_no_more_than_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chats, "PEOPLE", 10)
    monkeypatch.setattr(chats, "GROUPS", 10)
    async with await Database.open(tmp_path / "db") as db:
        directory = Directory(db)
        for n in range(1, 41):
            await directory.person(Guest(n, f"Person {n}"))
            await directory.locale(await directory.group(-n, f"Group {n}"))
        assert [len(directory._people), len(directory._groups), len(directory._locales)] == [10, 10, 10]
        assert (await directory.person(Guest(1, "Person 1"))).telegram_id == 1


async def test_a_lost_group_is_tried_whenever_somebody_speaks_there(tmp_path: Path):
    async with await Database.open(tmp_path / "db") as db:
        directory = Directory(db)
        chat = await directory.group(-1, "Friday")
        await directory.lost(chat)
        for _ in range(2):
            assert await directory.group(-1, "Friday") == chat
            assert (await db.ask(stored_chats.get, chat)).reachable
            await db.write(stored_chats.lose, chat, at=1.0)
        await directory.found(chat)
        assert await directory.group(-1, "Friday") == chat
