"""People in a running emulator, for tests that read like a play.

    async with World(url) as world:
        anna, boris = world.person("Anna"), world.person("Борис")
        await anna.says(world.group, "/play")
        await boris.presses("Sit", world.group)
        assert (await boris.toast()).text == "You are seated"
        assert "Anna, Борис" in (await anna.sees(world.group))[-1].text

Whoever presses, looks for a text or waits for an answer is patient, `World.patience` seconds long.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp

from emulator.seen import Button, Json, Seen, Toast, seen

__all__ = ["Button", "Missed", "Person", "Seen", "Toast", "World"]

Found = TypeVar("Found")


class Missed(AssertionError):
    """What a person waited for did not happen in time, or cannot be done; the text says what there was instead."""


class World:
    """A connection to a running emulator: its people, its groups, and the hand behind the scenes."""

    def __init__(self, base_url: str, *, patience: float = 5.0) -> None:
        self.base_url = base_url.rstrip("/")
        self.patience = patience
        self._session: aiohttp.ClientSession | None = None
        self._listener: asyncio.Task[None] | None = None
        self._stirred = asyncio.Event()
        self._answers: dict[str, Toast] = {}
        self._told: Json = {}

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        try:
            await self.refresh()
            listening = asyncio.Event()
            self._listener = asyncio.create_task(self._listen(listening))
            async with asyncio.timeout(self.patience):
                await listening.wait()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    # Who and where

    async def refresh(self) -> None:
        """Ask anew who there is."""
        self._told = await self.get("/api/world")

    def person(self, who: str | int) -> Person:
        """Somebody by first name or id."""
        for told in self._told["people"]:
            if who in (told["first_name"], told["id"]):
                return Person(self, told["id"], told["first_name"])
        raise Missed(f"nobody is called {who!r}; there are {[told['first_name'] for told in self._told['people']]}")

    @property
    def group(self) -> int:
        """The id of the first group."""
        return next(int(chat["id"]) for chat in self._told["chats"] if chat["type"] != "private")

    async def newcomer(self, first_name: str, username: str = "", *, into: int | None = None) -> Person:
        """Somebody who was not there before, in the group `into` if one is given."""
        told = await self.post("/api/people", first_name=first_name, username=username)
        newcomer = Person(self, told["id"], first_name)
        if into is not None:
            await newcomer.joins(into)
        await self.refresh()
        return newcomer

    async def messages(self, chat_id: int) -> list[Seen]:
        """All messages of the chat, oldest first."""
        return [seen(told) for told in (await self.get(f"/api/chats/{chat_id}/messages"))["messages"]]

    # Behind the scenes

    async def fail(self, method: str, times: int = 1, **how: Any) -> None:
        """The next calls fail: `status`, `description`, `parameters`, `chat_id`, `html`."""
        await self.post("/control/fail", method=method, times=times, **how)

    async def lose(self, method: str, times: int = 1, **where: Any) -> None:
        """The next calls are applied, but the bot never hears of it."""
        await self.post("/control/lose", method=method, times=times, **where)

    async def delay(self, method: str, seconds: float, times: int = 1, **where: Any) -> None:
        await self.post("/control/delay", method=method, seconds=seconds, times=times, **where)

    async def limits(self, on: bool) -> None:
        await self.post("/control/limits", on=on)

    async def advance(self, seconds: float) -> None:
        """Put the emulator's clock forward."""
        await self.post("/control/clock", advance=seconds)

    async def restart(self) -> None:
        await self.post("/control/restart")

    async def inject(self, update: Json) -> int:
        """Queue an update as it is; its id."""
        return int((await self.post("/control/update", update=update))["update_id"])

    async def calls(self, method: str | None = None, since: int = 0) -> list[Json]:
        """What the bot has called, oldest first."""
        told = (await self.get(f"/control/calls?since={since}"))["calls"]
        return [call for call in told if method in (None, call["method"])]

    async def counts(self) -> Json:
        return await self.get("/control/counts")

    # Requests

    async def get(self, path: str) -> Json:
        async with self._ask().get(self.base_url + path) as response:
            return await _read(response)

    async def post(self, path: str, **body: Any) -> Json:
        async with self._ask().post(self.base_url + path, json=body) as response:
            return await _read(response)

    async def until(
        self, look: Callable[[], Awaitable[Found | None]], otherwise: Callable[[], Awaitable[str]]
    ) -> Found:
        """The first true value that awaiting `look()` gives, looking again whenever something happens.

        Missed with the text of `otherwise()`, awaited, after `patience` seconds.
        """
        try:
            async with asyncio.timeout(self.patience):
                while True:
                    self._stirred.clear()
                    if found := await look():
                        return found
                    await self._stirred.wait()
        except TimeoutError:
            raise Missed(await otherwise()) from None

    def answer_to(self, query_id: str) -> Toast | None:
        return self._answers.get(query_id)

    def _ask(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("use it as `async with World(url) as world:`")
        return self._session

    async def _listen(self, listening: asyncio.Event) -> None:
        endless = aiohttp.ClientTimeout(total=None)
        async with self._ask().get(f"{self.base_url}/api/events", timeout=endless) as response:
            async for line in _lines(response):
                listening.set()
                if not line.startswith("data: "):
                    continue
                event = json.loads(line.removeprefix("data: "))
                if event["kind"] == "answer":
                    self._answers[event["query_id"]] = Toast(
                        event["text"], event["alert"], event["url"], event["pressed"]
                    )
                self._stirred.set()


@dataclass
class Person:
    """Somebody who acts. Where a chat is asked for, None is the private chat with the bot."""

    world: World
    id: int
    name: str
    _pressed: str | None = None

    async def says(self, chat: int | None, text: str, *, reply_to: int | None = None) -> int:
        """Send a text; the id of the message."""
        told = await self._do("say", chat_id=chat or self.id, text=text, reply_to=reply_to)
        return int(told["message_id"])

    async def presses(self, label: str, chat: int | None = None) -> Seen:
        """Press the button that has `label` in its text, on the newest message with such a one; wait for it if need be.

        The message as it was when it was pressed.
        """

        async def look() -> tuple[Seen, Button] | None:
            return await self._newest_with(label, chat)

        async def otherwise() -> str:
            shown = [message.labels for message in await self.sees(chat) if message.buttons]
            return f"{self.name} found no button {label!r} in chat {chat or self.id}; there are {shown or 'none'}"

        message, button = await self.world.until(look, otherwise)
        told = await self._do(
            "press", chat_id=message.chat_id, message_id=message.id, row=button.row, column=button.column
        )
        self._pressed = told["query_id"]
        return message

    async def forges(self, data: str, message_id: int, chat: int | None = None) -> None:
        """Press what no button of the message says."""
        told = await self._do("press", chat_id=chat or self.id, message_id=message_id, data=data)
        self._pressed = told["query_id"]

    async def toast(self) -> Toast:
        """The answer to the last press, waited for."""
        query_id = self._pressed
        if query_id is None:
            raise Missed(f"{self.name} has pressed nothing")

        async def look() -> Toast | None:
            return self.world.answer_to(query_id)

        async def otherwise() -> str:
            return f"{self.name} pressed, and the bot did not answer within {self.world.patience} s"

        return await self.world.until(look, otherwise)

    async def sees(self, chat: int | None = None, text: str | None = None) -> list[Seen]:
        """All messages of the chat, oldest first; with `text`, wait until one of them has it."""
        if text is None:
            return await self.world.messages(chat or self.id)

        async def look() -> list[Seen]:
            shown = await self.world.messages(chat or self.id)
            return shown if any(text in message.text for message in shown) else []

        async def otherwise() -> str:
            shown = [message.text for message in await self.sees(chat)]
            return f"{self.name} saw no {text!r} in chat {chat or self.id}; the last were {shown[-3:]}"

        return await self.world.until(look, otherwise)

    async def starts(self, payload: str = "") -> None:
        await self._do("start", payload=payload)

    async def opens(self, label_or_url: str, chat: int | None = None) -> Json:
        """Follow a link: a url, or the link button that has this label."""
        url = label_or_url
        if "/" not in url:
            found = await self._newest_with(label_or_url, chat)
            if found is None or found[1].url is None:
                raise Missed(f"{self.name} found no link button {label_or_url!r}")
            url = found[1].url
        return await self._do("open", url=url)

    async def blocks(self) -> None:
        await self._do("block")

    async def unblocks(self) -> None:
        await self._do("unblock")

    async def joins(self, chat: int) -> None:
        await self._do("join", chat_id=chat)

    async def leaves(self, chat: int) -> None:
        await self._do("leave", chat_id=chat)

    async def adds_bot(self, chat: int) -> None:
        await self._do("add_bot", chat_id=chat)

    async def removes_bot(self, chat: int) -> None:
        await self._do("remove_bot", chat_id=chat)

    async def founds(self, title: str, *others: Person, with_bot: bool = True) -> int:
        """A new group; its id."""
        told = await self._do("new_group", title=title, members=[other.id for other in others], bot=with_bot)
        await self.world.refresh()
        return int(told["id"])

    async def _newest_with(self, label: str, chat: int | None) -> tuple[Seen, Button] | None:
        for message in reversed(await self.sees(chat)):
            if button := message.button(label):
                return message, button
        return None

    async def _do(self, what: str, **body: Any) -> Json:
        return await self.world.post(f"/api/people/{self.id}/{what}", **body)


async def _read(response: aiohttp.ClientResponse) -> Json:
    told: Json = await response.json()
    if response.status >= 400:
        raise Missed(f"{response.status}: {told.get('error', told)}")
    return told


async def _lines(response: aiohttp.ClientResponse) -> AsyncIterator[str]:
    """Lines of any length: an event may be longer than the reader's buffer."""
    rest = b""
    async for chunk in response.content.iter_any():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode()
