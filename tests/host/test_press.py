"""One press: accepted once, committed before anybody is told, or refused with nothing changed."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.game import rules
from bot.game.actions import Back
from bot.game.errors import NotationError, NotYourTurn, PreferansError, Refusal
from bot.game.settlement import settle
from bot.game.sheet import clockwise
from bot.game.state import Ended, State
from bot.host import Host
from bot.host.archive import Archive, Shelf
from bot.host.refusals import NotSeated, Stale, TableOver
from bot.staging import Staging
from bot.storage import pulkas, tables
from tests.host.tables import Watching, answers, hosting, people, seated, state_of


def someones(state: State, rng: random.Random):
    return rng.choice([a for a in rules.legal(state) if not isinstance(a, Back)])


async def played(host: Host, stage: Watching, table: int, rng: random.Random, actions: int) -> int:
    """Plays at random; how many actions there were before the pulka ended, if it did."""
    for n in range(actions):
        state = state_of(stage.scenes[table])
        if isinstance(state.phase, Ended):
            return n
        await answers(host, table, someones(state, rng))
    return actions


async def test_a_doubled_press_is_applied_once(tmp_path: Path) -> None:
    """Two deliveries of one tap, at the same moment: one is accepted, the other is told that it is late."""
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 3))
        rng = random.Random(1)
        for _ in range(60):
            scene = stage.scenes[table]
            state = state_of(scene)
            given = someones(state, rng)
            seat = rules.actor(state, given)
            person = scene.sitters[seat - 1].person
            assert person is not None
            number = rules.asked(state)[seat].number
            twice = [host.answer(table, person, number, given.token) for _ in range(2)]
            outcomes = await asyncio.gather(*twice, return_exceptions=True)
            assert [type(o) for o in outcomes if o is not None] == [Stale]
            grown = state_of(stage.scenes[table]).seq - state.seq
            assert grown in (1, 2)  # 2: the next deck was drawn with the end of a deal


async def test_presses_that_change_nothing(tmp_path: Path) -> None:
    """Late, forged, from a stranger, from the wrong seat, for the wrong hand, or not a token at all."""
    async with hosting(tmp_path / "db") as (host, stage):
        *three, stranger = await people(host, 4)
        table = await seated(host, three)
        await played(host, stage, table, random.Random(2), 3)  # everybody is ready: the auction is open
        scene = stage.scenes[table]
        state = state_of(scene)
        (seat, question), *_ = rules.asked(state).items()
        number = question.number
        asked = scene.sitters[seat - 1].person or 0
        other = next(s.person for s in scene.sitters if s.seat != seat) or 0
        elsewhere = next(s for s in state.table.order if s != seat)
        for person, given, token, error in [
            (stranger.id, number, f"{seat}:pass", NotSeated),
            (other, number, f"{elsewhere}:pass", Stale),
            (other, number, f"{seat}:pass", Stale),
            (asked, number - 1, f"{seat}:pass", Stale),
            (asked, number + 1, f"{seat}:pass", Stale),
            (asked, number, f"{elsewhere}:pass", (Stale, NotYourTurn)),
            (asked, number, f"{seat}:sA", Refusal),
            (asked, number, f"{seat}:whist", Refusal),
            (asked, number, f"{seat}:plays-6s", Refusal),
            (asked, number, "deck-x", NotationError),
            (asked, number, f"{seat}:frobnicate", NotationError),
            (asked, number, "", NotationError),
        ]:
            with pytest.raises(error):
                await host.answer(table, person, given, token)
            assert state_of(await host.scene(table)) == state
        log = await host._db.ask(pulkas.actions, table)
        assert len(log) == state.seq


async def test_a_pulka_is_the_same_after_every_restart(tmp_path: Path) -> None:
    """The file is closed and opened after each action of two deals; then it is played on to the settlement."""
    rng = random.Random(4)
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 4))
        before = state_of(stage.scenes[table])
    for _ in range(90):
        async with hosting(tmp_path / "db") as (host, stage):
            assert state_of(await host.scene(table)) == before
            await answers(host, table, someones(before, rng))
            before = state_of(stage.scenes[table])
    assert before.table.deals >= 1


async def test_a_pulka_goes_to_its_settlement(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three)
        await played(host, stage, table, random.Random(5), 5000)
        scene = stage.scenes[table]
        state = state_of(scene)
        assert isinstance(state.phase, Ended)
        assert scene.status == "ended"
        assert sum(state.phase.settlement.exact) == 0
        assert state.phase.settlement == settle(
            state.table.sheet, 10, clockwise(state.table.order, state.table.first_dealer)
        )
        row = await host._db.ask(tables.get, table)
        assert row.status == "ended"
        with pytest.raises(TableOver):
            await host.answer(table, three[0].id, state.seq, "1:pass")
        record = await host.record(table)
        assert record.count("[[deal]]") == state.table.deals
        archive, here = Archive(host._db, time.time), Shelf(chat=scene.chat)
        assert [s.table for s in await archive.current(here)] == [table]
        another = await seated(host, three)
        assert [s.table for s in await archive.current(here)] == [another]
    async with hosting(tmp_path / "db") as (host, _):
        assert state_of(await host.scene(table)) == state


async def test_a_restart_tells_again_what_was_not_told(tmp_path: Path) -> None:
    """No screen was ever confirmed here, so every closed deal is still to be told, with its stored lines."""
    rng = random.Random(6)
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 3))
        while state_of(stage.scenes[table]).table.deals < 3:
            await answers(host, table, someones(state_of(stage.scenes[table]), rng))
    async with hosting(tmp_path / "db") as (host, stage):
        moments = stage.scenes[table].untold
        assert [m.phase.last.deal.number for m in moments] == [1, 2, 3]  # type: ignore[union-attr]
        assert [await host.closed(table, n) for n in (1, 2, 3)] == list(moments)
        stored = await host._db.ask(pulkas.lines, table)
        told = [line for m in moments for line in m.phase.last.lines]  # type: ignore[union-attr]
        assert [(x.kind, x.seat, x.amount) for x in stored] == [(x.column, x.seat, str(x.amount)) for x in told]


async def test_a_deal_that_cannot_be_played_again_hides_no_other(tmp_path: Path) -> None:
    """Its facts stand, and what there is of the table is shown."""
    rng = random.Random(6)
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 3))
        while state_of(stage.scenes[table]).table.deals < 3:
            await answers(host, table, someones(state_of(stage.scenes[table]), rng))
        before = state_of(stage.scenes[table])

        def spoil(conn: sqlite3.Connection) -> None:
            seq = pulkas.deals(conn, table)[1].closed_seq
            conn.execute("DROP TRIGGER actions_stay")
            conn.execute("UPDATE actions SET token = '1:agree' WHERE table_id = ? AND seq = ?", (table, seq - 2))

        await host._db.write(spoil)
    async with hosting(tmp_path / "db") as (host, stage):
        scene = stage.scenes[table]
        assert [m.phase.last.deal.number for m in scene.untold] == [1, 3]  # type: ignore[union-attr]
        assert state_of(scene).table == before.table
        keys = {wanted.place.key for wanted in Staging(AsyncMock()).wanted(scene)}
        assert {f"hand:{table}", f"board:{table}:4"} <= keys


async def test_a_failed_commit_leaves_memory_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table = await seated(host, await people(host, 3))
        before = state_of(stage.scenes[table])

        def broken(*_: object, **__: object) -> None:
            raise OSError("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(pulkas, "append", broken)
            with pytest.raises(OSError, match="disk full"):
                await answers(host, table, rules.legal(before)[0])
        assert state_of(await host.scene(table)) == before
        await answers(host, table, rules.legal(before)[0])


async def test_every_refusal_is_an_error_of_the_game(tmp_path: Path) -> None:
    """Whoever presses gets a sentence: nothing else than PreferansError may leave the host for a press."""
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await seated(host, three)
        rng = random.Random(7)
        tokens = ["1:pass", "2:6s", "3:here", "1:mis", "2:drop-sK.sA", "3:plays-6s", "1:whist", "2:half", "3:sA"]
        tokens += ["1:open", "2:catch", "3:look-1", "1:cut-3", "2:cut-40", "1:ready", "9:pass", "x", "deck-1-2"]
        for _ in range(120):
            state = state_of(stage.scenes[table])
            for person in three:
                seat = stage.scenes[table].sitters
                own = next(s.seat for s in seat if s.person == person.id)
                number = rules.asked(state)[own].number if own in rules.asked(state) else state.seq
                legal = {a.token for a in rules.legal(state) if rules.actor(state, a) == own}
                for token in rng.sample(tokens, 4):
                    if token not in legal:
                        with pytest.raises(PreferansError):
                            await host.answer(table, person.id, number, token)
            assert state_of(stage.scenes[table]) == state
            await answers(host, table, someones(state, rng))
