"""Pulkas that have begun in a database, and the same pulkas as the people at them know them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot import presses
from bot.game import rules
from bot.game.actions import Action, Seat
from bot.game.agreement import Agreement
from bot.game.state import Between, State
from bot.host import Host, Scene, Sitter
from bot.host.chats import Directory, Guest
from bot.host.folding import fold
from bot.storage import Database, tables
from emulator.world import World

LONGEST = "pulka-50"
"""So many points in each pool: no measurement plays to the end."""


@dataclass
class Table:
    """One pulka. `people` are Telegram ids by seat; `state` is what it comes to when all presses so far are
    accepted."""

    id: int
    group: int
    people: dict[Seat, int]
    state: State

    @property
    def dealt(self) -> bool:
        """Whether somebody can press; while the bot draws the next deck nobody can."""
        return not (isinstance(self.state.phase, Between) and self.state.phase.deck is None)

    def press(self, choose: Callable[[State], Action]) -> tuple[int, Action, str]:
        """Somebody who is asked decides: his Telegram id, what he decides, and the data of the button for it."""
        action = choose(self.state)
        seat = rules.actor(self.state, action)
        number = rules.asked(self.state)[seat].number
        self.state = rules.apply(self.state, action).state
        return self.people[seat], action, presses.answer(self.id, number, action.token)


class _Unseen:
    """A stage without an audience."""

    def changed(self, scene: Scene) -> None: ...

    def missed(self, scene: Scene) -> None: ...

    def opened(self, scene: Scene) -> None: ...

    def left(self, table: int) -> None: ...

    def parted(self, scene: Scene, sitter: Sitter) -> None: ...


async def begun(path: Path, world: World, size: int = 0, rules: Sequence[Agreement] = ()) -> list[Table]:
    """Makes the database of a bot that has begun a pulka in each group of the world, with all people of the group; or
    one with each `size` of them. They play a long Sochi, or the first group by the first of these `rules` and so on.

    They must have pressed Start. Nothing is sent here: a bot that starts on this database will show every table.
    """
    async with await Database.open(path, bot=world.bot.id) as db:
        host, directory = Host(db, _Unseen()), Directory(db)
        parties = [
            (chat.id, members[n : n + (size or len(members))])
            for chat in world.chats.values()
            if not chat.private
            for members in [[user_id for user_id in chat.members if user_id in world.people]]
            for n in range(0, len(members), size or len(members))
        ]
        try:
            return [
                await _begun(host, directory, world, group, party, agreed)
                for (group, party), agreed in zip(parties, rules or [None] * len(parties), strict=True)
            ]
        finally:
            await host.close()


async def _begun(
    host: Host, directory: Directory, world: World, group: int, party: list[int], agreed: Agreement | None
) -> Table:
    chat = world.chats[group]
    sitters = []
    for user_id in party:
        person = world.people[user_id]
        guest = Guest(user_id, person.first_name, person.username, person.language_code)
        sitters.append(await directory.open_private(guest))
    table = await host.open(await directory.group(group, chat.title), sitters[0].id)
    await host.change_lobby(table, sitters[0], "sit")
    for word in (f"size-{len(sitters)}", LONGEST):
        await host.change_lobby(table, sitters[0], word)
    if agreed is not None:
        await host.change_rules(table, sitters[0].id, lambda _: agreed)
    for word, people in (("sit", sitters[1:]), ("ready", sitters)):
        for person in people:
            await host.change_lobby(table, person, word)
    scene = await host.scene(table)
    assert scene.state is not None
    telegram_ids = {person.id: person.telegram_id for person in sitters}
    people = {s.seat: telegram_ids[s.person] for s in scene.sitters if s.person is not None}
    return Table(table, group, people, scene.state)


@contextmanager
def looking(path: Path) -> Iterator[Callable[[Table], None]]:
    """A look into the database beside the running bot: gives a table the state that is committed there."""
    with beside(path) as conn:

        def look(table: Table) -> None:
            table.state = fold(conn, tables.get(conn, table.id))

        yield look


@contextmanager
def beside(path: Path) -> Iterator[sqlite3.Connection]:
    """The database of a running bot, to read what is committed there."""
    conn = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    conn.row_factory = sqlite3.Row
    try:
        yield conn
    finally:
        conn.close()
