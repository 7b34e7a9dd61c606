"""The webhook at work: updates are posted until the bot says 2xx, with growing pauses.

As in Telegram (tdlib/telegram-bot-api, WebhookActor.cpp): one queue a chat for messages, one a person for presses; a
queue keeps its order, queues go side by side, no more than `max_connections` posts at once.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Any

import aiohttp

from emulator.hooks import trusting
from emulator.mischief import Mischief
from emulator.updates import Pending
from emulator.world import World

SECRET = "X-Telegram-Bot-Api-Secret-Token"
ANSWERED_WITHIN = 60.0  # seconds
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0  # seconds; the first repetition comes at once
LONGEST_ASKED_FOR = 3600.0  # seconds that a bot may ask for with Retry-After


class Posting:
    """Begins anew whenever the webhook is set, and ends when it is deleted."""

    def __init__(self, world: World, mischief: Mischief) -> None:
        self._world, self._mischief = world, mischief
        self._session: aiohttp.ClientSession | None = None
        self._slots = asyncio.Semaphore(1)
        self._tls: Any = True
        self._known: set[int] = set()
        self._queues: dict[str, deque[Pending]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        world.updates.on_arrival(self._arrived)
        world.on_hook(self._changed)

    async def close(self) -> None:
        self._end()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _changed(self) -> None:
        """The webhook was set or deleted: what is on its way comes to no end."""
        self._end()
        hook = self._world.hook
        self._slots = asyncio.Semaphore(hook.max_connections)
        self._tls = trusting(hook.certificate) if hook.certificate else True
        self._arrived()

    def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._queues, self._known = {}, set()

    def _arrived(self) -> None:
        if not self._world.hook.url:
            return
        for update in self._world.updates.waiting():
            if update.id not in self._known:
                self._known.add(update.id)
                self._enqueue(update)

    def _enqueue(self, update: Pending) -> None:
        name = f"update {update.id}" if self._mischief.reorder else _queue(update)
        if name in self._queues:
            self._queues[name].append(update)
            return
        queue = self._queues[name] = deque([update])
        self._start(self._empty(name, queue))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _empty(self, name: str, queue: deque[Pending]) -> None:
        while queue:
            await asyncio.sleep(self._mischief.late())
            await self._deliver(queue[0])
            delivered = queue.popleft()
            if self._mischief.double:
                self._start(self._once_more(delivered))
        del self._queues[name]

    async def _deliver(self, update: Pending) -> None:
        """Until it is there, or has expired."""
        failures = 0
        while self._world.clock.now() < update.expires:
            asked = await self._post(update)
            if asked is None:
                break
            pause = min(LONGEST_PAUSE, FIRST_PAUSE ** min(failures, 10)) if failures else 0.0
            failures += 1
            await asyncio.sleep((asked or pause) * self._mischief.pause)
        self._world.updates.confirm(update.id)
        self._known.discard(update.id)

    async def _once_more(self, update: Pending) -> None:
        await asyncio.sleep(self._mischief.late())
        await self._post(update)

    async def _post(self, update: Pending) -> float | None:
        """None if the bot has taken it; else the seconds that it asks to wait, 0 if it does not say."""
        hook, now, body = self._world.hook, self._world.clock.now(), update.json.encode(errors="replace")
        headers = {"Content-Type": "application/json"} | ({SECRET: hook.secret} if hook.secret else {})
        asked = 0.0
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ANSWERED_WITHIN))
        try:
            async with self._slots:
                if update.query_id is not None:
                    self._world.queries.delivered(update.query_id, now)
                async with self._session.post(
                    hook.url,
                    data=body,
                    headers=headers,
                    ssl=self._tls,
                    allow_redirects=False,
                ) as response:
                    if 200 <= response.status < 300:
                        return None
                    why = f"Wrong response from the webhook: {response.status} {response.reason}"
                    told = response.headers.get("Retry-After", "")
                    asked = min(LONGEST_ASKED_FOR, float(told)) if told.isdecimal() else 0.0
        except aiohttp.ClientSSLError:
            why = "SSL error {error:0A000086:SSL routines::certificate verify failed}"
        except aiohttp.ClientConnectorError:
            why = "Connection refused"
        except TimeoutError:
            why = "Read timeout expired"
        except aiohttp.ClientError:
            why = "Connection closed by the webhook"
        hook.failed(why, now)
        return asked


def _queue(update: Pending) -> str:
    """Of presses the person's, of all else the chat's."""
    told = json.loads(update.json)
    for kind, happened in told.items():
        if isinstance(happened, dict):
            if kind == "callback_query":
                return f"person {happened.get('from', {}).get('id')}"
            return f"chat {happened.get('chat', {}).get('id')}"
    return "others"
