"""The program told to stop ends in order and loses no press; a second one on its database does not start."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.crash.bots import Mortal
from tests.crash.calm import Calm
from tests.crash.evening import LATEST, Evening, Look, evening, picks
from tests.crash.script import script
from tests.crash.seen import missing, stands, starts, twins


async def stops(bot: Mortal) -> None:
    """SIGTERM, with which Docker and systemd say stop, ends the program."""
    bot.told(signal.SIGTERM)
    assert await bot.ends() == 0, bot.said()


async def clean(tonight: Evening, after: Look) -> None:
    """There is no message too many, once what a new one has replaced is deleted."""
    await tonight.telegram.until(lambda: not any(twins(tonight.look(), after).values()), lambda: f"{tonight.look()}")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("players", [3])
async def test_stopped_at_every_action_of_a_deal(
    players: int, calm: Calm, program_at: Callable[..., Mortal], tmp_path: Path
):
    """Some presses come while it works, some while it is away. Nothing is lost, and no message is one too many."""
    played, rng = script(players), Random(1)
    deal = [point for point in played.points if point.before.table.deals == 0]
    async with evening(tmp_path / "preferans.db") as tonight:
        bot = program_at(tonight, played)
        await starts(bot, tonight)
        await tonight.begins(players)
        await tonight.telegram.until(lambda: not missing(tonight.look(), calm.looks[0]), lambda: f"{tonight.look()}")
        for point, (_, after) in zip(deal, pairwise(calm.looks), strict=False):
            away = not picks(point.action) and rng.random() < 1 / 3
            if away:
                await stops(bot)
            await tonight.acts(point.action, point.before, point.seat)
            if not away:
                await asyncio.sleep(rng.uniform(0, LATEST))
                await stops(bot)
            await starts(bot, tonight)
            await stands(tonight, point, after, set())
            await clean(tonight, after)
        await stops(bot)
        assert "Traceback" not in bot.said()
        assert " ERROR " not in bot.said()


async def test_a_second_program_on_the_same_database_does_not_start(program_at: Callable[..., Mortal], tmp_path: Path):
    played = script(3)
    async with evening(tmp_path / "preferans.db") as tonight:
        first, second = program_at(tonight, played), program_at(tonight, played, "second.log")
        await starts(first, tonight)
        second.start()
        assert await second.ends() == 2
        *_, last = second.said().splitlines()
        assert last == (
            f"preferans play: DATABASE cannot be used: {tonight.database} is in use by another process: "
            "a bot runs once per database."
        )
        assert "Traceback" not in second.said()
        await tonight.begins(3)
        await stops(first)
