"""Records: whole pulkas as text (`.pref`), TOML outside, one token an action inside.
`loads` (`as_far` where it breaks) and `dumps`; `bot.game.replay` makes and plays them.

    pref = 1
    agreement = "preset=sochi amnesty=on ..."      every key, never only a preset's name
    seats = ["Anna", "Boris", "Vera"]
    computers = [3]                                seats held by computer players, if any
    [[deal]]
    dealer = 3
    deck = "<sha256> <nonce> <32 cards>"           or  cards = "<hand> <hand> <hand> <talon>", dealt by hand
    cut = "2:17"
    calls = "1:6s 2:pass 3:pass 1:drop-cT.d8 1:plays-6s 2:whist 3:pass 2:open"
    play = "1:cA 2:cK 3:c7 / 1:cQ 2:c8 3:s8"
    score = "pool 1 2; whists 2>1 8"               facts agreed at the table: compared, never rewritten

`time-up` first among the calls: the clock of a pulka by time has struck since the deal before.

Where people have talked of more than cards (an undo, a claim, a seat that changed hands), a deal has its `log` instead
of cut, calls and play: every token since the deal before, as it happened, `deck` for the deck. The last deal may be
broken off, or not even dealt. `players = 3` tells that a fourth has joined three.

A deal played with real cards has `result = "7c 1; whist 2; pass 3; tricks 8-1-1"` instead of cards, calls and play.
Between two the dummy's cards are written `0:sA`, and not at all where it plays by itself on raspasy; `cards` names its
hand last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from bot.game import deal as deals
from bot.game import forms, record_file
from bot.game.actions import Action, Cut, Deck, Play, Ready, Seat, action
from bot.game.agreement import Agreement
from bot.game.cards import hand, pack, pack_text
from bot.game.errors import AgreementError, NotationError, RecordError
from bot.game.presets import agreement as read_agreement
from bot.game.proposals import OF_THE_TABLE, Chair
from bot.game.scoring import Result
from bot.game.state import Cards

VERSION = 1


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


@dataclass(frozen=True, slots=True)
class Record:
    agreement: Agreement
    seats: tuple[str, ...]
    """Names, by seat."""
    deals: tuple[DealRecord, ...]
    computers: tuple[Seat, ...] = ()
    order: tuple[Seat, ...] = ()
    players: int = 0
    """How many began, where a fourth has joined; 0: all."""

    @property
    def began(self) -> int:
        return self.players or len(self.seats)


def loads(text: str) -> Record:
    """The record written as `text`. Raises RecordError with the place of the first thing that is wrong."""
    record, wrong = as_far(text)
    if wrong is not None:
        raise wrong
    return record


def as_far(text: str) -> tuple[Record, RecordError | None]:
    """-> (the record with the deals that can be read, why the next one cannot). Raises RecordError for a wrong head.

    So that a deal that breaks the rules is named before a later one that cannot even be read.
    """
    top, wrong = record_file.tables(text)
    head = _head(top, wrong)
    parts = top.get("deal", [])
    if not isinstance(parts, list) or not all(isinstance(p, dict) for p in parts):
        raise RecordError("record", "deals are written as [[deal]]")
    read: list[DealRecord] = []
    seats = head.began
    for number, part in enumerate(parts, 1):
        try:
            read.append(_deal(f"deal {number}", part, seats, len(head.seats)))
            seats += any(isinstance(a, Chair) and a.what == "join" for a in read[-1].log)
        except RecordError as error:
            wrong = error
            break
    return replace(head, deals=tuple(read)), wrong


def _head(top: dict[str, Any], wrong: RecordError | None) -> Record:
    """The record without its deals; `wrong` is why the file breaks off after what stands in `top`.

    Another version is told from another program by its number.
    """
    version = top.get("pref")
    if type(version) is int and version != VERSION:
        raise RecordError("record", f"version {_shown(version)}: this program reads pref = {VERSION}")
    _known("record", top, ("pref", "agreement", "seats", "players", "computers", "order", "deal"))
    _field("record", top, "pref", int, wrong)
    names = _field("record", top, "seats", list, wrong)
    if not 2 <= len(names) <= 4 or not all(isinstance(n, str) for n in names):
        raise RecordError("record", "seats: two to four names are expected")
    began = _field("record", top, "players", int) if "players" in top else len(names)
    if began not in (len(names), 3) or began > len(names):
        raise RecordError("record", f"players: {len(names)}, or 3 where a fourth has joined, not {_shown(began)}")
    seats = range(1, began + 1)
    computers, order = (_seat_list(top.get(key, []), seats, key) for key in ("computers", "order"))
    if order and sorted(order) != list(seats):
        raise RecordError("record", f"order: each seat from 1 to {began} once")
    try:
        agreed = read_agreement(_field("record", top, "agreement", str, wrong))
    except AgreementError as error:
        raise RecordError("agreement", str(error)) from None
    return Record(agreed, tuple(names), (), computers, order, began if began < len(names) else 0)


def _deal(place: str, part: dict[str, Any], seats: int, most: int) -> DealRecord:
    """A deal of so many seats; its log may make them the `most` that there are in the end."""
    _known(place, part, ("dealer", "deck", "cut", "cards", "calls", "play", "log", "score", "result"))
    dealer = _field(place, part, "dealer", int)
    if not 1 <= dealer <= (most if "log" in part else seats):
        raise RecordError(place, f"dealer: a seat from 1 to {seats}, not {_shown(dealer)}")
    texts = {key: _field(place, part, key, str) for key in part if key != "dealer"}
    sources: list[str] = [key for key in ("deck", "cards", "result") if key in texts]
    if len(sources) != 1 and ("log" not in texts or sources):
        raise RecordError(place, "exactly one of deck, cards and result is expected")
    source = sources[0] if sources else "log"
    for key, fits in (("cut", ("deck",)), ("calls", ("deck", "cards")), ("play", ("deck", "cards"))):
        if key in texts and (source not in fits or "log" in texts):
            raise RecordError(
                place, f"{key} goes with {' or '.join(fits)}, not with {'log' if 'log' in texts else source}"
            )
    if "log" in texts and source == "result":
        raise RecordError(place, "log goes with deck or cards, not with result")
    try:
        agreed = texts.get("score")
        if agreed is not None:
            forms.score(agreed)
        if source == "result":
            return DealRecord(dealer, result=forms.result(texts["result"], dealer, seats), score=agreed)
        cards = _hands(texts["cards"]) if source == "cards" else None
        commitment, deck = _deck(texts["deck"]) if source == "deck" else ("", None)
        if "log" in texts:
            log = _log(place, texts["log"], deck)
            cut = next((a for a in reversed(log) if isinstance(a, Cut)), None)
            return DealRecord(dealer, deck, commitment, cut, cards, (), None, agreed, log)
        calls = tuple(action(token) for token in texts.get("calls", "").split())
        plays = tuple(action(token) for token in texts.get("play", "").replace("/", " ").split())
        _kinds(place, calls, plays)
        cut = _cut(texts["cut"]) if "cut" in texts else None
    except NotationError as error:
        raise RecordError(place, str(error)) from None
    return DealRecord(dealer, deck, commitment, cut, cards, calls + plays, None, agreed)


DECK_HERE = "deck"
"""Stands in a log for the deck, which has a field of its own."""


def _log(place: str, text: str, deck: Deck | None) -> tuple[Action, ...]:
    """The actions of a log; a deck that there is stands in it once."""
    words = text.split()
    if words.count(DECK_HERE) != (deck is not None):
        raise RecordError(place, f"log: {DECK_HERE} stands once where there is a deck, and nowhere else")
    if any(word.startswith("deck-") for word in words):
        raise RecordError(place, f"log: a deck is written as a field of its own, here as {DECK_HERE}")
    return tuple(deck if deck and word == DECK_HERE else action(word) for word in words)


def _kinds(place: str, calls: tuple[Action, ...], plays: tuple[Action, ...]) -> None:
    """What opens a deal is written in fields of its own, calls and cards each in theirs; what people say of the table,
    in a log."""
    for a in calls:
        if isinstance(a, Deck | Cut | Ready | Play):
            raise RecordError(place, f"calls: {a.token[:20]} is not a call")
        if isinstance(a, OF_THE_TABLE):
            raise RecordError(place, f"calls: {a.token} is no call: such a deal has a log")
    for a in plays:
        if not isinstance(a, Play):
            raise RecordError(place, f"play: {a.token[:20]} is not a card played")


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


def _known(place: str, part: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in part:
        if key not in keys:
            raise RecordError(place, f"unknown key {key[:40]!r}; known are {', '.join(keys)}")


def _shown(number: int) -> str:
    """A number as a complaint repeats it; Python writes none of thousands of digits."""
    return str(number) if abs(number) < 10**9 else "a number of more than nine digits"


def _field(place: str, part: dict[str, Any], key: str, kind: type, broken: RecordError | None = None) -> Any:
    """What stands under `key`. A key that is not there may stand where the file is `broken`."""
    if key not in part:
        raise broken or RecordError(place, f"{key} is missing")
    if type(part[key]) is not kind:
        raise RecordError(place, f"{key}: a TOML {kind.__name__} is expected")
    return part[key]


def _seat_list(value: object, seats: range, key: str) -> tuple[Seat, ...]:
    if (
        not isinstance(value, list)
        or not all(type(s) is int and s in seats for s in value)
        or len(set(value)) < len(value)
    ):
        raise RecordError("record", f"{key}: a list of different seats from 1 to {len(seats)}")
    return tuple(value)


def dumps(record: Record) -> str:
    """The record as text; `loads(dumps(r)) == r`."""
    lines = [f"pref = {VERSION}", f"agreement = {_quoted(record.agreement.text)}"]
    lines.append(f"seats = [{', '.join(map(_quoted, record.seats))}]")
    if record.players:
        lines.append(f"players = {record.players}")
    for key, seats in (("computers", record.computers), ("order", record.order)):
        if seats:
            lines.append(f"{key} = [{', '.join(map(str, seats))}]")
    for number, deal in enumerate(record.deals, 1):
        lines += ["", f"[[deal]]  # {number}", f"dealer = {deal.dealer}"]
        if deal.result is not None:
            lines.append(f'result = "{forms.result_text(deal.result)}"')
        elif deal.cards is not None:
            lines.append(f'cards = "{forms.hands_text(*deal.cards)}"')
        elif deal.deck is not None:
            lines.append(f'deck = "{deal.commitment} {deal.deck.nonce} {pack_text(deal.deck.order)}"')
        if deal.log:
            lines.append(f'log = "{" ".join(DECK_HERE if isinstance(a, Deck) else a.token for a in deal.log)}"')
        elif deal.cut is not None:
            lines.append(f'cut = "{deal.cut.hand}:{deal.cut.count}"')
        calls = [a.token for a in deal.actions if not isinstance(a, Play)]
        plays = [a for a in deal.actions if isinstance(a, Play)]
        if calls:
            lines.append(f'calls = "{" ".join(calls)}"')
        if plays:
            each = len({a.hand for a in plays})  # two where nobody decides what the hussar's dummy plays
            tricks = [" ".join(a.token for a in plays[i : i + each]) for i in range(0, len(plays), each)]
            lines.append(f'play = "{" / ".join(tricks)}"')
        if deal.score is not None:
            lines.append(f"score = {_quoted(deal.score)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'
