"""One deal of a record: what it holds, and how its lines are read, each when its turn comes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from bot.game import deal as deals
from bot.game import forms
from bot.game.actions import Action, Cut, Deck, Play, Ready, Seat, action
from bot.game.cards import hand, pack
from bot.game.errors import NotationError, RecordError
from bot.game.record_file import known, shown, typed
from bot.game.scoring import Result
from bot.game.state import Cards

LINES = ("dealer", "deck", "cut", "cards", "calls", "play", "score", "result")
"""What may stand in a deal."""
SOURCES = ("deck", "cards", "result")
"""Where a deal's cards come from, or what came of them."""


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
    broken_off: bool = False
    """Only its beginning could be read: a later line of it is wrong."""


def deal(
    place: str, part: dict[str, Any], seats: int, wrong: RecordError | None
) -> tuple[DealRecord | None, RecordError | None]:
    """-> (the deal as far as it can be read, line by line; why not any further). No dealer, no deal.

    `wrong` is why the file breaks off after what stands in `part`.
    """
    found, whole, torn = dict[str, Any](), set[str](), wrong is not None
    try:
        for line, value in part.items():
            known(place, line, LINES)
            typed(place, line, value, int if line == "dealer" else str)
            if line in ("calls", "play"):
                found[line] = list[Action]()
                for token in value.split() if line == "calls" else value.replace("/", " ").split():
                    found[line].append(_of_its_line(place, line, action(token)))
            else:
                found[line] = _value(place, line, value, seats)
            whole.add(line)
        if not torn:
            _complete(place, found)
    except NotationError as error:
        wrong = RecordError(place, str(error))
    except RecordError as error:
        wrong = error
    if "dealer" not in whole:
        return None, wrong
    cards, result = found.get("cards"), found.get("result")
    commitment, deck = found.get("deck", ("", None))
    if wrong is not None:  # keep nothing that only a later line would make possible
        if "calls" not in whole:
            found.pop("play", None)
        if "cut" not in whole and (torn or "cut" in part):
            commitment, deck = "", None
        if len(whole.intersection(SOURCES)) > 1:
            commitment, deck, cards, result = "", None, None, None
    actions, dealer = (*found.get("calls", ()), *found.get("play", ())), found["dealer"]
    result = result and replace(result, dealer=dealer)
    cut, score, broken = found.get("cut"), found.get("score"), wrong is not None
    return DealRecord(dealer, deck, commitment, cut, cards, actions, result, score, broken), wrong


def _complete(place: str, found: dict[str, Any]) -> None:
    """Raises RecordError when lines are missing, or do not go together."""
    if "dealer" not in found:
        raise RecordError(place, "dealer is missing")
    sources = [key for key in SOURCES if key in found]
    if len(sources) != 1:
        raise RecordError(place, "exactly one of deck, cards and result is expected")
    for key, source in (("cut", ("deck",)), ("calls", ("deck", "cards")), ("play", ("deck", "cards"))):
        if key in found and sources[0] not in source:
            raise RecordError(place, f"{key} goes with {' or '.join(source)}, not with {sources[0]}")


def _value(place: str, line: str, value: Any, seats: int) -> Any:
    """What one line of a deal says; of a result the dealer is still to come."""
    if line == "dealer":
        if not 1 <= value <= seats:
            raise RecordError(place, f"dealer: a seat from 1 to {seats}, not {shown(value)}")
        return value
    if line == "result":
        return forms.result(value, 0, seats)
    if line == "score":
        forms.score(value)
        return value
    return {"deck": _deck, "cut": _cut, "cards": _hands}[line](value)


def _of_its_line(place: str, line: str, a: Action) -> Action:
    """What opens a deal is written in fields of its own, calls and cards each in theirs."""
    if line == "calls" and isinstance(a, Deck | Cut | Ready | Play):
        raise RecordError(place, f"calls: {a.token[:20]} is not a call")
    if line == "play" and not isinstance(a, Play):
        raise RecordError(place, f"play: {a.token[:20]} is not a card played")
    return a


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
