"""A database with a group, three friends and a table where they may sit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.storage import Database, chats, people, tables

NOON = 1_800_000_000.0


@dataclass(frozen=True)
class World:
    group: int
    anna: int
    boris: int
    vera: int
    table: int


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "preferans.db", bot=42) as opened:
        yield opened


@pytest.fixture
async def world(db: Database) -> World:
    def build(conn):
        group = chats.get_or_create(conn, -100, "group", "Friday").id
        anna, boris, vera = (
            people.upsert(conn, n, name, None).id for n, name in enumerate(("Анна", "Борис", "Вера"), 1)
        )
        table = tables.open_table(conn, chat=group, opened_by=anna, size=3, agreement="preset=sochi", at=NOON)
        return World(group, anna, boris, vera, table)

    return await db.write(build)


@pytest.fixture
async def playing(db: Database, world: World) -> World:
    """The same, with the pulka begun: Anna, Boris, Vera, and Vera deals."""

    def begin(conn):
        for person in (world.anna, world.boris, world.vera):
            tables.sit(conn, world.table, person)
        tables.start(conn, world.table, order=(1, 2, 3), first_dealer=3, start="as it begins")

    await db.write(begin)
    return world
