"""The way out of raspasy: the lowest bid, and what ends the series (Codex 3.7.8, RULES 4.6)."""

from collections.abc import Callable

from bot.game.actions import Bid
from bot.game.agreement import Judge, convention
from bot.game.contracts import LADDER
from bot.game.errors import BelowExit
from bot.game.state import State


def levels(*after: int, cycle: bool = False) -> Callable[[int], int]:
    """k (raspasy since the series began) -> lowest level: six at k = 0, then `after` in turn; the last repeats, or
    all do."""

    def lowest(k: int) -> int:
        if k == 0:
            return 6
        return after[(k - 1) % len(after)] if cycle else after[min(k, len(after)) - 1]

    return lowest


def too_low(option: str, state: State) -> Judge | None:
    """A bid under the level of this deal is forbidden; misere never is (RULES 1.3.8)."""
    lowest = state.table.lowest_level
    if lowest <= LADDER[0].level:
        return None
    refused = BelowExit(level=lowest)
    return lambda bid: refused if 0 < bid.contract.level < lowest else None


def if_made(made: bool, whisted: bool) -> bool:
    return made


def always(made: bool, whisted: bool) -> bool:
    return True


def if_made_and_whisted(made: bool, whisted: bool) -> bool:
    return made and whisted


CONVENTIONS = (
    convention(
        "raspasy_exit",
        "raspasy",
        "What is the lowest bid after the first, second, third ... raspasy of the series?",
        options="6 7 6-7 7-8 6-7-8 6-7-7-8 6-7-8-9 6-7-8-cycle",
        presets="6-7 7 7 6 7 6",
        source="Codex 3.7.8; FSPR 6.5; GH-M, GH-S",
        answers={
            "6": levels(6),
            "7": levels(7),
            "6-7": levels(6, 7),
            "7-8": levels(7, 8),
            "6-7-8": levels(6, 7, 8),
            "6-7-7-8": levels(6, 7, 7, 8),
            "6-7-8-9": levels(6, 7, 8, 9),
            "6-7-8-cycle": levels(6, 7, 8, cycle=True),
        },
        forbids={Bid: too_low},
    ),
    convention(
        "exit_requirement",
        "raspasy",
        "Which game ends the series?",
        options="made any made_whisted",
        presets="made made made_whisted made made made",
        source="RULES 4.6",
        answers={"made": if_made, "any": always, "made_whisted": if_made_and_whisted},
    ),
    convention(
        "misere_exits",
        "raspasy",
        "Does a made misere end the series?",
        options="yes no",
        presets="yes yes no yes yes yes",
        source="RULES 4.6; FSPR no",
        answers={"yes": True, "no": False},
    ),
)
