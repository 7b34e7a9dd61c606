"""A Telegram of one queue, and a bot that polls it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.methods import DeleteWebhook
from aiogram.types import Update

from bot.intake import Polling
from bot.intake.polling import GetUpdates
from bot.storage import Database


class Telegram(BaseSession):
    """Answers getUpdates as Telegram does: an update is forgotten when a higher offset is asked for.

    `faults` are raised first, one a call. What is forgotten although the database `path` does not hold it is `lost`.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.queue: list[dict[str, Any]] = []
        self.faults: list[Exception] = []
        self.calls: list[GetUpdates] = []
        self.webhooks_deleted: list[DeleteWebhook] = []
        self.lost: list[int] = []
        self._changed = asyncio.Condition()
        self._hang_up = False

    async def put(self, *updates: dict[str, Any]) -> None:
        async with self._changed:
            self.queue.extend(updates)
            self._changed.notify_all()

    async def hang_up(self) -> None:
        """The time of the long poll is over: it is answered with nothing."""
        async with self._changed:
            self._hang_up = True
            self._changed.notify_all()

    async def forgotten(self) -> None:
        """Wait until everything is acknowledged."""
        async with asyncio.timeout(5), self._changed:
            await self._changed.wait_for(lambda: not self.queue)

    async def make_request(self, bot: Bot, method: Any, timeout: int | None = None) -> Any:
        if isinstance(method, DeleteWebhook):
            self.webhooks_deleted.append(method)
            return True
        assert isinstance(method, GetUpdates)
        self.calls.append(method)
        if self.faults:
            raise self.faults.pop(0)
        offset = method.offset or 0
        async with self._changed:
            self._forget_below(offset)
            self._changed.notify_all()
            await self._changed.wait_for(lambda: self._hang_up or self._from(offset))
            self._hang_up = False
            return self._from(offset)

    def _from(self, offset: int) -> list[dict[str, Any]]:
        return [update for update in self.queue if update["update_id"] >= offset]

    def _forget_below(self, offset: int) -> None:
        forgotten = [update["update_id"] for update in self.queue if update["update_id"] < offset]
        self.queue = self._from(offset)
        conn = sqlite3.connect(self.path)
        stored = {row[0] for row in conn.execute("SELECT update_id FROM inbox")}
        conn.close()
        self.lost += [number for number in forgotten if number not in stored]

    async def close(self) -> None:
        pass

    async def stream_content(self, *args: Any, **kwargs: Any) -> AsyncIterator[bytes]:
        yield b""


class Handlers:
    """What the app would do with updates: it notes them, and may be told to hold or to fail."""

    def __init__(self) -> None:
        self.fed: list[int] = []
        self.finished: list[int] = []
        self.hold: dict[int, asyncio.Event] = {}
        self.fail: dict[int, Exception] = {}
        self._changed = asyncio.Event()

    async def __call__(self, update: Update, update_id: int) -> None:
        self.fed.append(update_id)
        self._changed.set()
        if update_id in self.hold:
            await self.hold[update_id].wait()
        if update_id in self.fail:
            raise self.fail[update_id]
        self.finished.append(update_id)
        self._changed.set()

    async def until(self, fed: int = 0, finished: int = 0) -> None:
        async with asyncio.timeout(5):
            while len(self.fed) < fed or len(self.finished) < finished:
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "preferans.db", bot=42) as opened:
        yield opened


@pytest.fixture
def telegram(db: Database, tmp_path: Path) -> Telegram:
    return Telegram(tmp_path / "preferans.db")


@pytest.fixture
def handlers() -> Handlers:
    return Handlers()


@pytest.fixture
def slept() -> list[float]:
    """The seconds that the intake wanted to wait; it did not."""
    return []


@pytest.fixture
def bot(telegram: Telegram) -> Bot:
    return Bot("42:TEST", session=telegram)


@pytest.fixture
def intake(bot: Bot, db: Database, handlers: Handlers, slept: list[float]) -> Polling:
    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    return Polling(bot, db, handlers, allowed_updates=["message", "callback_query"], sleep=sleep)


@pytest.fixture
async def running(intake: Polling, handlers: Handlers) -> AsyncIterator[asyncio.Task[None]]:
    """The intake at work; stopped at the end of the test, which fails if that is not possible."""
    task = asyncio.create_task(intake.run())
    yield task
    for held in handlers.hold.values():
        held.set()
    intake.stop()
    async with asyncio.timeout(5):
        await task
