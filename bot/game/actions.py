"""Actions: all that can happen to a table, each as a value with a one-line text, its token.

A token starts with its speaker: the number of a hand (`2:whist`; hands are numbered like the seats they were dealt to)
or a word (`deck-...`, `chair:...`). The number is written although the turn implies it, so that an error can say
"expected 2, got 3".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from bot.game.action import DUMMY, Action, Seat
from bot.game.cards import DECK, Card, card, pack, pack_text
from bot.game.contracts import STEPS, Contract, contract, step
from bot.game.errors import NotationError
from bot.game.proposals import ANSWERS, PROPOSALS, Claim, spoken_by_no_hand

__all__ = ["DUMMY", "Action", "Seat"]  # beside the kinds of actions below: whoever needs these needs those too


@dataclass(frozen=True, slots=True)
class Deck(Action):
    """Chance: the shuffled deck and a nonce, committed to by a hash before anybody is dealt a card. Its speaker is
    `deck`."""

    order: tuple[Card, ...]
    nonce: str
    """64 lowercase hexadecimal digits, so that the hash cannot be searched."""

    @property
    def word(self) -> str:
        return f"deck-{pack_text(self.order)}-{self.nonce}"

    @property
    def token(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """A person is ready for the next deal."""


@dataclass(frozen=True, slots=True)
class Cut(Action):
    """The cutter is ready too: `count` cards, 4 to 28, go from the top of the deck to the bottom (Codex
    3.2.5-3.2.6)."""

    count: int

    @property
    def word(self) -> str:
        return f"cut-{self.count}"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """A step of the ladder or misere. The silent third hand (Codex 3.3.15) is written as the lowest legal bid."""

    contract: Contract

    @property
    def word(self) -> str:
        return self.contract.text


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Out of the auction, or no whist."""


@dataclass(frozen=True, slots=True)
class Here(Action):
    """The senior hand repeats the junior's last bid and so holds it (Codex 3.3.8)."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Who has won in the dark takes the talon without showing it (Codex 3.3.19b)."""


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """The declarer discards two cards face down; `back` takes them up until the contract is named."""

    cards: tuple[Card, Card]

    @property
    def word(self) -> str:
        return "drop-" + ".".join(c.text for c in self.cards)


@dataclass(frozen=True, slots=True)
class Back(Action):
    """The declarer takes his discard up again (Codex 3.4.9: until the contract is named)."""


@dataclass(frozen=True, slots=True)
class Refuse(Action):
    """The declarer pushes the talon away before he has taken it in hand: it is his discard (Codex 3.4.10)."""


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """The declarer writes undertricks of his bid instead of playing ("without three", Codex 3.5.4)."""


@dataclass(frozen=True, slots=True)
class Annul(Action):
    """The declarer named a trump of which he has two cards at most: the deal is annulled (seed 004 U17)."""


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """The declarer lets the contract stand that he might still annul."""


@dataclass(frozen=True, slots=True)
class Plays(Action):
    """The declarer names the contract; that is final."""

    contract: Contract

    @property
    def word(self) -> str:
        return f"plays-{self.contract.text}"


@dataclass(frozen=True, slots=True)
class Whist(Action):
    """Whist; from the first passer after a half, and from the dealer: the whist is returned.

    A dealer who has seen both hands says in whose place (`4:whist-2`): `at`, otherwise 0.
    """

    at: Seat = 0

    @property
    def word(self) -> str:
        return f"whist-{self.at}" if self.at else "whist"


@dataclass(frozen=True, slots=True)
class Half(Action):
    """Half a whist ("for one's own"): the game is not played, half the duty is written (Codex 3.8.7).

    By agreement also from a lone first whister, who withdraws to it (Codex 3.8.14).
    """


@dataclass(frozen=True, slots=True)
class Look(Action):
    """The dealer of four looks at one defender's hand before he whists in its place (Codex 3.8.8); or a seat at its
    own, and from then on it calls in the light (Codex 3.3.19)."""

    at: Seat

    @property
    def word(self) -> str:
        return f"look-{self.at}"


@dataclass(frozen=True, slots=True)
class Open(Action):
    """The lone whister plays in the light: both defenders' hands are laid down and he plays both (Codex 3.8.5)."""


@dataclass(frozen=True, slots=True)
class Dark(Action):
    """The lone whister plays in the dark: each defender plays his own cards."""


@dataclass(frozen=True, slots=True)
class Catch(Action):
    """A misere or a checked ten is played out."""


@dataclass(frozen=True, slots=True)
class Believe(Action):
    """This defender believes the misere or the ten; if all do, it counts as made."""


@dataclass(frozen=True, slots=True)
class Invite(Action):
    """The declarer of a misere shows his ten cards to the dealer of four and invites him to share it (Codex 3.6.9)."""


@dataclass(frozen=True, slots=True)
class Alone(Action):
    """The declarer of a misere invites nobody."""


@dataclass(frozen=True, slots=True)
class Share(Action):
    """The dealer of four shares the misere: half of what it wins or loses is his."""


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """The dealer of four does not share the misere that he was shown."""


@dataclass(frozen=True, slots=True)
class Help(Action):
    """The owner of a surplus chooses whose open pool it goes to (RULES 6.1)."""

    to: Seat

    @property
    def word(self) -> str:
        return f"help-{self.to}"


@dataclass(frozen=True, slots=True)
class TimeUp(Action):
    """The clock: the minutes of play are over. Its speaker is `time`; a deal in progress is still finished."""

    @property
    def word(self) -> str:
        return "time-up"

    @property
    def token(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A hand plays a card."""

    card: Card

    @property
    def word(self) -> str:
        return self.card.text


@cache
def play(hand: Seat, c: Card) -> Play:
    """`Play(hand, c)`, the same object each time: there are 160, and a deal asks for them hundreds of times."""
    return Play(hand, c)


@cache
def bids(hand: Seat) -> tuple[Bid, ...]:
    """What this hand may ever bid, in the order of the ladder: the same objects each time."""
    return tuple(Bid(hand, c) for c in STEPS)


@cache
def drop(hand: Seat, cards: tuple[Card, Card]) -> Drop:
    """`Drop(hand, cards)`, the same object each time: a declarer is offered 66 of them whenever he is looked at."""
    return Drop(hand, cards)


_PLAIN: dict[str, type[Action]] = {
    kind.__name__.lower(): kind
    for kind in (
        Ready,
        Pass,
        Here,
        Take,
        Refuse,
        GiveUp,
        Back,
        Annul,
        Stand,
        Whist,
        Half,
        Open,
        Dark,
        Catch,
        Believe,
        Invite,
        Alone,
        Share,
        Decline,
    )
}
_PLAIN |= {**PROPOSALS, **ANSWERS}
_AT: dict[str, type[Look] | type[Whist] | type[Help]] = {"look": Look, "whist": Whist, "help": Help}
_DECK = re.compile(r"deck-([scdhJQKAT789]{64})-([0-9a-f]{64})")


def action(token: str) -> Action:
    """The action written as `token`. Raises NotationError; whether it may be done is not asked here."""
    if token.startswith("deck-"):
        found = _DECK.fullmatch(token)
        if not found:
            raise NotationError("deck", text=token[:12], expected="deck-<64 letters>-<64 hexadecimal digits>")
        return Deck(0, pack(found[1]), found[2])
    if token == "time-up":
        return TimeUp(0)
    if (decided := spoken_by_no_hand(token)) is not None:
        return decided
    speaker, _, word = token.partition(":")
    if speaker == str(DUMMY) and len(word) == 2 and word[0] in "scdh":
        return play(DUMMY, card(word))
    if speaker not in ("1", "2", "3", "4") or not word:
        raise NotationError("token", text=token, expected="a hand 1-4, a colon and what it does, like 2:whist or 1:sA")
    hand = int(speaker)
    if word in _PLAIN:
        return _PLAIN[word](hand)
    head, _, tail = word.partition("-")
    if head == "plays":
        return Plays(hand, contract(tail))
    if head == "drop":
        return Drop(hand, _two(tail))
    if head in _AT and tail in ("1", "2", "3", "4"):
        return _AT[head](hand, int(tail))
    if head == "claim" and re.fullmatch("[0-9]|10", tail):
        return Claim(hand, int(tail))
    if head == "cut" and re.fullmatch(r"[1-9][0-9]?", tail):
        return Cut(hand, int(tail))
    if len(word) == 2 and word[0] in "scdh":
        return play(hand, card(word))
    return Bid(hand, step(word))


def _two(text: str) -> tuple[Card, Card]:
    parts = text.split(".")
    if len(parts) != 2:
        raise NotationError("discard", text=text, expected="two cards with a dot between, like cT.d8")
    first, second = sorted((card(parts[0]), card(parts[1])), key=DECK.index)
    return first, second
