"""What is told of an accepted action to whoever runs the bot: nothing of it is a secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.game.actions import Action

Closes = Literal["", "deal", "pulka"]


@dataclass(frozen=True, slots=True)
class Accepted:
    """Action `seq` of a table is on the disk, `seconds` after its press came, or after it was decided."""

    table: int
    seq: int
    kind: str
    """`bid`, `play`, `deck`: the word for such actions, without what was bid or played."""
    seconds: float
    closes: Closes = ""
    """What has ended with it."""


Tell = Callable[[Accepted], None]


def nobody(done: Accepted) -> None:
    """Nobody wants to know."""


def kind(action: Action) -> str:
    """The word for such actions."""
    return type(action).__name__.lower()
