"""Who presses: people at tables, or idlers before a bot that only answers; at a fixed rate, whatever the bot does."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Protocol

from bench.town import programs
from bench.town.programs import Program
from bench.town.tables import Table, begun, looking
from bot.game.actions import Action
from bot.game.state import State
from emulator import acts
from emulator.cast import Cast, Group
from emulator.chats import Person
from emulator.server import Emulator
from emulator.world import Event, World
from tests.aimed import AIMS, Player

PATIENCE = 120.0
"""Seconds that a bot may take to start, to show some tables, and to answer what is left."""
SHOWN = 20
"""Screens a second that a bot shows at least, by its own budget for Telegram."""

THINKING = 0.005
"""Seconds in which a press is thought out: before it, not while the bot answers the one before."""


def cast(tables: int, size: int) -> Cast:
    """So many groups of so many people, each of whom has pressed Start."""
    return cast_of([size] * tables)


def cast_of(sizes: Sequence[int]) -> Cast:
    """A group of so many people each; all of them have pressed Start."""
    languages = ("ru", "uk", "en")
    people = tuple(Person(100 + n, f"Person {n}", None, languages[n % 3], started=True) for n in range(sum(sizes)))
    ids = (person.id for person in people)
    groups = tuple(Group(-1001 - n, f"Group {n}", tuple(islice(ids, size))) for n, size in enumerate(sizes))
    return Cast(people=people, groups=groups)


@dataclass
class Timed:
    """Presses and how long each waited for its answer, milliseconds; `refused` were answered with a word."""

    waited: list[float] = field(default_factory=list)
    refused: int = 0


@dataclass(frozen=True)
class Press:
    """`person` presses what carries `data` on a message of his private chat, at the table `table` if at any."""

    person: int
    message: int
    data: str
    table: Table | None = None


class Crowd(Protocol):
    """Who presses."""

    def press(self) -> Press | None:
        """The next press; None as long as everybody waits for an answer."""

    def answered(self, press: Press) -> None:
        """Its spinner has stopped."""

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

    def answered(self, press: Press) -> None: ...

    def refused(self, press: Press) -> None: ...


class Players:
    """People at tables: at one after the other somebody who is asked presses a legal answer."""

    def __init__(self, world: World, tables: list[Table], look: Callable[[Table], None], rng: Random) -> None:
        self._world, self._look, self._rng = world, look, rng
        self._tables, self._turns = tables, cycle(tables)
        self._aimed = dict[tuple[int, int], Player]()

    @property
    def tables(self) -> list[Table]:
        return self._tables

    @property
    def deals(self) -> int:
        """How many have been played to their end."""
        return sum(table.state.table.deals for table in self._tables)

    def apart(self) -> list[Players]:
        """The same people, those of each table by themselves."""
        return [Players(self._world, [table], self._look, self._rng) for table in self._tables]

    def press(self) -> Press:
        for table in self._turns:
            self.wait_for_deck(table)
            if table.dealt:
                person, _, data = table.press(self.choose(table))
                return Press(person, max(self._world.chats[person].messages), data, table)
        raise AssertionError("a cycle has no end")

    def wait_for_deck(self, table: Table) -> None:
        """The table as the bot has it, if it is the bot's turn there."""
        if not table.dealt:
            self._look(table)

    def answered(self, press: Press) -> None: ...

    def refused(self, press: Press) -> None:
        assert press.table is not None
        self._look(press.table)

    def choose(self, table: Table) -> Callable[[State], Action]:
        """Aimed at something new in each deal."""
        deal = (table.id, table.state.table.deals)
        return self._aimed.setdefault(deal, Player(self._rng.choice(AIMS), self._rng)).choose


class Rehearsed:
    """People at tables who know beforehand what they will press until the deal ends, so that a press costs whoever
    measures no thought. At a table one press waits for the other."""

    def __init__(self, world: World, players: Players) -> None:
        self._world = world
        self._plays = {table.id: deque(_deal(table, players)) for table in players.tables}
        self._free = deque(players.tables)

    def press(self) -> Press | None:
        while self._free:
            table = self._free.popleft()
            if self._plays[table.id]:
                person, data = self._plays[table.id].popleft()
                return Press(person, max(self._world.chats[person].messages), data, table)
        if not any(self._plays.values()):
            raise RuntimeError("all deals have ended")
        return None

    def answered(self, press: Press) -> None:
        assert press.table is not None
        self._free.append(press.table)

    def refused(self, press: Press) -> None:
        """What was to follow is void."""
        assert press.table is not None
        self._plays[press.table.id].clear()


def _deal(table: Table, players: Players) -> Iterator[tuple[int, str]]:
    """Who presses what at a table until its deal has ended."""
    deal = table.state.table.deals
    while table.dealt and table.state.table.deals == deal:
        person, _, data = table.press(players.choose(table))
        yield person, data


@asynccontextmanager
async def playing(emulator: Emulator, size: int = 0) -> AsyncIterator[Players]:
    """Our bot, with pulkas under way in every group of the world (one, or one for each `size` people), once every table
    is on all its screens."""
    async with running(emulator, size) as (_, players):
        yield players


@asynccontextmanager
async def running(
    emulator: Emulator, size: int = 0, program: Callable[..., AbstractAsyncContextManager[Program]] = programs.ours
) -> AsyncIterator[tuple[Program, Players]]:
    """The same, and the bot's program."""
    world = emulator.world
    with TemporaryDirectory(prefix="preferans-bench-") as folder:
        database = Path(folder, "preferans.db")
        tables = await begun(database, world, size)
        async with program(emulator, database) as runs:
            async with asyncio.timeout(PATIENCE + len(world.chats) / SHOWN):
                while not all(chat.messages for chat in world.chats.values()):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            with looking(database) as look:
                yield runs, Players(world, tables, look, Random(1))


class _Ear:
    """Hears the answers to presses that are under way."""

    def __init__(self, world: World, crowd: Crowd) -> None:
        self._world, self._crowd = world, crowd
        self._under_way = dict[str, tuple[Press, float]]()
        self.timed = Timed()
        self.heard = asyncio.Event()
        """Set by every answer."""
        self._deaf = world.listen(self._hear)

    async def next(self) -> Press:
        """Who presses next, as soon as there is somebody."""
        while (press := self._crowd.press()) is None:
            self.heard.clear()
            await self.heard.wait()
        return press

    def press(self, press: Press) -> None:
        world, begun_at = self._world, perf_counter()
        person, chat = world.people[press.person], world.chats[press.person]
        query = acts.press(world, person, chat, press.message, data=press.data)
        self._under_way[query.id] = (press, begun_at)

    def _hear(self, event: Event) -> None:
        if event["kind"] != "answer" or event["query_id"] not in self._under_way:
            return
        press, begun_at = self._under_way.pop(event["query_id"])
        self.timed.waited.append((perf_counter() - begun_at) * 1000)
        if event["text"]:
            self.timed.refused += 1
            self._crowd.refused(press)
        self._crowd.answered(press)
        self.heard.set()

    def close(self) -> Timed:
        """What was heard."""
        self._deaf()
        return self.timed

    async def until_answered(self, count: int) -> None:
        """Wait until so many are."""
        async with asyncio.timeout(PATIENCE):
            while len(self.timed.waited) < count:
                self.heard.clear()
                await self.heard.wait()


async def pressed(world: World, crowd: Crowd, count: int, rate: float) -> Timed:
    """So many presses at `rate` a second, whether or not earlier ones were answered; ends when all are."""
    ear, loop = _Ear(world, crowd), asyncio.get_running_loop()
    start = loop.time()
    for n in range(count):
        await asyncio.sleep(start + n / rate - THINKING - loop.time())
        press = await ear.next()
        await asyncio.sleep(start + n / rate - loop.time())
        ear.press(press)
    await ear.until_answered(count)
    return ear.close()


async def sustained(world: World, crowd: Crowd, count: int, at_once: int) -> Timed:
    """So many presses, as fast as they are answered: `at_once` are under way at any time; ends when all are."""
    ear = _Ear(world, crowd)
    for n in range(count):
        await ear.until_answered(n + 1 - at_once)
        ear.press(await ear.next())
    await ear.until_answered(count)
    return ear.close()
