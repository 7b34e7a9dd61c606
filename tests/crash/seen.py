"""After a restart: what has to be seen, what may be seen besides, and what may not."""

from __future__ import annotations

from collections import Counter

from tests.crash.bots import Cold, Mortal
from tests.crash.evening import PATIENCE, Evening, Look, Messages, Shown
from tests.crash.script import Point


async def starts(bot: Mortal | Cold, tonight: Evening, patience: float = PATIENCE) -> None:
    """The bot is up and waits for updates, within so many seconds."""
    polls, telegram = tonight.telegram.polls, tonight.telegram
    bot.start()
    await telegram.until(lambda: telegram.polls > polls, lambda: f"it does not poll:\n{bot.said()}", patience)


async def stands(tonight: Evening, point: Point, expected: Look, known: Messages) -> Look:
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


def left(tonight: Evening, known: Messages) -> Messages:
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
