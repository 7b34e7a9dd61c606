"""Pages that belong to no table: a person's settings and tables, the pulkas that were played, the chat's language.

Each is one message that turns its pages: a place of its chat, so that it is edited in its turn and after the boards.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Protocol

from bot import zones
from bot.delivery import Place, Standing, Wanted
from bot.framing import label, names_of
from bot.game.errors import NotationError
from bot.game.state import Ended
from bot.game.view import view
from bot.host import Host, Scene
from bot.host.agreements import Agreements
from bot.host.archive import Archive, Begun, record_name, shelf_of
from bot.host.archive import Own as Sat
from bot.host.chats import Directory, Person
from bot.host.reader import Reader
from bot.host.refusals import LanguageNotYours, NotSent, StartFirst, WhoIsUnknown
from bot.host.sitting import Clock
from bot.screens import greeting, history, own_tables, settings
from bot.screens.frame import Frame
from bot.screens.links import board_link
from bot.screens.own_tables import Own
from bot.screens.screen import Screen
from bot.screens.settings import Choices
from bot.texts import locales

PAGES = 3
"""The priority of a page: after all that shows a game."""
PRIVATE = frozenset({"settings", "my"})
"""Pages for one person's eyes."""
AFTER = {"quiet": "quiet", "from": "quiet", "until": "quiet", "zone": "quiet"}
"""The page that is shown after something was chosen, if it is not the first one."""


class Shower(Protocol):
    """Delivery, as far as pages need it."""

    def show(self, wanted: Iterable[Wanted]) -> None: ...

    async def place_of(self, chat: int, message_id: int) -> Place | None: ...

    async def standing(self, chat: int, telegram_id: int) -> Standing | None: ...

    async def document(
        self, chat: int, name: str, content: bytes, caption: str = "", *, thread: int | None = None
    ) -> bool: ...


class Notebook:
    """Turns pages. Refusals are raised; then nothing has changed."""

    def __init__(
        self,
        host: Host,
        directory: Directory,
        archive: Archive,
        agreed: Agreements,
        delivery: Shower,
        now: Clock = time.time,
    ) -> None:
        self._host, self._directory, self._archive = host, directory, archive
        self._agreed, self._delivery, self._now = agreed, delivery, now

    async def turn(self, word: str, reader: Reader) -> str:
        """Show the page `word`, or do what it says first; the code of a sentence for the presser, "" if the page speaks
        for itself.

        Raises StartFirst for a page for one's own eyes that cannot be shown to him alone, NotationError for a forged
        word, and what the deeds raise.
        """
        kind, _, tail = word.partition(":")
        if kind in PRIVATE and not reader.private:
            return await self._in_private(kind, reader)
        match kind, tail.split(":"):
            case "settings", _ if reader.person:
                await self._settle(tail, reader.person, reader)
            case "my", [""] if reader.person:
                await self._show("my", await self.mine(reader.person, reader.locale), reader)
            case "history", ["record", table] if table.isdecimal():
                return await self._bring(int(table), reader)
            case "history", ["sheet", table, page] if table.isdecimal() and page.isdecimal():
                await self._show("history", await self._pulka(int(table), int(page), reader), reader)
            case "history", [page] if page.isdecimal() or not page:
                await self._show("history", await self._history(int(page or 0), reader), reader)
            case "language", [""] if reader.private:
                await self.turn("settings:language", reader)
            case "language", [code] if not reader.private:
                await self._speak(code, reader)
            case "help", [""]:
                await self._show("help", greeting.help_screen(reader.locale, reader.private), reader)
            case _:
                raise NotationError("page", text=word, expected="a page that there is")
        return ""

    async def mine(self, person: Person, locale: str) -> Screen:
        """/my of a person."""
        return own_tables.own_tables(locale, await self._tables(person, locale))

    async def mine_in_short(self, person: Person, locale: str) -> str:
        """The same for somebody who cannot be written to: an answer to a press."""
        return own_tables.own_tables_alert(locale, await self._tables(person, locale))

    async def _in_private(self, kind: str, reader: Reader) -> str:
        """A page for one's own eyes that is asked for in a group goes to his private chat."""
        person = reader.person
        if person is None or reader.open is None:
            raise StartFirst(payload=kind)
        await self.turn(kind, Reader(reader.open, person.locale or reader.locale, True, person, reader.update_id))
        return "sent_in_private"

    async def _settle(self, tail: str, person: Person, reader: Reader) -> None:
        """A page of the settings, or something chosen there and then the page that shows it."""
        head, _, choice = tail.partition(":")
        if head == "set":
            what, _, value = choice.partition(":")
            if what == "language":
                if value not in locales():
                    raise NotationError("language", text=value, expected="one that is spoken")
                person = await self._directory.choose_language(person, value)
            else:
                await self._directory.choose(person, what, value)
            await self._host.welcome(person.id)
            tail = AFTER.get(what, "")
        prefs = await self._directory.prefs(person.id)
        hours = (prefs.quiet_from, prefs.quiet_until)
        quiet = None if hours[0] is None or hours[1] is None else (hours[0], hours[1])
        locale = person.locale or reader.locale
        choices = Choices(locale, self._now(), prefs.rings, quiet, prefs.zone or "", prefs.forced)
        await self._show("settings", settings.settings(choices, tail), reader)

    async def _tables(self, person: Person, locale: str) -> list[Own]:
        return [
            _own(await self._host.scene(sat.table), sat, person, locale) for sat in await self._archive.own(person.id)
        ]

    async def _history(self, page: int, reader: Reader) -> Screen:
        limit = history.PAGE
        count, begun = await self._archive.begun(shelf_of(reader), limit=limit, offset=page * limit)
        pages = max(1, -(-count // limit))
        if page >= pages:  # nothing is ever taken away: a forged number
            raise NotationError("page", text=page, expected=f"a number under {pages}")
        zone = (await self._directory.prefs(reader.person.id)).zone if reader.private and reader.person else None
        played = [_played(one, reader, zone) for one in begun]
        return history.history(reader.locale, played, page, pages)

    async def _pulka(self, table: int, page: int, reader: Reader) -> Screen:
        scene = (await self._archive.one(shelf_of(reader), table)).scene
        assert scene.state is not None
        locale = reader.locale
        frame = Frame(view(scene.state, None), table, names_of(scene, locale), label(scene, locale), locale)
        return history.pulka(frame, scene.agreement, page)

    async def _bring(self, table: int, reader: Reader) -> str:
        """The record goes to whoever pressed, not to the whole group."""
        await self._archive.one(shelf_of(reader), table)
        if reader.open is None:
            raise StartFirst(payload="history")
        record = await self._host.record(table)
        if not await self._delivery.document(reader.open, record_name(table), record.encode()):
            raise NotSent()
        return "" if reader.private else "sent_in_private"

    async def _speak(self, code: str, reader: Reader) -> None:
        """The group's language. Admins choose another one, or anybody where anybody may change the rules."""
        if code:
            if code not in locales():
                raise NotationError("language", text=code, expected="one that is spoken")
            await self._may_choose(reader)
            await self._directory.speak(reader.chat, code)
            await self._host.speak(reader.chat, code)
        locale = code or reader.locale
        await self._show("language", settings.group_language(locale), reader)

    async def _may_choose(self, reader: Reader) -> None:
        """Asked anew at each press. Raises LanguageNotYours or WhoIsUnknown."""
        if reader.person is None:
            raise LanguageNotYours()
        standing = await self._delivery.standing(reader.chat, reader.person.telegram_id)
        if standing is None:
            raise WhoIsUnknown()
        anybody = (await self._agreed.of(reader.chat)).may_change == "anybody"
        if not (standing.admin or (standing.member and anybody)):
            raise LanguageNotYours()

    async def _show(self, kind: str, screen: Screen, reader: Reader) -> None:
        """In the message whose button was pressed, if it is a page of this kind; otherwise in a new one.

        A private chat has one message of a kind, and the new one replaces it; in a group those of others stay.
        """
        key = kind if reader.private else f"{kind}:{reader.update_id}"
        pressed = None
        if reader.message_id is not None:
            pressed = await self._delivery.place_of(reader.chat, reader.message_id)
        turned = pressed is not None and pressed.key.partition(":")[0] == kind
        place = pressed if turned and pressed is not None else Place(reader.chat, key)
        seq = int(self._now() * 1000)
        self._delivery.show([Wanted(place, screen, None, seq, PAGES, fresh=not turned, thread=reader.thread)])


def _own(scene: Scene, sat: Sat, person: Person, locale: str) -> Own:
    seat = next((s.seat for s in scene.sitters if s.person == person.id), None)
    seen = view(scene.state, seat) if scene.state is not None else None
    link = board_link(sat.chat.telegram_id, sat.board, sat.thread)
    title = sat.chat.title if sat.chat.kind == "group" else ""
    free = scene.size - len(scene.sitters)
    return Own(scene.table, label(scene, locale), names_of(scene, locale), title, seen, free, link)


def _played(one: Begun, reader: Reader, zone: str | None) -> history.Played:
    scene, locale = one.scene, reader.locale
    state = scene.state
    assert state is not None
    settled = state.phase.settlement if isinstance(state.phase, Ended) else None
    where = one.chat.title if reader.private and one.chat.kind == "group" else ""
    names, began = names_of(scene, locale), _day(one.opened_at, zone)
    return history.Played(scene.table, label(scene, locale), began, names, scene.agreement, state.table, settled, where)


def _day(at: float, zone: str | None) -> date:
    """The day in his zone; where none is known in UTC, whose midnight is late in the evening, or at night, of those who
    play."""
    shown = zones.clock(zone, at) if zone else None
    return (shown or datetime.fromtimestamp(at, UTC)).date()
