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
from tests.crash.evening import Evening, Look, Shown, evening
from tests.crash.script import Point, Script, script

LATEST = 0.045
"""Seconds after a press: until then it is fetched, stored, committed, answered and shown."""


async def soon(tonight: Evening, point: Point, rng: Random) -> None:
    """Some moment while the press is being dealt with."""
    await asyncio.sleep(rng.uniform(0, LATEST))


async def answered(tonight: Evening, point: Point, rng: Random) -> None:
    """The moment in which the press has been answered: it is committed, and perhaps nothing is shown."""
    toast = await tonight.people[point.seat - 1].toast()
    assert not toast.text, f"{point}: {toast.text}"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("moment", [soon, answered])
@pytest.mark.parametrize("players", [3, 4])
async def test_killed_at_every_action(
    players: int,
    moment: Callable,
    calm: Calm,
    bot_at: Callable[[Evening, Script], Mortal],
    tmp_path: Path,
):
    played, rng, hits, twined = script(players), Random(f"{players} {moment.__name__}"), Counter(), Counter()
    known: set[tuple[int, int]] = set()
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


async def starts(bot: Mortal, tonight: Evening) -> None:
    """The bot is up and waits for updates."""
    polls = tonight.telegram.polls
    bot.start()
    await tonight.telegram.until(lambda: tonight.telegram.polls > polls, lambda: f"it does not poll:\n{bot.said()}")


async def stands(tonight: Evening, point: Point, expected: Look, known: set[tuple[int, int]]) -> Look:
    """The action is in the log once, and what has to be seen is seen; it is what the log folds to."""

    def right() -> bool:
        return tonight.log() == point.log and not missing(tonight.look(), expected) and not left(tonight, known)

    def otherwise() -> str:
        log, look, more = tonight.log()[-3:], tonight.look(), left(tonight, known)
        return f"after {point}: {log}, {more} left, lacking {missing(look, expected)} of {look}"

    await tonight.telegram.until(right, otherwise)
    assert tonight.state() == point.after
    assert repeated(tonight.look(), expected) == []
    return tonight.look()


def left(tonight: Evening, known: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Messages that are no screen's any more though the bot knew their numbers: of these nothing was uncertain."""
    return (tonight.spoken() - tonight.known()) & known


def missing(look: Look, expected: Look) -> list[Shown]:
    """What has to be seen, and is not seen. A lost twin of a hand may look like it, one of the board too."""
    hands = [right for seen, (right,) in zip(look.hands, expected.hands, strict=True) if right not in seen]
    return [*hands, *(Counter(expected.group) - Counter(look.group))]


def twins(look: Look, expected: Look) -> Counter[str]:
    """Messages, by chat, that are there besides what has to be seen."""
    return Counter(
        {f"seat {n}": len(seen) - 1 for n, seen in enumerate(look.hands, 1)}
        | {"group": len(look.group) - len(expected.group)}
    )


def repeated(look: Look, expected: Look) -> list[Shown]:
    """What is announced once, and is seen more than once: the first hash and each deal's result."""
    return [told for told in expected.group[:-1] if look.group.count(told) > 1]


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
