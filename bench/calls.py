"""What a table costs: calls to Telegram while four people play at a press a second.

The local Telegram keeps its flood limits (a group: 20 sends and edits in any minute). Several tables play side by
side, each in a group of its own and at a press a second of its own; the busiest minute of the busiest group counts.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import aiohttp

from bench.town.crowd import Players, cast, playing, pressed
from emulator import server
from emulator.server import Emulator
from emulator.world import World

GOAL = 18
"""Sends and edits a minute in a group, at most."""
TABLES, SIZE, DEALS = 4, 4, 4
RATE = 1.0
"""Presses a second at each table."""
WRITES = {"sendMessage", "sendDocument", "editMessageText", "editMessageReplyMarkup"}
"""What Telegram counts against a chat."""
FREE = {"getUpdates", "getMe", "deleteWebhook", "setMyCommands"}
"""What comes with no press."""


@dataclass(frozen=True)
class Call:
    """A call that reached Telegram, at a unix time."""

    at: float
    method: str
    chat: int | None
    refused: bool


@dataclass(frozen=True)
class Played:
    """An evening's presses and deals at all tables, and the calls from the first press on."""

    presses: int
    deals: int
    calls: list[Call]


def measure(quick: bool = False) -> Iterator[str]:
    """Quick: a deal at two tables."""
    played = asyncio.run(_played(*((2, 1) if quick else (TABLES, DEALS))))
    calls = [call for call in played.calls if call.method not in FREE]
    groups = [c for c in calls if c.chat is not None and c.chat < 0 and c.method in WRITES and not c.refused]
    hands = [c for c in calls if c.chat is not None and c.chat > 0 and c.method in WRITES and not c.refused]
    busiest = max(_busiest_minute([c.at for c in groups if c.chat == chat]) for chat in {c.chat for c in groups})
    yield f"{played.deals} deals of four people, {played.presses} presses, one a second at each table"
    yield f"a deal: {played.presses / played.deals:.0f} presses, {len(calls) / played.deals:.0f} calls"
    yield (
        f"a press: {len(calls) / played.presses:.2f} calls"
        f" ({len(groups) / played.presses:.2f} in the group, {len(hands) / played.presses:.2f} in private chats)"
    )
    yield f"a deal and person: {len(hands) / played.deals / SIZE:.1f} messages and edits in the private chat"
    for method, count in Counter(call.method for call in calls).most_common():
        yield f"  {method}: {count / played.presses:.2f} a press"
    yield f"refused by Telegram: {sum(call.refused for call in calls)}"
    yield f"the busiest minute of a group: {busiest} sends and edits"
    yield f"goal: at most {GOAL} a minute in a group: {'reached' if busiest <= GOAL else 'MISSED'}"


def _busiest_minute(moments: list[float]) -> int:
    """The most of these that lie within sixty seconds."""
    return max(sum(first <= later < first + 60 for later in moments) for first in moments)


async def _played(tables: int, deals: int) -> Played:
    emulator = await server.start(World(cast(tables, SIZE)))
    try:
        async with playing(emulator) as everybody:
            before = len(await _calls(emulator))
            presses = await asyncio.gather(*(_evening(emulator.world, some, deals) for some in everybody.apart()))
            return Played(sum(presses), everybody.deals, (await _calls(emulator))[before:])
    finally:
        await emulator.stop()


async def _evening(world: World, table: Players, deals: int) -> int:
    """So many deals at one table; how many presses they took."""
    loop = asyncio.get_running_loop()
    for presses in itertools.count():
        if table.deals == deals:
            return presses
        next_at = loop.time() + 1 / RATE
        await pressed(world, table, 1, RATE)
        await asyncio.sleep(next_at - loop.time())
    raise AssertionError("a count has no end")


async def _calls(emulator: Emulator) -> list[Call]:
    """All calls so far."""
    async with aiohttp.ClientSession() as session, session.get(f"{emulator.url}/control/calls") as answer:
        told = (await answer.json())["calls"]
    return [Call(call["at"], call["method"], call["chat_id"], not call["ok"]) for call in told]
