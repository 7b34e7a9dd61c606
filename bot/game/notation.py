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

from dataclasses import dataclass, replace
from typing import Any

from bot.game import forms, record_deal, record_file
from bot.game.actions import Deck, Play, Seat
from bot.game.agreement import Agreement
from bot.game.cards import pack_text
from bot.game.errors import AgreementError, RecordError
from bot.game.presets import agreement as read_agreement
from bot.game.proposals import Chair
from bot.game.record_deal import DECK_HERE, DealRecord

__all__ = ["DealRecord", "Record", "as_far", "dumps", "loads"]

VERSION = 1


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
    """-> (the record as far as it can be read, why not any further). Raises RecordError for a wrong head.

    So that what breaks the rules is named before a later line that cannot even be read. The last deal may be
    `broken_off`.
    """
    top, wrong = record_file.tables(text)
    head = _head(top, wrong)
    parts = top.get("deal", [])
    if not isinstance(parts, list) or not all(isinstance(p, dict) for p in parts):
        raise RecordError("record", "deals are written as [[deal]]")
    read: list[DealRecord] = []
    seats = head.began
    for number, part in enumerate(parts, 1):
        torn = wrong if number == len(parts) else None
        deal, broken = record_deal.deal(f"deal {number}", part, seats, len(head.seats), torn)
        if deal is not None:
            read.append(deal)
            seats += any(isinstance(a, Chair) and a.what == "join" for a in deal.log)
        if broken is not None:
            wrong = broken
            break
    return replace(head, deals=tuple(read)), wrong


HEAD: dict[str, type] = {
    "pref": int, "agreement": str, "seats": list, "players": int, "computers": list, "order": list, "deal": list,
}  # fmt: skip
"""What may stand in a record, and what it is in TOML."""


def _head(top: dict[str, Any], wrong: RecordError | None) -> Record:
    """The record without its deals; `wrong` is why the file breaks off after what stands in `top`.

    What stands first is judged first, numbers of seats as soon as the names are known; another version is told from
    another program by its number.
    """
    version = top.get("pref")
    if type(version) is int and version != VERSION:
        raise RecordError("record", f"version {record_file.shown(version)}: this program reads pref = {VERSION}")
    agreed, names, unread, found = None, tuple[str, ...](), dict[str, Any](), dict[str, Any]()
    for key, value in top.items():
        record_file.known("record", key, HEAD)
        if key != "deal":
            record_file.typed("record", key, value, HEAD[key])
        if key == "agreement":
            agreed = _agreed(value)
        elif key == "seats":
            names = _names(value)
        elif key in ("players", "computers", "order"):
            unread[key] = value
        while names and unread:
            which = next(iter(unread))
            found[which] = _of_seats(which, unread.pop(which), len(names), top.get("players"))
    missing = next((key for key in ("pref", "seats", "agreement") if key not in top), None)
    if missing or agreed is None:
        raise wrong or RecordError("record", f"{missing} is missing")
    return Record(agreed, names, (), found.get("computers", ()), found.get("order", ()), found.get("players", 0))


def _agreed(text: str) -> Agreement:
    try:
        return read_agreement(text)
    except AgreementError as error:
        raise RecordError("agreement", str(error)) from None


def _names(value: list[object]) -> tuple[str, ...]:
    names = tuple(n for n in value if isinstance(n, str))
    if not 2 <= len(value) <= 4 or len(names) < len(value):
        raise RecordError("record", "seats: two to four names are expected")
    return names


def _of_seats(key: str, value: Any, names: int, players: object) -> Any:
    """How many began, or a list of their seats. `players` is what the file says of how many began, if anything."""
    began = 3 if players == 3 and names == 4 else names
    if key == "players":
        if value != began:
            allowed = f"{names}, or 3 where a fourth has joined"
            raise RecordError("record", f"players: {allowed}, not {record_file.shown(value)}")
        return began if began < names else 0
    found = tuple(s for s in value if type(s) is int and 1 <= s <= began)
    if len(found) < len(value) or len(set(found)) < len(found):
        raise RecordError("record", f"{key}: a list of different seats from 1 to {began}")
    if key == "order" and found and len(found) < began:
        raise RecordError("record", f"order: each seat from 1 to {began} once")
    return found


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
