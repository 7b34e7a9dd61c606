"""A small Telegram that keeps messages and can be told to fail, and a clock that needs no time."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.base import BaseSession
from aiogram.exceptions import TelegramNetworkError

from bot.delivery import Delivery, Place, Wanted
from bot.screens.screen import Screen
from bot.storage import Database, chats, people, tables

GROUP, ANNA = -100, 11


@dataclass(slots=True)
class Clock:
    """Sleeping moves it on at once, unless it stands: while `runs` is clear nobody wakes up."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)
    runs: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.runs.set()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self.runs.wait()
        self.now += max(seconds, 0.0)
        await asyncio.sleep(0)


@dataclass(slots=True)
class Fault:
    """The answer to a call instead of the true one. `applied`: the call did what it should all the same.

    `status` 0 is a connection that broke.
    """

    status: int = 0
    body: str = ""
    applied: bool = False


def refusal(status: int, description: str, **parameters: int) -> Fault:
    body = {"ok": False, "error_code": status, "description": description, "parameters": parameters or None}
    return Fault(status, json.dumps(body))


@dataclass(slots=True)
class Call:
    at: float
    method: str
    chat: int
    text: str
    silent: bool


class Telegram(BaseSession):
    """Keeps the messages of each chat. `faults` of a method are spent one a call; `held` chats do not answer."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.messages: dict[int, dict[int, Any]] = {}
        self.alone: dict[int, Any] = {}
        """Ephemeral messages by their numbers."""
        self.faults: dict[str, list[Fault]] = {}
        self.held: dict[int, asyncio.Event] = {}
        self.calls: list[Call] = []
        self.supergroups: dict[int, int] = {}
        self.busiest = 0
        self._busy: Counter[int] = Counter()
        self._numbers = itertools.count(1)

    def texts(self, chat: int) -> list[str]:
        return [getattr(message, "text", None) or message.caption for message in self.messages.get(chat, {}).values()]

    def count(self, method: str) -> int:
        return sum(call.method == method for call in self.calls)

    async def make_request(self, bot: Bot, method: Any, timeout: int | None = None) -> Any:
        name, chat = method.__api_method__, method.chat_id
        text = getattr(method, "text", None) or getattr(method, "caption", None) or ""
        self.calls.append(Call(self.clock(), name, chat, text, bool(getattr(method, "disable_notification", False))))
        self._busy[chat] += 1
        self.busiest = max(self.busiest, self._busy[chat])
        try:
            if chat in self.held:
                await self.held[chat].wait()
            await asyncio.sleep(0)
            fault = self.faults[name].pop(0) if self.faults.get(name) else None
            status, body = self._apply(method) if fault is None or fault.applied else (0, "")
        finally:
            self._busy[chat] -= 1
        if fault is not None:
            status, body = fault.status, fault.body
        if status == 0:
            raise TelegramNetworkError(method, "ServerDisconnectedError: Server disconnected")
        return self.check_response(bot, method, status, body).result

    def _apply(self, method: Any) -> tuple[int, str]:
        def no(description: str, **parameters: int) -> tuple[int, str]:
            fault = refusal(400, f"Bad Request: {description}", **parameters)
            return fault.status, fault.body

        if method.chat_id in self.supergroups:
            new = self.supergroups[method.chat_id]
            return no("group chat was upgraded to a supergroup chat", migrate_to_chat_id=new)
        chat = self.messages.setdefault(method.chat_id, {})
        result: Any = True
        match method.__api_method__:
            case "sendMessage" if method.ephemeral_message_parameters is not None:
                number = next(self._numbers)
                self.alone[number] = method
                result = {"message_id": 0, "ephemeral_message_id": number, "date": 1}
            case "editEphemeralMessageText" | "deleteEphemeralMessage" if method.ephemeral_message_id not in self.alone:
                return no("MESSAGE_ID_INVALID")
            case "editEphemeralMessageText":
                self.alone[method.ephemeral_message_id] = method
            case "deleteEphemeralMessage":
                del self.alone[method.ephemeral_message_id]
            case "sendMessage" | "sendDocument":
                number = next(self._numbers)
                chat[number] = method
                result = {"message_id": number, "date": 1, "rich": "what aiogram does not know"}
            case "editMessageText":
                if method.message_id not in chat:
                    return no("message to edit not found")
                old = chat[method.message_id]
                if (old.text, old.reply_markup) == (method.text, method.reply_markup):
                    return no("message is not modified: specified new message content and reply markup are the same")
                chat[method.message_id] = method
                result = {"message_id": method.message_id, "date": 1}
            case "deleteMessage":
                if method.message_id not in chat:
                    return no("message to delete not found")
                del chat[method.message_id]
            case "editMessageReplyMarkup":
                chat[method.message_id] = chat[method.message_id].model_copy(update={"reply_markup": None})
        return 200, json.dumps({"ok": True, "result": result})

    async def close(self) -> None:
        pass

    async def stream_content(self, *args: Any, **kwargs: Any) -> AsyncIterator[bytes]:
        yield b""


@dataclass(slots=True)
class World:
    """`group` and `private` are storage's ids of two chats, `table` of a table in the group."""

    group: int
    private: int
    table: int

    def board(self, text: str, seq: int, *, deal: int = 1, **more: Any) -> Wanted:
        return Wanted(Place(self.group, f"board:{self.table}:{deal}"), Screen(text), self.table, seq, **more)

    def hand(self, text: str, seq: int, **more: Any) -> Wanted:
        return Wanted(Place(self.private, f"hand:{self.table}:1"), Screen(text), self.table, seq, **more)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def telegram(clock: Clock) -> Telegram:
    return Telegram(clock)


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "preferans.db", bot=42) as opened:
        yield opened


@pytest.fixture
async def world(db: Database) -> World:
    def build(conn: Any) -> World:
        group = chats.get_or_create(conn, GROUP, "group").id
        anna = people.upsert(conn, ANNA, "Анна", None).id
        private = chats.get_or_create(conn, ANNA, "private").id
        table = tables.open_table(conn, chat=group, opened_by=anna, size=3, agreement="", at=0.0)
        return World(group, private, table)

    return await db.write(build)


class Watching:
    """Notes what becomes of chats."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []
        self.shut_topics: list[int | None] = []
        self.then: Callable[[], object] = lambda: None
        """What is done at once, as the app would."""

    @property
    def lost_chats(self) -> list[int]:
        return [chat for what, chat in self.told if what == "lost"]

    async def lost(self, chat: int) -> None:
        self._note("lost", chat)

    async def found(self, chat: int) -> None:
        self._note("found", chat)

    async def moved(self, chat: int) -> None:
        self._note("moved", chat)

    async def shut(self, chat: int, thread: int | None) -> None:
        self.shut_topics.append(thread)
        self._note("shut", chat)

    def _note(self, what: str, chat: int) -> None:
        self.told.append((what, chat))
        self.then()


@pytest.fixture
def watch() -> Watching:
    return Watching()


@pytest.fixture
async def deliver(
    db: Database, telegram: Telegram, clock: Clock, watch: Watching
) -> AsyncIterator[Callable[[], Awaitable[Delivery]]]:
    """Starts a delivery, as the bot does at its start; an earlier one is cut off as by SIGKILL, noting nothing more."""
    started: list[Delivery] = []

    async def start() -> Delivery:
        for task in [task for task in asyncio.all_tasks() if task.get_name().startswith("delivery to")]:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        started.append(Delivery(Bot("42:TEST", session=telegram), db, watch=watch, clock=clock, sleep=clock.sleep))
        return started[-1]

    yield start
    for held in telegram.held.values():
        held.set()
    if started:
        await started[-1].close()


@pytest.fixture
async def delivery(deliver: Callable[[], Awaitable[Delivery]]) -> Delivery:
    return await deliver()


class Faults:
    """What a test may let go wrong."""

    Fault = Fault
    refusal = staticmethod(refusal)


@pytest.fixture
def faults() -> type[Faults]:
    return Faults
