"""When the clock acts at a table. Times are stored as absolute ones, so that a process that starts anew keeps them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from bot.host.sitting import Clock
from bot.storage import Database, Trouble, deadlines

log = logging.getLogger(__name__)

LONGEST = 60.0
"""Seconds of one sleep: the machine's clock may be set anew meanwhile."""
AGAIN = 5.0
"""Seconds until what could not be done in time is tried again."""


class Alarms:
    """Sleeps until the earliest deadline of all tables and rings. Whoever is rung for clears the deadline."""

    def __init__(
        self,
        db: Database,
        ring: Callable[[deadlines.Deadline], Awaitable[None]],
        now: Clock,
        deaf: Callable[[], bool] = lambda: False,
    ) -> None:
        self._db, self._ring, self._now, self._deaf = db, ring, now, deaf
        self._changed = asyncio.Event()
        self._earliest = float("inf")
        self._task: asyncio.Task[None] | None = None

    def wake(self, at: float = float("-inf")) -> None:
        """Something is due at that time, or deadlines may have changed otherwise. Returns at once."""
        if at < self._earliest:
            self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="alarms")

    async def close(self) -> None:
        """Stop ringing; the deadlines stay."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                seconds = await self._ring_what_is_due()
            except Trouble:  # the deadlines are still there, and whoever watches over the database tells of it
                seconds = AGAIN
            except Exception as error:  # the database failed: the deadlines are still there
                log.error("deadlines cannot be read: %s", type(error).__name__)
                seconds = AGAIN
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):  # wait_for may swallow a cancellation that comes with the event
                    await self._changed.wait()

    async def _ring_what_is_due(self) -> float | None:
        """Seconds until it is to be looked again; None when there is nothing to wait for. While Telegram is not heard
        nothing rings: whoever is on the clock could not press."""
        if self._deaf():
            return AGAIN
        for deadline in await self._db.ask(deadlines.due, at=self._now()):
            try:
                await self._ring(deadline)
            except Trouble:
                raise
            except Exception as error:
                log.error("%s at table %d failed: %s", deadline.kind, deadline.table, type(error).__name__)
        earliest = await self._db.ask(deadlines.next_at)
        self._earliest = float("inf") if earliest is None else earliest
        if earliest is None:
            return None
        left = earliest - self._now()
        return min(left, LONGEST) if left > 0 else AGAIN
