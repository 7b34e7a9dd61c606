"""The log of a pulka is only ever added to, one number after the other."""

from __future__ import annotations

import sqlite3

import pytest

from bot.storage import WrongSeq, inbox, pulkas
from bot.storage.pulkas import Deal, Line

NOON = 1_800_000_000.0


async def tokens(db, playing):
    return [action.token for action in await db.ask(pulkas.actions, playing.table)]


async def test_actions_are_numbered_from_one(db, playing):
    await db.write(pulkas.append, playing.table, 1, [("deck-...", None), ("2:cut-17", 2)], at=NOON)
    await db.write(pulkas.append, playing.table, 3, [("1:6s", 1)], at=NOON + 1)
    assert await db.ask(pulkas.actions, playing.table) == (
        pulkas.Logged(1, "deck-...", None, NOON),
        pulkas.Logged(2, "2:cut-17", 2, NOON),
        pulkas.Logged(3, "1:6s", 1, NOON + 1),
    )


@pytest.mark.parametrize(
    ("number", "why"), [(2, "is taken already"), (1, "is taken already"), (4, "would leave a gap")]
)
async def test_a_wrong_number_changes_nothing(number, why, db, playing):
    await db.write(inbox.store, [inbox.Update(7, "{}")], at=NOON)
    await db.write(pulkas.append, playing.table, 1, [("1:pass", 1), ("2:pass", 2)], at=NOON)
    with pytest.raises(WrongSeq, match=f"stands at 2: action {number} {why}"):
        await db.write(pulkas.append, playing.table, number, [("3:pass", 3)], at=NOON, update_id=7)
    assert await tokens(db, playing) == ["1:pass", "2:pass"]
    assert len(await db.ask(inbox.pending)) == 1


async def test_the_update_is_done_with_its_action_or_not_at_all(db, playing):
    await db.write(inbox.store, [inbox.Update(7, "{}")], at=NOON)
    await db.write(pulkas.append, playing.table, 1, [("1:pass", 1)], at=NOON, update_id=7)
    assert await db.ask(inbox.pending) == ()


async def test_a_restart_takes_the_last_closed_deal_and_the_actions_since(db, playing):
    first, second = Deal(1, 2, "pas; tricks 3-4-3", "after one"), Deal(2, 4, "mis 1; tricks 0", "after two")
    assert await db.ask(pulkas.load, playing.table) == pulkas.Log(None, ())
    await db.write(pulkas.append, playing.table, 1, [("a", 1), ("b", 2), ("c", None)], at=NOON, deal=first)
    log = await db.ask(pulkas.load, playing.table)
    assert (log.closed, [action.token for action in log.actions], log.seq) == (first, ["c"], 3)
    await db.write(pulkas.append, playing.table, 4, [("d", 1)], at=NOON, deal=second)
    log = await db.ask(pulkas.load, playing.table)
    assert (log.closed, log.actions, log.seq) == (second, (), 4)
    assert await db.ask(pulkas.deals, playing.table) == (first, second)


async def test_the_sheet_keeps_its_lines_in_order(db, playing):
    lines = (
        Line(1, "pool", 1, None, "2", "contract: 6s"),
        Line(1, "hill", 2, None, "1/2", "whist"),
        Line(1, "whists", 3, 1, "-7/3", "whist: 1 trick"),
    )
    await db.write(pulkas.append, playing.table, 1, [("a", 1)], at=NOON, lines=lines)
    later = (Line(2, "pool", 3, None, "4", "contract: 7s"),)
    await db.write(pulkas.append, playing.table, 2, [("b", 1)], at=NOON, lines=later)
    assert await db.ask(pulkas.lines, playing.table) == lines + later
    assert await db.ask(pulkas.lines, playing.table, seq=2) == later


@pytest.mark.parametrize("row", ["actions", "deals", "lines"])
@pytest.mark.parametrize("change", ["UPDATE {} SET seq = 9", "DELETE FROM {}"])
async def test_what_is_logged_is_neither_changed_nor_removed(row, change, db, playing):
    line = Line(1, "pool", 1, None, "2", "contract")
    await db.write(
        pulkas.append, playing.table, 1, [("a", 1)], at=NOON, deal=Deal(1, 1, "6s 1", "after"), lines=(line,)
    )
    sql = change.format(row).replace("seq", "closed_seq" if row == "deals" else "seq")
    with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
        await db.write(lambda conn: conn.execute(sql))


async def test_tables_have_their_own_numbers(db, playing, world):
    await db.write(pulkas.append, playing.table, 1, [("a", 1)], at=NOON)
    with pytest.raises(sqlite3.IntegrityError):  # no such table
        await db.write(pulkas.append, 99, 1, [("a", 1)], at=NOON)
    assert await db.ask(pulkas.last_seq, playing.table) == 1
