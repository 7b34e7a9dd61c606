"""Updates in: fetched raw, stored, committed, only then acknowledged; parsed and dealt with one by one.

aiogram's own polling acknowledges a batch before its handlers are done and parses it as one value, so a crash loses
updates and one that it cannot parse stops the bot for good. Here an update is in the database before Telegram may
forget it, and one that makes trouble is set aside alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod
from aiogram.types import Update
from pydantic import ValidationError

from bot.storage import Database, inbox

log = logging.getLogger(__name__)

T = TypeVar("T")
Feed = Callable[[Update, int], Awaitable[object]]

LONG_POLL = 30
"""Seconds for which Telegram holds an empty answer back."""
CONFLICTS, CONFLICT_WINDOW = 6, 120.0
"""So many answers of "another getUpdates" within so many seconds are no predecessor that is still hanging up."""
PRUNE_EVERY = 3600.0


class IntakeError(Exception):
    """Polling cannot go on; the text is one sentence for the person who runs the bot."""


class TokenRefused(IntakeError):
    pass


class AnotherReader(IntakeError):
    """Another program, or a webhook, takes this bot's updates."""


class GetUpdates(TelegramMethod[list[dict[str, Any]]]):
    """getUpdates, answered as the JSON it is."""

    __returning__ = list[dict[str, Any]]
    __api_method__ = "getUpdates"

    offset: int | None
    timeout: int
    allowed_updates: list[str] | None


class Intake:
    """`run` polls until `stop`; a webhook would call `accept` instead.

    `feed(update, update_id)` deals with one update. It may mark it done within the transaction of what it causes;
    whatever it left is marked when it returns. Updates of one person are fed one after the other, of different people
    side by side, `parallel` at most. `heard()` is told whenever Telegram has answered, before the answer is looked at.
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
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._bot, self._db, self._feed, self._heard = bot, db, feed, heard
        self._now, self._sleep = now, sleep
        self._allowed = None if allowed_updates is None else list(allowed_updates)
        self._lanes: dict[int, deque[inbox.Update]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(parallel)
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Feed what an earlier process left, then poll until `stop`; return when all that was stored is dealt with.

        Raises TokenRefused and AnotherReader.
        """
        try:
            await self.resume()
            await self._poll()
        finally:
            await self.settle()

    def stop(self) -> None:
        """Take no more updates. What Telegram was not told to forget comes again to the next process."""
        self._stopping.set()

    async def resume(self) -> None:
        """Feed what an earlier process stored and did not finish."""
        self._dispatch(await self._db.ask(inbox.pending))

    async def accept(self, updates: Iterable[dict[str, Any]]) -> None:
        """Store these and return once that is committed; they are fed in the background. Known ones are ignored."""
        batch = [inbox.Update(update["update_id"], json.dumps(update, ensure_ascii=False)) for update in updates]
        self._dispatch(await self._db.write(inbox.store, batch, at=self._now()))

    async def settle(self) -> None:
        """Wait until everything accepted so far is dealt with."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _poll(self) -> None:
        offset, failures, conflicts, pruned_at = None, 0, deque[float](maxlen=CONFLICTS), float("-inf")
        while not self._stopping.is_set():
            if self._now() - pruned_at >= PRUNE_EVERY:
                pruned_at = self._now()
                await self._db.write(inbox.prune, at=pruned_at)
            call = GetUpdates(offset=offset, timeout=LONG_POLL, allowed_updates=self._allowed)
            try:
                updates = await self._unless_stopped(self._bot(call, request_timeout=LONG_POLL + 10))
            except (TelegramUnauthorizedError, TelegramNotFound):
                raise TokenRefused("Telegram does not know BOT_TOKEN: check it with @BotFather") from None
            except TelegramConflictError as error:
                conflicts.append(self._now())
                if "webhook" in error.message:
                    raise AnotherReader("a webhook is set for this bot: delete it (deleteWebhook) to poll") from None
                if len(conflicts) == CONFLICTS and conflicts[-1] - conflicts[0] < CONFLICT_WINDOW:
                    raise AnotherReader("another program polls with the same BOT_TOKEN: stop one of the two") from None
                await self._pause(random.uniform(1, 3))
            except TelegramRetryAfter as error:
                log.warning("polling too often: waiting %s s as told", error.retry_after)
                await self._pause(error.retry_after)
            except AiogramError as error:
                failures += 1
                seconds = random.uniform(0.5, 1) * min(30, 2 ** min(failures, 5))
                # Never the error itself: a garbled answer is quoted in it, people's messages and all.
                log.warning("no updates (%s, %d in a row): next try in %.0f s", type(error).__name__, failures, seconds)
                await self._pause(seconds)
            else:
                failures = 0
                if updates is not None:
                    await self._tell_heard()
                if updates:
                    await self.accept(updates)
                # One call with an offset has confirmed everything before it; without one, numbers may start anew.
                offset = max(update["update_id"] for update in updates) + 1 if updates else None

    async def _tell_heard(self) -> None:
        if self._heard is not None:
            try:
                await self._heard()
            except Exception as error:  # what has come is not to wait for that
                log.error("that Telegram answers could not be told: %s", describe(error))

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
            lane = _lane(update.raw)
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
                except Exception as error:  # the database failed: the update is still there for the next start
                    log.error("update %d is left for later: %s", update.update_id, describe(error))
        finally:
            del self._lanes[lane]

    async def _deal_with(self, stored: inbox.Update) -> None:
        try:
            update = Update.model_validate_json(stored.raw, context={"bot": self._bot})
            await self._feed(update, stored.update_id)
        except Exception as error:  # whatever a handler did not foresee: this update must not stop the others
            why = describe(error)
            log.error("update %d is set aside: %s", stored.update_id, why)
            await self._db.write(inbox.set_aside, stored.update_id, why, at=self._now())
        else:
            await self._db.write(inbox.done, stored.update_id, at=self._now())


def _lane(raw: str) -> int:
    """Whose update it is: a person's id, else a chat's, else 0. One lane keeps its order."""
    for happened in json.loads(raw).values():
        if isinstance(happened, dict):
            who = happened.get("from") or happened.get("user") or happened.get("chat")
            if isinstance(who, dict) and isinstance(who.get("id"), int):
                return int(who["id"])
    return 0


def describe(error: BaseException) -> str:
    """What went wrong and where, without a word of what was being handled: that may be a secret."""
    if isinstance(error, ValidationError):
        places = ("{}: {}".format(".".join(map(str, found["loc"])), found["type"]) for found in error.errors())
        return f"cannot be parsed ({'; '.join(places)})"
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return " < ".join([type(error).__name__, *(f"{at.name}, {at.filename}:{at.lineno}" for at in reversed(frames))])
