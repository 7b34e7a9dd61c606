"""What is played: a pulka of five deals in which every phase occurs, each seat's every action known beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random

from bot.game.actions import Action, Deck, Seat
from bot.game.presets import preset
from bot.game.rules import actor
from bot.game.settlement import Settlement
from bot.game.state import Ended, State, new_table
from tests.aimed import RASPASY, Aim, Turn, pulka
from tests.reached import reached

DEALS = {
    3: (
        Aim("6s pass 6c here 6d here pass", "pass half whist open"),
        Aim("pass 7d", "whist pass dark"),
        RASPASY,
        Aim("mis", "catch", lucky=True),
        Aim("10s", "catch", lucky=True),
    ),
    4: (
        Aim("6s pass 6c here 6d here pass", "pass half pass look whist open"),
        Aim("pass 7d", "whist pass dark"),
        RASPASY,
        Aim("mis", "catch", lucky=True),
        Aim("10s", "catch", lucky=True),
    ),
}
"""The misere and the ten are made, so that the last deal closes a pulka of 5."""
MUST_REACH = frozenset(
    {
        *(f"stage: {stage}" for stage in ("between", "auction", "exchange", "defence", "tricks", "raspasy", "ended")),
        *(f"asked: {question}" for question in ("cut", "ready", "auction", "discard", "contract", "whist", "return")),
        *("auction: here", "auction: mis", "exchange: back", "whist: half", "light: open", "light: dark"),
        *("doubt: catch", "made: mis", "made: 10s"),
    }
)
AND_WITH_FOUR = frozenset({"dealer: look", "look: whist", "dealer's: both-hands"})


@dataclass(frozen=True)
class Point:
    """One action of a person. `after` and `log` include the deck that the bot draws at once when a deal has ended."""

    seat: Seat
    action: Action
    before: State
    after: State
    log: tuple[str, ...]
    """All tokens of the pulka so far."""

    def __str__(self) -> str:
        return f"{self.action} as action {self.before.seq + 1}"


@dataclass(frozen=True)
class Script:
    players: int
    decks: tuple[Deck, ...]
    points: tuple[Point, ...]

    @property
    def settlement(self) -> Settlement:
        end = self.points[-1].after.phase
        assert isinstance(end, Ended)
        return end.settlement


@cache
def script(players: int) -> Script:
    """The pulka for so many people: the first seed with which everything that must be reached is reached.

    Seat 1 deals first. Sochi, with a pulka of 5.
    """
    start = new_table(preset().but(pool_target="5"), players, first_dealer=1, computers=())
    wanted = MUST_REACH | AND_WITH_FOUR if players == 4 else MUST_REACH
    for seed in count():
        turns = list(pulka(start, Random(seed), DEALS[players]))
        if wanted <= {word for turn in turns for word in reached(turn)}:
            return Script(players, *_parted(turns))
    raise AssertionError("count() has no end")


def _parted(turns: list[Turn]) -> tuple[tuple[Deck, ...], tuple[Point, ...]]:
    """Chance's decks and people's actions."""
    decks = tuple(turn.action for turn in turns if isinstance(turn.action, Deck))
    log: list[str] = []
    points = []
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        log.append(turn.action.token)
        if isinstance(turn.action, Deck):
            continue
        drawn = following if following and isinstance(following.action, Deck) else None
        after = drawn.step.state if drawn else turn.step.state
        tokens = (*log, drawn.action.token) if drawn else tuple(log)
        points.append(Point(actor(turn.before, turn.action), turn.action, turn.before, after, tokens))
    return decks, tuple(points)
