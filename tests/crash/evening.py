"""An evening in a local Telegram: people who play a script with their fingers, and all that they get to see."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.game.actions import Action, Bid, Drop, Plays
from bot.game.state import State
from bot.host.scene import Scene
from bot.host.sitting import read_sitting
from emulator import server
from emulator.cast import Cast
from emulator.chats import Message
from emulator.client import Person
from emulator.client import World as Friends
from emulator.hooks import Hook
from emulator.limits import FloodControl
from emulator.updates import Pending
from emulator.world import World

TABLE = 1
PATIENCE = 15.0
"""Seconds for which anything is waited for; what goes well takes a hundredth of that."""

LATEST = 0.045
"""Seconds after a press: until then it is fetched, stored, committed, answered and shown."""

Messages = set[tuple[int, int]]
"""Chat and message."""
Rows = tuple[tuple[tuple[str, str], ...], ...]


class Shown(NamedTuple):
    """A message of the bot as people see it. `rows` are the buttons: label and data."""

    text: str
    markup: str
    rows: Rows

    @property
    def data(self) -> list[str]:
        return [data for row in self.rows for _, data in row]


class Look(NamedTuple):
    """What there is to be seen at one moment: the hands in each person's chat, by seat, and all that the bot has said
    in the group; the newest last. More than one hand in a chat: all but one are lost twins."""

    hands: tuple[tuple[Shown, ...], ...]
    group: tuple[Shown, ...]


class Sheet(NamedTuple):
    """What the database has of a sheet: its lines, and the settlement as exact fractions."""

    lines: tuple[tuple[object, ...], ...]
    settled: str


class Telegram(World):
    """A local Telegram without flood limits, which can be watched from within."""

    def __init__(self, cast: Cast | None = None) -> None:
        super().__init__(cast, flood=FloodControl(on=False))
        self.polls = 0
        self.stirred = asyncio.Event()
        self.listen(lambda event: self.stirred.set())

    def read_updates(self, offset: int, limit: int) -> list[Pending]:
        self.polls += 1
        self.stirred.set()
        return super().read_updates(offset, limit)

    def set_hook(self, hook: Hook) -> None:
        """As often as a bot is started here."""
        self.polls += bool(hook.url)
        self.stirred.set()
        hook.changed_at = float("-inf")
        super().set_hook(hook)

    def said(self, chat: int) -> list[tuple[int, Shown]]:
        """The bot's messages in a chat with their ids, oldest first."""
        return [(m.id, _shown(m)) for m in self.chats[chat].messages.values() if m.sender_id == self.bot.id]

    async def until(self, true: Callable[[], bool], otherwise: Callable[[], str], patience: float = PATIENCE) -> None:
        """Wait until something is true. An AssertionError that says `otherwise()` after so many seconds."""
        deadline = asyncio.get_running_loop().time() + patience
        while not true():
            assert asyncio.get_running_loop().time() < deadline, otherwise()
            self.stirred.clear()
            try:
                async with asyncio.timeout(0.05):  # some things happen in the database only
                    await self.stirred.wait()
            except TimeoutError:
                pass


def _shown(message: Message) -> Shown:
    rows = ((tuple((b["text"], b.get("callback_data", "")) for b in row)) for row in message.keyboard or ())
    return Shown(message.text, repr(message.entities), tuple(rows))


@dataclass
class Evening:
    """People at one table; seat 1 is the first of them."""

    telegram: Telegram
    friends: Friends
    url: str
    database: Path
    people: list[Person] = field(default_factory=list)
    webhook: dict[str, str] = field(default_factory=dict)
    """The settings for one, if updates are to be posted."""

    @property
    def group(self) -> int:
        return self.friends.group

    @property
    def settings(self) -> dict[str, str]:
        """What the program is to be told in its environment."""
        way = self.webhook
        return {"BOT_TOKEN": self.telegram.bot.token, "BOT_API_URL": self.url, "DATABASE": str(self.database)} | way

    async def meets(self, players: int) -> None:
        """So many people have opened their private chats, and there is a lobby."""
        names = [told.first_name for told in self.telegram.people.values()]
        self.people = [self.friends.person(name) for name in names[:players]]
        for person in self.people:
            await person.starts()
        for person in self.people:
            await self.telegram.until(lambda p=person: self.telegram.said(p.id), lambda: "Start was not answered")
        await self.people[0].says(self.group, "/play")
        await self.telegram.until(lambda: self.telegram.said(self.group), lambda: "no lobby came")

    def lobby_presses(self) -> list[tuple[Person, str]]:
        """What people press until the pulka begins."""
        first = self.people[0]
        larger = [(first, "size-4")] if len(self.people) == 4 else []
        sitting = [(person, "sit") for person in self.people]
        ready = [(person, "ready") for person in self.people]
        return [sitting[0], *larger, *sitting[1:], (first, "pulka-5"), *ready]

    async def presses_lobby(self, person: Person, word: str) -> None:
        await person.forges(f"q|{TABLE}|0|{word}", self.telegram.said(self.group)[0][0], self.group)

    async def begins(self, players: int) -> None:
        """The pulka begins."""
        await self.meets(players)
        for person, word in self.lobby_presses():
            await self.presses_lobby(person, word)
            toast = await person.toast()
            assert not toast.text, toast.text

    async def acts(self, action: Action, before: State, seat: int) -> None:
        """The person on `seat` does `action`: picks if need be, then presses the button, and is not answered yet."""
        person, question = self.people[seat - 1], f"{TABLE}|{before.phase.since}"
        steps = [f"a|{question}|{action.token}", *(f"d|{question}|{word}" for word in picks(action))]
        while True:
            await self.telegram.until(
                lambda steps=steps: self._button(seat, steps) is not None,
                lambda steps=steps: f"none of {steps} to press for {action}: {self.hands(seat)}",
            )
            message, pressed = self._button(seat, steps) or (0, "")
            await person.forges(pressed, message)
            if pressed == steps[0]:
                return
            steps.remove(pressed)

    def _button(self, seat: int, steps: list[str]) -> tuple[int, str] | None:
        """The first of these presses that can be made: message and data."""
        for data in steps:
            for message, shown in reversed(self.hands(seat)):
                if data in shown.data:
                    return message, data
        return None

    def hands(self, seat: int) -> list[tuple[int, Shown]]:
        """The hands in a person's chat with their messages' ids, the newest last."""
        said = self.telegram.said(self.people[seat - 1].id)
        return [(n, shown) for n, shown in said if any(d[1:].startswith(f"|{TABLE}|") for d in shown.data)]

    def look(self) -> Look:
        hands = (self.hands(seat) for seat in range(1, len(self.people) + 1))
        return Look(tuple(tuple(s for _, s in h) for h in hands), tuple(s for _, s in self.telegram.said(self.group)))

    def log(self) -> tuple[str, ...]:
        """All tokens that the database holds."""
        return tuple(token for (token,) in self.rows("SELECT token FROM actions ORDER BY seq"))

    def known(self) -> Messages:
        """The messages, by chat, that the database knows as a screen's."""
        rows = self.rows("SELECT telegram_id, message_id FROM screens JOIN chats ON chats.id = chat_id")
        return {(chat, message) for chat, message in rows if message is not None}

    def spoken(self) -> Messages:
        """The messages, by chat, that there are of the table."""
        hands = {(person.id, n) for seat, person in enumerate(self.people, 1) for n, _ in self.hands(seat)}
        return hands | {(self.group, n) for n, _ in self.telegram.said(self.group)}

    def all_shown(self) -> bool:
        """Whether the bot has noted that everybody sees the newest action. It notes edits once a second."""
        noted = self.rows("SELECT key FROM screens WHERE seq = (SELECT max(seq) FROM actions)")
        keys = Counter(key for (key,) in noted)
        deal = 1 + self.rows("SELECT count(*) FROM deals")[0][0]
        boards = keys[f"board:{TABLE}:{deal}"] + keys[f"settlement:{TABLE}"]
        return keys[f"hand:{TABLE}"] == len(self.people) and boards == 1

    def sheet(self) -> Sheet:
        """The table's sheet with its settlement, "" before that."""
        lines = self.rows("SELECT seq, n, kind, seat, other, amount, reason FROM lines ORDER BY seq, n")
        ((settled,),) = self.rows(f"SELECT ifnull(settled, '') FROM tables WHERE id = {TABLE}")
        return Sheet(tuple(tuple(line) for line in lines), settled)

    def state(self) -> State | None:
        """The state as a restart would fold it: from the last closed deal's facts and the actions since."""
        return self.scene().state

    def scene(self) -> Scene:
        """The table as a restart would find it."""
        with closing(self._connection()) as conn:
            return read_sitting(conn, TABLE).scene(0.0)

    def rows(self, sql: str) -> list[sqlite3.Row]:
        with closing(self._connection()) as conn:
            return conn.execute(sql).fetchall()

    def _connection(self) -> sqlite3.Connection:
        conn = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        conn.row_factory = sqlite3.Row
        return conn


def picks(action: Action) -> list[str]:
    """What is to be picked before `action` can be confirmed, the last step first."""
    if isinstance(action, Drop):
        return [f"card-{c.text}" for c in reversed(action.cards)]
    if isinstance(action, Bid | Plays):
        return [f"order-{action.contract.text}", f"level-{action.contract.level}"]
    return []


@asynccontextmanager
async def evening(database: Path) -> AsyncIterator[Evening]:
    """A fresh local Telegram, and a database that a bot may use in it."""
    telegram = Telegram()
    running = await server.start(telegram)
    try:
        async with Friends(running.url, patience=PATIENCE) as friends:
            yield Evening(telegram, friends, running.url, database)
    finally:
        await running.stop()
