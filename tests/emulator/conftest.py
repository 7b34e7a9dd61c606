"""A running local Telegram with a bot's hand on it, and people in it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from emulator import server
from emulator.client import World
from emulator.server import Emulator
from tests.emulator.bot_in_hand import Bot


@pytest.fixture
async def emulator() -> AsyncIterator[Emulator]:
    running = await server.start()
    yield running
    await running.stop()


@pytest.fixture
async def bot(emulator: Emulator) -> AsyncIterator[Bot]:
    async with aiohttp.ClientSession() as session:
        yield Bot(session, emulator.url, emulator.token)


@pytest.fixture
async def world(emulator: Emulator) -> AsyncIterator[World]:
    async with World(emulator.url) as world:
        yield world
