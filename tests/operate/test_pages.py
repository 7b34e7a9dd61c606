"""`/healthz`, `/readyz` and `/metrics`: true at every moment, for neighbours only, and without a word about anybody."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter
from aiogram.methods import GetMe, SendMessage
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from prometheus_client.parser import text_string_to_metric_families

from bot import app
from bot.app import Parts
from bot.host.accepted import Accepted
from bot.operate import pages, watch
from bot.operate.metrics import Metrics
from bot.operate.pages import Pages, Watched
from bot.serving import Listen, Server
from bot.storage.errors import DiskFull
from tests.crash.evening import Evening, evening
from tests.crash.script import script
from tests.crash.warm import scripted
from tests.operate.test_disk import mended, plays
from tests.storage.test_trouble import FAULTS

pytestmark = pytest.mark.timeout(120)

Figures = dict[str, float]
Running = tuple[asyncio.Task[None], Server]


def figures(text: str) -> Figures:
    """`name{label=value,...}` -> its value."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def asks(port: int, path: str, **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}", headers=headers) as answer,
    ):
        return answer.status, await answer.text()


@asynccontextmanager
async def running(tonight: Evening, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """The bot as the program runs it, with its server."""
    servers: list[Server] = []

    def serving(listen: Listen) -> Server:
        servers.append(Server(listen))
        return servers[0]

    monkeypatch.setattr(app, "Server", serving)
    monkeypatch.setattr(app, "_tuned", lambda: None)
    where = {"token": tonight.telegram.bot.token, "api_url": tonight.url, "database": tonight.database}
    task = asyncio.create_task(app.run(**where, listen=Listen()))
    try:
        async with asyncio.timeout(10):
            while not servers or not servers[0].port:
                await asyncio.sleep(0.01)
        yield task, servers[0]
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextmanager
def caught(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Parts]]:
    """The parts of the bots that are assembled from now on."""
    found: list[Parts] = []
    real = app.assembled

    @asynccontextmanager
    async def assembled(**given: object) -> AsyncIterator[Parts]:
        async with real(**given) as parts:
            found.append(parts)
            yield parts

    monkeypatch.setattr(app, "assembled", assembled)
    yield found


async def test_from_the_start_to_the_end_of_an_evening(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(watch, "EVERY", 0.02)
    held = asyncio.Event()
    real = app.patiently

    async def waits(bot: Bot) -> object:
        await held.wait()
        return await real(bot)

    monkeypatch.setattr(app, "patiently", waits)
    async with evening(tmp_path / "preferans.db") as tonight:
        with caught(monkeypatch) as bots:
            async with running(tonight, monkeypatch) as (task, server):
                port = server.port
                assert await asks(port, "/healthz") == (200, "starting or stopping\n")
                assert await asks(port, "/readyz") == (503, "starting or stopping\n")
                assert figures((await asks(port, "/metrics"))[1])["preferans_ready"] == 0
                held.set()
                await tonight.begins(3)
                (parts,) = bots
                assert await asks(port, "/readyz") == (200, "ok\n")
                assert await asks(port, "/healthz") == (200, "ok\n")

                (mend, before) = await FAULTS["vanished"][0](parts.db, tonight.database), await asks(port, "/metrics")
                await tonight.presses_lobby(tonight.people[0], "sit")
                assert (await tonight.people[0].toast()).text
                assert await asks(port, "/readyz") == (503, "no action is taken: Vanished\n")
                now = figures((await asks(port, "/metrics"))[1])
                assert (now["preferans_database_writable"], now["preferans_ready"]) == (0, 0)
                assert figures(before[1])["preferans_database_writable"] == 1
                mend()
                await mended(parts)
                assert await asks(port, "/readyz") == (200, "ok\n")

                parts.intake.stop()
                assert await asks(port, "/readyz") in ((503, "stopping\n"), (503, "starting or stopping\n"))
                await asyncio.wait_for(task, 10)


async def test_the_figures_of_a_deal(tmp_path: Path, monkeypatch):
    """What was pressed, refused, accepted and called is counted, and nothing says who or what."""
    played = script(3)
    deal = [number for number, point in enumerate(played.points) if point.before.table.deals == 0]
    scripted(monkeypatch.setattr)
    real = app.assembled
    chance = {"draw": lambda number: played.decks[number - 1], "pace": (0, 0)}
    monkeypatch.setattr(app, "assembled", lambda **given: real(**given, **chance))
    async with evening(tmp_path / "preferans.db") as tonight:
        async with running(tonight, monkeypatch) as (_, server):
            await tonight.begins(3)
            for number in deal:
                await plays(tonight, played, number)
            stale = played.points[deal[0]]
            await tonight.people[stale.seat - 1].forges(
                f"a|1|{stale.before.phase.since}|{stale.action.token}", tonight.hands(stale.seat)[-1][0]
            )
            assert (await tonight.people[stale.seat - 1].toast()).text
            _, text = await asks(server.port, "/metrics")
        names = [person.first_name for person in tonight.telegram.people.values()]
        token, actions = tonight.telegram.bot.token, len(tonight.log())
    now = figures(text)
    assert now["preferans_tables{status=playing}"] == 1
    assert now["preferans_deals_total"] == 1
    assert now["preferans_pulkas_total"] == 0
    assert sum(n for name, n in now.items() if name.startswith("preferans_actions_total{")) == actions
    assert now["preferans_refusals_total{code=stale}"] == 1
    assert now["preferans_presses_total{kind=answer}"] == len(deal) + 1
    assert now["preferans_press_seconds_count"] >= len(deal) + 1
    assert 0 < now["preferans_press_seconds_sum"] < 60
    assert now["preferans_calls_total{method=answerCallbackQuery,outcome=ok}"] == now["preferans_press_seconds_count"]
    assert now["preferans_calls_total{method=editMessageText,outcome=ok}"] > 10
    assert "preferans_call_seconds_count{method=getUpdates}" not in now
    assert now["preferans_queue_length{queue=inbox}"] <= 1  # the last may still be being marked as done
    assert now["preferans_ready"] == now["preferans_database_writable"] == 1
    assert now["preferans_process_resident_memory_bytes"] > 1_000_000
    for secret in (token, token.partition(":")[2], *names):
        assert secret not in text
    labels = {label for name in now if name.startswith("preferans_") for label in re.findall(r"(\w+)=", name)}
    assert labels == {"kind", "code", "method", "outcome", "status", "queue", "le"}


# One by one


async def call(metrics: Metrics, answer: object, method: object) -> None:
    async def make(bot: object, method: object) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    try:
        await metrics.call(make, SimpleNamespace(), method)
    except (TelegramRetryAfter, TelegramNetworkError):
        assert isinstance(answer, Exception)


def page(metrics: Metrics) -> Figures:
    text = metrics.page(tables={"lobby": 2}, queues={"delivery": 3}, writable=True, ready=False).decode()
    return figures(text)


async def test_flood_waits_are_counted_with_their_seconds():
    metrics, send = Metrics(), SendMessage(chat_id=1, text="x")
    await call(metrics, TelegramRetryAfter(send, "Flood control", 7), send)
    await call(metrics, TelegramRetryAfter(send, "Flood control", 30), send)
    await call(metrics, TelegramNetworkError(GetMe(), "gone"), GetMe())
    await call(metrics, True, send)
    now = page(metrics)
    assert (now["preferans_flood_waits_total"], now["preferans_flood_wait_seconds_total"]) == (2, 37)
    assert now["preferans_calls_total{method=sendMessage,outcome=flood}"] == 2
    assert now["preferans_calls_total{method=sendMessage,outcome=ok}"] == 1
    assert now["preferans_calls_total{method=getMe,outcome=unreachable}"] == 1
    assert now["preferans_last_answer_timestamp_seconds"] > 1_700_000_000


def test_deals_and_pulkas_are_counted_where_they_end():
    metrics = Metrics()
    for seq, closes in enumerate(("", "deal", "", "pulka"), 1):
        metrics.accepted(Accepted(1, seq, "play", 0.02, closes))
    now = page(metrics)
    assert (now["preferans_deals_total"], now["preferans_pulkas_total"]) == (2, 1)
    assert now["preferans_actions_total{kind=play}"] == now["preferans_action_seconds_count"] == 4
    assert now["preferans_action_seconds_bucket{le=0.025}"] == 4
    assert now["preferans_action_seconds_bucket{le=0.01}"] == 0
    assert (now["preferans_tables{status=lobby}"], now["preferans_tables{status=playing}"]) == (2, 0)
    assert now["preferans_queue_length{queue=delivery}"] == 3


def test_two_bots_in_one_process_share_no_figure():
    one, other = Metrics(), Metrics()
    one.accepted(Accepted(1, 1, "bid", 0.1))
    assert "preferans_actions_total{kind=bid}" not in page(other)


class Odd:
    """Parts that are told how they do."""

    def __init__(self, **does: object) -> None:
        self.stopping, self.trouble, self.deaf, self.dead, self.waiting = False, None, False, False, 0
        vars(self).update(does)

    async def read(self, sql: str) -> list[object]:
        if self.dead:
            await asyncio.sleep(60)
        return []

    async def ask(self, work: object) -> object:
        raise sqlite3.OperationalError("disk I/O error")


def opened(odd: Odd) -> Pages:
    shown = Pages(Metrics())
    shown.opens(Watched(odd, odd, odd, odd))
    return shown


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (Odd(), "ok"),
        (Odd(stopping=True), "stopping"),
        (Odd(trouble=DiskFull("/x: the disk is full")), "no action is taken: DiskFull"),
        (Odd(deaf=True), "Telegram is silent"),
    ],
)
async def test_ready_is_who_plays(odd: Odd, said: str):
    answer = await opened(odd)._readyz(make_mocked_request("GET", "/readyz"))
    assert (answer.status, answer.text) == (200 if said == "ok" else 503, f"{said}\n")


async def test_a_database_that_hangs_is_not_well(monkeypatch):
    monkeypatch.setattr(pages, "WITHIN", 0.05)
    answer = await opened(Odd(dead=True))._healthz(make_mocked_request("GET", "/healthz"))
    assert (answer.status, answer.text) == (503, "the database does not answer\n")


async def test_when_the_database_cannot_be_read_the_other_figures_are_there():
    answer = await opened(Odd(trouble=DiskFull("full")))._page(make_mocked_request("GET", "/metrics"))
    assert isinstance(answer.body, bytes)
    assert figures(answer.body.decode())["preferans_database_writable"] == 0


@pytest.mark.parametrize(
    ("remote", "header", "may"),
    [
        ("127.0.0.1", "", True),
        ("::1", "", True),
        ("172.18.0.5", "", True),
        ("10.1.2.3", "", True),
        ("::ffff:172.18.0.5", "", True),
        ("149.154.167.220", "", False),
        ("::ffff:149.154.167.220", "", False),
        ("2001:67c:4e8::1", "", False),
        ("", "", False),
        ("127.0.0.1", "X-Forwarded-For", False),
        ("127.0.0.1", "X-Real-IP", False),
        ("172.18.0.5", "Forwarded", False),
    ],
)
def test_only_neighbours_are_answered(remote: str, header: str, may: bool):
    request = make_mocked_request("GET", "/metrics", headers={header: "149.154.167.220"} if header else {})
    assert pages._is_neighbour(request.clone(remote=remote)) is may


async def test_a_stranger_does_not_learn_that_there_is_anything():
    server = Server(Listen())
    Pages(Metrics()).add_to(server.routes)
    async with server.started():
        for path in ("/metrics", "/healthz", "/readyz"):
            assert (await asks(server.port, path))[0] in (200, 503)
            status, text = await asks(server.port, path, **{"X-Forwarded-For": "149.154.167.220"})
            assert (status, text) == await asks(server.port, "/no-such-page")
            assert status == web.HTTPNotFound.status_code
