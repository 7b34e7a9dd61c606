"""From a press to its answer, at 50 presses a second over 20 tables of three, beside a bare aiogram bot.

Both bots run as processes of their own against a local Telegram without flood limits, in turns. The presses come at a
fixed rate, whether or not earlier ones were answered. Ours are answers of the game: each is committed (WAL, FULL) and
changes three hands and a board, which are drawn and sent as the bot's own budgets allow. The bare bot gets the same
number of presses by the same people on a message with as many buttons, and only answers.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Protocol

from bench.town import programs
from bench.town.tables import Table, begun, looking
from bot.game.actions import Action
from bot.game.state import State
from emulator import acts, server
from emulator.cast import Cast, Group
from emulator.chats import Person
from emulator.limits import FloodControl
from emulator.server import Emulator
from emulator.world import Event, World
from tests.aimed import AIMS, Player

GOAL = 2.0
"""How many times the bare bot's p99 ours may be."""
RATE, TABLES, SIZE = 50, 20, 3
RUNS, COUNT, WARM_UP = 5, 1000, 150
"""Pairs of runs, presses that count in each, and those before them that do not."""
PATIENCE = 120.0
"""Seconds that a bot may take to start and to show all tables."""


@dataclass
class Timed:
    """Presses and how long each waited, milliseconds; `refused` were answered with a word."""

    waited: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def p50(self) -> float:
        return median(self.waited)

    @property
    def p99(self) -> float:
        return quantiles(self.waited, n=100)[98]


def measure(quick: bool = False) -> Iterator[str]:
    """Interleaved pairs of runs, then the medians of the ratios. Quick: one pair of 300 presses, no verdict's worth."""
    runs, count = (1, 300) if quick else (RUNS, COUNT)
    p50s, p99s = list[float](), list[float]()
    yield _row("", "bare", "", "ours", "", "times", "")
    yield _row("ms", *["p50", "p99"] * 3)
    for run in range(1, runs + 1):
        bare = asyncio.run(_timed(_bare, count))
        ours = asyncio.run(_timed(_ours, count))
        p50s.append(ours.p50 / bare.p50)
        p99s.append(ours.p99 / bare.p99)
        figures = (bare.p50, bare.p99, ours.p50, ours.p99, p50s[-1], p99s[-1])
        refused = f"  {ours.refused} refused" if ours.refused else ""
        yield _row(f"run {run}", *(f"{figure:.1f}" for figure in figures)) + refused
    yield f"median of the ratios: p50 {median(p50s):.2f}, p99 {median(p99s):.2f}"
    yield f"goal: p99 at most {GOAL:.0f} times: {'reached' if median(p99s) <= GOAL else 'MISSED'}"


def _row(name: str, *cells: str) -> str:
    return f"{name:6}" + "".join(f"{cell:>8}" for cell in cells)


@dataclass(frozen=True)
class Press:
    """`person` presses what carries `data` on a message of his private chat, at the table `table` if at any."""

    person: int
    message: int
    data: str
    table: Table | None = None


class Crowd(Protocol):
    """Who presses."""

    def press(self) -> Press:
        """The next press."""

    def refused(self, press: Press) -> None:
        """It was answered with a word: nothing came of it."""


class Idlers:
    """People before a bot that only answers: everybody in turn presses the same button."""

    def __init__(self, world: World) -> None:
        rows = tuple(tuple({"text": f"{n}", "callback_data": f"a|17|23|1:s{n}"} for n in range(4)) for _ in range(3))
        text = "A message about as long as a hand of cards with the table around it. " * 5
        chats = (world.chats[person] for person in world.people)
        self._messages = cycle([(chat.id, world.post(chat, world.bot.id, text, keyboard=rows).id) for chat in chats])

    def press(self) -> Press:
        return Press(*next(self._messages), "a|17|23|1:s1")

    def refused(self, press: Press) -> None: ...


class Players:
    """People at tables: at one after the other somebody who is asked presses a legal answer."""

    def __init__(self, world: World, tables: list[Table], look: Callable[[Table], None], rng: Random) -> None:
        self._world, self._look, self._rng = world, look, rng
        self._turns = cycle(tables)
        self._aimed = dict[tuple[int, int], Player]()

    def press(self) -> Press:
        for table in self._turns:
            if not table.dealt:
                self._look(table)
            if table.dealt:
                person, _, data = table.press(self._choose(table))
                return Press(person, max(self._world.chats[person].messages), data, table)
        raise AssertionError("a cycle has no end")

    def refused(self, press: Press) -> None:
        assert press.table is not None
        self._look(press.table)

    def _choose(self, table: Table) -> Callable[[State], Action]:
        """Aimed at something new in each deal."""
        deal = (table.id, table.state.table.deals)
        return self._aimed.setdefault(deal, Player(self._rng.choice(AIMS), self._rng)).choose


@asynccontextmanager
async def _bare(emulator: Emulator) -> AsyncIterator[Crowd]:
    async with programs.bare(emulator):
        yield Idlers(emulator.world)


@asynccontextmanager
async def _ours(emulator: Emulator) -> AsyncIterator[Crowd]:
    """Once every table is on all its screens."""
    world = emulator.world
    with tempfile.TemporaryDirectory(prefix="preferans-bench-") as folder:
        database = Path(folder, "preferans.db")
        tables = await begun(database, world)
        async with programs.ours(emulator, database):
            async with asyncio.timeout(PATIENCE):
                while not all(chat.messages for chat in world.chats.values()):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            with looking(database) as look:
                yield Players(world, tables, look, Random(1))


async def _timed(bot: Callable[[Emulator], AbstractAsyncContextManager[Crowd]], count: int) -> Timed:
    emulator = await server.start(World(_cast(), flood=FloodControl(on=False)))
    try:
        async with bot(emulator) as crowd:
            await _pressed(emulator.world, crowd, 1)  # the bot is there
            await _pressed(emulator.world, crowd, WARM_UP)
            return await _pressed(emulator.world, crowd, count)
    finally:
        await emulator.stop()


def _cast() -> Cast:
    languages = ("ru", "uk", "en")
    people = tuple(Person(100 + n, f"Person {n}", None, languages[n % 3], started=True) for n in range(TABLES * SIZE))
    ids = [person.id for person in people]
    groups = tuple(Group(-1001 - n, f"Group {n}", tuple(ids[n * SIZE : (n + 1) * SIZE])) for n in range(TABLES))
    return Cast(people=people, groups=groups)


async def _pressed(world: World, crowd: Crowd, count: int) -> Timed:
    """So many presses at the fixed rate; when all are answered, how long each waited."""
    timed, under_way, all_answered = Timed(), dict[str, tuple[Press, float]](), asyncio.Event()

    def hear(event: Event) -> None:
        if event["kind"] != "answer" or event["query_id"] not in under_way:
            return
        press, begun_at = under_way.pop(event["query_id"])
        timed.waited.append((perf_counter() - begun_at) * 1000)
        if event["text"]:
            timed.refused += 1
            crowd.refused(press)
        if len(timed.waited) == count:
            all_answered.set()

    world.listen(hear)
    loop = asyncio.get_running_loop()
    start = loop.time()
    for n in range(count):
        press = crowd.press()
        await asyncio.sleep(start + n / RATE - loop.time())
        begun_at = perf_counter()
        query = acts.press(world, world.people[press.person], world.chats[press.person], press.message, data=press.data)
        under_way[query.id] = (press, begun_at)
    async with asyncio.timeout(PATIENCE):
        await all_answered.wait()
    return timed
