"""Presses a second that the bot keeps up with over HTTP, and how long one waits at half of that, beside a bare bot.

200 tables of three, a local Telegram without flood limits. Ours: each press is stored (WAL, FULL), applied, committed
and answered, and changes three hands and a board, which are drawn and sent as the bot's own budget for Telegram (25
calls a second) allows. In a third program they are sent as fast as they are answered, and cost a call each. The bare
aiogram bot answers presses and does nothing else.

First as many presses as are answered, 64 under way at any time; then at half of the rate that ours kept up both bots,
whether or not earlier presses are answered. A bot has one core, Telegram and the people the others: the processor time
of both says who held back whom, and what a press costs a bot whoever did.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median, quantiles
from time import perf_counter, process_time

from bench.town import programs
from bench.town.crowd import Crowd, Idlers, Rehearsed, Timed, cast, pressed, running, sustained
from bench.town.programs import Program
from emulator import server
from emulator.limits import FloodControl
from emulator.server import Emulator
from emulator.world import Event, World

GOAL, GOAL_P99 = 0.3, 3.0
"""What share of the bare bot's presses a second ours must keep up with, and how many times its p99 ours may be."""
TABLES, SIZE, AT_ONCE = 200, 3, 64
RUNS, COUNT, WARM_UP = 3, 2500, 500
"""Runs of each bot, presses that count in each, and those before them that do not."""

Bot = Callable[[Emulator], AbstractAsyncContextManager[tuple[Program, Crowd]]]


@dataclass(frozen=True)
class Run:
    """What presses came to: how many seconds they took, of which the bot and Telegram worked so many; and how many
    screens were shown."""

    timed: Timed
    seconds: float
    bot: float
    telegram: float
    screens: int

    @property
    def presses(self) -> int:
        return len(self.timed.waited)

    @property
    def rate(self) -> float:
        return self.presses / self.seconds

    @property
    def p99(self) -> float:
        return quantiles(self.timed.waited, n=100)[98]

    @property
    def cost(self) -> float:
        """Milliseconds of the bot's processor time for a press."""
        return 1000 * self.bot / self.presses


def measure(quick: bool = False) -> Iterator[str]:
    """Runs of the bots in turns, then the medians. Quick: one run of 300 presses, no verdict's worth."""
    count = 300 if quick else COUNT
    with programs.apart() as core:
        yield _where(core)
        yield from _measured(core, 1 if quick else RUNS, count)


def _measured(core: set[int] | None, runs: int, count: int) -> Iterator[str]:
    shares, costs, every, times = [list[float]() for _ in range(4)]
    yield _row("", *_HEAD)
    for number in range(1, runs + 1):
        ours, half = asyncio.run(_runs(partial(_ours, core=core), count))
        bare, as_ours = asyncio.run(_runs(partial(_bare, core=core), count, half.rate))
        all_shown, _ = asyncio.run(_runs(partial(_ours, core=core, door="bench.town.unbounded"), count, 0))
        yield _told(f"{number} bare", bare)
        yield _told(f"{number} ours", ours)
        yield _told(f"{number} ours, all screens", all_shown)
        yield _told(f"{number} bare, half", as_ours)
        yield _told(f"{number} ours, half", half)
        shares.append(ours.rate / bare.rate)
        costs.append(ours.cost / bare.cost)
        every.append(all_shown.cost / bare.cost)
        times.append(half.p99 / as_ours.p99)
    share, p99 = median(shares), median(times)
    yield f"medians of the ratios: {share:.2f} of the bare bot's presses a second; p99 at half of that {p99:.2f} times"
    yield f"processor time for a press: {median(costs):.1f} times the bare bot's, with all screens {median(every):.1f}"
    yield f"goal: at least {GOAL} of the presses: {'reached' if share >= GOAL else 'MISSED'}"
    yield f"goal: p99 at most {GOAL_P99:.0f} times: {'reached' if p99 <= GOAL_P99 else 'MISSED'}"


def _where(core: set[int] | None) -> str:
    if core is None:
        return "one core, which all share"
    rest = ", ".join(str(n) for n in sorted(os.sched_getaffinity(0)))
    return f"a bot alone on core {min(core)}, Telegram and the people on {rest}; other work may share them"


_HEAD = ("presses/s", "p50 ms", "p99 ms", "bot ms", "Telegram ms", "bot busy", "screens", "load")
"""Of a press, but for the first and the busy ones."""


def _told(name: str, run: Run) -> str:
    figures = (f"{run.rate:.0f}", f"{median(run.timed.waited):.1f}", f"{run.p99:.1f}", f"{run.cost:.2f}")
    more = (f"{1000 * run.telegram / run.presses:.2f}", f"{run.bot / run.seconds:.0%}")
    last = (f"{run.screens / run.presses:.2f}", f"{os.getloadavg()[0]:.1f}")
    refused = f"  {run.timed.refused} refused" if run.timed.refused else ""
    return _row(name, *figures, *more, *last) + refused


def _row(name: str, *cells: str) -> str:
    return f"{name:20}" + "".join(f"{cell:>12}" for cell in cells)


@asynccontextmanager
async def _bare(emulator: Emulator, core: set[int] | None) -> AsyncIterator[tuple[Program, Crowd]]:
    async with programs.bare(emulator, core) as program:
        yield program, Idlers(emulator.world)


@asynccontextmanager
async def _ours(emulator: Emulator, core: set[int] | None, door: str = "bot") -> AsyncIterator[tuple[Program, Crowd]]:
    async with running(emulator, SIZE, partial(programs.ours, core=core, door=door)) as (program, players):
        yield program, Rehearsed(emulator.world, players)


async def _runs(bot: Bot, count: int, rate: float | None = None) -> tuple[Run, Run]:
    """A bot's presses as fast as they are answered, then at a rate: half of that if none is named. With 0 only the
    first."""
    world = World(cast(TABLES, SIZE), flood=FloodControl(on=False))
    emulator = await server.start(world)
    try:
        async with bot(emulator) as (program, crowd):
            await sustained(world, crowd, WARM_UP, AT_ONCE)
            gc.collect()
            gc.freeze()  # the clock's own pauses are nobody's
            fast = await _run(world, program, partial(sustained, world, crowd, count, AT_ONCE))
            rate = fast.rate / 2 if rate is None else rate
            return fast, await _run(world, program, partial(pressed, world, crowd, count, rate)) if rate else fast
    finally:
        gc.unfreeze()
        await emulator.stop()


async def _run(world: World, program: Program, press: Callable[[], Awaitable[Timed]]) -> Run:
    screens = 0

    def hear(event: Event) -> None:
        nonlocal screens
        screens += event["kind"] in ("message", "edited")

    deaf = world.listen(hear)
    at, bot, telegram = perf_counter(), program.cpu(), process_time()
    timed = await press()
    seconds = perf_counter() - at
    deaf()
    return Run(timed, seconds, program.cpu() - bot, process_time() - telegram, screens)
