"""`preferans play` as a process of its own, against a local Telegram that somebody else has started."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from emulator import server
from emulator.client import World

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
async def telegram() -> AsyncIterator[server.Emulator]:
    running = await server.start()
    yield running
    await running.stop()


async def play(folder: Path, telegram: server.Emulator, token: str) -> asyncio.subprocess.Process:
    settings = {"BOT_TOKEN": token, "BOT_API_URL": telegram.url, "DATABASE": str(folder / "preferans.db")}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "play"),
        cwd=folder,
        env={**os.environ, **settings, "LOG_LEVEL": "INFO", "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_it_works_says_little_and_stops_when_told(tmp_path, telegram):
    bot = await play(tmp_path, telegram, telegram.token)
    try:
        assert bot.stdout is not None
        greeting = await bot.stdout.readline()
        assert greeting.decode() == f"The bot runs against {telegram.url}. Ctrl-C stops it.\n"
        async with World(telegram.url, patience=20) as friday:
            anna = friday.person("Anna")
            await anna.starts()
            await anna.sees(None, "Здравствуйте")
            await anna.says(friday.group, "/play")
            await anna.presses("Сесть", friday.group)
            assert (await anna.toast()).text == ""
    finally:
        bot.send_signal(signal.SIGTERM)
        rest, said = await bot.communicate()
    assert (rest, said) == (b"", b"Starting...\n")
    assert bot.returncode == 0


async def test_a_token_of_another_bot_is_refused_in_a_sentence(tmp_path, telegram):
    bot = await play(tmp_path, telegram, "7001:WRONG")
    printed, said = await bot.communicate()
    assert said.decode().removeprefix("Starting...\n") == (
        f"preferans play: BOT_TOKEN is not known to {telegram.url}: "
        "expected the token that BotFather shows for a bot now.\n"
    )
    assert (printed, bot.returncode) == (b"", 2)
