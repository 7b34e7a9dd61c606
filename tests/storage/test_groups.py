"""Groups as they are: lost and found, one with their supergroup, tables that leave their topic."""

from __future__ import annotations

import pytest

from bot.storage import chats, people, screens, tables
from tests.storage.conftest import NOON

SUPERGROUP = -1_000_000_000_200


async def test_a_lost_group_is_tried_when_somebody_speaks_there_and_is_lost_until_something_was_said(db, world):
    assert await db.write(chats.lose, world.group, at=NOON) is True
    assert await db.write(chats.lose, world.group, at=NOON + 1) is False
    lost = await db.ask(chats.get, world.group)
    assert (lost.reachable, lost.lost_at) == (False, NOON)
    tried = await db.write(chats.get_or_create, -100, "group", "Friday")
    assert (tried.reachable, tried.lost_at) == (True, NOON)
    assert await db.write(chats.lose, world.group, at=NOON + 2) is True
    assert (await db.ask(chats.get, world.group)).lost_at == NOON
    assert await db.write(chats.recover, world.group) is True
    assert await db.write(chats.recover, world.group) is False
    found = await db.ask(chats.get, world.group)
    assert (found.reachable, found.lost_at) == (True, None)


async def test_a_private_chat_that_is_blocked_is_not_lost_for_long(db):
    chat = await db.write(chats.get_or_create, 11, "private")
    assert await db.write(chats.lose, chat.id, at=NOON) is True
    assert await db.ask(chats.get, chat.id) == chats.Chat(chat.id, 11, "private", "", None, None, False)


async def test_people_at_a_table_are_told_once_that_the_group_does_not_see_it(db, world):
    assert await db.write(tables.hide, world.table, at=NOON) is True
    assert await db.write(tables.hide, world.table, at=NOON + 1) is False
    await db.write(tables.unhide, world.group)
    assert await db.write(tables.hide, world.table, at=NOON + 2) is True


async def test_all_tables_of_a_topic_leave_it_and_the_open_ones_are_named(db, world):
    opened = {"chat": world.group, "opened_by": world.anna, "size": 3, "agreement": "", "at": NOON}
    there, over = [await db.write(tables.open_table, **opened, thread=7) for _ in range(2)]
    elsewhere = await db.write(tables.open_table, **opened, thread=8)
    await db.write(tables.cancel, over)
    assert await db.write(tables.leave_topic, world.group, 7) == (there,)
    assert await db.write(tables.leave_topic, world.group, 7) == ()
    assert [(await db.ask(tables.get, table)).thread for table in (there, over, elsewhere)] == [None, None, 8]


async def test_basic_groups_are_found_by_their_title(db, world):
    await db.write(chats.get_or_create, SUPERGROUP, "group", "Friday")
    await db.write(chats.get_or_create, 11, "private", "Friday")
    assert await db.ask(chats.basic_groups, "Friday") == (world.group,)
    assert await db.ask(chats.basic_groups, "Saturday") == ()


async def test_what_was_said_in_the_supergroup_before_the_news_stays_and_what_stood_in_the_group_is_dead(db, world):
    early = await db.write(chats.get_or_create, SUPERGROUP, "group", "Friday")
    table = await db.write(tables.open_table, chat=early.id, opened_by=world.anna, size=3, agreement="", at=NOON)
    lobby = screens.Shown(early.id, f"lobby:{table}", table, 2, "ab", 0, False)
    board = screens.Shown(world.group, "board:1:1", world.table, 10, "cd", 5, False, former=9)
    for shown in (lobby, board):
        await db.write(screens.save, shown)
    assert await db.write(chats.migrate, -100, SUPERGROUP) == early.id
    assert await db.write(chats.migrate, -100, SUPERGROUP) is None
    joined = await db.ask(tables.get, table)
    assert (joined.chat, joined.number) == (world.group, 2), "there was a table 1"
    moved = await db.ask(screens.get, world.group, lobby.key)
    assert (moved.message_id, moved.digest) == (2, "ab")
    dead = await db.ask(screens.get, world.group, board.key)
    assert (dead.message_id, dead.digest, dead.former) == (None, "", None)
    with pytest.raises(LookupError):
        await db.ask(chats.get, early.id)


async def test_whatever_belongs_to_a_chat_goes_along_with_it(db, world):
    """Each table that names a chat, whoever adds it: no row of the other chat is left, or the two could not be one."""
    early = await db.write(chats.get_or_create, SUPERGROUP, "group", "Friday")

    def all_of_them(conn):
        """Tables and columns that name a chat."""
        names = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()]
        keys = [(name, key) for name in names for key in conn.execute(f"PRAGMA foreign_key_list({name})").fetchall()]
        return [(name, key["from"]) for name, key in keys if key["table"] == "chats"]

    named = await db.ask(all_of_them)
    assert {("tables", "chat_id"), ("screens", "chat_id")} <= set(named)
    person = (await db.write(people.upsert, 77, "Гость", None)).id
    opened = {"opened_by": person, "size": 3, "agreement": "", "at": NOON}
    table = await db.write(tables.open_table, chat=early.id, **opened)
    for chat in (early.id, world.group):
        await db.write(screens.save, screens.Shown(chat, "rules:1", table, 3, "", 0, False))
    await db.write(chats.migrate, -100, SUPERGROUP)

    def left(conn):
        return [
            (name, column)
            for name, column in named
            if conn.execute(f"SELECT 1 FROM {name} WHERE {column} = ?", (early.id,)).fetchone()
        ]

    assert await db.ask(left) == []
    assert (await db.ask(screens.get, world.group, "rules:1")).message_id is None
