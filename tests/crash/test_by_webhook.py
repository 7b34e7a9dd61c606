"""By webhook, too, nothing is lost: killed or told to stop at every action of a deal, the program goes on with it."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.crash.bots import Mortal
from tests.crash.calm import Calm
from tests.crash.evening import LATEST, Messages, evening
from tests.crash.script import script
from tests.crash.seen import stands, starts


def webhook() -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return {"BOT_WEBHOOK_URL": f"http://127.0.0.1:{port}/preferans", "HTTP_PORT": str(port)}


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "told",
    [
        pytest.param(signal.SIGKILL, id="killed"),
        pytest.param(signal.SIGTERM, id="stopped", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("players", [3])
async def test_at_every_action_of_a_deal(
    players: int, told: signal.Signals, calm: Calm, program_at: Callable[..., Mortal], tmp_path: Path
):
    """Updates come twice besides, and pass each other."""
    played, rng = script(players), Random(f"webhook {told}")
    deal = [point for point in played.points if point.before.table.deals == 0]
    known: Messages = set()
    async with evening(tmp_path / "preferans.db") as tonight:
        tonight.webhook = webhook()
        await tonight.friends.mischief(double=True, reorder=True, pause=0.01)
        bot = program_at(tonight, played)
        await starts(bot, tonight)
        await tonight.begins(players)
        for point, (_, after) in zip(deal, pairwise(calm.looks), strict=False):
            await tonight.acts(point.action, point.before, point.seat)
            await asyncio.sleep(rng.uniform(0, 2 * LATEST))
            if told == signal.SIGKILL:
                bot.kill()
            else:
                bot.told(told)
                assert await bot.ends() == 0, bot.said()
            known |= tonight.known()
            await starts(bot, tonight)
            await stands(tonight, point, after, known)
            known |= tonight.known()
        bot.kill()
        assert "Traceback" not in bot.said()
        assert " ERROR " not in bot.said()
