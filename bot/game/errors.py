"""What can go wrong, as codes with parameters; the sentences are in `locales/`.

PreferansError
  Refusal            an action that is not permitted now; nothing has changed
    NotNow           nobody is asked for this kind of action at this moment
    NotYourTurn      another hand is asked                                (hand)
    NotYourHand      that hand is played by another seat                  (hand, seat)
    Closed           that bidder has passed or his misere was outbid
    TooLow           the bid or order does not exceed what it must        (contract)
    BelowExit        the way out of raspasy starts higher                 (level)
    OverDark         what was said in the dark is outbid higher           (level)
    InOrder          steps are bid one by one here                        (contract)
    MisereFirst      misere is only a first call
    LookFirst        misere is not bid in the dark here
    MisereBound      a misere bidder orders misere, and nobody else does
    WithTalon        games without the talon are not bid here
    NoHold           "here" is not possible now
    NotHeld          the card is not in that hand                         (card)
    MustFollow       the suit led must be followed                        (suit)
    MustTrump        without the suit led one must trump                  (suit)
    NotTwo           two different cards of the hand are discarded
    TalonTaken       the talon can be pushed away only before it is taken in hand
    NoGiveUp         nobody may give up here
    EnoughTrumps     only a trump with at most two cards can be annulled
    NoHalf           half a whist does not exist here
    MustWhist        this contract has to be whisted (Stalingrad)
    DarkSix          a six bid in the dark is whisted by both
    PlayedLight / PlayedDark   the agreement has decided how a lone whister plays
    NotInDeck        a deck has each of the 32 cards once
    BadCut           a cut leaves at least four cards in each part        (least, most)
    NotTheCutter     another person cuts                                  (seat)
    NotHelped        that pool cannot be helped now                       (seat)
    Paused           the table rests
    OfferOpen        another offer waits for its answers                  (seat)
    NothingOffered   nobody has offered this seat anything
    NothingToUndo    this seat has decided nothing that can be taken back
    ClaimedAlready   a claim has been refused: a card is played first
    NotJudged        a computer judges no claim: it can only be given all
NotationError        text that cannot be read                             (what, text, expected)
RecordError          a record that cannot be what it says                 (place, ...)
  ExampleError       a worked example that cannot be read                 (place, ...)
AgreementError       an agreement that cannot be                          (key, ...)
"""

from __future__ import annotations

import re


class PreferansError(Exception):
    """The root. `code` names the sentence in the locales, `params` fill it."""

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(", ".join(f"{k}={v}" for k, v in params.items()))

    @property
    def code(self) -> str:
        """The class's name in snake case, for example `must_follow`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    def __str__(self) -> str:
        detail = ", ".join(f"{k} {v}" for k, v in self.params.items())
        return self.code.replace("_", " ") + (f" ({detail})" if detail else "")


class Refusal(PreferansError):
    """An action that is not permitted now; the state is unchanged."""


class NotNow(Refusal): ...


class NotYourTurn(Refusal): ...


class NotYourHand(Refusal): ...


class Closed(Refusal): ...


class TooLow(Refusal): ...


class BelowExit(Refusal): ...


class OverDark(Refusal): ...


class InOrder(Refusal): ...


class MisereFirst(Refusal): ...


class LookFirst(Refusal): ...


class MisereBound(Refusal): ...


class WithTalon(Refusal): ...


class NoHold(Refusal): ...


class NotHeld(Refusal): ...


class MustFollow(Refusal): ...


class MustTrump(Refusal): ...


class NotTwo(Refusal): ...


class TalonTaken(Refusal): ...


class NoGiveUp(Refusal): ...


class EnoughTrumps(Refusal): ...


class NoHalf(Refusal): ...


class MustWhist(Refusal): ...


class DarkSix(Refusal): ...


class PlayedLight(Refusal): ...


class PlayedDark(Refusal): ...


class NotInDeck(Refusal): ...


class BadCut(Refusal): ...


class NotTheCutter(Refusal): ...


class NotHelped(Refusal): ...


class Paused(Refusal): ...


class OfferOpen(Refusal): ...


class NothingOffered(Refusal): ...


class NothingToUndo(Refusal): ...


class ClaimedAlready(Refusal): ...


class NotJudged(Refusal): ...


class NotationError(PreferansError):
    """Text that cannot be read: `what` it should be, the `text`, what was `expected`."""

    def __init__(self, what: str, *, text: object, expected: str) -> None:
        super().__init__(what=what, text=text, expected=expected)

    def __str__(self) -> str:
        return f"{str(self.params['text'])[:60]!r} is not a {self.params['what']}: expected {self.params['expected']}"


class RecordError(PreferansError):
    """A record that does not hold together, with the place where it breaks."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(place=place, message=message)

    def __str__(self) -> str:
        return f"{self.params['place']}: {self.params['message']}"


class ExampleError(RecordError):
    """A worked example that cannot be read, with its id and the place in it."""


class AgreementError(PreferansError):
    """A key, an option or a combination of options that does not exist; `message` says what would be right."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message=message, **params)

    def __str__(self) -> str:
        return str(self.params["message"])
