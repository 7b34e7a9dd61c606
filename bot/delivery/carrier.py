"""Carrying: one call of a chat's queue, and what follows from its outcome for the job, the place and the chat."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from aiogram import Bot
from aiogram.methods import SendDocument, TelegramMethod

from bot.delivery.bot import TIMEOUT
from bot.delivery.channel import Channel
from bot.delivery.jobs import Bring, Job, Remove, Say, Show
from bot.delivery.memory import Memory
from bot.delivery.outcomes import Done, Flood, Gone, Lost, Moved, Outcome, Refused, Shut, Unknown, attempt
from bot.delivery.turns import Turns
from bot.delivery.wanted import Place
from bot.delivery.watch import Watch
from bot.delivery.whispers import TIMEOUT as WHISPERED
from bot.delivery.whispers import Hush, Whisper
from bot.screens.screen import Screen
from bot.storage import Database, chats
from bot.storage.screens import Shown

log = logging.getLogger(__name__)

UPLOAD_TIMEOUT = 60


class Carrier:
    """Makes the calls of all chats, for `Delivery`, which says when.

    `watch` is told what becomes of chats. `say` says something elsewhere; `take_over` gives one chat's queue what
    waited in that of another, which turned out to be the same.
    """

    def __init__(
        self,
        bot: Bot,
        db: Database,
        memory: Memory,
        turns: Turns,
        clock: Callable[[], float],
        say: Callable[[int, Screen], None],
        take_over: Callable[[Channel, int], None],
    ) -> None:
        self._bot, self._db, self._memory, self._turns, self._clock = bot, db, memory, turns, clock
        self._say, self._take_over = say, take_over
        self.watch: Watch | None = None
        self._last_flood = (float("-inf"), 0.0)  # when and for how long

    async def carry(self, channel: Channel, job: Job) -> None:
        """One call towards what `job` is to bring about. It stays in the queue if that was not enough."""
        match job:
            case Show():
                await self._bring_about(channel, job, self._memory[job.wanted.place])
            case Whisper():
                await self._whisper(channel, job)
            case _:
                await self._run_errand(channel, job)

    async def _bring_about(self, channel: Channel, job: Show, shown: Shown) -> None:
        """One call towards what is wanted, and what follows from its outcome. `shown` is how the place stands."""
        wanted, sends = job.wanted, job.sends(shown)
        if not sends and wanted.seq == shown.seq:  # no action in the log will tell that it may look otherwise
            shown = replace(shown, digest="")
            await self._memory.keep(shown)
        to = channel.telegram_id
        outcome = await self._call(channel, lambda: job.call(to, shown))
        if channel.telegram_id != to:
            return  # what was said there meanwhile, if it was, is dead
        match outcome:
            case Done(message_id=message_id) if job.opens(shown):
                channel.failures = 0
                await self._memory.keep(job.opened(shown, message_id))
            case Done(message_id=message_id):
                channel.failures = 0
                channel.drop(job)
                if sends or wanted.final:
                    await self._memory.keep(job.done(shown, message_id if sends else None))
                else:
                    self._memory.note(job.done(shown))
                if sends and shown.message_id is not None:
                    channel.add(Remove(shown.message_id, wanted.place))
            case Gone() if not sends:
                self._memory.note(replace(shown, message_id=None, digest="", seq=-1))
            case Shut(why=why):
                log.info("%s of chat %d has no topic any more: %s", wanted.place.key, channel.chat, why)
                channel.drop(job)
                self._memory.note(replace(shown, message_id=None, digest="", seq=-1))
                if self.watch is not None:
                    await self.watch.shut(channel.chat, wanted.thread)
            case Unknown() if sends:
                job.rung = wanted.fresh
                self._memory.note(replace(shown, uncertain=shown.uncertain + 1))
            case Refused(why=why) | Gone(why=why):
                log.error("%s of chat %d cannot be shown: %s", wanted.place.key, channel.chat, why)
                channel.drop(job)
                if wanted.final:  # what waits for it must not wait for ever
                    await self._memory.keep(replace(job.done(shown), digest=shown.digest))

    async def _whisper(self, channel: Channel, job: Whisper) -> None:
        """One call towards what one person is to see. It was never promised to arrive: nothing is tried twice, but a
        send follows an edit that was refused."""
        if not (job.edits or job.sends):
            channel.give_up(job)
            return
        edited, job.under_way = job.edits, True
        try:
            outcome = await self._call(channel, lambda: job.call(channel.telegram_id), WHISPERED)
        finally:
            job.under_way = False
        match outcome:
            case Done(ephemeral=number):
                channel.failures = 0
                channel.drop(job)
                if (former := job.shown(number)) is not None:
                    channel.add(former)
            case Flood() if job.edits or job.any_time:
                job.query = ""  # it waits longer than the press does
                job.tell(False)
            case Refused() | Gone() if edited and job.sends:
                job.not_edited()
            case _:
                log.info("nothing can be whispered in chat %d: %s", channel.chat, type(outcome).__name__)
                if edited and isinstance(outcome, Refused | Gone):
                    job.not_edited()
                channel.give_up(job)

    async def _run_errand(self, channel: Channel, job: Say | Bring | Remove | Hush) -> None:
        outcome = await self._call(channel, lambda: job.call(channel.telegram_id))
        if isinstance(outcome, Shut) and isinstance(job, Say | Bring) and job.thread is not None:
            job.thread = None  # it can still be said outside
            return
        if not isinstance(outcome, Done | Refused | Gone | Shut):
            return
        channel.drop(job)
        if isinstance(outcome, Done):
            channel.failures = 0
        elif isinstance(job, Say):
            level = logging.INFO if isinstance(outcome, Shut) else logging.ERROR
            log.log(level, "a word to chat %d cannot be said: %s", channel.chat, outcome.why)
        elif isinstance(job, Remove) and not job.only_buttons:
            channel.add(Remove(job.message_id, job.place, only_buttons=True))
            return
        if isinstance(job, Remove) and job.place is not None:
            await self._forget(job.place, job.message_id)
        if isinstance(job, Bring) and not job.brought.done():
            job.brought.set_result(isinstance(outcome, Done))
            if not isinstance(outcome, Done):
                log.warning("a document cannot be brought to chat %d: %s", channel.chat, outcome.why)

    async def _forget(self, place: Place, former: int) -> None:
        """The message that was once this place's is gone."""
        await self._memory.load([place])
        if self._memory[place].former == former:
            self._memory.note(replace(self._memory[place], former=None))

    async def _call(
        self, channel: Channel, build: Callable[[], TelegramMethod[Any]], timeout: int = TIMEOUT
    ) -> Outcome:
        """Make a call. What concerns the whole chat is dealt with here, whatever the call was."""
        try:
            call = build()
        except ValueError as error:  # pydantic's too
            return Refused(f"no such call can be made ({type(error).__name__})")
        outcome = await attempt(self._bot, call, UPLOAD_TIMEOUT if isinstance(call, SendDocument) else timeout)
        now = self._clock()
        match outcome:
            case Flood(seconds=seconds):
                self._flood(channel, seconds, now)
            case Unknown(why=why):
                channel.back_off(now)
                log.warning("no answer in chat %d (%s), %d in a row", channel.chat, why, channel.failures)
            case Moved(telegram_id=new):
                await self.move(channel, channel.telegram_id, new)
            case Lost(why=why):
                await self._lose(channel, why)
            case Done(message_id=said) if said and channel.lost:
                await self._find(channel)
        return outcome

    def _flood(self, channel: Channel, seconds: float, now: float) -> None:
        """The chat waits; if another one was told so within a second, it is the bot that is too loud: all wait."""
        log.warning("chat %d is to wait %.0f s", channel.chat, seconds)
        channel.shut_until = now + seconds
        at, before = self._last_flood
        if now - at < 1:
            self._turns.shut(now + min(before, seconds))
        self._last_flood = (now, seconds)

    def give_up(self, channel: Channel, jobs: Iterable[Job]) -> None:
        """The chat cannot be written to."""
        for job in jobs:
            channel.give_up(job)
            if isinstance(job, Say) and job.otherwise is not None:
                self._say(*job.otherwise)

    async def _lose(self, channel: Channel, why: str) -> None:
        """What is wanted from now on is tried: somebody may know better."""
        doomed, channel.lost = tuple(channel.jobs.values()), True
        if await self._db.write(chats.lose, channel.chat, at=time.time()):
            log.info("chat %d is lost: %s", channel.chat, why)
            if self.watch is not None:
                await self.watch.lost(channel.chat)
        channel.forget_presses()
        self.give_up(channel, doomed)

    async def _find(self, channel: Channel) -> None:
        """A call has succeeded in a group that was lost."""
        channel.lost = False
        if await self._db.write(chats.recover, channel.chat):
            log.info("chat %d is found again", channel.chat)
            if self.watch is not None:
                await self.watch.found(channel.chat)

    async def move(self, channel: Channel, old: int, new: int) -> None:
        """The group with Telegram's id `old` is the supergroup `new` now. May be said twice."""
        newcomer = await self._memory.move(channel.chat, old, new)
        channel.telegram_id = new
        channel.forget_messages()
        if newcomer is not None:
            self._take_over(channel, newcomer)
        log.info("chat %d is a supergroup now", channel.chat)
        if self.watch is not None:
            await self.watch.moved(channel.chat)
