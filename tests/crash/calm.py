"""The same evening with a bot that nobody kills: what people then see is what they have to see."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from bot import app
from bot.app import Parts, assembled
from bot.staging import Staging
from tests.crash.evening import Evening, Look, Sheet, evening
from tests.crash.script import Script
from tests.crash.warm import scripted


class Calm(NamedTuple):
    """What there was to see when the pulka began and after each point of the script, and the final sheet."""

    looks: list[Look]
    sheet: Sheet


async def undisturbed(script: Script, folder: Path) -> Calm:
    """The script played to its end."""
    looks = []
    async with evening(folder / "calm.db") as tonight, _bot(tonight, script) as parts:

        async def settled() -> Look:
            while not tonight.all_shown():
                await asyncio.sleep(0.002)
                await parts.delivery.settle(5)
            return tonight.look()

        await tonight.begins(script.players)
        looks.append(await settled())
        for point in script.points:
            await tonight.acts(point.action, point.before, point.seat)
            toast = await tonight.people[point.seat - 1].toast()
            assert not toast.text, f"{point}: {toast.text}"
            assert tonight.log() == point.log
            looks.append(await settled())
        return Calm(looks, tonight.sheet())


@contextlib.asynccontextmanager
async def _bot(tonight: Evening, script: Script) -> AsyncIterator[Parts]:
    with pytest.MonkeyPatch.context() as patch:
        scripted(patch.setattr)
        patch.setattr(app, "Staging", partial(Staging, delay=0))
        async with assembled(
            token=tonight.telegram.bot.token,
            api_url=tonight.url,
            database=tonight.database,
            draw=lambda number: script.decks[number - 1],
            pace=(0, 0),
        ) as parts:
            polling = asyncio.create_task(parts.intake.run())
            yield parts
            parts.intake.stop()
            await polling
