"""Text forms of what a deal comes to: results, scores, tables. Each is read back to the same value.

A result: `7c 1; whist 2; pass 3; tricks 8-1-1`, `pas; tricks 3-4-3`, `mis 1; tricks 2`, `6h 1; pass 2; half 3`;
`pas; dark 1; dark 3; tricks 3-4-3; times 2` after two passes in the dark.
`refused` tells that the talon was pushed away, `annulled` a deal that counts for nothing, `help 3` whom the owner of a
surplus chose. Tricks are listed in seat order, one number a seat (a lone number: the declarer's).
A score: `pool 1 4; whists 2>1 8`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction

from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.cards import hand_text, pack, pack_text
from bot.game.contracts import contract
from bot.game.errors import NotationError
from bot.game.scoring import Result
from bot.game.settlement import Leaver
from bot.game.sheet import Line, Points, Sheet, because, whole
from bot.game.state import Cards, Table

CALLS = ("whist", "pass", "half")
FLAGS = ("refused", "annulled")


def result_text(result: Result) -> str:
    """One line from which `result` reads the same value, the dealer apart: that one a record keeps as a field."""
    if result.kind == "raspasy":
        parts = ["pas", *([f"step {result.step}"] if result.step != 1 else [])]
    else:
        parts = [f"{result.contract} {result.declarer}"]
    parts += [f"dark {seat}" for seat in result.dark]
    parts += [f"{word} {seat}" for seat, word in result.calls]
    if result.kind == "giveup":
        parts.append(f"without {result.without}")
    if result.kind == "annulled":
        parts.append("annulled")
    if result.partner:
        parts.append(f"partner {result.partner}")
    if result.refused:
        parts.append("refused")
    if result.tricks is not None:
        parts.append("tricks " + "-".join(map(str, result.tricks)))
    if result.talon:
        parts.append(f"talon {pack_text(result.talon)}")
    parts += [f"times {f}" for f in result.factors]
    parts += [f"help {seat}" for seat in result.helped]
    return "; ".join(parts)


def result(text: str, dealer: Seat, seats: int) -> Result:
    """The result written as `text` at a table of so many seats. Raises NotationError."""
    head, *parts = (part.strip() for part in text.split(";"))
    found: dict[str, list[str]] = {}
    calls: list[tuple[Seat, str]] = []
    helped: list[Seat] = []
    for part in parts:
        word, _, value = part.partition(" ")
        if word in CALLS:
            calls.append((_seat(value, seats), word))
        elif word == "help":
            helped.append(_seat(value, seats))
        elif word in ("tricks", "talon", "times", "without", "partner", "step", "dark") or part in FLAGS:
            found.setdefault(word, []).append(value)
        else:
            raise NotationError("part of a result", text=part, expected="whist, pass, half, dark, tricks, times, ...")
    for word, values in found.items():
        if len(values) > 1 and word not in ("times", "dark"):
            raise NotationError("result", text=text, expected=f"{word} once at most")
    numbers = {word: [_number(v) for v in found.get(word, ())] for word in ("times", "without", "step")}
    one = {word: values[0] for word, values in numbers.items() if values}
    talon = pack(found["talon"][0]) if "talon" in found else ()
    if len(talon) != len(set(talon)) or len(talon) not in (0, 2):
        raise NotationError("talon", text=found["talon"][0], expected="two different cards, like sAdT")
    dark = tuple(sorted({_seat(seat, seats) for seat in found.get("dark", ())}))
    partner = _seat(found["partner"][0], seats) if "partner" in found else 0
    if head == "pas":
        tricks = _tricks(found, 0, seats)
        if tricks is None or calls or found.keys() & set(FLAGS):
            raise NotationError("result", text=text, expected="the tricks of a raspasy alone, like pas; tricks 3-4-3")
        step, factors = one.get("step", 1), tuple(numbers["times"])
        return Result(
            "raspasy", dealer, tricks=tricks, talon=talon, step=step, factors=factors, dark=dark, helped=tuple(helped)
        )
    game, _, seat = head.partition(" ")
    declarer, named = _seat(seat, seats), contract(game)
    kind = "misere" if named.is_misere else "game"
    kind = "giveup" if "without" in one else "annulled" if "annulled" in found else kind
    return Result(
        kind,
        dealer,
        declarer,
        named,
        tuple(calls),
        _tricks(found, declarer, seats),
        talon,
        1,
        tuple(numbers["times"]),
        partner,
        one.get("without", 0),
        dark,
        "refused" in found,
        tuple(helped),
    )


def _tricks(found: dict[str, list[str]], declarer: Seat, seats: int) -> tuple[int, ...] | None:
    if "tricks" not in found:
        return None
    counts = [_number(n) for n in found["tricks"][0].split("-")]
    if len(counts) == 1 and declarer:
        return tuple(counts[0] if s == declarer else 0 for s in range(1, seats + 1))
    if len(counts) != seats:
        raise NotationError("count of tricks", text=found["tricks"][0], expected=f"{seats} numbers, one a seat")
    return tuple(counts)


def _seat(text: str, seats: int) -> Seat:
    if not re.fullmatch("[1-9]", text) or int(text) > seats:
        raise NotationError("seat", text=text, expected=f"a number from 1 to {seats}")
    return int(text)


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", text):
        raise NotationError("number", text=text, expected="a number of at most two digits")
    return int(text)


def score_text(lines: Iterable[Line]) -> str:
    """What a deal wrote, added up by entry: `pool 1 4; hill 2 -3; whists 2>1 8`; nothing at all is `-`."""
    totals: dict[tuple[str, Seat, Seat], Points] = {}
    for line in lines:
        key = (line.column, line.seat, line.on)
        totals[key] = totals.get(key, 0) + line.amount
    order = {"pool": 0, "hill": 1, "whists": 2}
    entries = sorted((k for k, v in totals.items() if v), key=lambda k: (order[k[0]], *k[1:]))
    return "; ".join(f"{c} {s}{f'>{on}' if on else ''} {totals[c, s, on]}" for c, s, on in entries) or "-"


_ENTRY = re.compile(r"(pool|hill|whists) ([1-4])(?:>([1-4]))? (-?[0-9]{1,9}(?:/[1-9][0-9]{0,8})?)")


def score(text: str) -> tuple[Line, ...]:
    """The entries of `score_text` as lines without a reason. Raises NotationError."""
    lines = []
    for part in text.split(";") if text != "-" else ():
        found = _ENTRY.fullmatch(part.strip())
        if not found or (found[1] == "whists") != bool(found[3]):
            raise NotationError("score", text=part.strip(), expected="pool 1 4, hill 2 -3 or whists 2>1 8")
        lines.append(Line(found[1], int(found[2]), whole(Fraction(found[4])), because("written"), int(found[3] or 0)))
    return tuple(lines)


def table_text(table: Table) -> str:
    """A table as one line of JSON: what a closed deal leaves is stored so."""
    sheet = {k: _plain(v) for k, v in asdict(table.sheet).items()}
    return json.dumps(
        {
            "agreement": table.agreement.text,
            "order": table.order,
            "dealer": table.dealer,
            "first_dealer": table.first_dealer,
            "series": table.series,
            "deals": table.deals,
            "computers": sorted(table.computers),
            "bombs": table.bombs,
            "dark_passes": table.dark_passes,
            "forced": table.forced,
            **({"annulled": table.annulled} if table.annulled else {}),
            **({"time_up": True} if table.time_up else {}),
            **({"leavers": [[w.seat, w.deals, str(w.exact), w.shown] for w in table.leavers]} if table.leavers else {}),
            "sheet": sheet,
        }
    )


def table(text: str, read: Callable[[str], Agreement]) -> Table:
    """The table stored as `text`; `read` makes an agreement of its text. Raises NotationError."""
    try:
        d = json.loads(text)
        sheet = Sheet(
            _points(d["sheet"]["pool"]),
            _points(d["sheet"]["hill"]),
            tuple(_points(row) for row in d["sheet"]["whists"]),
        )
        return Table(
            read(d["agreement"]),
            tuple(d["order"]),
            d["dealer"],
            d["first_dealer"],
            sheet,
            d["series"],
            d["deals"],
            frozenset(d["computers"]),
            tuple(map(tuple, d.get("bombs", ()))),
            d.get("dark_passes", 0),
            d.get("forced", 0),
            d.get("annulled", 0),
            d.get("time_up", False),
            tuple(Leaver(seat, deals, Fraction(exact), shown) for seat, deals, exact, shown in d.get("leavers", ())),
        )
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise NotationError("stored table", text=text, expected="what table_text writes") from error


def _plain(value: object) -> object:
    return [_plain(v) for v in value] if isinstance(value, tuple | list) else str(value)


def _points(texts: Sequence[str]) -> tuple[Points, ...]:
    return tuple(whole(Fraction(t)) for t in texts)


def hands_text(hands: Iterable[Cards], talon: Cards) -> str:
    """Hands in seat order and the talon, as a record's `cards`: `deal 3 sAK.cQ... ... sT.d9` has the dealer before."""
    return " ".join([*(hand_text(h) for h in hands if h), pack_text(talon)])
