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
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp

from emulator.acting import Person
from emulator.seen import Button, Json, Missed, Seen, Toast, seen

__all__ = ["Button", "Missed", "Person", "Seen", "Toast", "World"]

Found = TypeVar("Found")


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

    async def messages(self, chat_id: int, viewer: int | None = None) -> list[Seen]:
        """All messages of the chat that everybody sees, oldest first; with a viewer's id as he sees the chat, with the
        ephemeral ones for him, some in the place of public ones."""
        told = [seen(told) for told in (await self.get(f"/api/chats/{chat_id}/messages"))["messages"]]
        visible = [message for message in told if message.only_for in (None, viewer)]
        covered = {message.instead_of for message in visible}
        return [message for message in visible if message.id not in covered]

    # Behind the scenes

    async def fail(self, method: str, times: int = 1, **how: Any) -> None:
        """The next calls fail: `status`, `description`, `parameters`, `chat_id`, `html`."""
        await self.post("/control/fail", method=method, times=times, **how)

    async def lose(self, method: str, times: int = 1, **where: Any) -> None:
        """The next calls are applied, but the bot never hears of it: `applied` (false: it never happened), `seconds`
        for which it waits, `chat_id`."""
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

    async def mischief(self, **how: Any) -> None:
        """What happens to updates on their way: `double` and `reorder` (true or false), `delay` (up to so many real
        seconds), `pause` (what a webhook's retries wait, as a share of Telegram's)."""
        await self.post("/control/mischief", **how)

    async def goes_offline(self, user_id: int, on: bool = True) -> None:
        """Somebody's app is closed (or open again, `on` false): nothing ephemeral reaches him."""
        await self.post("/control/offline", user_id=user_id, on=on)

    async def vanishes(self, user_id: int) -> int:
        """Somebody's app is started anew: how many ephemeral messages are gone with that."""
        return int((await self.post("/control/vanish", user_id=user_id))["vanished"])

    async def deletes_account(self, user_id: int) -> None:
        await self.post("/control/delete_account", user_id=user_id)

    async def speaks(self, chat: int, text: str, *, as_: str, **more: Any) -> int:
        """A `channel`, a channel's `post` or another `bot` says something in a group; the id of the message."""
        return int((await self.post("/control/speak", chat_id=chat, text=text, **{"as": as_}, **more))["message_id"])

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
