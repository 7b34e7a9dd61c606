"""What both ways in have in common: an update is stored and committed, then fed, then done."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sqlite3
import time
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod
from aiogram.types import Update
from pydantic import ValidationError

from bot.intake import raw
from bot.storage import Database, Trouble, inbox

log = logging.getLogger(__name__)

T = TypeVar("T")
Feed = Callable[[Update, int], Awaitable[object]]

UNKNOWN_TOKEN = "Telegram does not know BOT_TOKEN: check it with @BotFather"
UPLOAD = 30
"""Seconds within which Telegram answers a call about the webhook; the first may bring a certificate."""
PRUNE_EVERY = 3600.0
"""Seconds between two times at which what is old is forgotten."""


class IntakeError(Exception):
    """No more updates can come in; the text is one sentence for the person who runs the bot."""


class TokenRefused(IntakeError):
    pass


class AnotherReader(IntakeError):
    """Another program, or a webhook, takes this bot's updates."""


class WebhookRefused(IntakeError):
    """Telegram does not take the webhook."""


class Intake(ABC):
    """Takes updates in until `stop`; how, a subclass says.

    `feed(update, update_id)` deals with one update. It may mark it done within the transaction of what it causes, and
    returns True if it surely has; whatever it left is marked when it returns. Updates of one person are fed one after
    the other, of different people side by side, `parallel` at most. `heard()` is told whenever Telegram has answered,
    before the answer is looked at. `turn_away(update)` tells somebody that nothing can be recorded now, so that the
    update need not be kept; whether it did.
    """

    def __init__(
        self,
        bot: Bot,
        db: Database,
        feed: Feed,
        *,
        allowed_updates: Sequence[str] | None = None,
        parallel: int = 64,
        heard: Callable[[], Awaitable[object]] | None = None,
        turn_away: Callable[[Update], Awaitable[bool]] | None = None,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._bot, self._db, self._feed, self._heard, self._turn_away = bot, db, feed, heard, turn_away
        self._now, self._sleep = now, sleep
        self._allowed = None if allowed_updates is None else list(allowed_updates)
        self._lanes: dict[int, deque[inbox.Update]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(parallel)
        self._stopping = asyncio.Event()
        self._pruned_at = float("-inf")
        self._turned_away: set[int] = set()
        self._left: set[int] = set()
        self._over: set[int] = set()

    @property
    def stopping(self) -> bool:
        """Whether it has been told to stop."""
        return self._stopping.is_set()

    async def run(self) -> None:
        """Feed what an earlier process left, then what comes, until `stop`; return when all that was stored is dealt
        with.

        Raises TokenRefused, AnotherReader and WebhookRefused.
        """
        try:
            await self.resume()
            await self._take()
        finally:
            await self.settle()

    @abstractmethod
    async def _take(self) -> None:
        """Take updates in until `stop`."""

    def stop(self) -> None:
        """Take no more updates. What Telegram was not told to forget comes again to the next process."""
        self._stopping.set()

    async def resume(self) -> None:
        """Feed what an earlier process stored and did not finish."""
        self._dispatch(await self._db.ask(inbox.pending))

    async def accept(self, updates: Iterable[dict[str, Any]]) -> None:
        """Store these and return once that is committed; they are fed in the background. Known ones are ignored.

        While the database is in trouble, those who press are told so and their presses forgotten. Raises Trouble if
        others are left, which Telegram has to bring again.
        """
        fresh = [update for update in updates if update["update_id"] not in self._turned_away]
        batch = [inbox.Update(update["update_id"], raw.text(update)) for update in fresh]
        if not batch:
            return
        try:
            self._dispatch(await self._db.write(inbox.store, batch, at=self._now()))
        except Trouble:
            if not all([await self._told_off(update) for update in fresh]):
                raise
        else:
            self._turned_away.clear()

    async def again(self) -> None:
        """The database was in trouble and is not any more: what was stored and could not be dealt with is fed now."""

        def store(conn: sqlite3.Connection) -> tuple[inbox.Update, ...]:
            for update_id in over:
                inbox.done(conn, update_id, at=self._now())
            return inbox.pending(conn)

        left, over = set(self._left), set(self._over)
        pending = await self._db.write(store)
        self._left -= left
        self._over -= over
        self._dispatch(update for update in pending if update.update_id in left)

    async def settle(self) -> None:
        """Wait until everything accepted so far is dealt with."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _prune(self) -> None:
        """Forget what is old, once in a while."""
        if self._now() - self._pruned_at >= PRUNE_EVERY:
            self._pruned_at = self._now()
            with contextlib.suppress(Trouble):
                await self._db.write(inbox.prune, at=self._pruned_at)

    async def _tell_heard(self) -> None:
        if self._heard is not None:
            try:
                await self._heard()
            except Exception as error:  # what has come is not to wait for that
                log.error("that Telegram answers could not be told: %s", describe(error))

    async def _insist(self, call: TelegramMethod[T]) -> T | None:
        """Make a call until Telegram answers, with growing pauses; None if `stop` comes first. Raises TokenRefused,
        and aiogram's errors where Telegram refuses the call itself."""
        failures = 0
        while not self._stopping.is_set():
            try:
                return await self._unless_stopped(self._bot(call, request_timeout=UPLOAD))
            except (TelegramUnauthorizedError, TelegramNotFound):
                raise TokenRefused(UNKNOWN_TOKEN) from None
            except TelegramRetryAfter as error:
                await self._pause(error.retry_after)
            except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as error:
                failures += 1
                await self._back_off(failures, f"{call.__api_method__} failed ({type(error).__name__})")
        return None

    async def _back_off(self, failures: int, what: str) -> None:
        """Wait before the next try: the longer, the more `failures` came in a row."""
        seconds = random.uniform(0.5, 1) * min(30, 2 ** min(failures, 5))
        log.warning("%s, %d in a row: next try in %.0f s", what, failures, seconds)
        await self._pause(seconds)

    async def _unless_stopped(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What `work` answers, or None as soon as `stop` is called. A batch on its way then stays Telegram's."""
        answer, stopping = asyncio.create_task(work), asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({answer, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return answer.result() if answer.done() else None
        finally:
            answer.cancel()
            stopping.cancel()
            await asyncio.gather(answer, stopping, return_exceptions=True)

    async def _pause(self, seconds: float) -> None:
        await self._unless_stopped(self._sleep(seconds))

    def _dispatch(self, updates: Iterable[inbox.Update]) -> None:
        for update in updates:
            lane = raw.lane(update.raw)
            if lane in self._lanes:
                self._lanes[lane].append(update)
                continue
            self._lanes[lane] = deque([update])
            task = asyncio.create_task(self._work(lane), name=f"updates of {lane}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, lane: int) -> None:
        queue = self._lanes[lane]
        try:
            while queue:
                update = queue.popleft()
                try:
                    async with self._slots:
                        await self._deal_with(update)
                except Trouble:
                    self._left.add(update.update_id)
                except Exception as error:  # the update is still there for the next start
                    log.error("update %d is left for later: %s", update.update_id, describe(error))
        finally:
            del self._lanes[lane]

    async def _deal_with(self, stored: inbox.Update) -> None:
        try:
            update = raw.parsed(json.loads(stored.raw), self._bot)
            done = await self._feed(update, stored.update_id)
        except Trouble:
            raise
        except Exception as error:  # whatever a handler did not foresee: this update must not stop the others
            why = describe(error)
            log.error("update %d is set aside: %s", stored.update_id, why)
            await self._db.write(inbox.set_aside, stored.update_id, why, at=self._now())
            return
        if done is True:
            return
        try:
            await self._db.write(inbox.done, stored.update_id, at=self._now())
        except Trouble:  # a press that was answered is not to come back
            self._over.add(stored.update_id)

    async def _told_off(self, told: dict[str, Any]) -> bool:
        """Whether whoever sent this knows that it was not recorded."""
        if told["update_id"] in self._turned_away:
            return True
        try:
            update = raw.parsed(told, self._bot)
            knows = self._turn_away is not None and await self._turn_away(update)
        except Exception as error:  # whatever it is, it stays Telegram's
            log.error("update %d cannot be turned away: %s", told["update_id"], describe(error))
            return False
        if knows:
            self._turned_away.add(told["update_id"])
        return knows


def describe(error: BaseException) -> str:
    """What went wrong and where, without a word of what was being handled: that may be a secret."""
    if isinstance(error, ValidationError):
        places = ("{}: {}".format(".".join(map(str, found["loc"])), found["type"]) for found in error.errors())
        return f"cannot be parsed ({'; '.join(places)})"
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return " < ".join([type(error).__name__, *(f"{at.name}, {at.filename}:{at.lineno}" for at in reversed(frames))])
