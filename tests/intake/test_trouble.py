"""The database takes nothing: presses are turned away for good, all else waits at Telegram's or for the disk."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from aiogram.types import Update
from aiohttp.test_utils import make_mocked_request
from pydantic import SecretStr

from bot.intake import polling
from bot.intake.door import HEADER, Door
from bot.storage import Database, Trouble
from bot.storage.errors import DiskFull
from tests.intake.test_intake import message, state

ANNA = {"id": 11, "is_bot": False, "first_name": "Anna"}


def press(update_id: int) -> dict[str, object]:
    return {"update_id": update_id, "callback_query": {"id": "9", "from": ANNA, "chat_instance": "1", "data": "a"}}


@pytest.fixture
def told(intake) -> list[int]:
    """Presses that somebody was told about."""
    told: list[int] = []

    async def turn_away(update: Update) -> bool:
        if update.callback_query is None:
            return False
        told.append(update.update_id)
        return True

    intake._turn_away = turn_away
    return told


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "IN_TROUBLE", 0)


@pytest.fixture
def full(db: Database, tmp_path: Path):
    """The disk is full until this is called."""
    db._trouble = DiskFull("the disk is full")
    db._troubled.set()

    async def mend() -> None:
        assert await db.tries() is None

    return mend


async def until(true) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.001)


async def test_presses_before_the_first_that_must_come_again_are_acknowledged(
    db, telegram, handlers, running, told, full
):
    await telegram.put(press(1), press(2), message(3), press(4))
    await until(lambda: [update["update_id"] for update in telegram.queue] == [3, 4])
    assert told == [1, 2, 4]
    assert await state(db) == {}
    await full()
    await handlers.until(finished=1)
    assert handlers.fed == [3]
    await telegram.put(press(5))
    await handlers.until(finished=2)
    assert handlers.fed == [3, 5]
    assert told == [1, 2, 4]
    assert set(await state(db)) == {3, 5}


async def test_nobody_is_told_twice_about_one_press(telegram, handlers, running, told, full):
    await telegram.put(message(1), press(2))
    await until(lambda: len(telegram.calls) > 5)
    assert told == [2]
    await full()
    await handlers.until(finished=1)
    assert handlers.fed == [1]


async def test_what_was_stored_and_met_trouble_is_fed_again_when_it_is_over(db, telegram, handlers, running, intake):
    handlers.fail[1] = DiskFull("the disk is full")
    await telegram.put(message(1))
    await until(lambda: 1 in intake._left)
    assert (await state(db))[1] == "waiting"
    del handlers.fail[1]
    await intake.again()
    await handlers.until(finished=1)
    assert handlers.fed == [1, 1]
    await intake.settle()
    assert (await state(db))[1] == "done"
    await intake.again()
    assert handlers.fed == [1, 1]


async def test_what_was_dealt_with_and_could_not_be_marked_is_not_fed_again(db, telegram, handlers, running, intake):
    """The press was answered while it happened."""
    handlers.hold[1] = asyncio.Event()
    await telegram.put(press(1))
    await handlers.until(fed=1)
    db._trouble = DiskFull("the disk is full")
    handlers.hold[1].set()
    await until(lambda: 1 in intake._over)
    with pytest.raises(Trouble):
        await intake.again()
    assert await db.tries() is None
    await intake.again()
    assert handlers.fed == [1]
    assert (await state(db))[1] == "done"


async def test_a_webhook_is_answered_when_whoever_pressed_knows_and_not_for_what_must_come_again(intake, told, full):
    door = Door(SecretStr("s"))

    async def accept(update: dict[str, object]) -> None:
        await intake.accept([update])

    door.opens(accept)
    assert await posted(door, press(1)) == 200
    assert await posted(door, message(2)) == 503
    assert told == [1]
    await full()
    assert await posted(door, message(2)) == 200


async def posted(door: Door, update: dict[str, object]) -> int:
    request = make_mocked_request("POST", "/", headers={HEADER: "s"})
    request._read_bytes = json.dumps(update).encode()
    return (await door.answer(request)).status


async def test_what_cannot_be_read_is_not_turned_away(intake, told, full):
    with pytest.raises(Trouble):
        await intake.accept([{"update_id": 1, "callback_query": {"id": "9", "from": "nobody"}}])
    assert told == []
