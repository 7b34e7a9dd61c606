"""After a start: what stirs comes into memory, the newest first; the others cost nothing until somebody presses."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Seat
from bot.game.state import Auction
from bot.host import Host, reviving
from bot.host.reviving import AT_ONCE
from bot.host.sitting import Sittings
from bot.storage import screens
from bot.storage.screens import Shown
from tests.copies import copied
from tests.host.clocks import NOON, Hand, strikes, until
from tests.host.tables import Watching, answers, hosting, people, seated, state_of

MANY = 1000


def database(path: Path) -> closing[sqlite3.Connection]:
    """The database between two processes."""
    return closing(sqlite3.connect(path, isolation_level=None))


async def shown(host: Host, table: int) -> None:
    """Its board shows the newest action for sure."""
    scene = await host.scene(table)
    board = Shown(scene.chat, f"board:{table}:1", table, 10, "ab", scene.seq, False)
    await host._db.write(screens.save, board)


async def begun(path: Path, hand: Hand, sitters: int = 3, computers: int = 0, **house: str) -> int:
    """A process in which a pulka has begun, and everybody sees it; its table's id."""
    async with hosting(path, now=hand, pace=(60, 60)) as (host, stage):
        table = await seated(host, await people(host, sitters), computers=computers, **house)
        if computers:
            await until(host, stage, table, lambda state: bool(set(rules.asked(state)) & state.table.computers))
        await shown(host, table)
        return table


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that are read from the database, in this order."""
    tables: list[int] = []
    real = Sittings._read

    async def reads(self: Sittings, table: int):
        tables.append(table)
        return await real(self, table)

    monkeypatch.setattr(Sittings, "_read", reads)
    return tables


@asynccontextmanager
async def starting(path: Path, hand: Hand) -> AsyncIterator[tuple[Host, Watching]]:
    """The next process, just when it is ready."""
    async with hosting(path, now=hand) as (host, stage):
        yield host, stage


async def revived(host: Host) -> None:
    """All that stirs has been seen to."""
    async with asyncio.timeout(20):
        while host._revival.waiting:
            await asyncio.sleep(0.001)


def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviving, "PAUSE", 0.001)


async def test_pulkas_that_wait_for_people_are_not_read_at_a_start_but_at_the_first_press(tmp_path, read):
    hand = Hand()
    table = await begun(tmp_path / "db", hand)
    with database(tmp_path / "db") as conn:
        *_, last = copied(conn, table, MANY - 1)
    read.clear()
    async with starting(tmp_path / "db", hand) as (host, stage):
        assert read == []
        assert host._revival.waiting == 0
        assert stage.scenes == {}
        state = state_of(await host.scene(last))
        await answers(host, last, rules.legal(state)[0])
        assert read == [last]
        assert state_of(stage.scenes[last]).seq == state.seq + 1


async def test_of_many_that_stir_some_are_seen_to_before_the_bot_is_ready_and_the_newest_first(
    tmp_path, read, monkeypatch
):
    """A process that dies has told nobody: here the newest action of each table is on no screen."""
    hand = Hand()
    table = await begun(tmp_path / "db", hand)
    with database(tmp_path / "db") as conn:
        tables = [table, *copied(conn, table, 2 * AT_ONCE - 1)]
        conn.execute("UPDATE screens SET seq = 0")
        conn.execute("DROP TRIGGER actions_stay")
        conn.execute("UPDATE actions SET at = at + table_id")
    read.clear()
    async with starting(tmp_path / "db", hand) as (host, stage):
        assert read == tables[: -AT_ONCE - 1 : -1]
        assert list(stage.scenes) == read
        assert host._revival.waiting == AT_ONCE
        await answers(host, table, rules.legal(state_of(await host.scene(table)))[0])
        assert read[-1] == table, "whoever presses does not wait for the others"
        quickly(monkeypatch)
        await revived(host)
        assert sorted(read) == tables
        assert sorted(stage.scenes) == tables
        assert [known.table for known in host._sittings.known()] == [table], "nobody has used the others"


async def test_those_that_come_later_wait_until_there_is_room_but_not_for_ever(tmp_path, read, monkeypatch):
    monkeypatch.setattr(reviving, "AT_ONCE", 1)
    monkeypatch.setattr(reviving, "A_FEW", 1)
    monkeypatch.setattr(reviving, "PATIENCE", 0.1)
    hand = Hand()
    table = await begun(tmp_path / "db", hand)
    with database(tmp_path / "db") as conn:
        copied(conn, table, 2)
        conn.execute("UPDATE screens SET seq = 0")
    read.clear()
    async with starting(tmp_path / "db", hand) as (host, _):
        asked: list[int] = []

        def none() -> bool:
            asked.append(len(read))
            return False

        host._revival._room = none
        quickly(monkeypatch)
        await revived(host)
        assert asked.count(1) == asked.count(2) == 100
        assert len(read) == 3


async def test_a_computer_that_had_not_moved_moves_now(tmp_path, read):
    hand = Hand()
    table = await begun(tmp_path / "db", hand, sitters=1, computers=2)
    async with starting(tmp_path / "db", hand) as (host, stage):
        seq = state_of(await host.scene(table)).seq
        async with asyncio.timeout(10):
            while table not in stage.scenes or state_of(stage.scenes[table]).seq == seq:
                await asyncio.sleep(0.001)


async def test_a_computer_that_plays_for_somebody_who_is_away_moves_now(tmp_path, read, monkeypatch):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand, pace=(60, 60)) as (host, stage):
        table = await seated(host, await people(host, 3), time_per_action="1m", on_timeout="computer")
        await until(host, stage, table, lambda state: isinstance(state.phase, Auction))
        hand.at += 200
        await strikes(host)
        state = state_of(stage.scenes[table])
        assert set(rules.asked(state)) & state.table.computers
        await shown(host, table)
        await host._db.write(lambda conn: conn.execute("DELETE FROM deadlines"))
    async with starting(tmp_path / "db", hand) as (host, stage):
        async with asyncio.timeout(10):
            while table not in stage.scenes or state_of(stage.scenes[table]).seq == state.seq:
                await asyncio.sleep(0.001)


async def test_a_clock_that_ran_out_meanwhile_strikes_although_the_table_is_not_in_memory(tmp_path, monkeypatch):
    """And if the bot was away, the time is given back first: on the table's screens too."""
    hand = Hand()
    table = await begun(tmp_path / "db", hand, time_per_action="24h", on_timeout="auto_move")
    async with starting(tmp_path / "db", hand) as (host, stage):
        seats: set[Seat] = set(stage.scenes[table].timers)
        assert seats
        until_then = {seat: timer.until for seat, timer in stage.scenes[table].timers.items()}
    hand.at += 100
    async with starting(tmp_path / "db", hand) as (host, stage):
        assert {s: t.until for s, t in stage.scenes[table].timers.items()} == {
            s: at + 100 for s, at in until_then.items()
        }
        seq = stage.scenes[table].seq
        for known in list(host._sittings._used):
            del host._sittings._used[known]
        hand.at += 25 * 3600
        await strikes(host)
        assert stage.scenes[table].seq > seq
        assert hand.at > NOON


async def test_a_result_that_is_not_said_for_sure_is_said_although_every_hand_is_up_to_date(tmp_path, read):
    """The hands have been shown the next deal while the group's budget was spent."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3))
        await until(host, stage, table, lambda state: state.table.deals == 1)
        scene = await host.scene(table)
        hands = [Shown(s.chat, f"hand:{table}", table, 5, "h", scene.seq, False) for s in scene.sitters if s.chat]
        await host._db.write(screens.save_all, hands)
    async with starting(tmp_path / "db", hand) as (host, stage):
        assert [moment.seq for moment in stage.scenes[table].untold] == [scene.seq]
        result = Shown(scene.chat, f"board:{table}:1", table, 6, "r", scene.seq, True)
        await host._db.write(screens.save, result)
    async with starting(tmp_path / "db", hand) as (host, stage):
        assert table not in stage.scenes


async def test_a_lobby_in_which_all_had_agreed_begins(tmp_path, read):
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        begin = host._lobbies.begin_if_ready

        async def dies(sitting):
            if sitting.status == "lobby" and all(s.ready for s in sitting.sitters) and len(sitting.sitters) == 3:
                raise asyncio.CancelledError
            await begin(sitting)

        host._lobbies.begin_if_ready = dies
        with pytest.raises(asyncio.CancelledError):
            await seated(host, await people(host, 3))
        (table,) = stage.scenes
        assert stage.scenes[table].status == "lobby"
    async with starting(tmp_path / "db", hand) as (host, stage):
        assert stage.scenes[table].status == "playing"


async def test_after_long_silence_everybody_is_told_again_and_those_who_stir_come_first(tmp_path, read, monkeypatch):
    hand = Hand()
    table = await begun(tmp_path / "db", hand)
    with database(tmp_path / "db") as conn:
        first, second = copied(conn, table, 2)
        conn.execute("UPDATE screens SET seq = 0 WHERE table_id = ?", (second,))
    told: list[int] = []
    monkeypatch.setattr(Watching, "missed", lambda self, scene: told.append(scene.table))
    hand.at += 300
    async with starting(tmp_path / "db", hand):
        assert told[0] == second
        assert sorted(told) == [table, first, second]


async def test_one_that_cannot_be_read_keeps_no_other_from_being_seen_to(tmp_path, caplog):
    hand = Hand()
    table = await begun(tmp_path / "db", hand)
    with database(tmp_path / "db") as conn:
        bad, good = copied(conn, table, 2)
        conn.execute("UPDATE tables SET start = 'nonsense' WHERE id = ?", (bad,))
        conn.execute("UPDATE screens SET seq = 0")
    async with starting(tmp_path / "db", hand) as (_, stage):
        assert set(stage.scenes) == {table, good}
        assert f"table {bad} does not go on" in caplog.text
        assert "nonsense" not in caplog.text
