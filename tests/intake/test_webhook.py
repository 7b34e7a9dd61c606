"""The webhook over real sockets: what Telegram posts is committed before it hears 200, and strangers get nowhere."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from pydantic import SecretStr

from bot.intake import AnotherReader, Hook, TokenRefused, Webhook, WebhookRefused
from bot.intake.door import HEADER, Door
from bot.intake.webhook import secret_of
from bot.serving import MOST, Listen, Server, ServingError, vouches_for_itself
from emulator import server
from emulator.client import World

PATH, SECRET = "/preferans", "hush-123_ABC"
PEM = Path(__file__).parents[1] / "emulator"
PLAIN = Listen()
CLOSED = Door(SecretStr(SECRET))
OWN = Listen(certificate=PEM / "certificate.pem", key=PEM / "key.pem")


@pytest.fixture
async def local() -> AsyncIterator[server.Emulator]:
    running = await server.start()
    yield running
    await running.stop()


@pytest.fixture
async def friends(local) -> AsyncIterator[World]:
    async with World(local.url) as world:
        await world.mischief(pause=0.01)
        yield world


@pytest.fixture
async def connected(local) -> AsyncIterator[Bot]:
    async with Bot(local.token, session=AiohttpSession(api=TelegramAPIServer.from_base(local.url))) as bot:
        yield bot


@asynccontextmanager
async def listening(listen: Listen = PLAIN) -> AsyncIterator[tuple[Door, str]]:
    """A door on a web server, and its address."""
    door, serving = Door(SecretStr(SECRET)), Server(listen)
    serving.routes.router.add_post(PATH, door.answer)
    async with serving.started():
        scheme = "http" if listen.key is None else "https"
        yield door, f"{scheme}://127.0.0.1:{serving.port}{PATH}"


class At:
    """The webhook at work, and what may be posted to it."""

    def __init__(self, intake: Webhook, door: Door, url: str) -> None:
        self.intake, self.door, self.url = intake, door, url
        self.task = asyncio.create_task(intake.run())

    async def posts(self, body: Any = None, *, secret: str | None = SECRET, **more) -> int:
        """The status that a post is answered with."""
        headers = {} if secret is None else {HEADER: secret}
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.url, data=body, headers=headers, **more) as told,
        ):
            said = await told.read()
            assert b"Traceback" not in said
            assert told.headers["Server"] == "preferans"
            return told.status


@pytest.fixture
async def at(connected, db, handlers, friends) -> AsyncIterator[At]:
    async with listening() as (door, url):
        hook = Hook(url, SecretStr(SECRET))
        intake = Webhook(connected, db, handlers, hook=hook, door=door, allowed_updates=["message", "callback_query"])
        here = At(intake, door, url)
        await is_set(connected, url)
        yield here
        for held in handlers.hold.values():
            held.set()
        intake.stop()
        await asyncio.gather(here.task, return_exceptions=True)


async def is_set(bot: Bot, url: str) -> None:
    async with asyncio.timeout(5):
        while (await bot.get_webhook_info()).url != url:
            await asyncio.sleep(0.01)


def update(number: int = 10**6, **content) -> bytes:
    chat = {"id": -100, "type": "group", "title": "Friday"}
    who = {"id": 11, "is_bot": False, "first_name": "Anna"}
    message = {"message_id": 1, "date": 1, "chat": chat, "from": who, "text": "/play"}
    return json.dumps({"update_id": number, "message": message} | content).encode()


async def stored(db) -> int:
    return (await db.read("SELECT count(*) AS n FROM inbox"))[0]["n"]


# What Telegram posts


async def test_what_people_do_arrives(at, friends, handlers, connected):
    anna = friends.person("Anna")
    await anna.says(friends.group, "/play")
    await handlers.until(finished=1)
    await anna.says(friends.group, "/rules")
    await handlers.until(finished=2)
    async with asyncio.timeout(5):
        while (await connected.get_webhook_info()).pending_update_count:
            await asyncio.sleep(0.01)
    info = await connected.get_webhook_info()
    assert info.allowed_updates == ["message", "callback_query"]
    assert info.last_error_date is None


async def test_200_is_said_only_after_the_commit(at, db, handlers, monkeypatch):
    write, may = type(db).write, asyncio.Event()

    async def slow(self, *args, **kwargs):
        await may.wait()
        return await write(self, *args, **kwargs)

    monkeypatch.setattr(type(db), "write", slow)
    posting = asyncio.create_task(at.posts(update()))
    await asyncio.sleep(0.1)
    assert not posting.done()
    assert await stored(db) == 0
    may.set()
    assert await posting == 200
    assert await stored(db) == 1
    await handlers.until(finished=1)


async def test_what_cannot_be_committed_is_posted_again(at, db, friends, handlers, monkeypatch, caplog):
    write, full = type(db).write, [True]

    async def sometimes(self, *args, **kwargs):
        if full[0]:
            raise OSError("disk full: /secret")
        return await write(self, *args, **kwargs)

    monkeypatch.setattr(type(db), "write", sometimes)
    await friends.person("Anna").says(friends.group, "/play")
    async with asyncio.timeout(5):
        while "an update is not taken: OSError" not in caplog.text:
            await asyncio.sleep(0.01)
    assert "secret" not in caplog.text
    full[0] = False
    await handlers.until(finished=1)


async def test_doubled_late_and_out_of_order_each_is_dealt_with_once(at, friends, handlers, db):
    await friends.mischief(double=True, delay=0.1, reorder=True)
    people = [friends.person(name) for name in ("Anna", "Борис", "Віра", "Gleb")]
    for n in range(5):
        for person in people:
            await person.says(friends.group, f"/number_{n}")
    await handlers.until(finished=20)
    await asyncio.sleep(0.3)
    assert len(set(handlers.fed)) == len(handlers.fed) == 20


async def test_one_that_cannot_be_parsed_is_taken_and_set_aside(at, friends, handlers, db):
    await friends.inject({"my_chat_member": {"new_chat_member": {"status": "emperor"}}})
    await friends.person("Anna").says(friends.group, "/play")
    await handlers.until(finished=1)
    async with asyncio.timeout(5):
        while not (aside := await db.read("SELECT error FROM inbox WHERE error IS NOT NULL")):
            await asyncio.sleep(0.01)
    assert "my_chat_member" in aside[0]["error"]


async def test_it_stops_when_what_was_posted_is_dealt_with_and_keeps_the_webhook(at, friends, handlers, connected):
    handlers.hold[1] = asyncio.Event()
    await friends.person("Anna").says(friends.group, "/play")
    await handlers.until(fed=1)
    at.intake.stop()
    await friends.person("Борис").says(friends.group, "/rules")
    await asyncio.sleep(0.1)
    assert not at.task.done()
    handlers.hold[1].set()
    async with asyncio.timeout(5):
        await at.task
    info = await connected.get_webhook_info()
    assert (info.url, info.pending_update_count) == (at.url, 1)
    assert handlers.finished == [1]


async def test_a_post_under_way_is_committed_and_dealt_with_before_it_stops(at, db, handlers, monkeypatch):
    write, may = type(db).write, asyncio.Event()

    async def slow(self, *args, **kwargs):
        await may.wait()
        return await write(self, *args, **kwargs)

    monkeypatch.setattr(type(db), "write", slow)
    posting = asyncio.create_task(at.posts(update()))
    await asyncio.sleep(0.1)
    at.intake.stop()
    await asyncio.sleep(0.1)
    assert not at.task.done()
    may.set()
    async with asyncio.timeout(5):
        await at.task
    assert await posting == 200
    assert len(handlers.finished) == await stored(db) == 1


async def test_what_came_meanwhile_is_posted_to_the_next(at, friends, handlers, connected, db):
    at.intake.stop()
    await at.task
    await friends.person("Anna").says(friends.group, "/play")
    await friends.advance(2)
    again = At(Webhook(connected, db, handlers, hook=at.intake._hook, door=at.door), at.door, at.url)
    await handlers.until(finished=1)
    again.intake.stop()
    await again.task


# Strangers


@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET[:-1], SECRET + "x", "ä", "\udcff"])
async def test_without_the_secret_nobody_posts(at, db, secret, caplog):
    assert await at.posts(update(), secret=secret) == 403
    assert await stored(db) == 0
    assert "a request is refused: without the webhook's secret" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not JSON",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"17",
        b'"update_id"',
        b"{}",
        b'{"update_id": "7"}',
        b'{"update_id": true}',
        b'{"update_id": 7.0}',
        b'{"update_id": -7}',
        b'{"update_id": 9223372036854775808}',
        b'{"update_id": 1, "message": NaN}',
        b'{"update_id": 1' + b"0" * 5000 + b"}",
        b'{"update_id": 1, "message": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"update_id=7",
    ],
    ids=range(17),
)
async def test_what_is_no_update_is_refused_and_nothing_is_stored(at, db, handlers, body, caplog):
    assert await at.posts(body) == 400
    assert await stored(db) == 0
    assert "a request is refused" in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert await at.posts(update()) == 200
    await handlers.until(finished=1)


async def test_a_body_too_long_is_refused(at, db, handlers):
    assert await at.posts(BytesIO(update(text="x" * MOST))) == 413

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 2**16

    try:
        status = await at.posts(endless())  # in chunks that name no length
    except aiohttp.ClientError:  # it may be hung up on before it has said all
        status = 413
    assert status == 413
    assert await stored(db) == 0
    assert await at.posts(update()) == 200


async def test_a_huge_body_of_a_stranger_is_not_read(at):
    """A gigabyte is announced, the answer comes at once."""
    reader, writer = await connected_to(at)
    writer.write(b"POST /preferans HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 100_000)
    async with asyncio.timeout(5):
        assert (await reader.readline()).startswith(b"HTTP/1.1 403")
    writer.close()


async def test_a_body_that_never_ends_is_given_up(at, monkeypatch, handlers):
    monkeypatch.setattr("bot.intake.door.BODY_WITHIN", 0.1)
    reader, writer = await connected_to(at)
    head = f"POST /preferans HTTP/1.1\r\nHost: x\r\n{HEADER}: {SECRET}\r\nContent-Length: 100\r\n\r\n{{"
    writer.write(head.encode())
    async with asyncio.timeout(5):
        assert (await reader.readline()).startswith(b"HTTP/1.1 408")
    writer.close()
    assert await at.posts(update()) == 200


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"HELO preferans\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n" * 50,
    ],
    ids=["TLS", "mail", "HTTP of tomorrow", "nothing"],
)
async def test_what_is_no_http_is_hung_up_on_without_a_traceback(at, said, caplog):
    reader, writer = await connected_to(at)
    writer.write(said)
    writer.write_eof()
    async with asyncio.timeout(5):
        answer = await reader.read()
    writer.close()
    assert b"Traceback" not in answer
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert await at.posts(update()) == 200


async def connected_to(at: At) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(at.url.split(":")[2].split("/")[0]))


async def test_other_methods_and_paths_get_a_bare_status(at):
    async with aiohttp.ClientSession() as session:
        for method, url, status in (("GET", at.url, 405), ("PUT", at.url, 405), ("POST", at.url + "/x", 404)):
            async with session.request(method, url, headers={HEADER: SECRET}) as told:
                assert (told.status, await told.read()) == (status, b"")


async def test_many_strangers_make_one_line_a_minute(at, caplog):
    for _ in range(30):
        assert await at.posts(update(), secret="wrong") == 403
    assert caplog.text.count("a request is refused") == 1


async def test_before_it_is_open_and_after_telegram_is_asked_to_come_again(db):
    async with (
        listening() as (_, url),
        aiohttp.ClientSession() as session,
        session.post(url, data=update(), headers={HEADER: SECRET}) as told,
    ):
        assert (told.status, told.headers["Retry-After"]) == (503, "1")


# Its own certificate


async def test_with_a_certificate_of_its_own_telegram_is_given_it(connected, db, handlers, friends):
    async with listening(OWN) as (door, url):
        hook = Hook(url, SecretStr(SECRET), OWN.certificate)
        intake = Webhook(connected, db, handlers, hook=hook, door=door)
        task = asyncio.create_task(intake.run())
        await is_set(connected, url)
        assert (await connected.get_webhook_info()).has_custom_certificate
        await friends.person("Anna").says(friends.group, "/play")
        await handlers.until(finished=1)
        intake.stop()
        await task


async def test_without_it_telegram_does_not_trust_it_and_the_bot_says_so(connected, db, handlers, friends, caplog):
    async with listening(OWN) as (door, url):

        async def sleep(seconds: float) -> None:
            await asyncio.sleep(0.05)

        heard: list[float] = []

        async def hears() -> None:
            heard.append(1)

        intake = Webhook(
            *(connected, db, handlers), hook=Hook(url, SecretStr(SECRET)), door=door, sleep=sleep, heard=hears
        )
        task = asyncio.create_task(intake.run())
        await is_set(connected, url)
        await friends.person("Anna").says(friends.group, "/play")
        async with asyncio.timeout(5):
            while "Telegram does not reach the webhook (SSL error" not in caplog.text:
                await asyncio.sleep(0.01)
        silent = len(heard)
        await asyncio.sleep(0.3)
        assert len(heard) == silent, "the bot is deaf: no clock may strike"
        intake.stop()
        await task


def test_a_certificate_that_vouches_for_itself_is_known_from_one_of_an_authority(tmp_path):
    assert OWN.certificate is not None and OWN.key is not None
    assert vouches_for_itself(OWN.certificate, OWN.key)
    signed = PEM / "signed.pem"
    assert not vouches_for_itself(signed, PEM / "signed_key.pem")


# Telegram and the token


async def test_a_webhook_that_telegram_does_not_take_is_a_sentence(connected, db, handlers):
    intake = Webhook(connected, db, handlers, hook=Hook("ftp://x/", SecretStr(SECRET)), door=CLOSED)
    with pytest.raises(WebhookRefused, match=r"Telegram does not take BOT_WEBHOOK_URL .*HTTPS URL must be provided"):
        await intake.run()


async def test_a_wrong_token_is_a_sentence_at_the_start(local, db, handlers):
    async with Bot("1:WRONG", session=AiohttpSession(api=TelegramAPIServer.from_base(local.url))) as stranger:
        intake = Webhook(
            stranger, db, handlers, hook=Hook("http://x/", SecretStr(SECRET)), door=Door(SecretStr(SECRET))
        )
        with pytest.raises(TokenRefused, match="does not know BOT_TOKEN"):
            await intake.run()


@pytest.fixture
def looks_often(monkeypatch) -> None:
    monkeypatch.setattr("bot.intake.webhook.LOOK", 0.05)


async def test_a_token_that_is_withdrawn_stops_it_with_a_sentence(looks_often, at, local):
    old, local.world.bot = local.world.bot, replace(local.world.bot, token="7000:ANOTHER")
    with pytest.raises(TokenRefused, match="does not know BOT_TOKEN"):
        async with asyncio.timeout(5):
            await at.task
    local.world.bot = old


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        (lambda bot: bot.delete_webhook(), "another program has taken the webhook away for this bot"),
        (lambda bot: bot.set_webhook("http://127.0.0.1:9/"), "another program has set a webhook of its own"),
    ],
)
async def test_another_program_stops_it_with_a_sentence(
    looks_often, at, connected, friends, does: Callable[[Bot], object], sentence: str
):
    await friends.advance(2)
    await does(connected)
    with pytest.raises(AnotherReader, match=sentence):
        async with asyncio.timeout(5):
            await at.task


async def test_a_port_that_is_taken_is_a_sentence():
    async with listening() as (_, url):
        port = int(url.split(":")[2].split("/")[0])
        with pytest.raises(ServingError, match=f"HTTP_HOST and HTTP_PORT: 127.0.0.1:{port} is not to be had"):
            async with Server(Listen(port=port)).started():
                pass


def test_the_secret_that_follows_from_the_token_does_not_show_it():
    secret = secret_of("7000:EMULATOR")
    assert secret == secret_of("7000:EMULATOR") != secret_of("7000:OTHER")
    assert "EMULATOR" not in secret.get_secret_value()
    assert secret.get_secret_value() not in repr(Hook("https://example.org/", secret))
