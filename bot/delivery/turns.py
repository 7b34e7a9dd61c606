"""Whose call is next, when the chats together want to make more calls than Telegram allows."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable, Coroutine
from typing import Any

from bot.delivery.budget import Budget

INSTANT = 0.001
"""Seconds not worth a sleep, which may end as much too early."""
HEAD_START = 1.0
"""Seconds that a call of one priority goes before one of the next that has waited as long: nobody waits for ever."""


class Turns:
    """The budget of all chats together, given out one call at a time: the others sleep meanwhile.

    A turn that is not used is given back. `clock` and `sleep` as `Delivery` has them.
    """

    def __init__(
        self, budget: Budget, clock: Callable[[], float], sleep: Callable[[float], Coroutine[Any, Any, None]]
    ) -> None:
        self._budget, self._clock, self._sleep = budget, clock, sleep
        self._shut_until = float("-inf")
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._giving: asyncio.Task[None] | None = None
        self._spare = 0

    def shut(self, until: float) -> None:
        """Nobody calls before that time."""
        self._shut_until = until

    def at_once(self) -> bool:
        """Take a turn if there is one for which nobody has waited longer."""
        if self._waiting or self._pause() > INSTANT:
            return False
        self._spend()
        return True

    async def wait(self, priority: int) -> None:
        """Take a turn when it comes."""
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self._clock() + priority * HEAD_START, next(self._numbers), turn))
        if self._giving is None:
            self._giving = asyncio.create_task(self._give(), name="delivery to all chats in turn")
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """A turn that was taken is not needed."""
        self._spare += 1

    async def close(self) -> None:
        """Give no more turns."""
        if self._giving is not None:
            self._giving.cancel()
            await asyncio.gather(self._giving, return_exceptions=True)

    async def _give(self) -> None:
        try:
            while self._waiting:
                if (pause := self._pause()) > INSTANT:
                    await self._sleep(pause)
                    continue
                _, _, turn = heapq.heappop(self._waiting)
                if not turn.done():
                    self._spend()
                    turn.set_result(None)
        finally:
            self._giving = None

    def _pause(self) -> float:
        now = self._clock()
        return max(self._shut_until - now, 0.0 if self._spare else self._budget.wait(now))

    def _spend(self) -> None:
        if self._spare:
            self._spare -= 1
        else:
            self._budget.spend(self._clock())
