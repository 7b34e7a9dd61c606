"""Delivery: say what should be shown; it is shown as soon as Telegram allows, however often that fails."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import replace
from typing import Any

from aiogram import Bot

from bot.delivery import budget
from bot.delivery.bot import TIMEOUT
from bot.delivery.carrier import Carrier
from bot.delivery.channel import Channel
from bot.delivery.jobs import Bring, Job, Remove, Say
from bot.delivery.memory import Memory
from bot.delivery.standing import Standing, standing
from bot.delivery.turns import INSTANT, Turns
from bot.delivery.wanted import Place, Wanted
from bot.delivery.watch import Watch
from bot.delivery.whispers import Whisper
from bot.screens.screen import Screen
from bot.storage import Database, Trouble, chats, screens

log = logging.getLogger(__name__)

MANY_CHANNELS = 1000


class Delivery:
    """One queue a chat, each with at most one call under way; no chat waits for another's answer.

    `watch` is told what becomes of chats. `clock` is any steady count of seconds.
    """

    def __init__(
        self,
        bot: Bot,
        db: Database,
        *,
        watch: Watch | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._bot, self._db, self._clock, self._sleep = bot, db, clock, sleep
        self._memory = Memory(db)
        self._channels: dict[int, Channel] = {}
        self._turns = Turns(budget.overall(), clock, sleep)
        self._carrier = Carrier(bot, db, self._memory, self._turns, clock, self.say, self._take_over)
        self.watch = watch
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._closing = asyncio.Event()

    @property
    def watch(self) -> Watch | None:
        return self._carrier.watch

    @watch.setter
    def watch(self, watch: Watch | None) -> None:
        self._carrier.watch = watch

    @property
    def waiting(self) -> int:
        """How much is still to be done in all chats."""
        return sum(len(channel.jobs) for channel in self._channels.values())

    def show(self, wanteds: Iterable[Wanted]) -> None:
        """Make these places show this. Never waits; a wish replaces the older one for its place, by `seq`."""
        for wanted in wanteds:
            wanted = self._current(wanted)
            channel = self._channel(wanted.place.chat)
            channel.want(wanted)
            self._wake(channel)

    def say(
        self,
        chat: int,
        screen: Screen,
        *,
        thread: int | None = None,
        otherwise: tuple[int, Screen] | None = None,
        priority: int = 1,
    ) -> None:
        """Say something once, in its turn, in the topic `thread` if one is named. Never waits.

        `otherwise`: a chat and what is said there if this one cannot be written to.
        """
        channel = self._channel(chat)
        channel.add(Say(screen, priority, thread, otherwise))
        self._wake(channel)

    async def document(
        self, chat: int, name: str, content: bytes, caption: str = "", *, thread: int | None = None
    ) -> bool:
        """Bring a document. Whether it is there: the chat may be lost, or Telegram refuse it."""
        if self._closing.is_set():
            return False
        channel, job = self._channel(chat), Bring(name, content, caption, thread)
        channel.add(job)
        self._wake(channel)
        return await job.brought

    async def whisper(self, job: Whisper, patience: float) -> bool:
        """Show somebody in a group what nobody else sees. Whether he sees it, as far as Telegram says.

        What has no room in the group's budget within `patience` seconds is not shown; what edits a message that he sees
        is shown later.
        """
        if self._closing.is_set():
            return False
        channel = self._channel(job.ear.chat)
        channel.add(job)
        self._wake(channel)
        if channel.budget is not None and channel.wait(self._clock()) > patience:
            patience = 0
        await asyncio.wait({job.told}, timeout=patience)
        if job.under_way:
            await job.told
        if job.told.done():
            return job.told.result()
        job.query = ""
        if not (job.edits or job.any_time):
            channel.give_up(job)
        return False

    def named(self, chat: int, message_id: int, key: str) -> None:
        """Somebody pressed a button on this message, whose buttons say that it is the place `key`. Never waits.

        A message that is not the place's is the twin which an uncertain send left behind: it is deleted. If the place
        has none, the twin becomes its message.
        """
        known = self._memory.peek(Place(chat, key))
        if known is None or known.message_id != message_id:
            channel = self._channel(chat)
            channel.named.append((message_id, key))
            self._wake(channel)

    def twin(self, chat: int, telegram_id: int, message_id: int, table: int) -> None:
        """Somebody pressed a button of this table of `chat` on a message in the chat `telegram_id`. Never waits.

        If a send there was uncertain and the message is no place's, it is the twin: it is deleted.
        """
        if self._memory.current(Place(chat, "")).chat in self._memory.uncertain:
            channel = self._channel(chat)
            channel.pressed.append((telegram_id, message_id, table))
            self._wake(channel)

    async def place_of(self, chat: int, message_id: int) -> Place | None:
        """Which place a message is; None for one that was said outside of all places, or never by the bot."""
        await self._memory.flush()
        shown = await self._db.ask(screens.by_message, chat, message_id)
        return Place(shown.chat, shown.key) if shown else None

    async def standing(self, chat: int, telegram_id: int) -> Standing | None:
        """How a person stands in a chat now; None if Telegram does not say. It takes no turn: somebody waits."""
        known = await self._db.ask(chats.get, chat)
        return await standing(self._bot, known.telegram_id, telegram_id)

    async def moved(self, old: int, new: int) -> None:
        """Telegram said that the group with its id `old` is the supergroup `new` now. May be said twice."""
        chat = await self._db.ask(chats.find, old)
        if chat is not None and chat.kind == "group":
            await self._carrier.move(self._channel(chat.id), old, new)

    async def renew(self, chat: int, table: int) -> None:
        """What shows a table in this chat is to be sent anew, elsewhere; the messages that it has are deleted."""
        await self._memory.flush()
        shown = await self._db.ask(screens.of_table, table)
        places, channel = [Place(s.chat, s.key) for s in shown if s.chat == chat], self._channel(chat)
        await self._load(channel, places)
        for place in places:
            old = self._memory[place]
            if old.message_id is not None and not old.final:
                await self._memory.keep(replace(old, message_id=None, digest="", seq=-1, former=old.message_id))
                channel.add(Remove(old.message_id, place))
        self._wake(channel)

    async def settle(self, timeout: float) -> None:
        """Wait until everything wanted is shown, and noted on the disk. Raises TimeoutError after so many seconds."""
        async with asyncio.timeout(timeout):
            await self._quiet.wait()
            await self._memory.flush()

    async def run(self) -> None:
        """Note once a second what was edited, until `close`."""
        while not self._closing.is_set():
            await self._note()
            sleep, closing = asyncio.create_task(self._sleep(1)), asyncio.create_task(self._closing.wait())
            await asyncio.wait({sleep, closing}, return_when=asyncio.FIRST_COMPLETED)
            sleep.cancel()
            closing.cancel()

    async def close(self, timeout: float = TIMEOUT) -> None:
        """Let the calls under way come to their end and take no more; a restart draws again what was not shown."""
        self._closing.set()
        await self._turns.close()
        tasks = {channel.task: channel for channel in self._channels.values() if channel.task is not None}
        for task, channel in tasks.items():
            if channel.resting:
                task.cancel()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for channel in self._channels.values():
            channel.clear()
        await self._note()

    async def _note(self) -> None:
        try:
            await self._memory.flush()
        except Trouble:  # whoever watches over the database tells of it, once
            pass
        except Exception as error:  # it stays to be noted, and what is lost is only drawn again
            log.error("what is shown could not be noted: %s", type(error).__name__)

    def _current(self, wanted: Wanted) -> Wanted:
        """The wish with the places as they are now."""
        after = wanted.after and self._memory.current(wanted.after)
        return replace(wanted, place=self._memory.current(wanted.place), after=after)

    def _channel(self, chat: int) -> Channel:
        chat = self._memory.current(Place(chat, "")).chat
        if chat not in self._channels:
            if len(self._channels) >= MANY_CHANNELS:
                now = self._clock()
                self._channels = {known: c for known, c in self._channels.items() if not c.spent(now)}
            self._channels[chat] = Channel(chat)
        return self._channels[chat]

    def _take_over(self, channel: Channel, newcomer: int) -> None:
        """The chat `newcomer` turned out to be this one."""
        if (other := self._channels.pop(newcomer, None)) is not None:
            channel.take_over(other)
            self._wake(channel)

    def _wake(self, channel: Channel) -> None:
        if self._closing.is_set() or channel.task is not None:
            return
        self._quiet.clear()
        channel.task = asyncio.create_task(self._work(channel), name=f"delivery to chat {channel.chat}")

    async def _work(self, channel: Channel) -> None:
        try:
            await self._empty(channel)
        except Exception as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            log.error("delivery to chat %d: %s, %s:%s", channel.chat, type(error).__name__, at.filename, at.lineno)
            channel.clear()
        finally:
            channel.task = None
            if not any(c.task or c.jobs for c in self._channels.values()):
                self._quiet.set()

    async def _empty(self, channel: Channel) -> None:
        """Do all there is to do in a chat, one call after the other."""
        chat = await self._db.ask(chats.get, channel.chat)
        if not chat.reachable:
            channel.forget_presses()
            self._carrier.give_up(channel, tuple(channel.jobs.values()))
            return
        channel.telegram_id, channel.lost = chat.telegram_id, chat.lost_at is not None
        channel.budget = channel.budget or (budget.group() if chat.kind == "group" else budget.private())
        has_turn = False
        while (job := await self._next(channel)) is not None and not self._closing.is_set():
            now = self._clock()
            if (pause := channel.wait(now)) > INSTANT:
                await self._rest(channel, self._sleep(pause))
            elif not (has_turn or self._turns.at_once()):
                await self._rest(channel, self._turns.wait(job.priority))
                has_turn = True
            else:
                has_turn = False
                channel.budget.spend(now)
                channel.pass_over(job)
                await self._carrier.carry(channel, job)
        if has_turn:
            self._turns.give_back()

    async def _rest(self, channel: Channel, until: Awaitable[None]) -> None:
        """Wait; meanwhile what is to be done may change, and the bot may stop."""
        channel.resting = True
        await until
        channel.resting = False

    async def _next(self, channel: Channel) -> Job | None:
        """The next job that takes a call, or None when there is nothing to do. Does what takes none."""
        while channel.named or channel.pressed or any(self._memory.peek(place) is None for place in channel.places()):
            if channel.named:
                await self._hear(channel, *channel.named.popleft())
            elif channel.pressed:
                await self._look_for_twin(channel, *channel.pressed.popleft())
            await self._load(channel, channel.places())
        return channel.pick(self._memory)

    async def _load(self, channel: Channel, places: list[Place]) -> None:
        """Have these at hand. What an earlier process replaced and did not get to delete is to be deleted."""
        for shown in await self._memory.load(places):
            if shown.former is not None:
                channel.add(Remove(shown.former, Place(shown.chat, shown.key)))

    async def _hear(self, channel: Channel, message_id: int, key: str) -> None:
        place = Place(channel.chat, key)
        await self._load(channel, [place])
        shown = self._memory[place]
        if shown.message_id == message_id:
            return
        other = await self._db.ask(screens.by_message, channel.chat, message_id)
        if other is not None:
            return  # the button lies: it stands on another place's message
        if shown.message_id is not None:
            channel.add(Remove(message_id))
        elif not shown.final and (key in channel.jobs or shown.uncertain):
            await self._memory.keep(replace(shown, message_id=message_id, digest="", seq=-1))

    async def _look_for_twin(self, channel: Channel, telegram_id: int, message_id: int, table: int) -> None:
        await self._memory.flush()
        shown = [s for s in await self._db.ask(screens.of_table, table) if s.chat == channel.chat]
        known = any(message_id in (s.message_id, s.former) for s in shown)
        if telegram_id != channel.telegram_id or known or not any(s.uncertain for s in shown):
            return
        if await self._db.ask(screens.by_message, channel.chat, message_id) is None:
            channel.add(Remove(message_id))
