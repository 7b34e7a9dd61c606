"""Whether the bot is up and hears Telegram. While it is deaf no clock strikes; what it was away is given back.

Away is away, whatever the reason: a restart, a machine that slept, a network that was gone. Presses live 150 s in
Telegram's queue, so after two minutes some may be lost, and whoever is asked is told again.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable

from bot.host.sitting import Clock
from bot.storage import Database, Trouble, clocks, deadlines, inbox, pulse

AWAY = 120.0
"""Seconds of silence after which presses may be lost."""
DEAF = 75.0
"""Seconds since Telegram answered last, if only that there is nothing new: it does so every half minute."""
BEAT = 15.0
"""Seconds between two notes on the disk that the bot is up."""
RESUMED = 5.0
"""Seconds after coming back before anything strikes: what was pressed meanwhile has to arrive first."""


class Hearing:
    """`listens`: somebody calls `heard` whenever Telegram has answered; otherwise the bot is taken to hear.

    `now` dates what is stored; silence is measured by `clock`.
    """

    def __init__(
        self, db: Database, now: Clock, *, listens: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self._db, self._now, self._listens, self._clock = db, now, listens, clock
        self._last = clock()
        self._noted = float("-inf")

    @property
    def deaf(self) -> bool:
        """Whether Telegram has been silent for longer than it is when all is well."""
        return self._listens and self._clock() - self._last > DEAF

    async def back(self) -> float:
        """After a start: give every clock the time for which the bot was not up; how many seconds that were."""
        now = self._now()

        def store(conn: sqlite3.Connection) -> float:
            known = [at for at in (inbox.heard_at(conn), pulse.last(conn)) if at is not None]
            seconds = max(0.0, now - max(known)) if known else 0.0
            _give_back(conn, seconds, now)
            return seconds

        seconds = await self._db.write(store)
        self._last, self._noted = self._clock(), self._clock()
        return seconds

    async def heard(self) -> float:
        """Telegram has answered; the seconds that every clock was given because it had been silent, mostly none."""
        at, now = self._clock(), self._now()
        silent, self._last = at - self._last, at
        if silent > DEAF:
            self._noted = at
            try:
                await self._db.write(_give_back, silent, now)
            except Trouble:  # when that is over all of it is given back
                return 0.0
            return silent
        if at - self._noted >= BEAT:
            await self.note()
        return 0.0

    async def note(self) -> None:
        """The bot is up at this moment, if it is not deaf."""
        if not self.deaf:
            self._noted = self._clock()
            with contextlib.suppress(Trouble):  # nothing can be done then, so that time is given back too
                await self._db.write(pulse.beat, self._now())


def _give_back(conn: sqlite3.Connection, seconds: float, now: float) -> None:
    deadlines.postpone(conn, seconds, now + RESUMED)
    clocks.postpone(conn, seconds)
    pulse.beat(conn, now)
