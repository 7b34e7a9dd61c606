"""An update is stored once, dealt with once, and remembered for two days."""

from __future__ import annotations

from bot.storage import inbox
from bot.storage.inbox import Update

NOON = 1_800_000_000.0
DAY = 86_400.0


async def numbers(db):
    return [update.update_id for update in await db.ask(inbox.pending)]


async def test_updates_wait_in_the_order_of_arrival(db):
    await db.write(inbox.store, [Update(11, "{}"), Update(10, "{}")], at=NOON)
    await db.write(inbox.store, [Update(9, "{}")], at=NOON)
    assert await numbers(db) == [11, 10, 9]


async def test_what_comes_again_is_ignored_waiting_or_done(db):
    await db.write(inbox.store, [Update(1, "{}"), Update(2, "{}")], at=NOON)
    await db.write(inbox.done, 1, at=NOON)
    assert await db.write(inbox.store, [Update(1, "{}"), Update(2, "{}"), Update(3, "{}")], at=NOON + DAY) == (
        Update(3, "{}"),
    )
    assert await numbers(db) == [2, 3]


async def test_telegram_may_count_anew_after_a_quiet_week(db):
    await db.write(inbox.store, [Update(5, '"old"')], at=NOON)
    await db.write(inbox.done, 5, at=NOON)
    await db.write(inbox.store, [Update(5, '"new"')], at=NOON + 7 * DAY)
    assert await db.ask(inbox.pending) == (Update(5, '"new"'),)


async def test_done_once_and_its_text_is_forgotten(db):
    await db.write(inbox.store, [Update(1, '"secret"')], at=NOON)
    assert await db.write(inbox.done, 1, at=NOON) is True
    assert await db.write(inbox.done, 1, at=NOON) is False
    assert [row["raw"] for row in await db.read("SELECT raw FROM inbox")] == [""]


async def test_one_set_aside_is_not_tried_again_but_can_be_looked_at(db):
    await db.write(inbox.store, [Update(1, '"poison"'), Update(2, "{}")], at=NOON)
    await db.write(inbox.set_aside, 1, "ValidationError", at=NOON)
    assert await numbers(db) == [2]
    assert [tuple(row) for row in await db.read("SELECT raw, error FROM inbox WHERE update_id = 1")] == [
        ('"poison"', "ValidationError")
    ]


async def test_after_two_days_what_was_dealt_with_is_pruned_and_what_waits_is_not(db):
    await db.write(inbox.store, [Update(n, "{}") for n in (1, 2, 3)], at=NOON)
    await db.write(inbox.done, 1, at=NOON)
    await db.write(inbox.set_aside, 2, "ValidationError", at=NOON)
    assert await db.write(inbox.prune, at=NOON + inbox.KEPT) == 0
    assert await db.write(inbox.prune, at=NOON + inbox.KEPT + 1) == 2
    assert await numbers(db) == [3]
