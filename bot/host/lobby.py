"""Before a pulka: people sit down, agree, and begin together (PRODUCT.md, New table)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from bot.game.agreement import Agreement
from bot.game.errors import AgreementError
from bot.game.forms import table_text
from bot.game.presets import agreement as read_agreement
from bot.game.presets import preset
from bot.game.rules import apply
from bot.game.state import new_table
from bot.host import clock
from bot.host.alarms import TIME_UP
from bot.host.chance import Draw, shuffled
from bot.host.refusals import AlreadyBegun, AlreadySeated, LinkUsed, LobbyFull, NeedPlayers, NotSeated, NotYours
from bot.host.sitting import Clock, Sitting, read_sitting
from bot.storage import Conflict, Database, chats, deadlines, inbox, people, pulkas, tables

Change = Callable[[sqlite3.Connection, Sitting, int], None]

LEAST, USUAL, MOST = 2, 3, 4
"""How many play at a table."""
HUSSAR = "hussar"
"""The preset for two."""


class Lobbies:
    """Opens lobbies and changes them. A change takes back everybody's `ready` unless it is one."""

    def __init__(self, db: Database, draw: Draw, now: Clock) -> None:
        self._db, self._draw, self._now = db, draw, now

    async def open(
        self, chat: int, person: int, update_id: int | None = None, size: int = 0, thread: int | None = None
    ) -> int:
        """A new lobby in a group, by the chat's agreement; its id. Handled twice, an update opens one lobby only.

        `size` 0: three, or two where the chat plays hussar.
        """
        at = self._now()

        def store(conn: sqlite3.Connection) -> int:
            rules = _own_rules(conn, chat)
            seats = size or (LEAST if rules.preset == HUSSAR else USUAL)
            table = tables.open_table(
                conn, chat=chat, opened_by=person, size=seats, agreement=rules.text, at=at, thread=thread
            )
            if update_id is not None:
                inbox.done(conn, update_id, at=at)
            return table

        return await self._db.write(store)

    async def change(
        self, sitting: Sitting, person: int, word: str, update_id: int | None = None, token: str | None = None
    ) -> None:
        """What a press of `word` does for `person`. Raises a HostRefusal or AgreementError; then nothing has changed.

        `token` is the one-time token by which he came; it is used up in the same transaction.

        Words: sit, leave, ready, computer, uncomputer, cancel, size-2 to size-4, pulka-10 and the other pulka sizes.
        """
        if sitting.status != "lobby":
            raise AlreadyBegun()
        head, _, tail = word.partition("-")
        await self._make(sitting, person, _CHANGES[head](tail), update_id, token)

    async def agree(
        self, sitting: Sitting, person: int, wanted: Callable[[Agreement], Agreement], update_id: int | None = None
    ) -> None:
        """Who sits here changes the table's rules. Raises a HostRefusal or AgreementError; then nothing has changed."""
        if sitting.status != "lobby":
            raise AlreadyBegun()

        def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
            _seat(sitting, person)
            agreed = wanted(sitting.agreement)
            agreed.check(sitting.size)
            if agreed != sitting.agreement:
                tables.set_agreement(conn, sitting.table, agreed.text)

        await self._make(sitting, person, change, update_id)

    async def _make(
        self, sitting: Sitting, person: int, change: Change, update_id: int | None, token: str | None = None
    ) -> None:
        at = self._now()

        def store(conn: sqlite3.Connection) -> Sitting:
            if token is not None and people.use_token(conn, token, person=person, at=at) is None:
                raise LinkUsed()
            change(conn, sitting, person)
            if update_id is not None:
                inbox.done(conn, update_id, at=at)
            return read_sitting(conn, sitting.table)

        try:
            fresh = await self._db.write(store)
        except Conflict:
            raise AlreadyBegun() from None
        _renew(sitting, fresh)
        if sitting.status == "lobby" and all_ready(sitting):
            await self._begin(sitting)

    async def _begin(self, sitting: Sitting) -> None:
        """Seats and the first dealer are drawn (Codex 3.1.1, 3.2.1), and the first deck: its hash starts the pulka.

        Where it ends by time, its minutes begin now.
        """
        order = shuffled([s.seat for s in sitting.sitters])
        first_dealer = shuffled(range(1, sitting.size + 1))[0]
        by_seat = {s.seat: s for s in sitting.sitters}
        computers = [n for n, old in enumerate(order, 1) if by_seat[old].person is None]
        start = new_table(sitting.agreement, sitting.size, first_dealer, computers)
        deck = self._draw(1)
        at = self._now()

        def store(conn: sqlite3.Connection) -> Sitting:
            text = table_text(start.table)
            tables.start(conn, sitting.table, order=order, first_dealer=first_dealer, start=text)
            pulkas.append(conn, sitting.table, 1, [(deck.token, None)], at=at)
            if start.table.agreement["end_condition"] == "time":
                minutes = start.table.agreement.answers["end_minutes"]
                deadlines.put(conn, sitting.table, TIME_UP, at + 60 * minutes)
            clock.moved(conn, sitting.table, None, apply(start, deck).state, now=at)
            return read_sitting(conn, sitting.table)

        _renew(sitting, await self._db.write(store))


def all_ready(sitting: Sitting) -> bool:
    """Every seat is taken, by somebody who agrees; at least one is a person."""
    people = [s for s in sitting.sitters if s.person is not None]
    return len(sitting.sitters) == sitting.size and bool(people) and all(s.ready for s in sitting.sitters)


def _renew(sitting: Sitting, fresh: Sitting) -> None:
    sitting.status, sitting.size, sitting.agreement = fresh.status, fresh.size, fresh.agreement
    sitting.sitters, sitting.state, sitting.times = fresh.sitters, fresh.state, fresh.times


def _sit(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        if sitting.seat_of(person) is not None:
            raise AlreadySeated()
        if len(sitting.sitters) >= sitting.size:
            raise LobbyFull()
        tables.sit(conn, sitting.table, person)
        unready(conn, sitting)

    return change


def _leave(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        tables.stand(conn, sitting.table, _seat(sitting, person))
        unready(conn, sitting)

    return change


def _ready(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        seat = _seat(sitting, person)
        if len(sitting.sitters) < sitting.size:
            raise NeedPlayers(missing=sitting.size - len(sitting.sitters))
        ready = next(s.ready for s in sitting.sitters if s.seat == seat)
        tables.set_ready(conn, sitting.table, seat, not ready)

    return change


def _computer(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        _seat(sitting, person)
        if len(sitting.sitters) >= sitting.size:
            raise LobbyFull()
        taken = {s.name for s in sitting.sitters}
        tables.sit_computer(conn, sitting.table, next(n for n in COMPUTERS if n not in taken))
        unready(conn, sitting)

    return change


def _uncomputer(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        _seat(sitting, person)
        computers = [s.seat for s in sitting.sitters if s.person is None]
        if not computers:
            raise NotSeated()
        tables.stand(conn, sitting.table, max(computers))
        unready(conn, sitting)

    return change


def _size(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        _seat(sitting, person)
        size = int(tail) if tail in map(str, range(LEAST, MOST + 1)) else 0
        if size < len(sitting.sitters):
            raise LobbyFull()
        tables.set_size(conn, sitting.table, size)
        rules = rules_for(size, sitting.agreement, _own_rules(conn, sitting.chat))
        tables.set_agreement(conn, sitting.table, rules.text)

    return change


def rules_for(size: int, agreed: Agreement, own: Agreement) -> Agreement:
    """The rules of a table for so many: those `agreed` if they can play by them, else the chat's `own`, else hussar.

    What was taken for two is given back when more are to play. The pulka stays as long as it is.
    """
    given_back = agreed.preset == HUSSAR and size > 2
    wanted = (own,) if given_back else (agreed, own, *([preset(HUSSAR)] if size == 2 else []))
    goal = agreed["pool_target"]
    fitting = (r for rules in wanted for r in (rules.but(pool_target=goal), rules) if _playable(r, size))
    return next(fitting, wanted[0])


def _playable(rules: Agreement, players: int) -> bool:
    try:
        rules.check(players)
    except AgreementError:
        return False
    return True


def _own_rules(conn: sqlite3.Connection, chat: int) -> Agreement:
    """The rules of a chat; newcomers play Sochi."""
    text = chats.get(conn, chat).agreement
    return read_agreement(text) if text else preset()


def _pulka(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        _seat(sitting, person)
        agreed = sitting.agreement.but(pool_target=tail)
        agreed.check(sitting.size)
        tables.set_agreement(conn, sitting.table, agreed.text)

    return change


def _cancel(tail: str) -> Change:
    def change(conn: sqlite3.Connection, sitting: Sitting, person: int) -> None:
        if person != sitting.opened_by and sitting.seat_of(person) is None:
            raise NotYours()
        tables.cancel(conn, sitting.table)

    return change


_CHANGES: dict[str, Callable[[str], Change]] = {
    "sit": _sit,
    "leave": _leave,
    "ready": _ready,
    "computer": _computer,
    "uncomputer": _uncomputer,
    "size": _size,
    "pulka": _pulka,
    "cancel": _cancel,
}
WORDS = frozenset(_CHANGES)
"""First words of the presses that a lobby knows."""
COMPUTERS = ("A", "B", "C")
"""Names of computer players; whoever shows one adds the word for it in the reader's language."""


def unready(conn: sqlite3.Connection, sitting: Sitting) -> None:
    """An agreement is an agreement: whoever had agreed to something else is asked again."""
    for seat in tables.get(conn, sitting.table).seats:
        if seat.ready and seat.person is not None:
            tables.set_ready(conn, sitting.table, seat.number, False)


def _seat(sitting: Sitting, person: int) -> int:
    seat = sitting.seat_of(person)
    if seat is None:
        raise NotSeated()
    return seat
