"""The waiting half of getUpdates: one reader at a time, until something comes or the time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from emulator.methods.updates import get_updates
from emulator.mischief import Mischief
from emulator.parameters import Arguments
from emulator.refusals import HOOKED, NOW_HOOKED, conflict
from emulator.world import World

LONGEST_WAIT = 50  # seconds, whatever the bot asks for

_ARRIVED, _ELSEWHERE, _HOOKED, _DROPPED = "arrived", "elsewhere", "hooked", "dropped"


class ConnectionDropped(Exception):
    """This poll is never answered: the server went away, or the one who asked."""


class Polling:
    def __init__(self, world: World, mischief: Mischief) -> None:
        self._world = world
        self._waiting: asyncio.Future[str] | None = None
        self._mischief = mischief
        world.updates.on_arrival(lambda: self._wake(_ARRIVED))
        world.on_hook(lambda: self._wake(_HOOKED) if world.hook.url else None)

    async def get_updates(self, arguments: Arguments, gone: Callable[[], bool]) -> str:
        """The updates as a JSON array. Refused with 409 if there is a webhook, or another reader comes
        meanwhile.

        `gone()` tells whether the connection of the one who asks is lost: then nothing counts as delivered.
        """
        if self._world.hook.url:
            raise conflict(HOOKED)
        self._wake(_ELSEWHERE)
        wait = min(max(arguments.get("timeout", 0), 0), LONGEST_WAIT)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + wait
        read = get_updates(self._world, arguments)
        while not read and (left := deadline - loop.time()) > 0:
            await self._sleep(left)
            if gone():
                raise ConnectionDropped
            read = get_updates(self._world, arguments)
        if read:
            await asyncio.sleep(self._mischief.late())
            if gone():
                raise ConnectionDropped
        return "[" + ",".join(update.json for update in self._mischief.batch(read)) + "]"

    def drop(self) -> None:
        """Leave the reader without an answer."""
        self._wake(_DROPPED)

    async def _sleep(self, seconds: float) -> None:
        waiting = self._waiting = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                woken = await waiting
        except TimeoutError:
            return
        finally:
            if self._waiting is waiting:
                self._waiting = None
        if woken == _ELSEWHERE:
            raise conflict()
        if woken == _HOOKED:
            raise conflict(NOW_HOOKED)
        if woken == _DROPPED:
            raise ConnectionDropped

    def _wake(self, why: str) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(why)
