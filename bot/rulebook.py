"""The rules as people turn their pages: from a press to what is agreed, and to the message that shows it.

A message with the rules is a place of its chat, so that it is edited in its turn and after the boards.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Protocol

from bot.delivery import Place, Standing, Wanted
from bot.framing import label
from bot.game.agreement import PRESETS
from bot.game.errors import NotationError
from bot.host import Host, Scene
from bot.host.agreements import Agreements, Change, Told, pasted, preset_taken, seen, taken
from bot.host.chats import Person
from bot.host.refusals import AlreadyBegun, NotSeated, RulesNotYours, Stale, WhoIsUnknown
from bot.host.sitting import Clock
from bot.screens import rulebook
from bot.screens.rulebook import MAY_CHANGE, Book
from bot.screens.screen import Screen
from bot.screens.words import Words
from bot.storage import agreements

RULES, CODE = "rules:", "code:"
"""How places begin that show the rules, and those that ask for a code."""
PAGES, CHANGES = 3, 2
"""Priorities: after all that shows a game."""


class Shower(Protocol):
    """Delivery, as far as the rules need it."""

    def show(self, wanted: Iterable[Wanted]) -> None: ...

    async def place_of(self, chat: int, message_id: int) -> Place | None: ...

    async def standing(self, chat: int, telegram_id: int) -> Standing | None: ...


class Rulebook:
    """`chat` is storage's id of the chat in which it happens. Refusals are raised; then nothing has changed."""

    def __init__(self, agreed: Agreements, host: Host, delivery: Shower, now: Clock = time.time) -> None:
        self._agreed, self._host, self._delivery, self._now = agreed, host, delivery, now

    async def open(self, chat: int, locale: str, number: int, table: int = 0, thread: int | None = None) -> None:
        """A new message with the rules of the chat or of a table there; `number` makes it one of its own."""
        book = await self._book(chat, table, locale)
        self._show(Place(chat, f"{RULES}{number}"), rulebook.first(book), thread)

    async def press(
        self,
        chat: int,
        locale: str,
        table: int,
        word: str,
        message_id: int,
        person: Person,
        update_id: int,
        thread: int | None,
    ) -> None:
        """A button: of a message with the rules, or the one that opens it. `locale` is the chat's."""
        if word == "open":
            await self.open(chat, locale, update_id, table, thread)
            return
        place = await self._delivery.place_of(chat, message_id)
        if place is None or not place.key.startswith(RULES):
            raise Stale()
        head, _, tail = word.partition(":")
        if head == "paste":
            await self._who(chat, table, person)
            prompt = rulebook.prompt(await self._book(chat, table, locale))
            self._show(Place(chat, f"{CODE}{table}:{update_id}"), prompt, thread)
            return
        page = word
        try:
            if head == "allow":
                page = "who"
                page = await self._allow(chat, table, tail, person, update_id)
            elif head in ("set", "take"):
                page, change = _change(head, tail)
                await self._apply(chat, table, change, person, update_id, thread)
        finally:  # whoever saw something else is shown what there is
            self._show(place, rulebook.page(await self._book(chat, table, locale), page), thread)

    async def reply(
        self, chat: int, to_message: int, text: str, person: Person | None, update_id: int, thread: int | None = None
    ) -> bool:
        """A reply to a message of the bot: whether it was one that asks for a code. `person` None: an administrator who
        speaks as the group."""
        place = await self._delivery.place_of(chat, to_message)
        if place is None or not place.key.startswith(CODE):
            return False
        table = int(place.key.removeprefix(CODE).partition(":")[0])
        await self.paste(chat, text, person, update_id, table, thread)
        return True

    async def paste(
        self,
        chat: int,
        text: str,
        person: Person | None,
        update_id: int,
        table: int = 0,
        thread: int | None = None,
    ) -> None:
        """A code from another chat, or a few `key=option`."""
        await self._apply(chat, table, pasted(text), person, update_id, thread)

    async def recover(self) -> None:
        """After a start: what has been changed and may not have been told is told."""
        for told in await self._agreed.untold():
            self._tell(told)

    async def _book(self, chat: int, table: int, locale: str) -> Book:
        if table:
            scene = await self._lobby(chat, table)
            return Book(locale, scene.agreement, table, label(scene, locale), (scene.size,))
        rules = await self._agreed.of(chat)
        return Book(locale, rules.agreement, may_change="" if rules.private else rules.may_change)

    async def _lobby(self, chat: int, table: int) -> Scene:
        scene = await self._host.scene(table)
        if scene.chat != chat:
            raise Stale()
        if scene.status != "lobby":
            raise AlreadyBegun()
        return scene

    async def _who(self, chat: int, table: int, person: Person | None) -> str:
        """By what name somebody may change the rules, asked anew each time: "" is an administrator without a name.

        Raises RulesNotYours or WhoIsUnknown; at a table NotSeated.
        """
        if table:
            if person is None:
                raise NotSeated()
            await self._host.look(table, person.id)
            return person.first_name
        rules = await self._agreed.of(chat)
        if person is None or rules.private:
            return ""
        standing = await self._standing(chat, person)
        sits = rules.may_change == "seated" and await self._agreed.sits_in(chat, person.id)
        if not (standing.admin or (standing.member and (sits or rules.may_change == "anybody"))):
            raise RulesNotYours()
        return "" if standing.anonymous else person.first_name

    async def _allow(self, chat: int, table: int, who: str, person: Person, update_id: int) -> str:
        """Only an administrator says who may change the rules. The page to turn to."""
        if table or who not in MAY_CHANGE:
            raise NotationError("button", text=who, expected=f"one of {', '.join(MAY_CHANGE)}")
        if not (await self._standing(chat, person)).admin:
            raise RulesNotYours()
        await self._agreed.allow(chat, who, update_id)
        return "top"

    async def _standing(self, chat: int, person: Person) -> Standing:
        standing = await self._delivery.standing(chat, person.telegram_id)
        if standing is None:
            raise WhoIsUnknown()
        return standing

    async def _apply(
        self, chat: int, table: int, change: Change, person: Person | None, update_id: int, thread: int | None
    ) -> None:
        who = await self._who(chat, table, person)
        if table:
            assert person is not None
            await self._lobby(chat, table)
            await self._host.change_rules(table, person.id, change, update_id)
            return
        told = await self._agreed.change(chat, who, change, update_id)
        if told is not None:
            self._tell(told, thread)

    def _tell(self, told: Told, thread: int | None = None) -> None:
        screen = rulebook.announced(Words(told.locale), told.who, told.old, told.new)
        place = Place(told.chat, agreements.place(told.number))
        self._delivery.show([Wanted(place, screen, None, agreements.seq(told.at), CHANGES, thread=thread)])

    def _show(self, place: Place, screen: Screen, thread: int | None) -> None:
        self._delivery.show([Wanted(place, screen, None, int(self._now() * 1000), PAGES, thread=thread)])


def _change(head: str, tail: str) -> tuple[str, Change]:
    """What a button of a page changes, and the page to turn to. Raises NotationError for a forged one."""
    match head, tail.split(":"):
        case "set", [key, option, mark]:
            return f"rule:{key}", seen(mark, taken(key, option))
        case "take", [name, mark] if name in PRESETS:
            return "top", seen(mark, preset_taken(name))
    raise NotationError("button", text=tail, expected="a rule with its option, or a preset")
