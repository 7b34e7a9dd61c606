"""`preferans play`: where the bot is put, what it is told, and how a wrong setting is answered.

The bot itself is a stand-in here: a module `bot.app` that notes what it was given.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import aiohttp
import pytest

import bot
from bot import cli
from bot.settings import Settings
from bot.storage.errors import Busy

TOKEN = "123456:AAsecret"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.operate.logs.set_up", lambda *given: None)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the stand-in was run with. A test may put a coroutine function there as `then`, for it to do."""
    given: dict[str, Any] = {}

    async def run(*, token: str, api_url: str, database: Path, ready: Callable[[], None], **ways_in: object) -> None:
        given.update(token=token, api_url=api_url, database=database, **ways_in)
        if "then" in given:
            await given["then"]()
        ready()

    stand_in = ModuleType("bot.app")
    stand_in.run = run
    monkeypatch.setitem(sys.modules, "bot.app", stand_in)
    monkeypatch.setattr(bot, "app", stand_in, raising=False)
    return given


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_with_a_token_it_runs_in_telegram(monkeypatch, given, capsys):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    assert cli.main(["play"]) == 0
    assert given == {"token": TOKEN, "api_url": "https://api.telegram.org", "database": Path("preferans.db")}
    said = capsys.readouterr()
    assert "https://api.telegram.org" in said.out
    assert "secret" not in said.out + said.err


def test_with_an_address_it_runs_against_any_bot_api_server(monkeypatch, given):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("BOT_API_URL", "http://127.0.0.1:1")
    assert cli.main(["play", "--database", "other.db"]) == 0
    assert given == {"token": TOKEN, "api_url": "http://127.0.0.1:1", "database": Path("other.db")}


URL = "https://example.org/preferans"
PEM = Path(__file__).parents[1] / "emulator"


def test_with_a_webhook_it_listens_for_posts(monkeypatch, given, capsys):
    from bot.intake.webhook import secret_of

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("BOT_WEBHOOK_URL", URL)
    assert cli.main(["play"]) == 0
    assert (given["listen"].host, given["listen"].port, given["listen"].key) == ("127.0.0.1", 8080, None)
    assert (given["hook"].url, given["hook"].certificate, given["path"]) == (URL, None, "/preferans")
    assert given["hook"].secret == secret_of(TOKEN)
    said = capsys.readouterr()
    assert "which posts to example.org" in said.out
    assert "preferans. " not in said.out + said.err


def test_behind_a_proxy_port_path_and_secret_are_as_set(monkeypatch, given):
    for name, value in {
        "BOT_TOKEN": TOKEN,
        "BOT_WEBHOOK_URL": URL,
        "BOT_WEBHOOK_PATH": "/inside",
        "BOT_WEBHOOK_SECRET": "hush",
        "HTTP_HOST": "0.0.0.0",
        "HTTP_PORT": "9000",
        "BOT_WEBHOOK_CERTIFICATE": str(PEM / "certificate.pem"),
    }.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["play"]) == 0
    assert (given["listen"].host, given["listen"].port, given["listen"].certificate) == ("0.0.0.0", 9000, None)
    assert (given["path"], given["hook"].secret.get_secret_value()) == ("/inside", "hush")
    assert given["hook"].certificate == PEM / "certificate.pem", "the proxy's own, for Telegram to trust"


@pytest.mark.parametrize(("name", "uploaded"), [("certificate", True), ("signed", False)])
def test_with_a_key_it_speaks_tls_itself(monkeypatch, given, name: str, uploaded: bool):
    certificate, key = PEM / f"{name}.pem", PEM / ("key.pem" if uploaded else f"{name}_key.pem")
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("BOT_WEBHOOK_URL", URL)
    monkeypatch.setenv("BOT_WEBHOOK_CERTIFICATE", str(certificate))
    monkeypatch.setenv("BOT_WEBHOOK_KEY", str(key))
    assert cli.main(["play"]) == 0
    assert (given["listen"].certificate, given["listen"].key) == (certificate, key)
    assert given["hook"].certificate == (certificate if uploaded else None)


def test_while_polling_a_port_alone_starts_the_web_server(monkeypatch, given):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("HTTP_PORT", "9000")
    assert cli.main(["play"]) == 0
    assert given["listen"].port == 9000
    assert "hook" not in given


def test_a_webhook_without_a_token_is_refused(monkeypatch, given, capsys):
    monkeypatch.setenv("BOT_WEBHOOK_URL", URL)
    assert "BOT_WEBHOOK_URL goes with BOT_TOKEN" in refused(capsys)


def test_without_a_token_it_starts_a_local_telegram_and_prints_one_address(given, capsys):
    port = free_port()

    async def who_am_i() -> None:
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{given['api_url']}/bot{given['token']}/getMe") as answer:
                given["me"] = await answer.json()
            async with session.get(given["api_url"]) as answer:
                given["page"] = answer.status

    given["then"] = who_am_i
    assert cli.main(["play", "--port", str(port)]) == 0
    assert given["me"]["result"]["is_bot"] is True
    assert given["page"] == 200
    assert capsys.readouterr().out.count("http") == 1


def test_a_local_telegram_begins_anew_and_so_does_its_database(given, tmp_path):
    assert cli.main(["play", "--port", str(free_port())]) == 0
    assert not given["database"].parent.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_chosen_database_is_used_with_a_local_telegram_too(given):
    assert cli.main(["play", "--port", str(free_port()), "--database", "mine.db"]) == 0
    assert given["database"] == Path("mine.db")


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_stops_quietly(monkeypatch, given, capsys, signum):
    async def until_stopped() -> None:
        os.kill(os.getpid(), signum)
        await asyncio.sleep(30)

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    given["then"] = until_stopped
    assert cli.main(["play"]) == 0
    assert "Traceback" not in capsys.readouterr().err


def test_the_log_is_written_as_it_was_set(monkeypatch, given):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    monkeypatch.setenv("LOG_FORMAT", "json")
    told: list[tuple[str, str]] = []
    monkeypatch.setattr("bot.operate.logs.set_up", lambda level, form: told.append((level, form)))
    assert cli.main(["play"]) == 0
    assert told == [("ERROR", "json")]


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The sentence with which a command is refused; it exits with 2."""
    try:
        code = cli.main(["play", *words])
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    said = printed.err.removeprefix("Starting...\n")
    assert code == 2
    assert printed.out == "", "no address is given of a bot that does not run"
    assert said.startswith("preferans play: ")
    assert said.count("\n") == 1
    return said


def test_a_wrong_setting_is_refused(monkeypatch, given, capsys):
    monkeypatch.setenv("BOT_TOKEN", "secret")
    said = refused(capsys)
    assert "BOT_TOKEN is wrong: expected" in said
    assert "secret" not in said
    assert given == {}


def test_a_port_that_is_taken_is_refused(given, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"EMULATOR_PORT is wrong: expected a port that is free, and {port} is not" in refused(
            capsys, "--port", str(port)
        )


def test_a_token_that_telegram_does_not_know_is_refused(monkeypatch, given, capsys):
    from aiogram.exceptions import TelegramUnauthorizedError
    from aiogram.methods import GetMe

    async def unauthorized() -> None:
        raise TelegramUnauthorizedError(method=GetMe(), message="Unauthorized")

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    given["then"] = unauthorized
    said = refused(capsys)
    assert "BOT_TOKEN is not known to https://api.telegram.org: expected" in said
    assert "secret" not in said


def test_a_second_program_with_the_same_token_is_refused(monkeypatch, given, capsys):
    from bot.intake import AnotherReader

    async def another() -> None:
        raise AnotherReader("another program polls with the same BOT_TOKEN: stop one of the two")

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    given["then"] = another
    assert "another program polls with the same BOT_TOKEN: stop one of the two." in refused(capsys)


def test_a_database_in_use_is_refused(monkeypatch, given, capsys):
    async def busy() -> None:
        raise Busy("preferans.db is in use by another process")

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    given["then"] = busy
    assert "DATABASE cannot be used: preferans.db is in use by another process." in refused(capsys)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seed", "7"], "--seed goes with --headless"),
        (["--seats", "computer,computer,computer"], "--seats goes with --headless"),
        (["--headless", "--seats", "computer,person,computer"], "expected two to four times computer"),
        (["--headless", "--seats", "computer"], "expected two to four times computer"),
        (["--headless", "--pulka", "0"], "expected a number of points from 1"),
        (["--headless", "--seed", "x"], "expected a whole number from 0, got 'x'"),
        (["--port", "70000"], "EMULATOR_PORT is wrong: expected a port from 1 to 65535"),
        (["--database", "no/such/folder/x.db"], "DATABASE is wrong: expected"),
    ],
)
def test_wrong_options_are_refused(capsys, given, words: list[str], sentence: str):
    assert sentence in refused(capsys, *words)
