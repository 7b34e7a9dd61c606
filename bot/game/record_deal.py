"""One deal of a record: what it holds, and how its lines are read, each when its turn comes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.game import deal as deals
from bot.game import forms
from bot.game.actions import Action, Cut, Deck, Play, Ready, Seat, action
from bot.game.cards import hand, pack
from bot.game.errors import NotationError, RecordError
from bot.game.proposals import OF_THE_TABLE
from bot.game.record_file import known, shown, typed
from bot.game.scoring import Result
from bot.game.state import Cards

LINES = ("dealer", "deck", "cut", "cards", "calls", "play", "log", "score", "result")
"""What may stand in a deal."""
SOURCES = ("deck", "cards", "result")
"""Where a deal's cards come from, or what came of them."""
DECK_HERE = "deck"
"""Stands in a log for the deck, which has a line of its own."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a record. Cards come from `deck` and `cut`, or from `cards`; a `result` has neither cards nor
    tokens."""

    dealer: Seat
    deck: Deck | None = None
    commitment: str = ""
    cut: Cut | None = None
    cards: tuple[tuple[Cards, ...], Cards] | None = None
    """Three hands in seat order, the hussar's dummy last, and the talon."""
    actions: tuple[Action, ...] = ()
    """All calls, then all cards, each in its order."""
    result: Result | None = None
    score: str | None = None
    log: tuple[Action, ...] = ()
    """Instead of `actions` everything since the deal before, as it happened. `cut` is then the cut in it."""
    broken_off: bool = False
    """Only its beginning could be read: a later line of it is wrong."""


def deal(
    place: str, part: dict[str, Any], seats: int, most: int, wrong: RecordError | None
) -> tuple[DealRecord | None, RecordError | None]:
    """-> (the deal as far as it can be read, line by line; why not any further). What cannot be played is no deal.

    It is of `seats`; its log may make them the `most` that there are in the end. `wrong` is why the file breaks off
    after what stands in `part`.
    """
    lines, torn = _Lines(place, seats, most, ("log" in part) or wrong is not None), wrong is not None
    try:
        for line, value in part.items():
            lines.add(line, value)
        if not torn:
            lines.fit()
    except NotationError as error:
        wrong = RecordError(place, str(error))
    except RecordError as error:
        wrong = error
    if wrong is None:
        return lines.deal(), None
    return lines.beginning(torn or "cut" in part), wrong


_HERE = Deck(0, (), "")
"""The deck in a log, as long as the log is read."""


@dataclass(slots=True)
class _Lines:
    """The lines of a deal, read one after the other."""

    place: str
    seats: int
    most: int
    logged: bool
    """Whether there is a log, or may be in what cannot be read."""
    read: dict[str, Any] = field(default_factory=dict)
    """Lines that are read to their end."""
    tokens: dict[str, list[Action]] = field(default_factory=dict)
    """Of calls, play and log, as far as they can be read."""

    def add(self, line: str, value: Any) -> None:
        """Raises NotationError or RecordError."""
        known(self.place, line, LINES)
        typed(self.place, line, value, int if line == "dealer" else str)
        if line in ("calls", "play", "log"):
            self.tokens[line] = []
            for token in value.split() if line != "play" else value.replace("/", " ").split():
                self.tokens[line].append(self._action(line, token))
        self.read[line] = self._value(line, value)

    def _action(self, line: str, token: str) -> Action:
        """What opens a deal is written in lines of its own, calls and cards each in theirs; what people say of the
        table, in a log."""
        if line == "log":
            if token.startswith("deck-"):
                raise RecordError(self.place, f"log: a deck is written as a line of its own, here as {DECK_HERE}")
            return _HERE if token == DECK_HERE else action(token)
        a = action(token)
        if line == "play" and not isinstance(a, Play):
            raise RecordError(self.place, f"play: {a.token[:20]} is not a card played")
        if line == "calls" and isinstance(a, Deck | Cut | Ready | Play):
            raise RecordError(self.place, f"calls: {a.token[:20]} is not a call")
        if line == "calls" and isinstance(a, OF_THE_TABLE):
            raise RecordError(self.place, f"calls: {a.token} is no call: such a deal has a log")
        return a

    def _value(self, line: str, value: Any) -> Any:
        """What a line says; of a result the dealer is still to come."""
        if line == "dealer":
            if not 1 <= value <= (self.most if self.logged else self.seats):
                raise RecordError(self.place, f"dealer: a seat from 1 to {self.seats}, not {shown(value)}")
            return value
        if line == "result":
            return forms.result(value, 0, self.seats)
        if line == "score":
            forms.score(value)
        readers: dict[str, Callable[[str], Any]] = {"deck": _deck, "cut": _cut, "cards": _hands}
        return readers[line](value) if line in readers else value

    def fit(self) -> None:
        """Raises RecordError when lines are missing, or do not go together."""
        if "dealer" not in self.read:
            raise RecordError(self.place, "dealer is missing")
        sources: list[str] = [key for key in SOURCES if key in self.read]
        log = self.tokens.get("log")
        if len(sources) != 1 and (log is None or sources):
            raise RecordError(self.place, "exactly one of deck, cards and result is expected")
        source = sources[0] if sources else "log"
        for key, fits in (("cut", ("deck",)), ("calls", ("deck", "cards")), ("play", ("deck", "cards"))):
            if key in self.read and (source not in fits or log is not None):
                other = source if log is None else "log"
                raise RecordError(self.place, f"{key} goes with {' or '.join(fits)}, not with {other}")
        if log is not None and not log:
            raise RecordError(self.place, "log: nothing is in it")
        if log is not None and source == "result":
            raise RecordError(self.place, "log goes with deck or cards, not with result")
        if log is not None and log.count(_HERE) != (source == "deck"):
            raise RecordError(self.place, f"log: {DECK_HERE} stands once where there is a deck, and nowhere else")

    def deal(self, broken_off: bool = False) -> DealRecord:
        """What the lines come to."""
        dealer, cards, result = self.read["dealer"], self.read.get("cards"), self.read.get("result")
        commitment, deck = self.read.get("deck", ("", None))
        log = tuple(deck if a is _HERE else a for a in self.tokens.get("log", ()))
        cut = self.read.get("cut", next((a for a in reversed(log) if isinstance(a, Cut)), None))
        actions = (*self.tokens.get("calls", ()), *self.tokens.get("play", ()))
        result, score = result and replace(result, dealer=dealer), self.read.get("score")
        return DealRecord(dealer, deck, commitment, cut, cards, actions, result, score, log, broken_off)

    def beginning(self, may_be_cut: bool) -> DealRecord | None:
        """The deal without what only a line that could not be read would make possible; None: nothing is left.

        `may_be_cut`: the file may say who cut, or says so in a line further down.
        """
        if "calls" not in self.read:
            self.tokens.pop("play", None)
        if "dealer" not in self.read or len([key for key in SOURCES if key in self.read]) > 1:
            return None
        if self.logged:
            log, others = self.tokens.get("log", []), {"cut", "calls", "play", "result"} & {*self.read, *self.tokens}
            if "log" in self.tokens:
                lost = _HERE in log and ("deck" not in self.read or log.count(_HERE) > 1)
                return None if others or lost or not log else self.deal(broken_off=True)
            if not others:
                return None
        if "deck" in self.read and "cut" not in self.read and may_be_cut:
            del self.read["deck"]
        return self.deal(broken_off=True)


def _deck(text: str) -> tuple[str, Deck]:
    """The hash that was published, and the deck."""
    found = re.fullmatch(r"([0-9a-f]{64}) ([0-9a-f]{64}) (\w{64})", text)
    deck = action(f"deck-{found[3]}-{found[2]}") if found else None
    if not found or not isinstance(deck, Deck) or not deals.full(deck.order):
        raise NotationError("deck", text=text, expected="<sha256> <nonce> <each of the 32 cards once>")
    return found[1], deck


def _cut(text: str) -> Cut:
    found = re.fullmatch("([1-4]):([1-9][0-9]?)", text)
    if not found:
        raise NotationError("cut", text=text, expected="a seat, a colon and the number of cards, like 2:17")
    return Cut(int(found[1]), int(found[2]))


def _hands(text: str) -> tuple[tuple[Cards, ...], Cards]:
    parts = text.split()
    if len(parts) != 4:
        raise NotationError("deal by hand", text=text, expected="three hands and a talon")
    three, talon = tuple(hand(p) for p in parts[:3]), pack(parts[3])
    if [len(h) for h in (*three, talon)] != [10, 10, 10, 2] or not deals.full((*talon, *(c for h in three for c in h))):
        raise NotationError("deal by hand", text=text, expected="ten, ten, ten and two cards, all 32 once")
    return three, talon
