"""What the screen of one seat is made with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from bot.game.actions import Action, Bid, Plays, Seat
from bot.game.contracts import Contract
from bot.screens.buttons import LONGEST_NAME, Keys
from bot.screens.frame import Draft, Frame
from bot.screens.words import Words

Kind = TypeVar("Kind", bound=Action)


@dataclass(frozen=True, slots=True)
class Seen:
    """A frame with what its screen is made with."""

    frame: Frame
    words: Words

    @property
    def keys(self) -> Keys:
        question = self.frame.view.question
        return Keys(self.frame.table, question.number if question else 0)

    @property
    def plain(self) -> Words:
        """Words for buttons."""
        return self.words.plain()

    def called(self, hand: Seat) -> str:
        """A name on a button."""
        return self.plain.nameplate(hand, LONGEST_NAME)

    @property
    def draft(self) -> Draft:
        """What has been picked for the question that is open now."""
        question, draft = self.frame.view.question, self.frame.draft
        return draft if question and draft.number == question.number else Draft()

    def may(self, kind: type[Kind]) -> list[Kind]:
        """The legal answers of one kind."""
        return [a for a in self.frame.view.legal if isinstance(a, kind)]

    @property
    def asks_again(self) -> bool:
        """Whether one is to say again that he is sure of an answer which he may give."""
        return any(a.word == self.draft.sure for a in self.frame.view.legal)

    def contracts(self, kind: type[Bid] | type[Plays]) -> list[Contract]:
        """Contracts that may be bid, or named."""
        return [a.contract for a in self.frame.view.legal if isinstance(a, kind)]
