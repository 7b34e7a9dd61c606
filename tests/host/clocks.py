"""A clock that a test moves, and looks at what a table's clocks are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.game import rules
from bot.game.actions import Seat
from bot.game.state import State
from bot.host import Host
from bot.host.scene import Timer
from bot.storage import clocks, deadlines
from tests.host.tables import Watching, answers, state_of

NOON = 1_700_000_000.0


class Hand:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> float:
        return self.at


async def later(host: Host, hand: Hand, seconds: float) -> None:
    """So many seconds pass, and all that is due by then has struck, each at its time."""
    end = hand.at + seconds
    while (at := await host._db.ask(deadlines.next_at)) is not None and at <= end:
        hand.at = max(hand.at, at)
        await strikes(host)
        if await host._db.ask(deadlines.next_at) == at:
            break  # it is held back
    hand.at = end


async def strikes(host: Host) -> None:
    """The clocks look once what is due."""
    await host._alarms._ring_what_is_due()


async def until(host: Host, stage: Watching, table: int, there: Callable[[State], bool]) -> None:
    """Plays on until the table is there; everybody passes, cuts and plays the first that he may."""
    for _ in range(400):
        if there(state_of(stage.scenes[table])):
            return
        may = rules.legal(state_of(stage.scenes[table]))
        await answers(host, table, next((a for a in may if a.word == "pass"), may[0]))
    raise AssertionError("the table did not come there")


def timer(stage: Watching, table: int, seat: Seat) -> Timer | None:
    return stage.scenes[table].timers.get(seat)


async def spent(host: Host, table: int, seat: Seat) -> float:
    """Seconds of the bank that a seat has used."""
    return (await host._db.ask(clocks.of_table, table))[seat].spent


async def due(host: Host, table: int) -> dict[str, float]:
    """What is due at a table, in seconds from noon."""
    return {kind: at - NOON for kind, at in (await host._db.ask(deadlines.of_table, table)).items()}


async def settled(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
