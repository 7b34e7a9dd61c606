"""The same against a local Telegram, over real HTTP and with Telegram's own refusals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bot.delivery import Delivery, Place, Wanted, connect
from bot.screens.screen import Button, Screen
from bot.storage import Database, chats, people, tables
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
async def over_http(local, db) -> AsyncIterator[Delivery]:
    bot = connect(local.token, local.url)
    # Its time runs twenty times as fast, so that nobody has to sit through its pauses.
    delivery = Delivery(bot, db, clock=lambda: time.monotonic() * 20, sleep=lambda seconds: asyncio.sleep(seconds / 20))
    yield delivery
    await delivery.close()
    await bot.session.close()


async def place(db: Database, telegram_id: int, kind: chats.Kind) -> Place:
    chat = await db.write(chats.get_or_create, telegram_id, kind)
    return Place(chat.id, "board")


@pytest.fixture
async def board(db, friends) -> Place:
    def a_table(conn):
        chat = chats.get_or_create(conn, friends.group, "group").id
        anna = people.upsert(conn, friends.person("Anna").id, "Anna", None).id
        tables.open_table(conn, chat=chat, opened_by=anna, size=3, agreement="", at=0.0)

    await db.write(a_table)
    return await place(db, friends.group, "group")


def wanted(board: Place, text: str, seq: int, **more: object) -> Wanted:
    return Wanted(board, Screen(text, ((Button("Pass", data=f"p|{seq}", style="danger"),),)), 1, seq, **more)


async def texts(friends: World) -> list[str]:
    return [message.text for message in await friends.messages(friends.group)]


async def test_a_board_is_sent_and_edited(over_http, friends, board):
    over_http.show([wanted(board, "<b>one</b>", 1)])
    await over_http.settle(5)
    over_http.show([wanted(board, "<b>two</b>", 2)])
    await over_http.settle(5)
    (message,) = await friends.messages(friends.group)
    assert (message.html, message.labels, message.buttons[0].style) == ("<b>two</b>", [["Pass"]], "danger")


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
@pytest.mark.parametrize(
    "how",
    [
        {"html": True},
        {"status": 500},
        {"status": 429, "description": "Too Many Requests: retry after 1", "parameters": {"retry_after": 1}},
    ],
    ids=["502 of HTML", "500", "429"],
)
async def test_what_failed_is_repeated(method, how, over_http, friends, board):
    if method == "editMessageText":
        over_http.show([wanted(board, "before", 1)])
        await over_http.settle(5)
    await friends.fail(method, **how)
    over_http.show([wanted(board, "after", 2)])
    await over_http.settle(8)
    assert await texts(friends) == ["after"]


async def test_a_lost_answer_leaves_a_twin_until_somebody_presses_it(over_http, friends, board):
    await friends.lose("sendMessage")
    over_http.show([wanted(board, "board", 1)])
    await over_http.settle(8)
    first, second = await friends.messages(friends.group)
    over_http.named(board.chat, first.id, board.key)
    await over_http.settle(5)
    assert [message.id for message in await friends.messages(friends.group)] == [second.id]


async def test_nobody_is_written_to_before_start(over_http, friends, db, board):
    anna = friends.person("Anna")
    hand = await place(db, anna.id, "private")
    over_http.show([wanted(hand, "your cards", 1)])
    await over_http.settle(5)
    assert not (await db.ask(chats.get, hand.chat)).reachable
    await anna.starts()
    await db.write(chats.get_or_create, anna.id, "private")
    over_http.show([wanted(hand, "your cards", 1)])
    await over_http.settle(5)
    assert "your cards" in [message.text for message in await anna.sees(None)]


async def test_a_fresh_hand_replaces_the_old_one(over_http, friends, board):
    over_http.show([wanted(board, "cards", 1)])
    await over_http.settle(5)
    over_http.show([wanted(board, "your move", 2, fresh=True)])
    await over_http.settle(5)
    assert await texts(friends) == ["your move"]


async def test_a_record_is_brought(over_http, friends, board):
    await over_http.document(board.chat, "deal.pref", b"pref = 1\n", "The <b>record</b>")
    (message,) = await friends.messages(friends.group)
    assert (message.document["file_name"], message.text) == ("deal.pref", "The record")
