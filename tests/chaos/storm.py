"""The run: people press, there is trouble everywhere, the bot is killed and started again; now and then all is
quiet, and everything has to be right."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.town.crowd import cast_of
from bench.town.tables import begun, beside
from emulator import server
from emulator.mischief import Mischief
from tests.chaos.companies import companies
from tests.chaos.follow import Followed
from tests.chaos.sends import Sends
from tests.chaos.settings import Settings
from tests.chaos.town import Town, choose_for
from tests.chaos.trouble import Trouble, calm, whims
from tests.crash.bots import Mortal, Warm
from tests.crash.evening import Telegram
from tests.reached import WITH_THREE

RIGHT_WITHIN = 10.0
"""Seconds after "ready" until everybody must see what he should."""
READY_WITHIN = 30.0
UP_FOR = 0.5
"""Seconds after "ready" for which a bot lives at most."""
EARLY = 0.1
"""How many bots are killed before they are ready."""
QUIET_EVERY = 8
"""Kills from one time at which all is looked at to the next."""
LONG = 400
"""Kills of a run that is to prove something about every phase."""
WAYS = ("polling", "webhook")


@dataclass
class Tally:
    """What a run came to."""

    kills: int = 0
    restarts: int = 0
    early: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    moods: Counter[str] = field(default_factory=Counter)
    at_kills: Counter[str] = field(default_factory=Counter)
    """At how many kills a phase was on, or a question open, at some table."""
    quiet: int = 0
    slowest: float = 0.0
    """Seconds from "ready" until everything was right."""
    strays: int = 0
    """Messages too many, at the look at which there were most."""


class Storm:
    """One run in `folder`, which keeps the database and the bot's log."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.tally = settings, Tally()
        self.database, self.log = folder / "preferans.db", folder / "bot.log"
        self._rng = Random(settings.seed)
        self._ready = asyncio.Event()

    async def blows(self, warm: Warm) -> Town:
        """The whole of it. What should not be is in the town's `evidence`, and ends it early."""
        async with self._there(warm):
            pressing = asyncio.create_task(self.town.plays())
            try:
                await self._weathers()
            except NotRight as wrong:
                self.town.evidence.append(str(wrong))
            finally:
                pressing.cancel()
                await asyncio.gather(pressing, return_exceptions=True)
                if self.bot.pid:
                    self.bot.kill()
            if pressing.done() and not pressing.cancelled() and (error := pressing.exception()):
                raise error
        return self.town

    @asynccontextmanager
    async def _there(self, warm: Warm) -> AsyncIterator[None]:
        """A Telegram, tables that have begun, and a bot that can be started."""
        played = companies(self.settings.tables)
        self.world = Telegram(cast_of([company.players for company in played]))
        self.sends = Sends(self.world)
        self.trouble = Trouble(
            self._rng,
            lambda *call: self.sends.in_trouble(*call, now=time.monotonic()),
            lambda: self.sends.killed(self.conn, time.monotonic()),
        )
        self.mischief = Mischief(pause=0.02, chance=self._rng)
        self.world.on_hook(lambda: self._ready.set() if self.world.hook.url else None)
        emulator = await server.start(self.world, faults=self.trouble, mischief=self.mischief)
        self.port = _free_port()
        try:
            tables = await begun(self.database, self.world, rules=[company.agreement for company in played])
            choose_for(self.database, self._rng)
            with beside(self.database) as self.conn:
                self.town = Town(self.world, self.conn, tables, self._rng)
                where = {"BOT_TOKEN": emulator.token, "BOT_API_URL": emulator.url, "DATABASE": str(self.database)}
                self.bot = Mortal(warm, {"play": where}, self.log)
                yield
        finally:
            await emulator.stop()

    async def _weathers(self) -> None:
        await self._starts()  # the first screens come without any trouble
        await self._all_right("at the beginning", time.monotonic(), READY_WITHIN)
        for n in range(1, self.settings.kills + 1):
            self._bad_weather()
            await self._dies()
            quiet = n % QUIET_EVERY == 0 or n == self.settings.kills
            if quiet:
                self._fair_weather()
            await self._starts(early=not quiet and self._rng.random() < EARLY)
            if quiet:
                await self._all_right(f"after kill {n}", time.monotonic())
            if self.town.evidence:
                return
        self._fair_weather()
        self._everything_was_on()
        self._every_log_is_as_the_rules_have_it()

    async def _starts(self, early: bool = False) -> None:
        """The bot, until it is ready; or not as long as that."""
        way = WAYS[self.tally.restarts % 2]
        where = self.bot.order["play"]
        hook = {"BOT_WEBHOOK_URL": f"http://127.0.0.1:{self.port}/updates", "HTTP_PORT": f"{self.port}"}
        where |= hook if way == "webhook" else dict.fromkeys(hook, "")
        self.world.clock.advance(1)  # Telegram lets nobody set or delete a webhook twice within a second
        self._ready.clear()
        polls = self.world.polls
        self.bot.start()
        self.tally.restarts += 1
        if early:
            self.tally.early += 1
            await asyncio.sleep(self._rng.uniform(0, 0.2))
            return
        self.tally.ways[way] += 1
        deadline = time.monotonic() + READY_WITHIN
        while not (self._ready.is_set() if way == "webhook" else self.world.polls > polls):
            if time.monotonic() > deadline:
                raise NotRight(f"the bot is not ready by {way} after {READY_WITHIN:.0f} s: {self.bot.said()[-2000:]}")
            await asyncio.sleep(0.005)

    async def _dies(self) -> None:
        """At some moment."""
        await asyncio.sleep(self._rng.uniform(0, UP_FOR))
        self.tally.at_kills.update(set(self.town.open_now()))
        self.bot.kill()
        self.tally.kills += 1
        self.town.follow()

    def _bad_weather(self) -> None:
        self.trouble.on = True
        self.tally.moods.update(whims(self.mischief, self._rng))
        self.town.playing.set()

    def _fair_weather(self) -> None:
        self.trouble.on = False
        calm(self.mischief)
        self.town.playing.clear()

    async def _all_right(self, when: str, since: float, within: float = RIGHT_WITHIN) -> None:
        """Nobody presses, and there is no trouble: nothing is lost, and within so many seconds all see what they
        should. Raises NotRight."""
        self.tally.quiet += 1
        todo, wrong = list(self._to_look_at()), self.town.lost()
        while wrong or todo:
            if time.monotonic() - since > within:
                wrong = wrong or self.town.screens.lacking(todo[0])
                raise NotRight(f"{when} not right within {within:.0f} s: {'; '.join(wrong[:3])}")
            await asyncio.sleep(0.02)
            wrong = self.town.lost()
            if not wrong and todo:
                todo = todo[1:] if not self.town.screens.lacking(todo[0]) else [*todo[1:], todo[0]]
        if within == RIGHT_WITHIN:
            self.tally.slowest = max(self.tally.slowest, time.monotonic() - since)
        self._announced_once(when)
        self._as_many_strays_as_may_be()

    def _to_look_at(self) -> Iterator[Followed]:
        """All pulkas, but at the end only one in each circle that is over already: what is final stays as it is."""
        last = self.tally.kills >= self.settings.kills
        for circle in self.town.circles:
            yield from circle.played if last else circle.played[-2:]

    def _announced_once(self, when: str) -> None:
        """Nothing is announced twice: what an uncertain send may leave behind only made room for it."""
        for table in self.town.tables:
            for key, more in self.town.screens.doubled(table).items():
                self.town.evidence.append(f"{when}: table {table.id}: {key} is announced {more + 1} times")

    def _as_many_strays_as_may_be(self) -> None:
        """No more messages are one too many in any chat than there were uncertain sends."""
        strays = self.sends.strays(self.conn)
        for chat, found in strays.items():
            if len(found) > self.sends.uncertain[chat]:
                uncertain = self.sends.uncertain[chat]
                self.town.evidence.append(f"chat {chat}: strays {sorted(found)}, and {uncertain} uncertain sends")
        self.tally.strays = max(self.tally.strays, sum(map(len, strays.values())))

    def _everything_was_on(self) -> None:
        """In a long run every phase was on at some kill, and every question of Sochi open."""
        expected = {word for word in WITH_THREE if word.startswith(("stage: ", "asked: "))}
        if self.tally.kills >= LONG and (never := expected - set(self.tally.at_kills)):
            self.town.evidence.append(f"at no kill: {', '.join(sorted(never))}")

    def _every_log_is_as_the_rules_have_it(self) -> None:
        for table in self.town.tables:
            self.town.evidence += table.differences()
        said = self.bot.said().splitlines()
        self.town.evidence += [f"the bot's log: {line}" for line in said if "Traceback" in line or " ERROR " in line]


class NotRight(Exception):
    """What is not as it should be, in a sentence."""


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])
