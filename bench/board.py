"""How old the group's board is: seconds from a press that was accepted until the board shows what came of it. The
press that closes a deal is shown when the deal's board has become its result.

The local Telegram keeps its flood limits (a group: 20 sends and edits in any minute), people press once a second at
each table. With k tables in one group its budget is shared, so that their boards may be k times as old.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import quantiles
from time import perf_counter

from bench.town.crowd import Players, cast, playing, pressed
from bench.town.tables import Table
from bot.delivery import Wanted
from bot.game.state import Between
from bot.host import Scene, Sitter
from bot.staging import Staging
from emulator import html, server
from emulator.world import Event, World

USUAL, OLDEST = 6.0, 12.0
"""Seconds: the age that 95 boards of 100 may have, and the age that none may have; with one table in the group."""
SIZE, DEALS, RATE = 4, 3, 1.0
SHARING = (1, 2, 3)
"""How many tables are in one group."""


def measure(quick: bool = False) -> Iterator[str]:
    """Quick: a deal, one table in the group and two."""
    for tables in SHARING[:2] if quick else SHARING:
        ages = asyncio.run(_played(tables, 1 if quick else DEALS))
        p95 = quantiles(ages, n=20)[18]
        kept = p95 <= USUAL * tables and max(ages) <= OLDEST * tables
        yield (
            f"{tables} in a group, {len(ages)} presses: p95 {p95:.1f} s, oldest {max(ages):.1f} s (goal: at most"
            f" {USUAL * tables:.0f} and {OLDEST * tables:.0f}) {'reached' if kept else 'MISSED'}"
        )


class _Unseen:
    """A delivery that shows nothing."""

    def show(self, wanted: object) -> None: ...


@dataclass(frozen=True)
class _Due:
    """What a group is to show since a moment; any of these texts."""

    since: float
    texts: frozenset[str]


class Watch:
    """Watches the group's messages and notes how long each state of each table took to be seen there."""

    def __init__(self, world: World) -> None:
        self._world, self._staging = world, Staging(_Unseen())
        self._due = dict[int, list[_Due]]()
        self.ages = list[float]()
        world.listen(self._hear)

    def expect(self, table: Table, since: float) -> None:
        """The board should show this table as it stands; it has been so since `since`."""
        due = _Due(since, frozenset(html.parse(w.screen.text)[0] for w in self._group_screens(table)))
        self._due.setdefault(table.id, []).append(due)

    @property
    def waits(self) -> bool:
        """Whether something is still to be shown."""
        return any(self._due.values())

    def _group_screens(self, table: Table) -> Iterator[Wanted]:
        people = self._world.people
        sitters = tuple(Sitter(seat, people[who].first_name, who) for seat, who in table.people.items())
        phase, agreement = table.state.phase, table.state.table.agreement
        closed = isinstance(phase, Between) and phase.last and not phase.ready
        untold = (table.state,) if closed else ()
        scene = Scene(table.id, 0, "ru", "playing", len(sitters), agreement, sitters, table.state, untold)
        return (w for w in self._staging.wanted(scene) if w.place.key.startswith("board"))

    def _hear(self, event: Event) -> None:
        if event["kind"] not in ("message", "edited") or event["chat_id"] > 0:
            return
        shown, now = self._world.chats[event["chat_id"]].messages[event["message"]["message_id"]].text, perf_counter()
        for table, due in self._due.items():
            newest = max((n for n, one in enumerate(due) if shown in one.texts), default=-1)
            self.ages += [now - one.since for one in due[: newest + 1]]
            self._due[table] = due[newest + 1 :]


async def _played(tables: int, deals: int) -> list[float]:
    people = cast(1, SIZE * tables)
    emulator = await server.start(World(people))
    try:
        async with playing(emulator, SIZE) as everybody:
            watch = Watch(emulator.world)
            await asyncio.gather(*(_evening(emulator.world, some, watch, deals) for some in everybody.apart()))
            async with asyncio.timeout(OLDEST * 2 * tables):
                while watch.waits:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            return watch.ages
    finally:
        await emulator.stop()


async def _evening(world: World, players: Players, watch: Watch, deals: int) -> None:
    """So many deals at one table, a press a second."""
    loop, (table,) = asyncio.get_running_loop(), players.tables
    while players.deals < deals:
        next_at, begun_at = loop.time() + 1 / RATE, perf_counter()
        await pressed(world, players, 1, RATE)
        players.wait_for_deck(table)
        watch.expect(table, begun_at)
        await asyncio.sleep(next_at - loop.time())
