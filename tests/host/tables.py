"""A host without Telegram: what it would show is kept, people are numbers, decks come from a list."""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.game import rules
from bot.game.actions import Action, Deck
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.state import State
from bot.host import Host, Scene, Sitter
from bot.host.chats import Directory, Guest, Person
from bot.storage import Database, chats

GROUP = -1001


class Watching:
    """A stage that keeps the newest scene of each table, and how many there were."""

    def __init__(self) -> None:
        self.scenes: dict[int, Scene] = {}
        self.count = 0

    def changed(self, scene: Scene) -> None:
        self.scenes[scene.table] = scene
        self.count += 1

    missed = changed

    def opened(self, scene: Scene) -> None: ...

    def left(self, table: int) -> None: ...

    def parted(self, scene: Scene, sitter: Sitter) -> None: ...


def decks(seed: int) -> Callable[[int], Deck]:
    """Decks that come again with the same seed."""

    def draw(number: int) -> Deck:
        rng = random.Random(f"{seed} {number}")
        return Deck(0, tuple(rng.sample(DECK, 32)), f"{rng.getrandbits(256):064x}")

    return draw


@asynccontextmanager
async def hosting(
    path: Path, seed: int = 1, pace: tuple[float, float] = (0, 0), now: Callable[[], float] = time.time
) -> AsyncIterator[tuple[Host, Watching]]:
    """A host on the database at `path`, recovered."""
    async with await Database.open(path) as db:
        stage = Watching()
        host = Host(db, stage, draw=decks(seed), pace=pace, now=now)
        host.directory = Directory(db)  # type: ignore[attr-defined]
        await host.recover()
        yield host, stage
        await host.close()


async def people(host: Host, count: int) -> list[Person]:
    """So many people with open private chats."""
    directory: Directory = host.directory  # type: ignore[attr-defined]
    return [await directory.open_private(Guest(100 + n, f"Person {n}", None, "ru")) for n in range(1, count + 1)]


async def seated(host: Host, sitters: list[Person], computers: int = 0, pulka: str = "10", **house: str) -> int:
    """A table that has begun, with these people and so many computers, by the house rules of the group; its id."""
    directory: Directory = host.directory  # type: ignore[attr-defined]
    chat = await directory.group(GROUP, "Friday")
    if house:
        await host._db.write(chats.set_agreement, chat, preset().but(**house).text)
    table = await host.open(chat, sitters[0].id)
    if (size := len(sitters) + computers) != 3:
        await host.change_lobby(table, sitters[0], "sit")
        await host.change_lobby(table, sitters[0], f"size-{size}")
    for person in sitters:
        if (await host.scene(table)).sitters and person is sitters[0]:
            continue
        await host.change_lobby(table, person, "sit")
    for _ in range(computers):
        await host.change_lobby(table, sitters[0], "computer")
    await host.change_lobby(table, sitters[0], f"pulka-{pulka}")
    for person in sitters:
        await host.change_lobby(table, person, "ready")
    return table


async def answers(host: Host, table: int, action: Action) -> None:
    """The person who may, answers with `action`."""
    scene = await host.scene(table)
    state = scene.state
    assert state is not None
    seat = rules.actor(state, action)
    person = next(s.person for s in scene.sitters if s.seat == seat)
    assert person is not None
    await host.answer(table, person, rules.number(state, action), action.token)


def state_of(scene: Scene) -> State:
    assert scene.state is not None
    return scene.state
