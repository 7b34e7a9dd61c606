"""The composition root: the only place that builds the parts and joins them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import Update, User

from bot.delivery import Delivery, connect
from bot.delivery.menus import Menu, offer_commands
from bot.handlers import router
from bot.handlers.pressed import Answer, turned_away
from bot.host import Host
from bot.host.accepted import Accepted
from bot.host.agreements import Agreements
from bot.host.archive import Archive
from bot.host.chance import Draw, draw_deck
from bot.host.chats import Directory
from bot.host.computers import PACE
from bot.intake import Hook, Intake, Polling, Webhook
from bot.intake.door import Door
from bot.notebook import Notebook
from bot.operate import journal
from bot.operate.metrics import Metrics
from bot.operate.pages import Pages, Watched
from bot.operate.watch import Watch
from bot.reach import Reach
from bot.rulebook import Rulebook
from bot.screens.greeting import MENUS, commands
from bot.serving import Listen, Server
from bot.staging import Staging
from bot.storage import Database
from bot.texts import LAST_RESORT, locales
from bot.whispers import Whispers

log = logging.getLogger(__name__)

UPDATES = ["message", "callback_query", "my_chat_member"]
"""Kinds of updates that the bot asks for."""
FEW = 50
"""Tables that wait to be drawn, and things that wait for their call to Telegram, with which both are soon done."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A bot that stands: what a test may want to look at."""

    bot: Bot
    db: Database
    host: Host
    delivery: Delivery
    intake: Intake
    watching: asyncio.Task[None]
    """Ends with an error when the bot cannot go on."""


@contextlib.asynccontextmanager
async def assembled(
    *,
    token: str,
    api_url: str,
    database: Path,
    draw: Draw = draw_deck,
    pace: tuple[float, float] = PACE,
    now: Callable[[], float] = time.time,
    hook: Hook | None = None,
    door: Door | None = None,
    metrics: Metrics | None = None,
) -> AsyncIterator[Parts]:
    """Everything built and joined, the tables recovered, no update taken yet. Afterwards all of it is let go of. `now`
    is unix seconds, for deadlines and for what comes in. With a `hook` updates come by the `door`, else by polling.

    Raises aiogram's errors for a wrong token and StorageError for a database that cannot be used.
    """
    bot = connect(token, api_url)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(bot.session.close)
        me = await patiently(bot)
        db = await stack.enter_async_context(await Database.open(database, bot=me.id))
        directory = Directory(db, locales())
        delivery = Delivery(bot, db)
        staging = Staging(delivery)
        metrics = metrics or Metrics()

        def tell(done: Accepted) -> None:
            journal.accepted(done)
            metrics.accepted(done)

        def room() -> bool:
            return staging.waiting < FEW and delivery.waiting < FEW

        host = Host(db, staging, draw=draw, pace=pace, now=now, listens=True, tell=tell, room=room)
        agreed, archive = Agreements(db, now), Archive(db, now)
        rulebook = Rulebook(agreed, host, delivery)
        dispatcher = Dispatcher(disable_fsm=True)
        dispatcher.include_router(router())
        metrics.hang_on(bot, dispatcher)
        delivery.watch = ways = Reach(host, directory, delivery)
        whispers = Whispers(staging, delivery, directory, me.id)
        staging.near, staging.gone = whispers.drawn, whispers.left
        known = {
            "host": host,
            "directory": directory,
            "picks": staging,
            "post": delivery,
            "ways": ways,
            "pages": rulebook,
            "notes": Notebook(host, directory, archive, agreed, delivery, now),
            "archive": archive,
            "whispers": whispers,
            "bot_name": me.username,
            "now": now,
        }

        async def feed(update: Update, update_id: int) -> bool:
            answer = await dispatcher.feed_update(bot, update, update_id=update_id, **known)
            return isinstance(answer, Answer) and answer.done

        async def turn_away(update: Update) -> bool:
            return await turned_away(update, directory)

        common: dict[str, Any] = {"allowed_updates": UPDATES, "heard": host.hears, "turn_away": turn_away, "now": now}
        intake: Intake
        if hook is not None and door is not None:
            intake = Webhook(bot, db, feed, hook=hook, door=door, **common)
        else:
            intake = Polling(bot, db, feed, **common)

        async def again() -> None:
            await host.mended()
            await intake.again()

        watching = asyncio.create_task(Watch(db, again).run(), name="watch")
        stack.push_async_callback(_ended, watching)
        sending = asyncio.create_task(delivery.run(), name="delivery")
        stack.push_async_callback(_ended, sending)
        stack.push_async_callback(delivery.close)
        stack.push_async_callback(whispers.close)
        stack.push_async_callback(host.close)
        await host.recover()
        await rulebook.recover()
        yield Parts(bot, db, host, delivery, intake, watching)


async def run(
    *,
    token: str,
    api_url: str,
    database: Path,
    listen: Listen | None = None,
    hook: Hook | None = None,
    path: str = "/",
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Host tables until cancelled, against the Bot API server at `api_url`: by long polling, or with a `hook` by what
    is posted to `path`. A web server is up if the bot is to `listen`.

    Raises besides what `assembled` raises ServingError and IntakeError.
    """
    async with contextlib.AsyncExitStack() as stack:
        door, metrics = None if hook is None else Door(hook.secret), Metrics()
        pages = Pages(metrics)
        if listen is not None:
            server = Server(listen)
            pages.add_to(server.routes)
            if door is not None:
                server.routes.router.add_post(path, door.answer)
            await stack.enter_async_context(server.started())
        parts = await stack.enter_async_context(
            assembled(token=token, api_url=api_url, database=database, hook=hook, door=door, metrics=metrics)
        )
        await offer_commands(parts.bot, menus())
        _tuned()
        ready()
        pages.opens(Watched(parts.db, parts.host, parts.delivery, parts.intake))
        stack.callback(pages.closes)
        await _until_it_cannot(parts)


async def _until_it_cannot(parts: Parts) -> None:
    """Take updates in until cancelled, or until intake or database cannot go on. Raises IntakeError and StorageError.
    What has come in is dealt with before."""
    taking = asyncio.create_task(parts.intake.run(), name="intake")
    try:
        await asyncio.wait({taking, parts.watching}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        parts.intake.stop()
        await asyncio.wait({taking})
    if parts.watching.done():
        parts.watching.result()
    taking.result()


def menus() -> list[Menu]:
    """Telegram's menus of commands: one a kind of chat and language."""
    return [
        Menu(where, "" if locale == LAST_RESORT else locale, commands(locale, where))
        for where, locale in product(MENUS, locales())
    ]


def _tuned() -> None:
    """Nobody is to wait for Python itself: aiogram's models are never garbage, and to look through them would stop all
    tables for a tenth of a second; a thread that has written to the disk, or the loop beside a computer player that
    thinks, takes its turn within half a millisecond instead of five."""
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(0.0005)


async def patiently(bot: Bot) -> User:
    """Who the bot is, asked until Telegram can be reached. Raises TelegramUnauthorizedError, TelegramNotFound."""
    seconds = 1.0
    while True:
        try:
            return await bot.get_me()
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError, TelegramRetryAfter) as error:
            log.warning("Telegram cannot be reached (%s): next try in %.0f s", type(error).__name__, seconds)
            await asyncio.sleep(seconds)
            seconds = min(60.0, seconds * 2)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
