"""The sleeper: it looks again when something changes, and stops when it is told to."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.host.alarms import Alarms
from bot.storage import Database, deadlines
from tests.host.tables import hosting, people, seated


async def test_it_stops_at_once_although_something_has_just_changed(tmp_path: Path) -> None:
    """A cancellation that comes together with the event used to be lost: stopping took a minute."""
    async with hosting(tmp_path / "db") as (host, _):
        await host._db.write(deadlines.put, await seated(host, await people(host, 3)), "late-1", 1e12)
        for pause in range(8):
            alarms = Alarms(host._db, lambda deadline: asyncio.sleep(0), lambda: 0.0)
            alarms.wake()
            await asyncio.sleep(0.02)
            alarms.wake()
            for _ in range(pause):
                await asyncio.sleep(0)
            async with asyncio.timeout(5):
                await alarms.close()


async def test_an_earlier_deadline_wakes_it_and_a_later_one_does_not(tmp_path: Path) -> None:
    rung: list[float] = []
    looks = 0

    async def ring(deadline: deadlines.Deadline) -> None:
        rung.append(deadline.at)
        await db.write(deadlines.clear, deadline.table)

    def now() -> float:
        nonlocal looks
        looks += 1
        return at

    async with hosting(tmp_path / "db") as (host, _):
        table = await seated(host, await people(host, 3))
    at = 100.0
    async with await Database.open(tmp_path / "db") as db:
        alarms = Alarms(db, ring, now)
        await db.write(deadlines.put, table, "late-1", 1000.0)
        alarms.wake()
        await asyncio.sleep(0.05)
        before = looks
        alarms.wake(2000.0)
        await asyncio.sleep(0.05)
        assert looks == before
        await db.write(deadlines.put, table, "late-1", 99.0)
        alarms.wake(99.0)
        await asyncio.sleep(0.05)
        assert rung == [99.0]
        await alarms.close()
