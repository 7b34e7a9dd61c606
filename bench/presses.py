"""From a press to its answer, at 50 presses a second over 20 tables of three, beside a bare aiogram bot.

Both bots run as processes of their own against a local Telegram without flood limits, in turns. The presses come at a
fixed rate, whether or not earlier ones were answered. Ours are answers of the game: each is committed (WAL, FULL) and
changes three hands and a board, which are drawn and sent as the bot's own budgets allow. The bare bot gets the same
number of presses by the same people on a message with as many buttons, and only answers.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from statistics import median, quantiles

from bench.town import programs
from bench.town.crowd import Crowd, Idlers, Timed, cast, playing, pressed
from emulator import server
from emulator.limits import FloodControl
from emulator.server import Emulator
from emulator.world import World

GOAL = 2.0
"""How many times the bare bot's p99 ours may be."""
RATE, TABLES, SIZE = 50, 20, 3
RUNS, COUNT, WARM_UP = 5, 1000, 150
"""Pairs of runs, presses that count in each, and those before them that do not."""


def measure(quick: bool = False) -> Iterator[str]:
    """Interleaved pairs of runs, then the medians of the ratios. Quick: one pair of 300 presses, no verdict's worth."""
    runs, count = (1, 300) if quick else (RUNS, COUNT)
    p50s, p99s = list[float](), list[float]()
    yield _row("", "bare", "", "ours", "", "times", "")
    yield _row("ms", *["p50", "p99"] * 3)
    for run in range(1, runs + 1):
        bare = asyncio.run(_timed(_bare, count))
        ours = asyncio.run(_timed(playing, count))
        p50s.append(_p50(ours) / _p50(bare))
        p99s.append(_p99(ours) / _p99(bare))
        figures = (_p50(bare), _p99(bare), _p50(ours), _p99(ours), p50s[-1], p99s[-1])
        refused = f"  {ours.refused} refused" if ours.refused else ""
        yield _row(f"run {run}", *(f"{figure:.1f}" for figure in figures)) + refused
    yield f"median of the ratios: p50 {median(p50s):.2f}, p99 {median(p99s):.2f}"
    yield f"goal: p99 at most {GOAL:.0f} times: {'reached' if median(p99s) <= GOAL else 'MISSED'}"


def _row(name: str, *cells: str) -> str:
    return f"{name:6}" + "".join(f"{cell:>8}" for cell in cells)


def _p50(timed: Timed) -> float:
    return median(timed.waited)


def _p99(timed: Timed) -> float:
    return quantiles(timed.waited, n=100)[98]


@asynccontextmanager
async def _bare(emulator: Emulator) -> AsyncIterator[Crowd]:
    async with programs.bare(emulator):
        yield Idlers(emulator.world)


async def _timed(bot: Callable[[Emulator], AbstractAsyncContextManager[Crowd]], count: int) -> Timed:
    emulator = await server.start(World(cast(TABLES, SIZE), flood=FloodControl(on=False)))
    try:
        async with bot(emulator) as crowd:
            await pressed(emulator.world, crowd, 1, RATE)  # the bot is there
            await pressed(emulator.world, crowd, WARM_UP, RATE)
            gc.collect()
            gc.freeze()  # the clock's own pauses are nobody's
            return await pressed(emulator.world, crowd, count, RATE)
    finally:
        await emulator.stop()
