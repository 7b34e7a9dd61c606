"""What whoever watches over the bot can ask it over HTTP: `/healthz`, `/readyz` and `/metrics`.

They are for the machine and its own network. Where the bot's port is open to the world because Telegram posts to it,
nobody else sees that they are there.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from aiohttp import web

from bot.operate.metrics import Metrics
from bot.storage import Database, Trouble, inbox, tables

WITHIN = 5.0
"""Seconds in which the database has to answer."""


class Taking(Protocol):
    """The intake."""

    @property
    def stopping(self) -> bool: ...


class Hears(Protocol):
    """The host."""

    @property
    def deaf(self) -> bool: ...


class Sends(Protocol):
    """The delivery."""

    @property
    def waiting(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Watched:
    """The parts of a bot that stands."""

    db: Database
    host: Hears
    delivery: Sends
    intake: Taking

    @property
    def hindrance(self) -> str:
        """Why it does not play at present, "" if it does."""
        if self.intake.stopping:
            return "stopping"
        if self.db.trouble is not None:
            return f"no action is taken: {type(self.db.trouble).__name__}"
        return "Telegram is silent" if self.host.deaf else ""


class Pages:
    """The routes. Until `opens`, and after `closes`, the bot lives and is not ready."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._watched: Watched | None = None

    def add_to(self, routes: web.Application) -> None:
        """Answer by this server."""
        for path, answer in (("/healthz", self._healthz), ("/readyz", self._readyz), ("/metrics", self._page)):
            routes.router.add_get(path, _for_neighbours(answer))

    def opens(self, watched: Watched) -> None:
        """All is recovered."""
        self._watched = watched

    def closes(self) -> None:
        """It ends."""
        self._watched = None

    async def _healthz(self, request: web.Request) -> web.Response:
        """Whether the process is to live: the loop turns, or nobody would answer, and the database can be read."""
        if self._watched is None:
            return web.Response(text="starting or stopping\n")
        try:
            async with asyncio.timeout(WITHIN):
                await self._watched.db.read("SELECT 1")
        except (TimeoutError, Trouble, sqlite3.Error):
            return web.Response(status=503, text="the database does not answer\n")
        return web.Response(text="ok\n")

    async def _readyz(self, request: web.Request) -> web.Response:
        """Whether people can play."""
        hindrance = "starting or stopping" if self._watched is None else self._watched.hindrance
        return web.Response(status=503 if hindrance else 200, text=f"{hindrance or 'ok'}\n")

    async def _page(self, request: web.Request) -> web.Response:
        watched, counts, waits = self._watched, dict[str, int](), 0
        if watched is not None:
            try:
                async with asyncio.timeout(WITHIN):
                    counts, waits = await watched.db.ask(_counted)
            except (TimeoutError, Trouble, sqlite3.Error):
                pass  # the other figures are needed most then
        page = self._metrics.page(
            tables=counts,
            queues={"delivery": watched.delivery.waiting if watched else 0, "inbox": waits},
            writable=watched is not None and watched.db.trouble is None,
            ready=watched is not None and not watched.hindrance,
        )
        return web.Response(body=page, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})


def _counted(conn: sqlite3.Connection) -> tuple[dict[str, int], int]:
    return tables.counts(conn), inbox.waiting(conn)


def _for_neighbours(
    answer: Callable[[web.Request], Awaitable[web.Response]],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def guarded(request: web.Request) -> web.Response:
        if not _is_neighbour(request):
            raise web.HTTPNotFound
        return await answer(request)

    return guarded


def _is_neighbour(request: web.Request) -> bool:
    """Whether this comes from the machine or a private network, and not through a proxy for somebody else."""
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP")):
        return False
    try:
        there = ipaddress.ip_address(request.remote or "")
    except ValueError:
        return False
    there = getattr(there, "ipv4_mapped", None) or there
    return there.is_private or there.is_loopback
