"""A hand shown in the group to its owner alone: *My cards*, and where a table has agreed to that the whole hand with
its buttons (PRODUCT.md, 4; TELEGRAM.md, 1.1).

A bot without an administrator's rights may do so only within 15 s of that person's press; an administrator also when it
becomes his turn. What is shown may vanish at any moment, so nobody depends on it: the board has *My cards*, and where
nothing can be whispered an alert answers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.delivery.whispers import Ear, Whisper
from bot.framing import newest_question
from bot.game.actions import Seat
from bot.game.view import view
from bot.host.chats import Directory
from bot.host.lately import Lately
from bot.host.reader import Pressed
from bot.host.scene import Scene, Sitter
from bot.screens.frame import Frame
from bot.screens.hand import hand, own_cards
from bot.screens.screen import Screen

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds that a press waits for room in the group's budget."""
AGAIN, AT_ONCE = 15.0, 3.0
"""Seconds within which who asks for the same cards again has not seen them, or has tapped twice: the alert answers,
which always arrives. The second where he plays from the group: an alert has no buttons."""
KNOWN = 60.0
"""Seconds for which it is remembered whether the bot is an administrator."""
GROUPS = 1000
"""Groups of which that is remembered."""


class Frames(Protocol):
    """What hands are drawn from (staging)."""

    def frame(self, scene: Scene, seat: Seat | None, locale: str) -> Frame: ...


class Mouth(Protocol):
    """Who speaks (delivery)."""

    async def whisper(self, job: Whisper, patience: float) -> bool: ...

    async def standing(self, chat: int, telegram_id: int) -> Any: ...


@dataclass(slots=True, eq=False)
class Listener:
    """Who sees his hand in the group: for which question it was shown last, and when he asked for it."""

    ear: Ear
    question: int = 0
    asked: float = float("-inf")


class Whispers:
    """Remembers who sees what only as long as his table is in memory. `me` is the bot's own id at Telegram."""

    def __init__(
        self, stage: Frames, mouth: Mouth, directory: Directory, me: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stage, self._mouth, self._directory, self._me, self._clock = stage, mouth, directory, me, clock
        self._listeners: dict[tuple[int, int], Listener] = {}
        self._admin = Lately[int, tuple[float, bool]](GROUPS)
        self._tasks: set[asyncio.Task[None]] = set()

    async def cards(self, scene: Scene, seat: Seat, at: Pressed) -> bool:
        """*My cards* was pressed in the table's group: whether its owner sees them now. Never where nothing is held."""
        if scene.private or scene.state is None:
            return False
        sitter = _sitter(scene, seat)
        screen = self._screen(scene, sitter)
        if screen is None:
            return False
        listener, now = self._listener(scene, sitter, at.by), self._clock()
        soon = AT_ONCE if scene.in_group else AGAIN
        if listener.ear.message and listener.ear.digest == screen.digest and now - listener.asked < soon:
            return False
        listener.asked, listener.question = now, _question(scene, seat)
        return await self._say(Whisper(listener.ear, screen, query=at.query, fresh=True))

    async def follow(self, scene: Scene, seat: Seat, at: Pressed) -> bool:
        """Its owner has pressed a button of what he sees alone: it is to show what has come of that. False if he has to
        ask for his cards again to see it."""
        if scene.state is None:
            return True
        sitter = _sitter(scene, seat)
        listener = self._listener(scene, sitter, at.by)
        listener.question, ear = _question(scene, seat), listener.ear
        if at.ephemeral and ear.message != at.ephemeral:
            ear.message, ear.digest = at.ephemeral, ""
            self._own(ear)
        screen = self._screen(scene, sitter) or replace(self._hand(scene, sitter), buttons=())
        if ear.message and ear.digest == screen.digest:
            return True
        job = Whisper(ear, screen, query=at.query)
        return await self._say(job) or not job.told.done()

    def drawn(self, scene: Scene) -> None:
        """The table looks like this: whoever plays from the group and is asked something new is shown it, if the bot is
        an administrator."""
        if scene.private or scene.state is None or not scene.in_group:
            return
        for sitter in scene.sitters:
            if sitter.person is None:
                continue
            listener, question = self._listeners.get((scene.table, sitter.person)), _question(scene, sitter.seat)
            listens = sitter.chat is None if listener is None else True
            if not listens or not question or (listener is not None and listener.question >= question):
                continue
            if listener is not None:
                listener.question = question
            task = asyncio.create_task(self._guarded(self._turn(scene, sitter, question)), name="a whisper")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def left(self, table: int) -> None:
        """Nobody uses the table any more. What somebody still sees there tells its number when he presses it."""
        for key in [key for key in self._listeners if key[0] == table]:
            del self._listeners[key]

    async def close(self) -> None:
        """Whisper no more."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _turn(self, scene: Scene, sitter: Sitter, question: int) -> None:
        assert sitter.person is not None
        person = await self._directory.known(sitter.person)
        listener = self._listener(scene, sitter, person.telegram_id)
        listener.question = max(listener.question, question)
        if not await self._may_any_time(scene.chat):
            return
        screen = self._hand(scene, sitter)
        if listener.ear.message and listener.ear.digest == screen.digest:
            return
        await self._say(Whisper(listener.ear, screen, any_time=True))

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:
            log.error("a hand was not shown in its group: %s", type(error).__name__)

    async def _say(self, job: Whisper) -> bool:
        shown = await self._mouth.whisper(job, PATIENCE)
        if shown:
            self._own(job.ear)
        return shown

    def _own(self, ear: Ear) -> None:
        """This message is his: its number may have been another's before, which has vanished."""
        for listener in self._listeners.values():
            other = listener.ear
            if other is not ear and (other.chat, other.receiver, other.message) == (
                ear.chat,
                ear.receiver,
                ear.message,
            ):
                other.message, other.digest = 0, ""

    async def _may_any_time(self, chat: int) -> bool:
        at, known = self._admin.get(chat, (float("-inf"), False))
        if self._clock() - at > KNOWN:
            standing = await self._mouth.standing(chat, self._me)
            known = standing is not None and standing.admin
            self._admin[chat] = (self._clock(), known)
        return known

    def _screen(self, scene: Scene, sitter: Sitter) -> Screen | None:
        """What is shown: the hand with its buttons where that was agreed, else the cards alone."""
        if scene.in_group:
            return self._hand(scene, sitter)
        return own_cards(self._stage.frame(scene, sitter.seat, sitter.locale))

    def _hand(self, scene: Scene, sitter: Sitter) -> Screen:
        return hand(self._stage.frame(scene, sitter.seat, sitter.locale))

    def _listener(self, scene: Scene, sitter: Sitter, telegram_id: int) -> Listener:
        assert sitter.person is not None
        known = self._listeners.setdefault(
            (scene.table, sitter.person), Listener(Ear(scene.chat, telegram_id, scene.thread))
        )
        known.ear.thread = scene.thread
        return known


def _sitter(scene: Scene, seat: Seat) -> Sitter:
    return next(s for s in scene.sitters if s.seat == seat)


def _question(scene: Scene, seat: Seat) -> int:
    """The number of what a seat was asked last."""
    assert scene.state is not None
    return newest_question(view(scene.state, seat))
