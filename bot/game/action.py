"""What an action is: a value with a one-line text, its token. The kinds are in `actions` and `proposals`."""

from __future__ import annotations

from dataclasses import dataclass

Seat = int
"""A seat's number, 1 to 4: its name for the whole pulka. A hand has the number of the seat it was dealt to."""
DUMMY: Seat = 0
"""The hand of nobody's seat: the hussar's third (RULES 9). It plays cards and does nothing else."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a hand does. `hand` is 1 to 4, and the dummy's is 0; subclasses add what is done."""

    hand: Seat

    @property
    def word(self) -> str:
        """The token without its speaker."""
        return type(self).__name__.lower()

    @property
    def token(self) -> str:
        return f"{self.hand}:{self.word}"

    def __str__(self) -> str:
        return self.token
