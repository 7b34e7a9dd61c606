"""The host: all that people can do at tables, each deed committed before anybody is told."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

from bot.game.actions import Action, Seat, action
from bot.game.agreement import Agreement
from bot.game.notation import dumps
from bot.game.proposals import Chair
from bot.game.replay import record
from bot.game.state import State
from bot.host import clock, folding
from bot.host.accepted import Tell, nobody
from bot.host.alarms import Alarms
from bot.host.chance import Draw, draw_deck
from bot.host.chats import Person
from bot.host.computers import PACE, Computers
from bot.host.groups import Groups
from bot.host.hearing import AWAY, Hearing
from bot.host.leaving import Leaving
from bot.host.lobby import LOBBY, Lobbies
from bot.host.press import Presses
from bot.host.refusals import LinkUsed, NoTable, NotSeated, StartFirst
from bot.host.reviving import Revival
from bot.host.ringing import KINDS, Rings
from bot.host.scene import Scene, Stage
from bot.host.sitting import Clock, Sitting, Sittings, Times, read_sitters, read_times
from bot.storage import Database, clocks, people, pulkas, tables
from bot.storage.deadlines import Deadline

HEARD_EVERY = 60.0
"""Seconds between two notes that a person is there, who only looks and picks."""
SIT = "sit_"
"""How the payload of a link that seats somebody begins."""


class Host:
    """One process's tables. `stage` shows them; `draw` deals chance; `now` is unix seconds; `pace` is for computers.

    `listens`: somebody calls `hears` whenever Telegram has answered. `tell` is told of each accepted action. `room`:
    whether what is shown now is shown soon.
    """

    def __init__(
        self,
        db: Database,
        stage: Stage,
        *,
        draw: Draw = draw_deck,
        now: Clock = time.time,
        pace: tuple[float, float] = PACE,
        listens: bool = False,
        tell: Tell = nobody,
        room: Callable[[], bool] = lambda: True,
    ) -> None:
        self._db, self._stage, self._now = db, stage, now
        self._sittings = Sittings(db, self._opened, stage.left, now)
        self._presses = Presses(db, draw, now, tell)
        self._lobbies = Lobbies(db, draw, now, tell)
        self._leaving = Leaving(db, self._presses, now)
        self._computers = Computers(self._computer_acts, pace)
        self._hearing = Hearing(db, now, listens=listens)
        self._rings = Rings(db, self._presses, now)
        self._revival = Revival(db, self._sittings, self._goes_on, stage, now, room)
        self.groups = Groups(db, self._sittings, stage, now)
        self._alarms = Alarms(db, self._ring, now, lambda: self._hearing.deaf or db.trouble is not None)

    async def open(self, chat: int, person: int, update_id: int | None = None, *, thread: int | None = None) -> int:
        """A new lobby in a group, in the topic `thread` where it has topics; the table's id."""
        table = await self._lobbies.open(chat, person, update_id, thread=thread)
        self._shown(await self._sittings.get(table))
        return table

    async def again(self, table: int, person: int, update_id: int | None = None) -> int:
        """A new lobby for the people of a table whose pulka is over; its id. Raises NoTable or a HostRefusal."""
        opened = await self._lobbies.again(await self._sittings.get(table), person, update_id)
        self._shown(await self._sittings.get(opened))
        return opened

    async def change_lobby(
        self, table: int, person: Person, word: str, update_id: int | None = None, *, admin: bool = False
    ) -> None:
        """A press in a lobby (words: see `arranging`). Raises NoTable, a HostRefusal or AgreementError.

        Who sits down without a private chat gets StartFirst with the payload of a link that will seat him: nobody is
        seated where his cards cannot be shown.
        """
        sitting = await self._sittings.get(table)
        if word == "sit" and person.private != "open":
            token = await self._db.write(people.issue_token, person=person.id, table=table, at=self._now())
            raise StartFirst(payload=SIT + token)
        async with sitting.lock:
            await self._lobbies.change(sitting, person.id, word, update_id, admin=admin)
        self._shown(sitting)

    async def change_rules(
        self, table: int, person: int, wanted: Callable[[Agreement], Agreement], update_id: int | None = None
    ) -> None:
        """Who sits at a table changes its rules before it begins. Raises NoTable, a HostRefusal or AgreementError."""
        sitting = await self._sittings.get(table)
        async with sitting.lock:
            await self._lobbies.agree(sitting, person, wanted, update_id)
        self._shown(sitting)

    async def arrive(self, payload: str, person: Person) -> bool:
        """Start came with `payload`: whether it seated the person. Raises LinkUsed or what sitting down may raise."""
        if not payload.startswith(SIT):
            return False
        token = payload.removeprefix(SIT)
        meant = await self._db.ask(people.find_token, token, person=person.id)
        if meant is None or meant.table is None:
            raise LinkUsed()
        sitting = await self._sittings.get(meant.table)
        async with sitting.lock:
            await self._lobbies.change(sitting, person.id, "sit", token=token)
        self._shown(sitting)
        return True

    async def answer(self, table: int, person: int, number: int, token: str, update_id: int | None = None) -> None:
        """A person's answer to question `number`, as a token. Raises NoTable, NotationError, a Refusal or
        HostRefusal."""
        given = action(token)
        sitting = await self._sittings.get(table)
        if sitting.is_away(person) or sitting.seat_of(person) in sitting.left:
            await self.present(table, person)
        async with sitting.lock:
            await self._presses.answer(sitting, person, number, given, update_id)
            seat = sitting.seat_of(person)
            assert seat is not None
            sitting.active[seat] = self._now()
        self._shown(sitting)

    async def talk(
        self, table: int, person: Person, word: str, update_id: int | None = None, *, admin: bool = False
    ) -> None:
        """A press about a table that plays (words: see `leaving`). Raises NoTable, a Refusal or a HostRefusal."""
        sitting = await self._sittings.get(table)
        async with sitting.lock:
            before = sitting.sitters
            await self._leaving.press(sitting, person, word, update_id, admin=admin)
        self._shown(sitting)
        sit = {s.person for s in sitting.sitters}
        for sitter in before:
            if sitter.person is not None and sitter.person not in sit:
                self._stage.parted(sitting.scene(self._now()), sitter)

    async def left_the_group(self, chat: int, person: int) -> None:
        """Somebody is no longer in the group: his seats there are free for others, and in a lobby he sits no more."""
        for row in await self._db.ask(tables.tables_of, person):
            if row.chat != chat:
                continue
            sitting = await self._sittings.get(row.id)
            async with sitting.lock:
                if sitting.status == "lobby" and sitting.seat_of(person) is not None:
                    await self._lobbies.change(sitting, person, "leave")
                else:
                    await self._leaving.left_the_group(sitting, person)
            self._shown(sitting)

    async def present(self, table: int, person: int) -> bool:
        """A person who sits at a table has pressed something there: he has been heard, and if a computer played for
        him, or his seat was free for others, that is over. Whether it was so. Raises NoTable."""
        sitting, at = await self._sittings.get(table), self._now()
        seat = sitting.seat_of(person)
        if seat is None or sitting.status != "playing":
            return False
        sitting.active[seat] = at
        async with sitting.lock:
            away, late, left = sitting.is_away(person), sitting.is_late(seat), seat in sitting.left
            if left:
                await self._leaving.back(sitting, seat)
            if away:
                await self._presses.decree(sitting, Chair(0, "person", seat), by=seat)
            elif late or sitting.heard_before(seat, at - HEARD_EVERY):
                sitting.times = await self._db.write(_heard, sitting, seat, at)
        if away or late or left:
            self._shown(sitting)
        return away or left

    async def returned(self, person: int) -> int:
        """He is back: at how many tables a computer had played for him."""
        rows = await self._db.ask(tables.tables_of, person)
        return sum([await self.present(row.id, person) for row in rows])

    @property
    def deaf(self) -> bool:
        """Whether Telegram has been silent for longer than it is when all is well."""
        return self._hearing.deaf

    async def hears(self) -> None:
        """Telegram has answered. If it had been silent for long, the time is given back, and whoever is asked is told
        again."""
        self._sittings.let_go()
        seconds = await self._hearing.heard()
        if not seconds:
            return
        known = self._sittings.known()
        for sitting in known:
            async with sitting.lock:
                sitting.times = await self._db.ask(read_times, sitting.table)
        await self._revival.begin([s.table for s in known if s.status == "playing"], rung=seconds > AWAY)
        self._alarms.wake()

    async def look(self, table: int, person: int) -> tuple[Scene, Seat]:
        """A table for somebody who sits there. Raises NoTable or NotSeated."""
        sitting = await self._sittings.get(table)
        seat = sitting.seat_of(person)
        if seat is None:
            raise NotSeated()
        return sitting.scene(self._now()), seat

    async def scene(self, table: int) -> Scene:
        """A table as it stands. Raises NoTable."""
        return (await self._sittings.get(table)).scene(self._now())

    async def known(self, table: int) -> Scene | None:
        """A table as it stands, None if there is no such table: for what is said about it."""
        try:
            return await self.scene(table)
        except NoTable:
            return None

    async def closed(self, table: int, number: int) -> State:
        """The moment at which deal `number` had just been closed; its cards are no secret any more. Raises NoTable."""

        def read(conn: sqlite3.Connection) -> State:
            deals = pulkas.deals(conn, table)
            if not 0 < number <= len(deals):
                raise LookupError
            return folding.closed_moment(conn, tables.get(conn, table), deals, number)

        try:
            return await self._db.ask(read)
        except LookupError:
            raise NoTable(table=table) from None

    async def record(self, table: int) -> str:
        """The `.pref` record of the deals that are finished. Raises NoTable."""
        sitting = await self._sittings.get(table)
        names = tuple(s.name if s.person is not None else f"Computer {s.name}" for s in sitting.sitters)

        def read(conn: sqlite3.Connection) -> str:
            row = tables.get(conn, table)
            if row.start is None:
                raise LookupError
            log = [action(a.token) for a in pulkas.actions(conn, table)]
            return dumps(record(folding.start(row), log, names))

        try:
            return await self._db.ask(read)
        except LookupError:
            raise NoTable(table=table) from None

    async def recover(self) -> None:
        """After a start: the clocks go on, with the time for which the bot was not up; what stirs at tables goes on,
        the newest first and not all of it before this returns.

        If nothing was heard for more than `AWAY` seconds, whoever is to move is told again: presses live only 150 s in
        Telegram's queue, so his may be lost.
        """
        away = await self._hearing.back() > AWAY
        await self._revival.begin([sitting.table for sitting in self._sittings.known()], rung=away)
        self._alarms.wake()

    async def mended(self) -> None:
        """The database was in trouble and is not any more: as after a start, with tables that are what it says."""
        await self._sittings.renew()
        await self.recover()

    async def welcome(self, person: int) -> None:
        """A private chat has opened (again), or its owner has chosen otherwise for himself: everything he should see
        there is shown as he wants it."""

        def read(conn: sqlite3.Connection) -> list[tables.Table]:
            return list(tables.tables_of(conn, person))

        for row in await self._db.ask(read):
            sitting = await self._sittings.get(row.id)
            async with sitting.lock:
                sitting.sitters = await self._db.ask(read_sitters, row.id)
                if sitting.private:
                    sitting.locale = next(s.locale for s in sitting.sitters if s.person == person)
                await self._presses.play_forced(sitting)
            self._shown(sitting)

    async def speak(self, chat: int, locale: str) -> None:
        """A group has chosen its language: what stands there is said in it."""
        for row in await self._db.ask(tables.open_tables, chat):
            sitting = await self._sittings.get(row.id)
            sitting.locale = locale
            self._stage.changed(sitting.scene(self._now()))

    async def close(self) -> None:
        """Stop what acts by itself; nothing that was committed is lost."""
        await self._revival.close()
        await self._alarms.close()
        await self._computers.close()
        await self._hearing.note()

    def _opened(self, sitting: Sitting) -> None:
        self._stage.opened(sitting.scene(self._now()))
        self._computers.wake(sitting)

    async def _goes_on(self, sitting: Sitting) -> None:
        """What is to be done at a table without a press."""
        async with sitting.lock:
            await self._lobbies.begin_if_ready(sitting)
            await self._presses.play_forced(sitting)
        self._computers.wake(sitting)

    async def _computer_acts(self, sitting: Sitting, seat: Seat, action: Action) -> None:
        await self._presses.act(sitting, seat, action)
        self._shown(sitting)

    async def _ring(self, deadline: Deadline) -> None:
        sitting, kind = await self._sittings.get(deadline.table), deadline.kind.partition("-")[0]
        async with sitting.lock:
            if kind in KINDS:
                told = await self._rings.strike(sitting, deadline)
            elif kind == LOBBY:
                told = await self._lobbies.expire(sitting)
            else:
                told = await self._presses.time_up(sitting)
        if told:
            self._shown(sitting)

    def _shown(self, sitting: Sitting) -> None:
        self._stage.changed(sitting.scene(self._now()))
        self._computers.wake(sitting)
        if sitting.times.due:
            self._alarms.wake(min(sitting.times.due.values()))


def _heard(conn: sqlite3.Connection, sitting: Sitting, seat: Seat, at: float) -> Times:
    clocks.heard(conn, sitting.table, seat, at)
    clock.woken(conn, sitting.table, clock.limits(sitting.agreement), seat, at)
    return read_times(conn, sitting.table)
