"""`preferans health`: what Docker asks every half minute."""

from __future__ import annotations

import asyncio
import socket

import pytest

from bot import cli
from bot.operate.metrics import Metrics
from bot.operate.pages import Pages, Watched
from bot.serving import Listen, Server
from tests.operate.test_pages import Odd

Said = tuple[int, str, str]


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    from bot.settings import Settings

    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


async def said(capsys: pytest.CaptureFixture[str], *words: str) -> Said:
    code = await asyncio.to_thread(cli.main, ["health", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
async def test_it_lives_and_whether_it_plays(capsys, monkeypatch, host: str):
    server, shown = Server(Listen(host=host)), Pages(Metrics())
    shown.add_to(server.routes)
    async with server.started():
        monkeypatch.setenv("HTTP_PORT", str(server.port))
        monkeypatch.setenv("HTTP_HOST", host)
        assert await said(capsys) == (0, "starting or stopping\n", "")
        assert await said(capsys, "--ready") == (1, "starting or stopping\n", "")
        odd = Odd()
        shown.opens(Watched(odd, odd, odd, odd))
        assert await said(capsys) == await said(capsys, "--ready") == (0, "ok\n", "")
        odd.deaf = True
        assert await said(capsys, "--ready") == (1, "Telegram is silent\n", "")


async def test_where_nobody_answers(capsys, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("HTTP_PORT", str(port))
    assert await said(capsys) == (1, f"no answer from 127.0.0.1:{port} (ConnectionRefusedError)\n", "")


async def test_where_somebody_else_answers(capsys, monkeypatch):
    """Another program has the port."""
    server = Server(Listen())
    async with server.started():
        monkeypatch.setenv("HTTP_PORT", str(server.port))
        assert await said(capsys) == (1, "Not Found\n", "")


async def test_without_a_port_nothing_can_be_asked(capsys):
    assert await said(capsys) == (2, "", "preferans health: HTTP_PORT is not set, so nothing can be asked.\n")
