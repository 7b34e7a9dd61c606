"""`preferans play` as a process of its own, against a local Telegram that somebody else has started."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
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


async def play(
    folder: Path, telegram: server.Emulator, token: str, name: str = "preferans", **settings: str
) -> asyncio.subprocess.Process:
    settings |= {"BOT_TOKEN": token, "BOT_API_URL": telegram.url, "DATABASE": str(folder / f"{name}.db")}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "play"),
        cwd=folder,
        env={**os.environ, "LOG_LEVEL": "WARNING", **settings, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def webhook() -> dict[str, str]:
    """The settings for one on a port that is free."""
    port = free_port()
    return {"BOT_WEBHOOK_URL": f"http://127.0.0.1:{port}/preferans", "HTTP_PORT": str(port)}


def hook_with_tls() -> dict[str, str]:
    """The same, with a certificate that nobody else vouches for."""
    told = webhook()
    pem = Path(__file__).parents[1] / "emulator"
    mine = {"BOT_WEBHOOK_CERTIFICATE": str(pem / "certificate.pem"), "BOT_WEBHOOK_KEY": str(pem / "key.pem")}
    return told | mine | {"BOT_WEBHOOK_URL": told["BOT_WEBHOOK_URL"].replace("http", "https")}


async def greets(bot: asyncio.subprocess.Process) -> str:
    assert bot.stdout is not None
    return (await bot.stdout.readline()).decode()


async def sits(friday: World) -> None:
    anna = friday.person("Anna")
    await anna.starts()
    await anna.sees(None, "Здравствуйте")
    await anna.says(friday.group, "/play")
    await anna.presses("Сесть", friday.group)
    assert (await anna.toast()).text == ""


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("way", [dict, webhook, hook_with_tls], ids=["polling", "webhook", "own certificate"])
async def test_it_works_says_little_and_stops_when_told(tmp_path, telegram, way, signum):
    settings = way()
    bot = await play(tmp_path, telegram, telegram.token, **settings)
    try:
        posts = f", which posts to 127.0.0.1:{settings['HTTP_PORT']}" if settings else ""
        assert await greets(bot) == f"The bot runs against {telegram.url}{posts}. Ctrl-C stops it.\n"
        async with World(telegram.url, patience=20) as friday:
            await sits(friday)
    finally:
        bot.send_signal(signum)
        rest, said = await bot.communicate()
    assert (rest, said) == (b"", b"Starting...\n")
    assert bot.returncode == 0


async def test_of_two_programs_the_second_says_so_and_stops(tmp_path, telegram):
    """With another database, so that only Telegram tells them apart; the first plays on."""
    first = await play(tmp_path, telegram, telegram.token)
    try:
        await greets(first)
        async with World(telegram.url, patience=20) as friday:
            await friday.person("Anna").says(friday.group, "/help")
            await friday.person("Anna").sees(friday.group, "/play")
            second = await play(tmp_path, telegram, telegram.token, "second")
            _, said = await second.communicate()
            *_, last = said.decode().splitlines()
            assert last == "preferans play: another program polls with the same BOT_TOKEN: stop one of the two."
            assert second.returncode == 2
            assert b"Traceback" not in said
            await sits(friday)
    finally:
        first.send_signal(signal.SIGTERM)
        await first.communicate()
    assert first.returncode == 0


@pytest.mark.parametrize("way", [dict, webhook], ids=["polling", "webhook"])
async def test_a_token_that_is_withdrawn_ends_it_with_a_sentence(tmp_path, telegram, way):
    bot = await play(tmp_path, telegram, telegram.token, **way())
    await greets(bot)
    async with World(telegram.url, patience=20) as friday:
        await sits(friday)
        telegram.world.bot = replace(telegram.world.bot, token="7000:ANOTHER")
        await friday.restart()
    async with asyncio.timeout(60):
        _, said = await bot.communicate()
    *_, last = said.decode().splitlines()
    assert last == "preferans play: Telegram does not know BOT_TOKEN: check it with @BotFather."
    assert bot.returncode == 2
    assert b"Traceback" not in said
    assert b"EMULATOR" not in said


async def test_a_token_of_another_bot_is_refused_in_a_sentence(tmp_path, telegram):
    bot = await play(tmp_path, telegram, "7001:WRONG")
    printed, said = await bot.communicate()
    assert said.decode().removeprefix("Starting...\n") == (
        f"preferans play: BOT_TOKEN is not known to {telegram.url}: "
        "expected the token that BotFather shows for a bot now.\n"
    )
    assert (printed, bot.returncode) == (b"", 2)
