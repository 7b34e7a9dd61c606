"""Nothing is lost: the bot is killed at every action of a pulka, and started again.

A press is made once. Whatever the kill interrupts (the fetching, the storing, the answering, the showing), afterwards
the action stands in the log exactly once, everybody sees what he would have seen if nothing had happened, and the
sheet at the end is the same. A send whose answer the dead bot could not read may leave one stray message, never more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.crash.bots import Mortal
from tests.crash.calm import Calm
from tests.crash.evening import LATEST, Evening, Look, Messages, evening
from tests.crash.script import Point, Script, script
from tests.crash.seen import missing, stands, starts, twins


async def soon(tonight: Evening, point: Point, rng: Random) -> None:
    """Some moment while the press is being dealt with."""
    await asyncio.sleep(rng.uniform(0, LATEST))


async def answered(tonight: Evening, point: Point, rng: Random) -> None:
    """The moment in which the press has been answered: it is committed, and perhaps nothing is shown."""
    toast = await tonight.people[point.seat - 1].toast()
    assert not toast.text, f"{point}: {toast.text}"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("moment", [soon, answered])
@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.soak)])
async def test_killed_at_every_action(
    players: int,
    moment: Callable,
    calm: Calm,
    bot_at: Callable[[Evening, Script], Mortal],
    tmp_path: Path,
):
    played, rng, hits, twined = script(players), Random(f"{players} {moment.__name__}"), Counter(), Counter()
    known: Messages = set()
    async with evening(tmp_path / "preferans.db") as tonight:
        bot = bot_at(tonight, played)
        await starts(bot, tonight)
        await tonight.begins(players)
        for point, (before, after) in zip(played.points, pairwise(calm.looks), strict=True):
            await tonight.acts(point.action, point.before, point.seat)
            await moment(tonight, point, rng)
            bot.kill()
            hits[stage(tonight, point, before, after)] += 1
            known |= tonight.known()
            await starts(bot, tonight)
            look = await stands(tonight, point, after, known)
            known |= tonight.known()
            more = twins(look, after) - twined
            assert all(n == 1 for n in more.values()), f"after {point}: more than one message too many"
            twined = twins(look, after)
        bot.kill()
        assert tonight.sheet() == calm.sheet
        assert calm.sheet.settled == " ".join(map(str, played.settlement.exact))
    print(f"{bot.kills} kills: {dict(hits)}; twins: {dict(twined)}")


def stage(tonight: Evening, point: Point, before: Look, after: Look) -> str:
    """How far the press had come when the bot died."""
    look = tonight.look()
    if missing(look, after) == []:
        return "all shown"
    if missing(look, before) != []:
        return "partly shown"
    if tonight.log() == point.log:
        return "committed"
    stored = tonight.rows("SELECT done_at FROM inbox ORDER BY n DESC LIMIT 1")
    return "stored" if stored and stored[0]["done_at"] is None else "not stored"
