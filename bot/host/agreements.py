"""The agreement of a chat: by what new tables begin, who may change it, and what has been changed.

A change is accepted only from somebody who saw the agreement as it is. A running pulka, and a lobby that is open, keep
what they began with.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from bot.game.agreement import Agreement
from bot.game.presets import agreement as read_agreement
from bot.game.presets import preset
from bot.host.chats import DEFAULT_LOCALE
from bot.host.refusals import ChangedMeanwhile
from bot.host.sitting import Clock
from bot.storage import Database, agreements, chats, inbox, tables

COMPANIES = ((2,), (3, 4))
"""A chat's agreement serves two people, or three and four."""
FOR_TWO = "hussar"
QUIET = 600.0
"""Seconds after which a change is told in a message of its own, not in that of the changes before."""

Change = Callable[[Agreement], Agreement]


@dataclass(frozen=True, slots=True)
class Rules:
    """A chat's agreement, and who may change it (admins, anybody, seated)."""

    agreement: Agreement
    may_change: str
    private: bool = False
    """Of a private chat, whose owner may do what he likes."""


@dataclass(frozen=True, slots=True)
class Told:
    """Changes that are told in one message of the chat: from which agreement to which, and who made the last one."""

    chat: int
    number: int
    locale: str
    old: Agreement
    new: Agreement
    who: str
    at: float


class Agreements:
    """Reads and changes what chats have agreed. Ids are storage's; `now` is unix seconds."""

    def __init__(self, db: Database, now: Clock) -> None:
        self._db, self._now = db, now

    async def of(self, chat: int) -> Rules:
        return await self._db.ask(_rules, chat)

    async def change(self, chat: int, who: str, change: Change, update_id: int | None = None) -> Told | None:
        """Change a chat's agreement; what is to be told, None when nothing has changed. Raises AgreementError or
        ChangedMeanwhile."""
        at = self._now()

        def store(conn: sqlite3.Connection) -> Told | None:
            old = _rules(conn, chat).agreement
            new = change(old)
            playable(new)
            if update_id is not None:
                inbox.done(conn, update_id, at=at)
            if new == old:
                return None
            chats.set_agreement(conn, chat, new.text)
            agreements.note(conn, chat, base=old.text, who=who, at=at, quiet=QUIET)
            return _told(conn, chat)

        return await self._db.write(store)

    async def allow(self, chat: int, may_change: str, update_id: int | None = None) -> None:
        """Let others change a chat's rules from now on."""

        def store(conn: sqlite3.Connection) -> None:
            chats.set_rules_by(conn, chat, may_change)
            if update_id is not None:
                inbox.done(conn, update_id, at=self._now())

        await self._db.write(store)

    async def sits_in(self, chat: int, person: int) -> bool:
        """Whether the person sits at an open table of the chat."""

        def read(conn: sqlite3.Connection) -> bool:
            return any(row.chat == chat for row in tables.tables_of(conn, person))

        return await self._db.ask(read)

    async def untold(self) -> tuple[Told, ...]:
        """Changes that a process which ended may not have told."""

        def read(conn: sqlite3.Connection) -> tuple[Told, ...]:
            return tuple(told for chat in agreements.behind(conn) if (told := _told(conn, chat)))

        return await self._db.ask(read)


def seen(mark: str, change: Change) -> Change:
    """The change, by somebody who saw the agreement with that mark. Raises ChangedMeanwhile if it is another one."""

    def checked(old: Agreement) -> Agreement:
        if old.mark != mark:
            raise ChangedMeanwhile()
        return change(old)

    return checked


def taken(key: str, option: str) -> Change:
    """One rule changed."""
    return lambda old: old.but(**{key: option})


def preset_taken(name: str) -> Change:
    """A preset as it is."""
    return lambda old: old.registry.preset(name)


def pasted(code: str) -> Change:
    """The agreement of a pasted line, whatever was agreed before. A line without a preset changes what is agreed."""

    def change(old: Agreement) -> Agreement:
        words = code.split()
        if words and words[0].startswith("preset="):
            return read_agreement(" ".join(words))
        read_agreement(" ".join([f"preset={old.preset}", *words]))  # says what is wrong with the line
        return old.but(**dict(word.split("=", 1) for word in words))

    return change


def playable(agreement: Agreement) -> None:
    """Raises AgreementError unless those for whom its preset is can play by it."""
    agreement.consistent()
    for players in COMPANIES[agreement.preset != FOR_TWO]:
        agreement.check(players)


def _rules(conn: sqlite3.Connection, chat: int) -> Rules:
    known = chats.get(conn, chat)
    agreed = read_agreement(known.agreement) if known.agreement else preset()
    return Rules(agreed, known.rules_by, known.kind == "private")


def _told(conn: sqlite3.Connection, chat: int) -> Told | None:
    noted = agreements.noted(conn, chat)
    if noted is None:
        return None
    locale = chats.get(conn, chat).locale or DEFAULT_LOCALE
    new = _rules(conn, chat).agreement
    return Told(chat, noted.number, locale, read_agreement(noted.base), new, noted.who, noted.at)
