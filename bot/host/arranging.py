"""What people may arrange before a pulka begins: one press, one word (PRODUCT.md, New table).

Each word is a function of its tail that gives a change; a change runs in the transaction that stores it, and raises a
HostRefusal or an AgreementError when it may not be made.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from bot.game.agreement import Agreement
from bot.game.errors import AgreementError
from bot.game.presets import agreement as read_agreement
from bot.game.presets import preset
from bot.host.refusals import (
    AlreadySeated,
    LobbyFull,
    NeedPlayers,
    NoComputer,
    NotSeated,
    NotSilent,
    NotYours,
    SeatTaken,
)
from bot.host.sitting import Sitting
from bot.players import LEVELS
from bot.storage import Conflict, chats, tables

Change = Callable[[sqlite3.Connection, Sitting, int, bool], None]
"""(connection, table, who presses, whether he is an administrator of the group)"""

LEAST, USUAL, MOST = 2, 3, 4
"""How many play at a table."""
HUSSAR = "hussar"
"""The preset for two."""
COMPUTERS = ("A", "B", "C")
"""Names of computer players; whoever shows one has a name for each in the reader's language."""
LEVEL = next(iter(LEVELS))
"""How a computer player plays that nobody has chosen otherwise."""
EMPTY = "empty"
"""Why a lobby closes that its last person leaves."""


def change(word: str) -> Change:
    """What a press of `word` changes. Raises KeyError for an unknown word."""
    head, _, tail = word.partition("-")
    return _CHANGES[head](tail)


def sit(tail: str) -> Change:
    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        if sitting.seat_of(person) is not None:
            raise AlreadySeated()
        if len(sitting.sitters) >= sitting.size:
            raise LobbyFull()
        tables.sit(conn, sitting.table, person)
        tables.unready(conn, sitting.table, "seats")

    return make


def leave(tail: str) -> Change:
    """The last person to leave closes the lobby."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        _stand(conn, sitting, own_seat(sitting, person))

    return make


def remove(tail: str) -> Change:
    """Who opened the lobby, or an administrator, sends somebody away who does not say that he is ready."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        if person != sitting.opened_by and not admin:
            raise NotYours()
        silent = {s.seat for s in sitting.sitters if s.person is not None and not s.ready}
        if tail not in map(str, silent):
            raise NotSilent()
        _stand(conn, sitting, int(tail))

    return make


def _stand(conn: sqlite3.Connection, sitting: Sitting, seat: int) -> None:
    tables.stand(conn, sitting.table, seat)
    tables.unready(conn, sitting.table, "seats")
    if not any(s.person is not None for s in sitting.sitters if s.seat != seat):
        tables.cancel(conn, sitting.table, EMPTY)


def ready(tail: str) -> Change:
    """He agrees to begin, or no longer."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        seat = own_seat(sitting, person)
        agreed = next(s.ready for s in sitting.sitters if s.seat == seat)
        if len(sitting.sitters) < sitting.size and not agreed:
            raise NeedPlayers(missing=sitting.size - len(sitting.sitters))
        tables.set_ready(conn, sitting.table, seat, not agreed)

    return make


def computer(tail: str) -> Change:
    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        own_seat(sitting, person)
        if len(sitting.sitters) >= sitting.size:
            raise LobbyFull()
        seat_computer(conn, sitting.table)
        tables.unready(conn, sitting.table, "seats")

    return make


def seat_computer(conn: sqlite3.Connection, table: int) -> None:
    """One more, under a name that nobody has there."""
    taken = {seat.computer for seat in tables.get(conn, table).seats}
    tables.sit_computer(conn, table, next(n for n in COMPUTERS if n not in taken), LEVEL)


def uncomputer(tail: str) -> Change:
    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        own_seat(sitting, person)
        computers = [s.seat for s in sitting.sitters if s.person is None]
        if not computers:
            raise NoComputer()
        tables.stand(conn, sitting.table, max(computers))
        tables.unready(conn, sitting.table, "seats")

    return make


def size(tail: str) -> Change:
    """So many play. At a table against computers alone the others are computers."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        own_seat(sitting, person)
        wanted = int(tail) if tail in map(str, range(LEAST, MOST + 1)) else 0
        if sitting.private and wanted:
            for seat in [s.seat for s in sitting.sitters if s.person is None]:
                tables.stand(conn, sitting.table, seat)
        elif wanted < len(sitting.sitters):
            raise LobbyFull()
        if not wanted:
            raise LobbyFull()
        tables.set_size(conn, sitting.table, wanted)
        if sitting.private:
            fill(conn, sitting.table)
        rules = rules_for(wanted, sitting.agreement, own_rules(conn, sitting.chat))
        tables.set_agreement(conn, sitting.table, rules.text)

    return make


def fill(conn: sqlite3.Connection, table: int) -> None:
    """Computers take all empty seats."""
    row = tables.get(conn, table)
    for _ in range(row.size - len(row.seats)):
        seat_computer(conn, table)


def pulka(tail: str) -> Change:
    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        own_seat(sitting, person)
        agreed = sitting.agreement.but(pool_target=tail)
        agreed.check(sitting.size)
        tables.set_agreement(conn, sitting.table, agreed.text)

    return make


def seating(tail: str) -> Change:
    """Seats are drawn when the pulka begins (Codex 3.1.1), or everybody stays where he has sat down."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        own_seat(sitting, person)
        tables.set_seating(conn, sitting.table, "drawn" if sitting.seating == "free" else "free")
        tables.unready(conn, sitting.table, "seats")

    return make


def move(tail: str) -> Change:
    """Where seats are free, he takes another one."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        seat = own_seat(sitting, person)
        try:
            tables.move(conn, sitting.table, seat, int(tail) if tail.isdecimal() else 0)
        except Conflict:
            raise SeatTaken() from None
        tables.unready(conn, sitting.table, "seats")

    return make


def dealer(tail: str) -> Change:
    """Who deals first, where it is not drawn (`first_dealer`): a volunteer names himself, and otherwise who opened the
    table chooses one after the other of those who sit."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        seat, how = own_seat(sitting, person), sitting.agreement["first_dealer"]
        if how == "volunteer":
            if sitting.dealer not in (None, seat):
                raise SeatTaken()
            chosen = None if sitting.dealer == seat else seat
        else:
            if how != "chosen" or (person != sitting.opened_by and _sits(sitting, sitting.opened_by)):
                raise NotYours()
            after = [s.seat for s in sitting.sitters if s.seat > (sitting.dealer or 0)]
            chosen = min(after, default=None)
        tables.set_dealer(conn, sitting.table, chosen)
        tables.unready(conn, sitting.table, "seats")

    return make


def cancel(tail: str) -> Change:
    """Who opened the lobby, who sits there, or an administrator gives it up."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        if person != sitting.opened_by and not _sits(sitting, person) and not admin:
            raise NotYours()
        tables.cancel(conn, sitting.table)

    return make


def agree(wanted: Callable[[Agreement], Agreement]) -> Change:
    """Who sits there changes the table's rules."""

    def make(conn: sqlite3.Connection, sitting: Sitting, person: int, admin: bool) -> None:
        own_seat(sitting, person)
        agreed = wanted(sitting.agreement)
        agreed.check(sitting.size)
        if agreed != sitting.agreement:
            tables.set_agreement(conn, sitting.table, agreed.text)

    return make


_CHANGES: dict[str, Callable[[str], Change]] = {
    "sit": sit,
    "leave": leave,
    "remove": remove,
    "ready": ready,
    "computer": computer,
    "uncomputer": uncomputer,
    "size": size,
    "pulka": pulka,
    "seating": seating,
    "move": move,
    "dealer": dealer,
    "cancel": cancel,
}
WORDS = frozenset(_CHANGES)
"""First words of the presses that a lobby knows."""


def own_seat(sitting: Sitting, person: int) -> int:
    """Raises NotSeated."""
    seat = sitting.seat_of(person)
    if seat is None:
        raise NotSeated()
    return seat


def _sits(sitting: Sitting, person: int) -> bool:
    return sitting.seat_of(person) is not None


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


def own_rules(conn: sqlite3.Connection, chat: int) -> Agreement:
    """The rules of a chat; newcomers play Sochi."""
    text = chats.get(conn, chat).agreement
    return read_agreement(text) if text else preset()
