"""From the start of the program to the first answer, with 10,000 unfinished pulkas in the database, beside one with 1.

The pulkas are copies of one that is under way: all their people wait for somebody's move, and see on their screens how
it stands. A bot that starts owes them nothing until somebody presses; the first press is one at the pulka itself, made
as soon as `/readyz` says that the bot plays. How long after that it is answered, what a pulka more costs until then,
and how much memory it takes.
"""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import aiohttp

from bench.town import programs
from bench.town.crowd import PATIENCE, Players, cast, pressed
from bench.town.tables import Table, begun, looking
from emulator import server
from emulator.limits import FloodControl
from emulator.server import Emulator
from emulator.world import World
from tests.copies import copied

GOAL = 2.0
"""Seconds after "ready" within which the first press is to be answered."""
MANY, QUICK, RUNS = 10_000, 500, 3


@dataclass(frozen=True)
class Start:
    """Seconds until ready and from then to the first answer; processor seconds and bytes of memory by then."""

    ready: float
    answer: float
    cpu: float
    memory: int


def measure(quick: bool = False) -> Iterator[str]:
    """Starts with one pulka and with many in turns, then the medians. Quick: one of each, with 500."""
    many = QUICK if quick else MANY
    yield f"{'pulkas':>8}{'ready s':>10}{'answer s':>10}{'cpu s':>8}{'MB':>8}"
    started: dict[int, list[Start]] = {1: [], many: []}
    for _ in range(1 if quick else RUNS):
        for pulkas, starts in started.items():
            starts.append(start := asyncio.run(_started(pulkas)))
            megabytes = start.memory / 1e6
            yield f"{pulkas:8}{start.ready:10.2f}{start.answer:10.3f}{start.cpu:8.2f}{megabytes:8.1f}"
    alone, crowded = started[1], started[many]

    def more(what: str) -> float:
        """What a pulka more costs."""
        few, all_of_them = (median(getattr(start, what) for start in starts) for starts in (alone, crowded))
        return (all_of_them - few) / (many - 1)

    yield f"a pulka more: {1000 * more('ready'):.3f} ms until ready, {1000 * more('cpu'):.3f} ms of processor time"
    yield f"a pulka more that nobody touches: {more('memory'):.0f} bytes of memory"
    worst = max(start.answer for start in crowded)
    yield f"goal: first answer within {GOAL:.0f} s of ready: {worst:.2f}, {'reached' if worst <= GOAL else 'MISSED'}"


async def _started(pulkas: int) -> Start:
    emulator = await server.start(World(cast(1, 3), flood=FloodControl(on=False)))
    try:
        with TemporaryDirectory(prefix="preferans-bench-") as folder:
            database = Path(folder, "preferans.db")
            (table,) = await begun(database, emulator.world)
            async with programs.ours(emulator, database, HTTP_PORT=str(port := _port())):
                await _ready(port)
                await _shown(emulator, table, database)
            with closing(sqlite3.connect(database, isolation_level=None)) as conn:
                copied(conn, table.id, pulkas - 1)
            return await _measured(emulator, table, database)
    finally:
        await emulator.stop()


async def _shown(emulator: Emulator, table: Table, database: Path) -> None:
    """A few presses have been answered and shown: the screens stand as at any time of a deal."""
    with looking(database) as look:
        await pressed(emulator.world, Players(emulator.world, [table], look, Random(1)), 4, 2)
    await asyncio.sleep(3)


async def _measured(emulator: Emulator, table: Table, database: Path) -> Start:
    begun_at = perf_counter()
    async with programs.ours(emulator, database, HTTP_PORT=str(port := _port())) as program:
        await _ready(port)
        ready = perf_counter() - begun_at
        with looking(database) as look:
            first = await pressed(emulator.world, Players(emulator.world, [table], look, Random(2)), 1, 1)
        if first.refused:
            raise RuntimeError("the first press was refused")
        return Start(ready, first.waited[0] / 1000, program.cpu(), program.memory())


def _port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def _ready(port: int) -> None:
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        while True:
            try:
                async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.01)
