"""Computer players at the table. They think for about as long as a person would, whatever they have to think about:
how quickly a seat answers must not tell what it holds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.game import rules
from bot.game.actions import Action, Seat
from bot.game.state import State
from bot.game.view import view
from bot.host.chance import between
from bot.host.sitting import Sitting
from bot.players import choose
from bot.storage import Trouble

log = logging.getLogger(__name__)

PACE = (0.9, 2.4)
"""Seconds, from and to, that a computer player takes for any answer."""


def asked_computer(state: State | None) -> Seat | None:
    """The computer seat that the table waits for, if it waits for one."""
    if state is None:
        return None
    return next((s for s in rules.asked(state) if s in state.table.computers), None)


class Computers:
    """Answers for computer seats, one task a table while one of them is asked."""

    def __init__(
        self,
        act: Callable[[Sitting, Seat, Action], Awaitable[None]],
        pace: tuple[float, float] = PACE,
    ) -> None:
        self._act, self._pace = act, pace
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self, sitting: Sitting) -> None:
        """See to it that a computer that is asked will answer. Returns at once."""
        thinking = self._tasks.get(sitting.table)
        if asked_computer(sitting.state) is None or (thinking is not None and not thinking.done()):
            return
        task = asyncio.create_task(self._play(sitting), name=f"computers at table {sitting.table}")
        self._tasks[sitting.table] = task
        task.add_done_callback(lambda done: self._forget(sitting.table, done))

    async def close(self) -> None:
        """Stop thinking. What was committed stands; the rest is thought again after a restart."""
        for task in tuple(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _forget(self, table: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is done:
            del self._tasks[table]

    async def _play(self, sitting: Sitting) -> None:
        try:
            while (state := sitting.state) is not None and (seat := asked_computer(state)) is not None:
                # It thinks while it pauses, and in a thread: an auction takes it a third of a second.
                thinking = asyncio.to_thread(choose, view(state, seat))
                action, _ = await asyncio.gather(thinking, asyncio.sleep(between(*self._pace)))
                async with sitting.lock:
                    if sitting.state is state:
                        await self._act(sitting, seat, action)
        except Trouble:  # it is woken when that is over
            return
        except Exception as error:  # said without the cards; the table waits until it is opened again
            log.error("the computer at table %d failed: %s", sitting.table, type(error).__name__)
            raise
