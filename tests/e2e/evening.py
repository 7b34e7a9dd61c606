"""An evening of cards: a local Telegram, the bot in it, and friends who press what they see.

Everything goes over HTTP; nobody looks into the bot. Only chance is arranged: who sits down first deals first, and
the deals may be prepared. The bot may write as often as it likes, and so may everybody in this Telegram: that is
what makes a pulka last a minute.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp

from bot import app
from bot.delivery import budget
from bot.delivery.budget import Bucket, Budget
from bot.intake import Hook
from bot.intake.door import Door
from bot.intake.webhook import secret_of
from bot.serving import Listen, Server
from emulator import server
from emulator.client import Person, World
from emulator.seen import Seen, Toast
from tests.e2e.decks import CUT, Hands, cards_in, drawing
from tests.e2e.witness import Witness

LANGUAGES = {"Anna": "ru", "Борис": "ru", "Віра": "uk", "Gleb": "en"}
NEXT = {"ru": "Следующая сдача", "uk": "Наступна здача", "en": "Next deal"}
_NAME = re.compile("|".join(LANGUAGES))
_ENGLISH = str.maketrans("ТКДВ", "AKQJ")
_TOKEN = re.compile(r"\b(?:[scdh][789TJQKA]|deck-|drop-)")


class Friend:
    """Somebody at the table, or not yet. Where a chat is asked for, None is his private chat with the bot."""

    def __init__(self, person: Person, evening: Evening) -> None:
        self.person, self.evening = person, evening
        self.name, self.id = person.name, person.id
        self.language = LANGUAGES.get(person.name, "ru")

    def card(self, card: str) -> str:
        """The card as his buttons have it."""
        return card.translate(_ENGLISH) if self.language == "en" else card

    async def starts(self) -> None:
        await self.person.starts()

    async def says(self, text: str, chat: int | None = None) -> None:
        await self.person.says(chat, text)

    async def follows(self, toast: Toast) -> None:
        """Open the link to which an answer leads."""
        assert toast.url, f"{self.name} was led nowhere"
        await self.person.opens(toast.url)

    async def answer(self, label: str, chat: int | None = None) -> Toast:
        """Press, and what the press is answered with."""
        await self.person.presses(fenced(label), chat)
        return await self.person.toast()

    async def is_told(self, label: str, chat: int | None = None) -> str:
        """Press, and what is said about it to him alone."""
        return plain((await self.answer(label, chat)).text or "")

    async def carries(self, label: str, chat: int | None = None) -> str:
        """What his newest button with this label would tell the bot; waited for."""

        async def look() -> str | None:
            shown = reversed(await self.person.sees(chat))
            return next((str(b.data) for m in shown if (b := m.button(fenced(label)))), None)

        async def otherwise() -> str:
            return f"{self.name} has no button {label!r}"

        return await self.evening.world.until(look, otherwise)

    async def forges(self, data: str, chat: int | None = None) -> str:
        """Press what no button of his says, on the newest message; what he is told."""
        newest = (await self.person.sees(chat))[-1]
        await self.person.forges(data, newest.id, chat)
        return plain((await self.person.toast()).text or "")

    async def presses(self, label: str, chat: int | None = None) -> None:
        """Press something that is accepted: nothing is said, and the message changes."""
        told = await self.tries(label, chat)
        assert not told, f"{self.name} pressed {label!r} and was told {told!r}"

    async def tries(self, label: str, chat: int | None = None) -> str:
        """Press, and what is said against it; if nothing is, the message changes."""
        pressed = await self.person.presses(fenced(label), chat)
        toast = await self.person.toast()

        async def look() -> bool:
            now = next((m for m in await self.person.sees(chat) if m.id == pressed.id), None)
            return now is None or (now.html, now.buttons) != (pressed.html, pressed.buttons)

        async def otherwise() -> str:
            return f"{self.name} pressed {label!r} and nothing changed: {plain(pressed.text)!r}"

        told = plain(toast.text or toast.url or "")
        if not told:
            await self.evening.world.until(look, otherwise)
        return told

    async def sees(self, text: str, chat: int | None = None) -> Seen:
        """The newest message with this text, waited for."""

        async def look() -> Seen | None:
            return next((m for m in reversed(await self.person.sees(chat)) if text in plain(m.text)), None)

        async def otherwise() -> str:
            shown = [plain(m.text) for m in await self.person.sees(chat)]
            return f"{self.name} saw no {text!r} in chat {chat or self.id}; the last were {shown[-3:]}"

        return await self.evening.world.until(look, otherwise)

    async def no_longer_sees(self, message: Seen, chat: int | None = None) -> None:
        """The message is deleted, waited for."""

        async def look() -> bool:
            return all(m.id != message.id for m in await self.person.sees(chat))

        async def otherwise() -> str:
            return f"{self.name} still sees {plain(message.text)!r}"

        await self.evening.world.until(look, otherwise)

    async def reads_no_more(self, text: str, chat: int | None = None) -> None:
        """The newest message with buttons does not say that, waited for."""

        async def look() -> bool:
            return text not in await self.reads(chat)

        async def otherwise() -> str:
            return f"{self.name} still reads {text!r}: {await self.reads(chat)!r}"

        await self.evening.world.until(look, otherwise)

    async def reads(self, chat: int | None = None) -> str:
        """What the newest message with buttons says."""
        return plain(next((m.text for m in reversed(await self.person.sees(chat)) if m.buttons), ""))


class Evening:
    """What happens in the group. `group` is its id; `order` is who sits at the table, the first dealer first."""

    def __init__(self, world: World, witness: Witness, deals: Sequence[Hands], bot: Running) -> None:
        self.world, self.witness, self.deals, self.bot = world, witness, list(deals), bot
        self.group = world.group
        self.order: list[Friend] = []
        self.played_by: dict[str, Friend] = {}
        """Whose hand somebody else plays, by the name of whose it is."""
        self.befriends: Callable[[Person, Evening], Friend] = Friend
        """How people of this Telegram become friends: in a browser they look and press in another way."""

    def friend(self, name: str) -> Friend:
        return self.befriends(self.world.person(name), self)

    def friends(self, *names: str) -> list[Friend]:
        return [self.friend(name) for name in names]

    async def sits_down(self, *friends: Friend, pulka: int = 10) -> None:
        """They press Start and sit down in this order; each is ready; the pulka begins."""
        for friend in friends:
            await friend.starts()
        first = friends[0]
        await first.says("/play", self.group)
        await first.presses("Сесть", self.group)
        if len(friends) != 3:
            await first.presses(f"{len(friends)} игрока", self.group)
        if pulka != 10:
            await first.presses(f"До {pulka}", self.group)
        for friend in friends[1:]:
            await friend.presses("Сесть", self.group)
        for friend in friends:
            await friend.presses("Готов", self.group)
        self.order = list(friends)

    async def deal(self, number: int = 1) -> None:
        """Everybody is ready for a prepared deal; the one to the dealer's right cuts."""
        seats = self.order[(number - 1) % len(self.order) :] + self.order[: (number - 1) % len(self.order)]
        dealer, *others = seats
        hands = self.deals[number - 1]
        players = others if len(seats) == 4 else [*others, dealer]
        of_people, of_nobody = list(hands), hands.talon
        if len(seats) == 2:
            of_nobody += " " + of_people.pop(1)
        for friend in [dealer, *others[:-1]]:
            await friend.presses(NEXT[friend.language])
        await dealer.sees(f"сдача {number}", self.group)
        self.witness.deals({p.id: hand for p, hand in zip(players, of_people, strict=True)}, of_nobody)
        self.played_by = {}
        await others[-1].presses(str(CUT))

    async def trick(self, cards: str) -> None:
        """`Anna ♠Т, Борис ♠8, Віра ♠7`: a trick, played by pressing its cards one after the other."""
        for part in cards.split(", "):
            name, card = part.split(" ")
            player = self.played_by.get(name) or self.friend(name)
            self.witness.allows(card)
            await player.presses(player.card(card))

    async def downloads(self, friend: Friend, chat: int) -> bytes:
        """The newest document of a chat, waited for."""

        async def look() -> Seen | None:
            return next((m for m in reversed(await friend.person.sees(chat)) if m.document), None)

        async def otherwise() -> str:
            return f"{friend.name} saw no document in chat {chat}"

        found = await self.world.until(look, otherwise)
        assert found.document is not None
        async with aiohttp.ClientSession() as session, session.get(self.world.base_url + found.document["url"]) as file:
            return await file.read()

    async def later(self, seconds: float) -> None:
        """So much time passes for the bot; what is due by then happens now."""
        await self.bot.later(seconds)

    async def agrees(self, code: str) -> None:
        """The group takes other rules."""
        anna = self.friend("Anna")
        await anna.says(f"/rules {code}", self.group)
        await anna.sees("Правила", self.group)

    def may_be_seen(self, *cards: str, by: Friend | None = None) -> None:
        """These cards are about to be shown: the talon is turned, a hand is laid down, somebody looks at one."""
        self.witness.allows(*cards, to=by and by.id)


@asynccontextmanager
async def evening(
    folder: Path,
    deals: Sequence[Hands] = (),
    *,
    seed: int = 1,
    patience: float = 10.0,
    at_telegrams_pace: bool = False,
    by_webhook: bool = False,
) -> AsyncIterator[Evening]:
    """Four friends in a group, and the bot, which polls or is posted to. What it wrote to its log holds no card, and no
    friend saw another's."""
    telegram = await server.start()
    log = _Log()
    logging.getLogger().addHandler(log)
    try:
        async with World(telegram.url, patience=patience) as world:
            witness, listening = Witness(telegram.url), asyncio.Event()
            reading = asyncio.create_task(witness.reads(listening))
            await listening.wait()
            if not at_telegrams_pace:
                await world.limits(False)
            try:
                bot = Running(telegram, folder / "evening.db", deals, seed, at_telegrams_pace, by_webhook)
                async with bot:
                    yield Evening(world, witness, deals, bot)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
    finally:
        logging.getLogger().removeHandler(log)
        await telegram.stop()
    assert not witness.leaks, witness.leaks[:3]
    assert not log.errors, log.errors
    assert not log.cards, log.cards


class Running:
    """The bot, with the clock that it reads; it may be stopped and started again on the same database."""

    def __init__(
        self,
        telegram: server.Emulator,
        database: Path,
        deals: Sequence[Hands],
        seed: int,
        at_telegrams_pace: bool,
        by_webhook: bool,
    ) -> None:
        self._webhook, self._listen = by_webhook, Listen()
        self.telegram, self._database, self._paced = telegram, database, at_telegrams_pace
        self._draw = drawing(deals, seed)
        self._ahead = 0.0
        self._stack = AsyncExitStack()

    def now(self) -> float:
        return time.time() + self._ahead

    async def later(self, seconds: float) -> None:
        """All clocks go ahead when everything is shown, and noted to be; then it looks what is due."""
        await self.parts.delivery.settle(10)
        self.goes_ahead(seconds)
        self.parts.host._alarms.wake()

    def goes_ahead(self, seconds: float) -> None:
        self._ahead += seconds
        self.telegram.world.clock.advance(seconds)

    async def _door(self) -> dict[str, Any]:
        """Where posts come in, if they do; at the same address after each start."""
        if not self._webhook:
            return {}
        secret = secret_of(self.telegram.token)
        door, web = Door(secret), Server(self._listen)
        web.routes.router.add_post("/hook", door.answer)
        await self._stack.enter_async_context(web.started())
        self._listen = Listen(port=web.port)
        return {"door": door, "hook": Hook(f"http://127.0.0.1:{web.port}/hook", secret)}

    async def __aenter__(self) -> None:
        arranged = self._stack.enter_context(ExitStack())
        arranged.enter_context(patch("bot.host.lobby.shuffled", tuple))  # who sits down first deals first
        if not self._paced:
            arranged.enter_context(patch.multiple(budget, group=_no_limit, private=_no_limit, overall=_no_limit))
        self.parts = await self._stack.enter_async_context(
            app.assembled(
                token=self.telegram.token,
                api_url=self.telegram.url,
                database=self._database,
                draw=self._draw,
                pace=app.PACE if self._paced else (0, 0),
                now=self.now,
                **await self._door(),
            )
        )
        polling = asyncio.create_task(self.parts.intake.run())
        self._stack.push_async_callback(_hung_up, self.parts, polling)

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def away_for(self, seconds: float) -> None:
        """It is stopped, and started again so much later."""
        await self.stops()
        self.goes_ahead(seconds)
        await self.starts()

    async def stops(self) -> None:
        await self._stack.aclose()

    async def starts(self) -> None:
        await self.__aenter__()


async def _hung_up(parts: app.Parts, polling: asyncio.Task[None]) -> None:
    parts.intake.stop()
    await polling


def _no_limit() -> Budget:
    return Budget((Bucket(1e6, 1e6),))


class _Log(logging.Handler):
    """Reads what the bot writes to its log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.errors: list[str] = []
        self.cards: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if record.levelno >= logging.ERROR:
            self.errors.append(said)
        if cards_in(said) or _TOKEN.search(said):
            self.cards.append(said)


def plain(text: str) -> str:
    """A text without the marks that keep a name's direction to itself."""
    return text.replace("\u2068", "").replace("\u2069", "")


def fenced(label: str) -> str:
    """A label with those marks around the names in it."""
    return _NAME.sub("\u2068\\g<0>\u2069", label)
