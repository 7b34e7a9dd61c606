"""After a start: what stirs comes into memory and goes on, and nobody waits for the rest.

Most pulkas that have not ended wait for a person. They stay on the disk until he presses something, and cost a start
nothing. A table stirs when something is to be done there without anybody's press: its screens show less than its log, a
deal's result is not said for sure, a computer may be to move, a card may play itself, everybody in its lobby is ready;
or when it shows a time, since all times have moved by as long as the bot was away.

The newest come first. `AT_ONCE` are done before the bot is ready; the others a few at a time, as long as neither
drawing nor Telegram is behind with what people do meanwhile. Whoever presses at a table that has not come yet has it
read for him at once, and its turn still comes. Deadlines need nobody here: they strike from the database.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from enum import IntEnum
from functools import partial

from bot.host.scene import Stage
from bot.host.sitting import Clock, Sitting, Sittings
from bot.storage import Database, Trouble, screens, unfinished

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Tables that are seen to before the bot is ready."""
A_FEW = 10
"""Tables that are seen to between two pauses afterwards."""
PAUSE = 0.1
"""Seconds of such a pause."""
PATIENCE = 5.0
"""Seconds after which the next few come even if there is no room for what they show: they are not to wait for ever."""


class How(IntEnum):
    """What a table is looked at for; of two reasons the greater one counts."""

    GOES_ON = 0
    """It does what it does by itself, and is shown if that was something."""
    SHOWN = 1
    RUNG = 2
    """Presses may have been lost: whoever is asked there is told again."""


class Revival:
    """`go_on` does what is to be done at a table without a press. `room`: whether what is shown now is shown soon."""

    def __init__(
        self,
        db: Database,
        sittings: Sittings,
        go_on: Callable[[Sitting], Awaitable[None]],
        stage: Stage,
        now: Clock,
        room: Callable[[], bool] = lambda: True,
    ) -> None:
        self._db, self._sittings, self._go_on = db, sittings, go_on
        self._stage, self._now, self._room = stage, now, room
        self._todo: dict[int, How] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many tables have not been seen to yet."""
        return len(self._todo)

    async def begin(self, shown: Iterable[int] = (), *, rung: bool) -> None:
        """See to everything that stirs, and show these tables besides; the first of them are done when this returns.

        `rung`: presses may have been lost, at any table. Raises Trouble.
        """
        for table, how in (await self._db.ask(_wanted, rung=rung)).items():
            self._note(table, how)
        for table in shown:
            self._note(table, How.RUNG if rung else How.SHOWN)
        await self._see_to(AT_ONCE)
        if self._todo and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="revival")

    async def close(self) -> None:
        """See to no more. The next start finds what stirs then."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _note(self, table: int, how: How) -> None:
        self._todo[table] = max(how, self._todo.get(table, how))

    async def _run(self) -> None:
        try:
            while self._todo:
                await self._pause()
                await self._see_to(A_FEW)
        except Trouble:  # when that is over all begins anew
            return
        log.info("every table that stirred has been seen to")

    async def _pause(self) -> None:
        for _ in range(int(PATIENCE / PAUSE)):
            await asyncio.sleep(PAUSE)
            if self._room():
                return

    async def _see_to(self, most: int) -> None:
        for _ in range(min(most, len(self._todo))):
            table = next(iter(self._todo), None)
            if table is None:
                return
            how = self._todo.pop(table)
            try:
                await self._sittings.visit(table, partial(self._revive, how))
            except Trouble:
                self._note(table, how)
                raise
            except Exception as error:  # this table waits until somebody presses there; the others are not to
                log.error("table %d does not go on: %s", table, type(error).__name__)

    async def _revive(self, how: How, sitting: Sitting) -> None:
        before = sitting.scene(self._now()).seq
        await self._go_on(sitting)
        scene = sitting.scene(self._now())
        if how is How.RUNG:
            self._stage.missed(scene)
        elif how is How.SHOWN or sitting.times.due or scene.seq > before:
            self._stage.changed(scene)


def _wanted(conn: sqlite3.Connection, *, rung: bool) -> dict[int, How]:
    """The tables that stir: those that are over first, for what they have to say is said once; then the newest."""
    behind, newest = set(screens.behind(conn)), unfinished.by_last_action(conn)
    stirring = behind | set(unfinished.stirring(conn))
    found = [*sorted(behind.difference(newest)), *(table for table in newest if table in stirring)]
    if rung:
        return dict.fromkeys([*found, *newest], How.RUNG)
    return {table: How.SHOWN if table in behind else How.GOES_ON for table in found}
