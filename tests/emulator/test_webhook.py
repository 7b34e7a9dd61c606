"""A webhook in the local Telegram: posts with the secret, again until 2xx, and never beside getUpdates."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from emulator.client import World
from emulator.server import Emulator
from tests.emulator.bot_in_hand import GROUP, Bot

SECRET = "hush-123_ABC"


class Listener:
    """A web server that notes what is posted to it, and answers with the statuses put into `answers`, else 200."""

    def __init__(self) -> None:
        self.posts: list[tuple[dict[str, Any], str | None]] = []
        self.answers: list[web.Response] = []
        self.hold: asyncio.Event | None = None
        self.at_once = self.most_at_once = 0
        self.url = ""
        self._changed = asyncio.Event()

    async def take(self, request: web.Request) -> web.Response:
        self.posts.append((json.loads(await request.read()), request.headers.get("X-Telegram-Bot-Api-Secret-Token")))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self._changed.set()
        if self.hold is not None:
            await self.hold.wait()
        self.at_once -= 1
        return self.answers.pop(0) if self.answers else web.Response()

    @property
    def texts(self) -> list[str]:
        return [update["message"]["text"] for update, _ in self.posts if "message" in update]

    async def until(self, posts: int) -> None:
        async with asyncio.timeout(5):
            while len(self.posts) < posts:
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    listening = Listener()
    app = web.Application()
    app.router.add_post("/hook", listening.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    listening.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield listening
    await runner.cleanup()


async def nothing_waits(bot: Bot) -> None:
    async with asyncio.timeout(5):
        while (await bot.does("getWebhookInfo"))["pending_update_count"]:
            await asyncio.sleep(0.01)


async def test_updates_are_posted_with_the_secret_and_then_forgotten(bot: Bot, world: World, listener: Listener):
    anna = world.person("Anna")
    await anna.says(GROUP, "/before")
    await bot.does("setWebhook", url=listener.url, secret_token=SECRET, max_connections=7)
    await anna.says(GROUP, "/after")
    await listener.until(posts=2)
    assert listener.texts == ["/before", "/after"]
    assert {secret for _, secret in listener.posts} == {SECRET}
    await nothing_waits(bot)
    info = await bot.does("getWebhookInfo")
    assert (info["url"], info["max_connections"], info["has_custom_certificate"]) == (listener.url, 7, False)


async def test_while_there_is_a_webhook_nobody_polls(bot: Bot, world: World, listener: Listener):
    polling = asyncio.create_task(bot.refused("getUpdates", timeout=20))
    await asyncio.sleep(0.05)
    await bot.does("setWebhook", url=listener.url)
    assert await polling == (409, "Conflict: terminated by setWebhook request")
    assert await bot.refused("getUpdates") == (
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
    await world.advance(1)
    await bot.does("deleteWebhook")
    await world.person("Anna").says(GROUP, "/play")
    assert [update["message"]["text"] for update in await bot.hears()] == ["/play"]
    assert listener.posts == []


async def test_without_2xx_it_comes_again_and_telegram_says_why(bot: Bot, world: World, listener: Listener):
    await world.mischief(pause=0.001)
    listener.answers += [web.Response(status=500), web.Response(status=302), web.Response(status=404)]
    await bot.does("setWebhook", url=listener.url)
    await world.person("Anna").says(GROUP, "/play")
    await listener.until(posts=4)
    assert listener.texts == ["/play"] * 4
    await nothing_waits(bot)
    info = await bot.does("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 404 Not Found"
    assert info["last_error_date"] > 0


async def test_the_pauses_grow_and_retry_after_is_kept_to(bot: Bot, world: World, listener: Listener, monkeypatch: Any):
    slept: list[float] = []
    really = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 1))
        await really(0)

    monkeypatch.setattr("emulator.posting.asyncio.sleep", sleep)
    listener.answers += [web.Response(status=500) for _ in range(8)]
    listener.answers.append(web.Response(status=503, headers={"Retry-After": "17"}))
    await bot.does("setWebhook", url=listener.url)
    await world.person("Anna").says(GROUP, "/play")
    await listener.until(posts=10)
    monkeypatch.undo()
    assert [pause for pause in slept if pause] == [2, 4, 8, 16, 32, 60, 60, 17]


async def test_what_nobody_takes_waits_and_expires(bot: Bot, world: World, listener: Listener):
    await world.mischief(pause=0.01)
    await bot.does("setWebhook", url="http://127.0.0.1:9/closed")
    await bot.says("Table", GROUP, ["Sit"])
    await world.person("Anna").says(GROUP, "/play")
    await world.person("Anna").presses("Sit", GROUP)
    assert (await bot.does("getWebhookInfo"))["pending_update_count"] == 2
    await world.advance(151)
    async with asyncio.timeout(5):
        while (await bot.does("getWebhookInfo"))["pending_update_count"] == 2:
            await asyncio.sleep(0.01)
    assert (await bot.does("getWebhookInfo"))["last_error_message"] == "Connection refused"
    await bot.does("setWebhook", url=listener.url)
    await listener.until(posts=1)
    assert listener.texts == ["/play"]


async def test_a_chat_keeps_its_order_and_chats_go_side_by_side(bot: Bot, world: World, listener: Listener):
    anna, boris = world.person("Anna"), world.person("Борис")
    await anna.starts()
    await boris.starts()
    listener.hold = asyncio.Event()
    await bot.does("setWebhook", url=listener.url, drop_pending_updates=True)
    for text in ("/one", "/two"):
        await anna.says(None, text)
    await boris.says(None, "/three")
    await listener.until(posts=2)
    await asyncio.sleep(0.05)
    assert sorted(listener.texts) == ["/one", "/three"]
    listener.hold.set()
    await listener.until(posts=3)
    assert listener.texts[-1] == "/two"


async def test_no_more_posts_at_once_than_it_was_told(bot: Bot, world: World, listener: Listener):
    people = [world.person(name) for name in ("Anna", "Борис", "Віра", "Gleb")]
    for person in people:
        await person.starts()
    listener.hold = asyncio.Event()
    await bot.does("setWebhook", url=listener.url, max_connections=2)
    await listener.until(posts=2)
    await asyncio.sleep(0.05)
    listener.hold.set()
    await listener.until(posts=4)
    assert listener.most_at_once == 2


async def test_setting_it_may_drop_what_waits(bot: Bot, world: World, listener: Listener):
    await world.person("Anna").says(GROUP, "/old")
    await bot.does("setWebhook", url=listener.url, drop_pending_updates=True)
    await world.person("Anna").says(GROUP, "/new")
    await listener.until(posts=1)
    assert listener.texts == ["/new"]


async def test_only_the_wanted_kinds_are_posted(bot: Bot, world: World, listener: Listener):
    await bot.does("setWebhook", url=listener.url, allowed_updates=["callback_query"])
    await bot.says("Table", GROUP, ["Sit"])
    await world.person("Anna").says(GROUP, "/play")
    await world.person("Anna").presses("Sit", GROUP)
    await listener.until(posts=1)
    assert "callback_query" in listener.posts[0][0]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"url": "ftp://example.org/"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        (
            {"url": "https:///x"},
            "bad webhook: Failed to resolve host: Name or service not known",
        ),
        (
            {"url": "https://example.org/", "secret_token": "a b"},
            "secret token contains unallowed characters",
        ),
        ({"secret_token": "a" * 257}, "secret token is too long"),
    ],
)
async def test_a_wrong_webhook_is_refused(bot: Bot, given: dict[str, Any], told: str):
    parameters = {"url": "https://example.org/"} | given
    assert await bot.refused("setWebhook", **parameters) == (400, f"Bad Request: {told}")
    assert (await bot.does("getWebhookInfo"))["url"] == ""


async def test_nobody_sets_it_twice_a_second(bot: Bot, world: World, listener: Listener):
    await bot.does("setWebhook", url=listener.url)
    assert await bot.refused("setWebhook", url=listener.url) == (429, "Too Many Requests: retry after 1")
    await world.advance(1)
    await bot.does("setWebhook", url="")
    assert (await bot.does("getWebhookInfo"))["url"] == ""


class TestMischief:
    async def test_doubled_by_webhook(self, bot: Bot, world: World, listener: Listener):
        await world.mischief(double=True)
        await bot.does("setWebhook", url=listener.url)
        await world.person("Anna").says(GROUP, "/play")
        await listener.until(posts=2)
        assert listener.posts[0] == listener.posts[1]

    async def test_out_of_order_by_webhook_and_none_is_lost(self, bot: Bot, world: World, listener: Listener):
        await world.mischief(reorder=True)
        await bot.does("setWebhook", url=listener.url)
        said = [f"/number_{n}" for n in range(12)]
        for text in said:
            await world.person("Anna").says(GROUP, text)
        await listener.until(posts=12)
        assert listener.texts != said
        assert sorted(listener.texts) == sorted(said)

    async def test_doubled_and_out_of_order_by_polling_and_none_is_lost(self, bot: Bot, world: World):
        await world.mischief(double=True, reorder=True)
        said = [f"/number_{n}" for n in range(12)]
        for text in said[:8]:
            await world.person("Anna").says(GROUP, text)
        first = await bot.hears()
        assert len(first) == 16
        assert {update["message"]["text"] for update in first} == set(said[:8])
        assert [u["update_id"] for u in first] != sorted(u["update_id"] for u in first)
        for text in said[8:]:
            await world.person("Anna").says(GROUP, text)
        second = await bot.hears(offset=max(u["update_id"] for u in first) + 1)
        assert {update["message"]["text"] for update in second} == set(said)

    async def test_late_by_either_way(self, bot: Bot, world: World, listener: Listener, emulator: Emulator):
        await world.mischief(delay=0.2)
        loop = asyncio.get_running_loop()
        began, late = loop.time(), []
        for n in range(4):
            await world.person("Anna").says(GROUP, f"/{n}")
            await bot.hears(offset=n + 1)
            late.append(loop.time() - began)
            began = loop.time()
        assert 0.05 < max(late) < 2
        await bot.does("setWebhook", url=listener.url)
        await listener.until(posts=1)
