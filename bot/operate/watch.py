"""When the database is in trouble no action is taken: it is said once, tried again, and then all goes on.

Actions are refused by the database itself (`Database.write`); this is who tells of it and who finds it mended. What
cannot mend by itself ends the process with a sentence: to go on upon a broken file would be to lose more of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from bot.storage import Database, Trouble

log = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds between two tries."""


class Watch:
    """`again` is called when actions are taken again."""

    def __init__(
        self,
        db: Database,
        again: Callable[[], Awaitable[object]],
        *,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._db, self._again, self._sleep = db, again, sleep

    async def run(self) -> None:
        """Watch until cancelled. Raises Trouble that does not pass."""
        while True:
            trouble: Trouble | None = await self._db.troubled()
            log.error("no action is taken: %s", trouble)
            while trouble is not None:
                if not trouble.passes:
                    raise trouble
                await self._sleep(EVERY)
                trouble = await self._db.tries()
            log.warning("actions are taken again")
            try:
                await self._again()
            except Trouble:  # it has come back
                continue
