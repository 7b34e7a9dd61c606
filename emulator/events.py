"""Server-sent events: every listener of GET /api/events hears everything that happens, in order."""

from __future__ import annotations

import asyncio

from aiohttp import web

from emulator.wire import dumps
from emulator.world import Event, World

KEEP_ALIVE = 15.0  # seconds between signs of life on a quiet stream
BACKLOG = 10_000  # events a listener may be behind before it is let go; its browser comes back by itself


class Events:
    def __init__(self, world: World) -> None:
        self._streams: set[asyncio.Queue[bytes | None]] = set()
        world.listen(self.send)

    def send(self, event: Event) -> None:
        if not self._streams:
            return
        line = f"data: {dumps(event)}\n\n".encode()
        for stream in list(self._streams):
            try:
                stream.put_nowait(line)
            except asyncio.QueueFull:
                self._streams.discard(stream)
                stream.get_nowait()
                stream.put_nowait(None)

    def close(self) -> None:
        """End all streams."""
        for stream in self._streams:
            if stream.full():
                stream.get_nowait()
            stream.put_nowait(None)
        self._streams.clear()

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """One listener. A first comment tells it that from here on it misses nothing."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await response.prepare(request)
        stream: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        self._streams.add(stream)
        try:
            await response.write(b": listening\n\n")
            while (line := await self._next(stream)) is not None:
                await response.write(line)
        except ConnectionError:
            pass
        finally:
            self._streams.discard(stream)
        return response

    async def _next(self, stream: asyncio.Queue[bytes | None]) -> bytes | None:
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                return await stream.get()
        except TimeoutError:
            return b": still here\n\n"
