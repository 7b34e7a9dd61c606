"""Actions about the table instead of the cards: what a person offers the others and how they answer, what people have
decided (the speaker `chair`), and what the clock does to it.

`2:undo`, `2:pause`, `2:resume`, `2:finish`, `2:claim-5` offer; `3:agree`, `3:object` answer; `2:withdraw` takes the
offer back. `chair:replace-2`, `clock:fine-2` and `clock:deal` are of no hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.game.action import Action, Seat


@dataclass(frozen=True, slots=True)
class Proposal(Action):
    """A person offers the others something; it happens when everybody who is asked agrees."""


@dataclass(frozen=True, slots=True)
class Undo(Proposal):
    """To take back the last decision of who asks, with what followed from it without a decision of a person."""


@dataclass(frozen=True, slots=True)
class Pause(Proposal):
    """To stop the play for a while."""


@dataclass(frozen=True, slots=True)
class Resume(Proposal):
    """To go on after a pause."""


@dataclass(frozen=True, slots=True)
class Finish(Proposal):
    """To end the pulka: a deal in progress is broken off, the sheet is settled as it stands."""


@dataclass(frozen=True, slots=True)
class Claim(Proposal):
    """That his side takes `count` of the tricks that are left, and the others the rest; his cards are laid open."""

    count: int

    @property
    def word(self) -> str:
        return f"claim-{self.count}"


@dataclass(frozen=True, slots=True)
class Answer(Action):
    """What is said to an offer."""


@dataclass(frozen=True, slots=True)
class Agree(Answer):
    """Yes, as far as this seat is concerned."""


@dataclass(frozen=True, slots=True)
class Object(Answer):
    """No: one objection drops the offer."""


@dataclass(frozen=True, slots=True)
class Withdraw(Answer):
    """Who has made the offer takes it back."""


CHAIR = ("end", "pause", "resume")
"""Decisions about the whole table."""
CHAIR_AT = ("computer", "person", "replace", "join")
"""Decisions about a seat."""


@dataclass(frozen=True, slots=True)
class Chair(Action):
    """What people have decided about the table, established by the host: its speaker is `chair`.

    end (settled as it stands), pause, resume; of a seat `at`: computer (a computer plays it from here on), person (a
    person plays it again), replace (another person takes it over), join (it is a fourth's, who joins three).
    """

    what: str
    at: Seat = 0

    @property
    def word(self) -> str:
        return f"{self.what}-{self.at}" if self.at else self.what

    @property
    def token(self) -> str:
        return f"chair:{self.word}"


@dataclass(frozen=True, slots=True)
class Fine(Action):
    """The clock: a minute over the time of seat `at` (club 001 13). Its speaker is `clock`."""

    at: Seat

    @property
    def word(self) -> str:
        return f"fine-{self.at}"

    @property
    def token(self) -> str:
        return f"clock:{self.word}"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """The clock: the next deal begins, whoever is not ready yet; if nobody has cut, there is no cut. Its speaker is
    `clock`."""

    @property
    def word(self) -> str:
        return "deal"

    @property
    def token(self) -> str:
        return f"clock:{self.word}"


PROPOSALS: dict[str, type[Proposal]] = {kind.__name__.lower(): kind for kind in (Undo, Pause, Resume, Finish)}
"""Word -> what is offered by it."""
ANSWERS: dict[str, type[Answer]] = {kind.__name__.lower(): kind for kind in (Agree, Object, Withdraw)}
OF_THE_TABLE = (Proposal, Answer, Chair, Fine, Begin)
"""Kinds of actions that are about the table: the same whatever is played."""
_CHAIR = re.compile(rf"chair:(?:({'|'.join(CHAIR)})|({'|'.join(CHAIR_AT)})-([1-4]))")
_FINE = re.compile("clock:fine-([1-4])")


def spoken_by_no_hand(token: str) -> Chair | Fine | Begin | None:
    """The decision of the chair or the clock's action that is written as `token`, None if it is neither."""
    if token == "clock:deal":
        return Begin(0)
    if found := _CHAIR.fullmatch(token):
        return Chair(0, found[1]) if found[1] else Chair(0, found[2], int(found[3]))
    if found := _FINE.fullmatch(token):
        return Fine(0, int(found[1]))
    return None
