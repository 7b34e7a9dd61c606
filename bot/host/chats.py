"""Who speaks to us, and where: people and chats as storage knows them, asked once and remembered."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection
from dataclasses import dataclass

from bot.host.lately import Lately
from bot.host.prefs import Prefs, chosen
from bot.storage import Database, Trouble, chats, people
from bot.storage.people import Person

__all__ = ["DEFAULT_LOCALE", "Directory", "Guest", "Person"]

DEFAULT_LOCALE = "ru"
"""Of a group that has not chosen a language, and of a person whose app tells none."""
PEOPLE, GROUPS = 5000, 2000
"""So many are remembered; of others the database is asked again."""


@dataclass(frozen=True, slots=True)
class Guest:
    """What Telegram says of a person: a user's id, the name as he has it, his app's language."""

    telegram_id: int
    first_name: str
    username: str | None = None
    language: str | None = None


class Directory:
    """People and chats by Telegram's ids. A press costs no write unless a name has changed.

    `languages` are those that a group may speak.
    """

    def __init__(self, db: Database, languages: Collection[str] = (DEFAULT_LOCALE,)) -> None:
        self._db, self._languages = db, languages
        self._people = Lately[Guest, Person](PEOPLE)
        self._groups = Lately[tuple[int, str], int](GROUPS)
        """None that is lost: whenever somebody speaks there it is tried."""
        self._locales = Lately[int, str](GROUPS)

    async def person(self, guest: Guest) -> Person:
        """The person, stored under the name that he has now."""
        if guest in self._people:
            return self._people[guest]
        self._people[guest] = found = await self._db.write(
            people.upsert, guest.telegram_id, guest.first_name, guest.username, language(guest.language)
        )
        return found

    async def speaks(self, guest: Guest) -> str:
        """The language in which somebody is answered while nothing can be recorded, and perhaps nothing read."""
        try:
            found = await self._db.ask(people.find, guest.telegram_id)
        except Trouble:
            found = None
        return (found and found.locale) or language(guest.language) or DEFAULT_LOCALE

    async def known(self, person: int) -> Person:
        """Somebody by storage's id. Raises LookupError."""
        return await self._db.ask(people.get, person)

    async def open_private(self, guest: Guest) -> Person:
        """The person has spoken to the bot in private: from now on it may write to him."""

        def store(conn: sqlite3.Connection) -> Person:
            chats.get_or_create(conn, guest.telegram_id, "private", guest.first_name)
            people.upsert(conn, guest.telegram_id, guest.first_name, guest.username, language(guest.language))
            found = people.find(conn, guest.telegram_id)
            assert found is not None
            return found

        person = await self._db.write(store)
        self._people[guest] = person
        return person

    async def group(self, telegram_id: int, title: str) -> int:
        """Storage id of a group that has spoken to us."""
        key = (telegram_id, title)
        if key in self._groups:
            return self._groups[key]
        chat = await self._db.write(chats.get_or_create, telegram_id, "group", title)
        if chat.lost_at is None:
            self._groups[key] = chat.id
        return chat.id

    async def locale(self, chat: int) -> str:
        """The language that a group speaks."""
        if chat in self._locales:
            return self._locales[chat]
        self._locales[chat] = locale = (await self._db.ask(chats.get, chat)).locale or DEFAULT_LOCALE
        return locale

    async def speak(self, chat: int, locale: str) -> None:
        """A group chooses its language."""
        await self._db.write(chats.set_locale, chat, locale)
        self._locales[chat] = locale

    async def met_through(self, chat: int, code: str | None) -> None:
        """The bot was added by somebody whose app has this language: the group speaks it until it chooses another."""
        locale = language(code)
        if locale and locale in self._languages and (await self._db.ask(chats.get, chat)).locale is None:
            await self.speak(chat, locale)

    async def prefs(self, person: int) -> Prefs:
        """What a person has chosen for himself."""
        return await self._db.ask(people.prefs, person)

    async def choose(self, person: Person, what: str, value: str) -> Prefs:
        """He chooses something (see `prefs.chosen`). Raises NotationError."""

        def store(conn: sqlite3.Connection) -> Prefs:
            prefs = chosen(people.prefs(conn, person.id), what, value)
            people.set_prefs(conn, person.id, prefs)
            return prefs

        return await self._db.write(store)

    async def choose_language(self, person: Person, locale: str) -> Person:
        """He is spoken to in this language from now on."""
        await self._db.write(people.set_locale, person.id, locale)
        self.forget(person.telegram_id)
        return await self._db.ask(people.get, person.id)

    async def agreement(self, chat: int) -> str | None:
        """The chat's own rules as text, None while they are what newcomers get."""
        return (await self._db.ask(chats.get, chat)).agreement

    async def close_private(self, telegram_id: int) -> None:
        """The person has blocked the bot; nothing more is sent until he opens the chat again."""

        def store(conn: sqlite3.Connection) -> None:
            chat = chats.find(conn, telegram_id)
            if chat is not None:
                chats.set_reachable(conn, chat.id, False)

        await self._db.write(store)
        self.forget(telegram_id)

    async def known_group(self, telegram_id: int) -> int | None:
        """Storage id of a group, if it has ever spoken to us. It need not be there any more."""
        chat = await self._db.ask(chats.find, telegram_id)
        return chat.id if chat is not None and chat.kind == "group" else None

    async def basic_groups(self, title: str) -> tuple[int, ...]:
        """Storage ids of groups of this title that may become supergroups."""
        return await self._db.ask(chats.basic_groups, title)

    async def lost(self, chat: int) -> None:
        """This chat (a storage id) cannot be written to any more. A group is tried whenever somebody speaks there."""
        found = await self._db.ask(chats.get, chat)
        await self._db.write(chats.lose, chat, at=time.time())
        self.forget_group(chat)
        self.forget(found.telegram_id)

    async def found(self, chat: int) -> None:
        """It can be written to again."""
        await self._db.write(chats.recover, chat)

    def forget_group(self, chat: int) -> None:
        """What is remembered of this group may be wrong now."""
        for key in [key for key, known in self._groups.items() if known == chat]:
            del self._groups[key]

    def forget(self, telegram_id: int) -> None:
        """What is remembered of this person may be wrong now: ask the database again."""
        for guest in [guest for guest in self._people if guest.telegram_id == telegram_id]:
            del self._people[guest]


def language(code: str | None) -> str | None:
    """`uk-UA` -> `uk`: the language of an app's locale."""
    return code.split("-")[0].lower() if code else None
