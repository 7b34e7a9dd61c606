"""No update is lost, none is dealt with twice, and none stops the others."""

from __future__ import annotations

import asyncio
import json
import logging
import random

import pytest
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramConflictError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)

from bot.intake import AnotherReader, Polling, TokenRefused
from bot.intake.polling import CONFLICT_WINDOW, FEWEST_CONFLICTS, MOST_CONFLICTS, GetUpdates
from bot.storage import inbox
from bot.storage.inbox import Update

ANNA, BORIS = 11, 12
CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
HOOKED = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
CALL = GetUpdates(offset=None, timeout=0, allowed_updates=None)


def message(update_id, sender=ANNA, text="hello"):
    who = {"id": sender, "is_bot": False, "first_name": "Anna"}
    chat = {"id": -100, "type": "group", "title": "Friday"}
    return {"update_id": update_id, "message": {"message_id": 1, "date": 1, "chat": chat, "from": who, "text": text}}


def poison(update_id):
    """A member of a kind that aiogram does not know."""
    body = message(update_id)["message"] | {"old_chat_member": {}, "new_chat_member": {"status": "emperor"}}
    return {"update_id": update_id, "my_chat_member": body}


async def state(db):
    rows = await db.read("SELECT update_id, done_at IS NOT NULL, error FROM inbox ORDER BY n")
    return {row[0]: "aside" if row[2] else "done" if row[1] else "waiting" for row in rows}


# Stored, committed, acknowledged


async def test_updates_are_fed_and_done(db, telegram, handlers, running):
    await telegram.put(message(1), message(2))
    await handlers.until(finished=2)
    await telegram.put(message(3))
    await handlers.until(finished=3)
    assert handlers.fed == [1, 2, 3]
    assert (await state(db))[1] == (await state(db))[2] == "done"


async def test_telegram_is_told_to_forget_only_what_is_committed(telegram, handlers, running):
    for number in range(1, 40):
        await telegram.put(message(number))
        if number % 3 == 0:
            await asyncio.sleep(0)
    await handlers.until(finished=39)
    await telegram.forgotten()
    assert telegram.lost == []


async def test_what_cannot_be_committed_is_not_acknowledged(db, telegram, handlers, intake, monkeypatch):
    async def full(*args, **kwargs):
        raise OSError("disk full")

    await telegram.put(message(1))
    monkeypatch.setattr(type(db), "write", full)
    with pytest.raises(OSError, match="disk full"):
        await intake.run()
    assert [update["update_id"] for update in telegram.queue] == [1]
    assert handlers.fed == []


async def test_an_update_that_comes_again_is_not_dealt_with_again(telegram, handlers, running):
    await telegram.put(message(1))
    await handlers.until(finished=1)
    await telegram.put(message(1), message(2))  # its acknowledgement was lost
    await handlers.until(finished=2)
    assert handlers.fed == [1, 2]


async def test_numbers_may_start_anew_while_the_bot_runs(telegram, handlers, running):
    await telegram.put(message(900))
    await telegram.forgotten()
    await telegram.hang_up()
    await telegram.put(message(17))
    await handlers.until(finished=2)
    assert handlers.fed == [900, 17]


async def test_a_process_that_died_at_work_leaves_it_to_the_next(db, telegram, handlers, bot, intake):
    handlers.hold[1] = asyncio.Event()
    await telegram.put(message(1), message(2))
    first = asyncio.create_task(intake.run())
    await handlers.until(fed=1)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert await state(db) == {1: "waiting", 2: "waiting"}

    telegram.queue.clear()  # it had been acknowledged
    handlers.hold.clear()
    second = Polling(bot, db, handlers)
    task = asyncio.create_task(second.run())
    await handlers.until(finished=2)
    second.stop()
    await task
    assert handlers.fed == [1, 1, 2]
    assert await state(db) == {1: "done", 2: "done"}


async def test_what_waited_is_fed_before_what_comes(db, telegram, handlers, intake):
    await db.write(inbox.store, [Update(5, json.dumps(message(5)))], at=0.0)
    await telegram.put(message(6))
    task = asyncio.create_task(intake.run())
    await handlers.until(finished=2)
    intake.stop()
    await task
    assert handlers.fed == [5, 6]


async def test_a_handler_may_have_done_it_within_its_own_transaction(db, telegram, bot):
    async def feed(update, update_id):
        assert await db.write(inbox.done, update_id, at=1.0)

    intake = Polling(bot, db, feed)
    await intake.accept([message(1)])
    await intake.settle()
    assert await state(db) == {1: "done"}
    assert [row["done_at"] for row in await db.read("SELECT done_at FROM inbox")] == [1.0]


# One by one


async def test_one_that_cannot_be_parsed_is_set_aside_and_the_rest_goes_on(db, telegram, handlers, intake, caplog):
    await intake.accept([message(1), poison(2), message(3)])
    await intake.settle()
    assert handlers.finished == [1, 3]
    assert await state(db) == {1: "done", 2: "aside", 3: "done"}
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "update 2 is set aside: cannot be parsed" in record.message
    assert "new_chat_member" in record.message
    assert "emperor" not in caplog.text


async def test_a_handler_that_fails_sets_only_its_own_update_aside_and_tells_no_secret(db, handlers, intake, caplog):
    handlers.fail[1] = KeyError("drop-sA.d7")
    await intake.accept([message(1, text="my secret"), message(2)])
    await intake.settle()
    assert await state(db) == {1: "aside", 2: "done"}
    assert "update 1 is set aside: KeyError < __call__" in caplog.text
    assert "drop-sA.d7" not in caplog.text
    assert "secret" not in caplog.text
    assert "drop-sA.d7" not in (await db.read("SELECT error FROM inbox WHERE update_id = 1"))[0]["error"]


async def test_an_update_of_a_kind_not_known_yet_is_no_trouble(db, handlers, intake):
    await intake.accept([{"update_id": 1, "telepathy": {"from": {"id": ANNA}}}, {"update_id": 2, "noise": 5}])
    await intake.settle()
    assert handlers.finished == [1, 2]


async def test_updates_of_one_person_keep_their_order(handlers, intake):
    handlers.hold[1] = asyncio.Event()
    await intake.accept([message(1), message(2)])
    await intake.accept([message(3)])
    await handlers.until(fed=1)
    await asyncio.sleep(0.01)
    assert handlers.fed == [1]
    handlers.hold[1].set()
    await intake.settle()
    assert handlers.fed == [1, 2, 3]


async def test_one_slow_person_does_not_stop_another(handlers, intake):
    handlers.hold[1] = asyncio.Event()
    await intake.accept([message(1, ANNA), message(2, ANNA), message(3, BORIS)])
    await handlers.until(finished=1)
    assert handlers.finished == [3]
    handlers.hold[1].set()
    await intake.settle()


async def test_no_more_than_so_many_are_dealt_with_at_once(bot, db, handlers):
    intake = Polling(bot, db, handlers, parallel=2)
    handlers.hold = {number: asyncio.Event() for number in range(1, 6)}
    await intake.accept([message(number, sender=number) for number in range(1, 6)])
    await handlers.until(fed=2)
    await asyncio.sleep(0.01)
    assert len(handlers.fed) == 2
    for held in handlers.hold.values():
        held.set()
    await intake.settle()
    assert sorted(handlers.finished) == [1, 2, 3, 4, 5]


async def test_a_thousand_updates_of_many_people_keep_each_persons_order(handlers, intake):
    chance = random.Random(7)
    updates = [message(number, sender=chance.randrange(1, 9)) for number in range(1, 301)]
    for start in range(0, 300, 50):
        await intake.accept(updates[start : start + 50])
    await intake.settle()
    for person in range(1, 9):
        own = [update["update_id"] for update in updates if update["message"]["from"]["id"] == person]
        assert [number for number in handlers.finished if number in set(own)] == own


# Faults of polling


@pytest.mark.parametrize(
    "fault",
    [
        TelegramNetworkError(CALL, "Request timeout error"),
        TelegramServerError(CALL, "Internal Server Error"),
        ClientDecodeError("Failed to decode object", ValueError("no JSON"), "<html>my secret</html>"),
    ],
    ids=["network", "500", "502 of HTML"],
)
async def test_after_a_fault_polling_goes_on_with_growing_pauses(fault, telegram, handlers, slept, caplog, running):
    telegram.faults += [fault] * 3
    await telegram.put(message(1))
    await handlers.until(finished=1)
    assert len(slept) == 3
    assert 1 <= slept[0] <= 2 <= slept[1] <= 4 <= slept[2] <= 8
    assert "secret" not in caplog.text


async def test_told_to_wait_it_waits_that_long(telegram, handlers, slept, running):
    telegram.faults.append(TelegramRetryAfter(CALL, "Too Many Requests: retry after 17", 17))
    await telegram.put(message(1))
    await handlers.until(finished=1)
    assert slept == [17]


async def test_a_refused_token_stops_it_with_a_sentence(telegram, intake):
    telegram.faults.append(TelegramUnauthorizedError(CALL, "Unauthorized"))
    with pytest.raises(TokenRefused, match="does not know BOT_TOKEN"):
        await intake.run()


async def test_a_predecessor_that_still_hangs_up_is_waited_for(telegram, handlers, slept, running):
    telegram.faults += [TelegramConflictError(CALL, CONFLICT)] * (FEWEST_CONFLICTS - 1)
    await telegram.put(message(1))
    await handlers.until(finished=1)
    assert len(slept) == FEWEST_CONFLICTS - 1


async def test_where_another_program_polls_already_the_newcomer_stops_with_a_sentence(telegram, intake):
    telegram.faults += [TelegramConflictError(CALL, CONFLICT)] * 50
    with pytest.raises(AnotherReader, match="another program polls with the same BOT_TOKEN"):
        await intake.run()
    assert len(telegram.calls) == FEWEST_CONFLICTS


async def test_who_polls_for_long_outlasts_a_newcomer_but_not_who_never_gives_way(telegram, handlers, bot, db, slept):
    now = [1_800_000_000.0]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds
        await asyncio.sleep(0)

    task = asyncio.create_task(Polling(bot, db, handlers, now=lambda: now[0], sleep=sleep).run())
    await telegram.put(message(1))
    await handlers.until(finished=1)
    now[0] += 60
    telegram.faults += [TelegramConflictError(CALL, CONFLICT)] * FEWEST_CONFLICTS
    await telegram.hang_up()
    while telegram.faults:
        await asyncio.sleep(0)
    await telegram.put(message(2))
    await handlers.until(finished=2)
    now[0] += CONFLICT_WINDOW
    telegram.faults += [TelegramConflictError(CALL, CONFLICT)] * 50
    await telegram.hang_up()
    with pytest.raises(AnotherReader, match="another program polls with the same BOT_TOKEN"):
        await task
    assert len(slept) == FEWEST_CONFLICTS + MOST_CONFLICTS - 1


@pytest.mark.parametrize(
    "told",
    [HOOKED, "Conflict: terminated by setWebhook request"],
)
async def test_a_webhook_that_somebody_sets_stops_it_with_a_sentence(told, telegram, handlers, intake):
    task = asyncio.create_task(intake.run())
    await telegram.put(message(1))
    await handlers.until(finished=1)
    telegram.faults.append(TelegramConflictError(CALL, told))
    await telegram.hang_up()
    with pytest.raises(AnotherReader, match="another program has set a webhook"):
        await task
    assert telegram.webhooks_deleted == []


async def test_a_webhook_that_comes_back_at_once_is_another_programs(telegram, intake):
    telegram.faults += [TelegramConflictError(CALL, HOOKED)] * 2
    with pytest.raises(AnotherReader, match="another program has set a webhook"):
        await intake.run()
    assert len(telegram.webhooks_deleted) == 1


async def test_a_webhook_of_earlier_times_is_taken_away_and_what_waits_is_kept(telegram, handlers, running):
    telegram.faults.append(TelegramConflictError(CALL, HOOKED))
    await telegram.put(message(1))
    await handlers.until(finished=1)
    (call,) = telegram.webhooks_deleted
    assert call.drop_pending_updates is False


async def test_half_a_surrogate_pair_stops_nothing(db, handlers, intake):
    await intake.accept([message(1, text="\ud83c"), message(2)])
    await intake.settle()
    assert handlers.finished == [2]
    assert await state(db) == {1: "aside", 2: "done"}


async def test_an_error_while_polling_still_finishes_what_was_committed(telegram, handlers, intake):
    await telegram.put(message(1))
    handlers.hold[1] = asyncio.Event()
    task = asyncio.create_task(intake.run())
    await handlers.until(fed=1)
    telegram.faults.append(TelegramUnauthorizedError(CALL, "Unauthorized"))
    await telegram.put(message(2))
    await asyncio.sleep(0.02)
    assert not task.done()
    handlers.hold[1].set()
    with pytest.raises(TokenRefused):
        await task
    assert 1 in handlers.finished


# Stopping and keeping house


async def test_stopping_interrupts_the_poll_and_finishes_what_was_committed(db, telegram, handlers, intake):
    handlers.hold[1] = asyncio.Event()
    task = asyncio.create_task(intake.run())
    await telegram.put(message(1))
    await handlers.until(fed=1)
    intake.stop()
    await asyncio.sleep(0.01)
    assert not task.done()
    handlers.hold[1].set()
    async with asyncio.timeout(5):
        await task
    assert await state(db) == {1: "done"}


async def test_old_updates_are_pruned(db, telegram, handlers, bot):
    now = 1_800_000_000.0
    await db.write(inbox.store, [Update(1, "{}")], at=now - inbox.KEPT - 1)
    await db.write(inbox.done, 1, at=now)
    intake = Polling(bot, db, handlers, now=lambda: now)
    task = asyncio.create_task(intake.run())
    await telegram.put(message(2))
    await handlers.until(finished=1)
    intake.stop()
    await task
    assert list(await state(db)) == [2]


async def test_it_asks_for_the_wanted_kinds_and_holds_the_line(telegram, handlers, running):
    await telegram.put(message(1))
    await handlers.until(finished=1)
    assert telegram.calls[0].allowed_updates == ["message", "callback_query"]
    assert telegram.calls[0].timeout == 30


async def test_the_update_carries_the_bot(bot, db):
    seen = []

    async def feed(update, update_id):
        seen.append(update.message.bot)

    intake = Polling(bot, db, feed)
    await intake.accept([message(1)])
    await intake.settle()
    assert seen == [bot]
