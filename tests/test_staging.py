"""Staging: which message shows what is held by the golden screens and by play; here, when it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from bot.delivery import Wanted
from bot.game.presets import preset
from bot.host.scene import Scene
from bot.staging import Staging


class Shower:
    """Keeps the tables that were shown, in order."""

    def __init__(self) -> None:
        self.shown: list[int | str] = []

    def show(self, wanted: Iterable[Wanted]) -> None:
        self.shown += [w.table for w in wanted]


def lobby(table: int) -> Scene:
    return Scene(table, chat=-table, locale="ru", status="lobby", size=3, agreement=preset(), sitters=())


async def test_changes_of_a_table_are_drawn_once():
    shower = Shower()
    staging = Staging(shower, delay=0.001)
    for table in (1, 2, 1, 1):
        staging.changed(lobby(table))
    await asyncio.sleep(0.05)
    assert shower.shown == [1, 2]
    staging.changed(lobby(1))
    await asyncio.sleep(0.05)
    assert shower.shown == [1, 2, 1]


async def test_whoever_presses_does_not_wait_until_all_tables_are_drawn():
    shower = Shower()
    staging = Staging(shower, delay=0.001)
    for table in range(1, 6):
        staging.changed(lobby(table))
    while not shower.shown:
        await asyncio.sleep(0)
    shower.shown.append("a press")
    await asyncio.sleep(0.05)
    assert shower.shown == [1, "a press", 2, 3, 4, 5]
