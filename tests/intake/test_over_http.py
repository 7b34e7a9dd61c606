"""Polling a local Telegram over real HTTP: what people do arrives, and one odd update stops nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from bot.intake import AnotherReader, Polling, TokenRefused
from emulator import server
from emulator.client import World


@pytest.fixture
async def local() -> AsyncIterator[server.Emulator]:
    running = await server.start()
    yield running
    await running.stop()


@pytest.fixture
async def friends(local) -> AsyncIterator[World]:
    async with World(local.url) as world:
        yield world


@pytest.fixture
async def connected(local) -> AsyncIterator[Bot]:
    async with Bot(local.token, session=AiohttpSession(api=TelegramAPIServer.from_base(local.url))) as bot:
        yield bot


@pytest.fixture
async def polling(connected, db, handlers) -> AsyncIterator[asyncio.Task[None]]:
    intake = Polling(connected, db, handlers)
    task = asyncio.create_task(intake.run())
    yield task
    intake.stop()
    await asyncio.gather(task, return_exceptions=True)


async def test_what_people_say_arrives_and_one_odd_update_stops_nothing(friends, handlers, polling, db):
    anna = friends.person("Anna")
    await anna.says(friends.group, "/play")
    await friends.inject({"my_chat_member": {"new_chat_member": {"status": "emperor"}}})
    await anna.says(friends.group, "/rules")
    await handlers.until(finished=2)
    async with asyncio.timeout(5):
        while not (aside := await db.read("SELECT error FROM inbox WHERE error IS NOT NULL")):
            await asyncio.sleep(0.01)
    assert "my_chat_member" in aside[0]["error"]


async def test_after_telegram_restarted_polling_goes_on(friends, handlers, polling):
    anna = friends.person("Anna")
    await anna.says(friends.group, "/play")
    await handlers.until(finished=1)
    await friends.restart()
    await anna.says(friends.group, "/rules")
    await handlers.until(finished=2)


async def test_a_wrong_token_is_refused_in_a_sentence(local, db, handlers):
    async with Bot("1:WRONG", session=AiohttpSession(api=TelegramAPIServer.from_base(local.url))) as stranger:
        with pytest.raises(TokenRefused, match="does not know BOT_TOKEN"):
            await Polling(stranger, db, handlers).run()


async def test_of_two_programs_one_stops_with_a_sentence(connected, db, handlers):
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0.01)

    both = {asyncio.create_task(Polling(connected, db, handlers, sleep=at_once).run()) for _ in range(2)}
    (first, *_), others = await asyncio.wait(both, timeout=20, return_when=asyncio.FIRST_COMPLETED)
    assert isinstance(first.exception(), AnotherReader)
    assert "another program polls with the same BOT_TOKEN" in str(first.exception())
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
