"""All circles of people: somebody presses at a fixed rate, whatever the bot does, and hears what he is answered."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from random import Random

from bench.town.tables import Table
from bot.storage import people
from emulator import acts
from emulator.world import Event
from tests.chaos.circle import Circle, Finger
from tests.chaos.eavesdropper import Eavesdropper
from tests.chaos.follow import Evidence, Followed
from tests.chaos.screens import Screens
from tests.crash.evening import Telegram
from tests.reached import asked, stage

RATE = 25.0
"""Presses a second in all."""
AGAIN = 0.03
"""How many of all presses Telegram brings a second time under a number of their own."""


class Town:
    """`evidence` of what should not be grows while it plays."""

    def __init__(self, world: Telegram, conn: sqlite3.Connection, begun: list[Table], rng: Random) -> None:
        self._world, self._rng = world, rng
        self.evidence = Evidence()
        self.circles = [Circle(conn, table.id, table.group, self.evidence, rng) for table in begun]
        self._by_chat = {c.group: c for c in self.circles}
        self._by_chat |= {person: c for c in self.circles for person in c.now.people.values()}
        self._turns = cycle(self.circles)
        self._under_way: dict[str, tuple[Followed, Finger]] = {}
        self.screens = Screens(world, conn)
        self.eavesdropper = Eavesdropper(world, conn, self._table_in, self.evidence)
        self.counts = Counter[str]()
        self.playing = asyncio.Event()
        world.listen(self._hear)

    async def plays(self) -> None:
        """Until cancelled; while `playing` is not set nobody presses."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            if not self.playing.is_set():
                await self.playing.wait()
                due = loop.time()
            due += 1 / RATE
            await asyncio.sleep(due - loop.time())
            self.press()

    def press(self) -> None:
        """Somebody who has something to press does it."""
        for circle in islice(self._turns, len(self.circles)):
            finger = circle.press()
            if finger is not None and (message := self._message(finger)) is not None:
                self._touch(circle.now, finger, message)
                return
        self.counts["nothing to press"] += 1

    def open_now(self) -> Counter[str]:
        """At how many tables each phase is on, and each question open."""
        for circle in self.circles:
            circle.now.follow()
        states = [circle.now.state for circle in self.circles]
        return Counter(word for state in states for word in {stage(state), *asked(state)})

    def follow(self) -> None:
        """Take in all that was committed."""
        for circle in self.circles:
            circle.now.follow()

    def lost(self) -> list[str]:
        """Presses of which nothing came, and tables that do not begin."""
        return [fault for circle in self.circles for fault in circle.lost()]

    @property
    def tables(self) -> list[Followed]:
        return [table for circle in self.circles for table in circle.played]

    def _table_in(self, chat: int) -> Followed | None:
        circle = self._by_chat.get(chat)
        return circle.now if circle is not None else None

    def _message(self, finger: Finger) -> int | None:
        """The newest message of the bot there."""
        messages = self._world.chats[finger.chat].messages
        return next((n for n, m in reversed(messages.items()) if m.sender_id == self._world.bot.id), None)

    def _touch(self, table: Followed, finger: Finger, message: int) -> None:
        world = self._world
        query = acts.press(world, world.people[finger.person], world.chats[finger.chat], message, data=finger.data)
        self._under_way[query.id] = (table, finger)
        again = finger.pressed is not None and finger.pressed.times > 1
        self.counts["pressed again" if again else "presses"] += 1
        if self._rng.random() < AGAIN:
            told = json.loads(list(world.updates.waiting())[-1].json)
            del told["update_id"]
            world.updates.inject(told, world.clock.now())
            self.counts["brought again"] += 1

    def _hear(self, event: Event) -> None:
        if event["kind"] != "answer" or event["query_id"] not in self._under_way:
            return
        table, finger = self._under_way.pop(event["query_id"])
        self.counts["refused" if event["text"] else "accepted"] += 1
        if finger.pressed is not None:
            table.answered(finger.pressed, event["text"] or "")


def choose_for(database: Path, rng: Random) -> None:
    """Some people want to be told with sound, cards without a choice play themselves for some."""
    with sqlite3.connect(database) as conn:
        conn.row_factory = sqlite3.Row
        for (person,) in conn.execute("SELECT id FROM people").fetchall():
            rings, forced = rng.choice(("away", "away", "always", "never")), rng.random() < 0.2
            people.set_prefs(conn, person, people.Prefs(rings=rings, forced=forced))
    conn.close()
