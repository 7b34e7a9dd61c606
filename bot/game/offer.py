"""What waits for people's consent, and what an undo would go back to. The rules of both are in `offers` and `undo`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.game.action import Action, Seat

if TYPE_CHECKING:
    from bot.game.state import Phase


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that `by` has offered; it happens when nobody has still to answer, one objection drops it."""

    kind: str
    """undo, pause, resume, finish or claim."""
    by: Seat
    number: int
    """The seq of the action that opened it."""
    waiting: tuple[Seat, ...]
    """People who have still to answer."""
    said: str = ""
    """What is offered, as far as everybody may know it: of an undo the word that would be taken back (a discard without
    its cards), of a claim how many of the tricks that are left."""
    tricks: tuple[int, ...] = ()
    """A claim: the tricks of each hand if it is agreed to, indexed by hand - 1, those that were taken included."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """An offer that was just refused or taken back: it is told until somebody acts."""

    kind: str
    by: Seat
    """Who had made it."""
    who: Seat
    """Who objected; `by` himself if he took it back."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What people are talking of, whatever is played."""

    offer: Offer | None = None
    """What waits for consent: one thing at most."""
    paused: bool = False
    """Nobody is asked anything but whether to go on."""
    number: int = 0
    """The seq of the last action about the table: an offer, the end of one, a decision of people."""
    claimed: int = 0
    """The seq of the action that refused the last claim."""
    fallen: Fallen | None = None
    """What was refused last, until the next action."""

    def about(self, offer: Offer | None, seq: int, *, paused: bool | None = None) -> Talk:
        """What people talk of after action `seq`. A claim that goes has been refused, or its deal is over."""
        refused = offer is None and self.offer is not None and self.offer.kind == "claim"
        return Talk(offer, self.paused if paused is None else paused, seq, seq if refused else self.claimed)

    def refused(self, who: Seat, seq: int) -> Talk:
        """The same when `who` has objected to what was offered, or has taken his offer back."""
        assert self.offer is not None
        return replace(self.about(None, seq), fallen=Fallen(self.offer.kind, self.offer.by, who))


SILENCE = Talk()


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last decision of a person in this deal, as long as an undo may take it back."""

    seat: Seat
    """Whose decision it was."""
    number: int
    """Its seq."""
    action: Action
    phase: Phase
    """What the table was before. A phase holds no other, so this is never a chain."""

    @property
    def word(self) -> str:
        """What it was, as everybody may know it: of a discard not which cards."""
        return self.action.word.partition("-")[0] if self.action.word.startswith("drop-") else self.action.word
