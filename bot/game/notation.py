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


@dataclass(frozen=True, slots=True)
class Record:
    agreement: Agreement
    seats: tuple[str, ...]
    """Names, by seat."""
    deals: tuple[DealRecord, ...]
    computers: tuple[Seat, ...] = ()
    order: tuple[Seat, ...] = ()


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
    for number, part in enumerate(parts, 1):
        try:
            read.append(_deal(f"deal {number}", part, len(head.seats)))
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
    _known("record", top, ("pref", "agreement", "seats", "computers", "order", "deal"))
    _field("record", top, "pref", int, wrong)
    names = _field("record", top, "seats", list, wrong)
    if not 2 <= len(names) <= 4 or not all(isinstance(n, str) for n in names):
        raise RecordError("record", "seats: two to four names are expected")
    seats = range(1, len(names) + 1)
    computers, order = (_seat_list(top.get(key, []), seats, key) for key in ("computers", "order"))
    if order and sorted(order) != list(seats):
        raise RecordError("record", f"order: each seat from 1 to {len(names)} once")
    try:
        agreed = read_agreement(_field("record", top, "agreement", str, wrong))
    except AgreementError as error:
        raise RecordError("agreement", str(error)) from None
    return Record(agreed, tuple(names), (), computers, order)


def _deal(place: str, part: dict[str, Any], seats: int) -> DealRecord:
    _known(place, part, ("dealer", "deck", "cut", "cards", "calls", "play", "score", "result"))
    dealer = _field(place, part, "dealer", int)
    if not 1 <= dealer <= seats:
        raise RecordError(place, f"dealer: a seat from 1 to {seats}, not {_shown(dealer)}")
    texts = {key: _field(place, part, key, str) for key in part if key != "dealer"}
    sources = [key for key in ("deck", "cards", "result") if key in texts]
    if len(sources) != 1:
        raise RecordError(place, "exactly one of deck, cards and result is expected")
    for key, source in (("cut", ("deck",)), ("calls", ("deck", "cards")), ("play", ("deck", "cards"))):
        if key in texts and sources[0] not in source:
            raise RecordError(place, f"{key} goes with {' or '.join(source)}, not with {sources[0]}")
    try:
        agreed = texts.get("score")
        if agreed is not None:
            forms.score(agreed)
        if "result" in texts:
            return DealRecord(dealer, result=forms.result(texts["result"], dealer, seats), score=agreed)
        calls = tuple(action(token) for token in texts.get("calls", "").split())
        plays = tuple(action(token) for token in texts.get("play", "").replace("/", " ").split())
        _kinds(place, calls, plays)
        if "cards" in texts:
            return DealRecord(dealer, cards=_hands(texts["cards"]), actions=calls + plays, score=agreed)
        commitment, deck = _deck(texts["deck"])
        cut = _cut(texts["cut"]) if "cut" in texts else None
    except NotationError as error:
        raise RecordError(place, str(error)) from None
    return DealRecord(dealer, deck, commitment, cut, None, calls + plays, None, agreed)


def _kinds(place: str, calls: tuple[Action, ...], plays: tuple[Action, ...]) -> None:
    """What opens a deal is written in fields of its own, calls and cards each in theirs."""
    for a in calls:
        if isinstance(a, Deck | Cut | Ready | Play):
            raise RecordError(place, f"calls: {a.token[:20]} is not a call")
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
        if deal.cut is not None:
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
