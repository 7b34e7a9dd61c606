"""Who presses: people at tables, or idlers before a bot that only answers; at a fixed rate, whatever the bot does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Protocol

from bench.town import programs
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
"""Seconds that a bot may take to start, to show all tables, and to answer what is left."""

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
                person, _, data = table.press(self._choose(table))
                return Press(person, max(self._world.chats[person].messages), data, table)
        raise AssertionError("a cycle has no end")

    def wait_for_deck(self, table: Table) -> None:
        """The table as the bot has it, if it is the bot's turn there."""
        if not table.dealt:
            self._look(table)

    def refused(self, press: Press) -> None:
        assert press.table is not None
        self._look(press.table)

    def _choose(self, table: Table) -> Callable[[State], Action]:
        """Aimed at something new in each deal."""
        deal = (table.id, table.state.table.deals)
        return self._aimed.setdefault(deal, Player(self._rng.choice(AIMS), self._rng)).choose


@asynccontextmanager
async def playing(emulator: Emulator, size: int = 0) -> AsyncIterator[Players]:
    """Our bot, with pulkas under way in every group of the world (one, or one for each `size` people), once every table
    is on all its screens."""
    world = emulator.world
    with TemporaryDirectory(prefix="preferans-bench-") as folder:
        database = Path(folder, "preferans.db")
        tables = await begun(database, world, size)
        async with programs.ours(emulator, database):
            async with asyncio.timeout(PATIENCE):
                while not all(chat.messages for chat in world.chats.values()):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            with looking(database) as look:
                yield Players(world, tables, look, Random(1))


async def pressed(world: World, crowd: Crowd, count: int, rate: float) -> Timed:
    """So many presses at `rate` a second, whether or not earlier ones were answered; ends when all are."""
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
        await asyncio.sleep(start + n / rate - THINKING - loop.time())
        press = crowd.press()
        await asyncio.sleep(start + n / rate - loop.time())
        begun_at = perf_counter()
        query = acts.press(world, world.people[press.person], world.chats[press.person], press.message, data=press.data)
        under_way[query.id] = (press, begun_at)
    async with asyncio.timeout(PATIENCE):
        await all_answered.wait()
    return timed
