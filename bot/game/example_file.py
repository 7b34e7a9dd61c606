"""Reading worked examples: JSON objects that know where they stand, and players, sheets and results made of them.

Every reader raises ExampleError with the example's id, the place in it and what was expected there. The format is
described in docs/examples.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.cards import Card, card
from bot.game.contracts import MISERE, Contract, contract
from bot.game.conventions.raspasy_price import price_of_trick
from bot.game.errors import AgreementError, ExampleError, NotationError
from bot.game.presets import preset
from bot.game.scoring import Case, Result
from bot.game.sheet import Points, Sheet, whole
from bot.game.state import Table

KINDS = ("game", "misere", "raspasy", "giveup")
CALLS = ("whist", "pass", "half")
STRAINS = {"spades": "s", "clubs": "c", "diamonds": "d", "hearts": "h"}
STRAINS |= dict.fromkeys(("notrump", "no_trump", "notrumps", "no_trumps", "nt", "none"), "n")
DEAL = (
    "kind",
    "level",
    "suit",
    "declarer",
    "calls",
    "tricks",
    "multiplier",
    "step_price",
    "talon",
    "without",
    "partner",
)
TRICKS = 10
_NUMBER = re.compile(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8}|\.[0-9]{1,9})?")


class Part:
    """One JSON object of the file, with the place where it stands and the keys that it may have."""

    def __init__(self, value: object, place: str, keys: Sequence[str] | None = None) -> None:
        if not isinstance(value, dict):
            raise ExampleError(place, "an object with keys and values is expected")
        self.place = place
        self.values: dict[str, object] = value
        for key in value if keys is not None else ():
            if key not in keys:  # type: ignore[operator]
                key = key[:40]
                near = get_close_matches(key, keys or (), 1)
                hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(keys or ())}"
                raise ExampleError(place, f"unknown key {key!r}{hint}")

    def wrong(self, key: str, message: str) -> ExampleError:
        """The error for what stands under `key`."""
        return ExampleError(f"{self.place}, {key}", message)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def need(self, key: str) -> object:
        if key not in self.values:
            raise ExampleError(self.place, f"{key} is missing")
        return self.values[key]

    def text(self, key: str) -> str:
        value = self.need(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(key, "a text is expected")
        return value

    def one_of(self, key: str, words: Sequence[str]) -> str:
        value = self.text(key)
        if value not in words:
            raise self.wrong(key, f"{value[:40]!r} is unknown: choose one of {', '.join(words)}")
        return value

    def count(self, key: str, least: int, most: int) -> int:
        value = self.need(key)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most} is expected")
        return value

    def number(self, key: str) -> Points:
        """Exact points or whists: a number, or a fraction as a text such as "55/2"."""
        value = self.need(key)
        if isinstance(value, bool) or not isinstance(value, int | str) or not _NUMBER.fullmatch(str(value)):
            raise self.wrong(key, 'a number is expected, a fraction as a text like "55/2"')
        return whole(Fraction(value))

    def items(self, key: str) -> list[object]:
        value = self.need(key)
        if not isinstance(value, list):
            raise self.wrong(key, "a list is expected")
        return value

    def part(self, key: str, keys: Sequence[str] | None = None) -> Part:
        return Part(self.need(key), f"{self.place}, {key}", keys)


@dataclass(frozen=True, slots=True)
class Players:
    """The names of an example, clockwise; the first is seat 1."""

    names: tuple[str, ...]

    @property
    def order(self) -> tuple[Seat, ...]:
        return tuple(range(1, len(self.names) + 1))

    def seat(self, part: Part, key: str) -> Seat:
        """The seat of the player named under `key`."""
        return self.order[self.names.index(part.one_of(key, self.names))]

    def numbers(self, part: Part, key: str) -> dict[Seat, Points]:
        """Numbers by player; who is not named has none."""
        named = part.part(key, self.names) if key in part else Part({}, part.place)
        return {seat: named.number(name) for seat, name in zip(self.order, self.names, strict=True) if name in named}

    def sheet(self, part: Part) -> Sheet:
        """Pool, hill and whists; `"X>Y": 4` is what X has written on Y. What is not named is 0."""
        pairs = {f"{x}>{y}": (i, j) for i, x in enumerate(self.names) for j, y in enumerate(self.names) if i != j}
        grid: list[list[Points]] = [[0] * len(self.names) for _ in self.names]
        if "whists" in part:
            written = part.part("whists", tuple(pairs))
            for pair in written.values:
                i, j = pairs[pair]
                grid[i][j] = written.number(pair)
        pool, hill = (self.numbers(part, column) for column in ("pool", "hill"))
        return Sheet(
            tuple(pool.get(s, 0) for s in self.order),
            tuple(hill.get(s, 0) for s in self.order),
            tuple(tuple(row) for row in grid),
        )


def players(part: Part) -> Players:
    names = part.items("players")
    if not 2 <= len(names) <= 4 or len(set(map(str, names))) < len(names):
        raise part.wrong("players", "two to four different names are expected")
    if not all(isinstance(name, str) and name for name in names):
        raise part.wrong("players", "names are texts")
    return Players(tuple(map(str, names)))


def agreed(part: Part) -> Agreement:
    """The agreement of an example: its `variant` (Sochi if it names none), changed by `conv`."""
    changes = part.part("conv") if "conv" in part else Part({}, part.place)
    try:
        agreement = preset(part.text("variant") if "variant" in part else "sochi")
        return agreement.but(**{key: str(value) for key, value in changes.values.items()})
    except AgreementError as error:
        raise ExampleError(
            f"{part.place}, {'variant' if error.params['key'] == 'preset' else 'conv'}", str(error)
        ) from None


def priced(agreement: Agreement, deal: Part) -> tuple[Agreement, int | None]:
    """-> (agreement, which raspasy of the series) for an example's `step_price`; None: it names no price.

    A price that no step of the agreement has is played all the same.
    """
    if "step_price" not in deal:
        return agreement, None
    price = deal.count("step_price", 1, 1000)
    for step in range(1, 11):
        if price_of_trick(agreement, step) == price:
            return agreement, step
    return agreement.answering(raspasy_base=price, raspasy_rate=price, raspasy_progression=lambda n: 1), 1


def result(deal: Part, dealer: Seat, who: Players, table: Table, step: int) -> Result:
    """The result that an example's `deal` describes, at `table`. Raises ExampleError also for what cannot have been.

    Tricks of a contract that nobody whists are no tricks: it is not played.
    """
    kind = deal.one_of("kind", KINDS)
    factor = deal.count("multiplier", 1, 1024) if "multiplier" in deal else 1
    factors = (factor,) if factor > 1 else ()
    if kind == "raspasy":
        return Result(kind, dealer, tricks=_tricks(deal, who, dealer, 0), step=step, factors=factors)
    declarer = who.seat(deal, "declarer")
    if len(who.names) == 4 and declarer == dealer:
        raise deal.wrong("declarer", "with four players the dealer does not play")
    without = _without(deal, table) if kind == "giveup" else 0
    partner = _partner(deal, who, dealer) if "partner" in deal else 0
    calls = _calls(deal, who, dealer, declarer) if "calls" in deal else ()
    tricks = _tricks(deal, who, dealer, declarer) if "tricks" in deal else None
    found = Result(
        kind, dealer, declarer, _contract(deal, kind), calls, tricks, _talon(deal), 1, factors, partner, without
    )
    case = Case(table.agreement, table, found)
    if kind != "game" or case.checked:
        return found
    if "calls" not in deal:
        raise ExampleError(deal.place, "calls is missing")
    if case.whisters and tricks is None:
        raise ExampleError(deal.place, "tricks is missing, although somebody whists")
    return found if case.whisters else replace(found, tricks=None)


def _contract(deal: Part, kind: str) -> Contract:
    """The suit changes no score, so that it may be left out."""
    if kind == "misere":
        return MISERE
    strain = STRAINS[deal.one_of("suit", tuple(STRAINS))] if "suit" in deal else "n"
    return contract(f"{deal.count('level', 6, 10)}{strain}")


def _calls(deal: Part, who: Players, dealer: Seat, declarer: Seat) -> tuple[tuple[Seat, str], ...]:
    calls = []
    for n, item in enumerate(deal.items("calls"), 1):
        if not isinstance(item, list) or len(item) != 2:
            raise deal.wrong("calls", f'call {n}: a player and a word are expected, like ["B", "whist"]')
        call = Part({"player": item[0], "word": item[1]}, f"{deal.place}, call {n}")
        seat, word = who.seat(call, "player"), call.one_of("word", CALLS)
        if seat == declarer:
            raise call.wrong("player", "the declarer does not answer his own contract")
        if word == "half" and deal.values.get("level") not in (6, 7):
            raise call.wrong("word", "half a whist exists on six and seven only")
        calls.append((seat, word))
    return tuple(calls)


def _tricks(deal: Part, who: Players, dealer: Seat, declarer: Seat) -> tuple[int, ...]:
    """Tricks by seat. On misere only the declarer's are needed; else there are ten in all."""
    named = deal.part("tricks", who.names)
    tricks = tuple(named.count(name, 0, TRICKS) if name in named else 0 for name in who.names)
    if declarer and who.names[declarer - 1] not in named:
        raise ExampleError(named.place, "the declarer's are missing")
    if declarer and len(who.names) == 4 and tricks[dealer - 1]:
        raise ExampleError(named.place, "the dealer of four takes none in a contract")
    partial = deal.values["kind"] == "misere" or (len(who.names) == 2 and not declarer)
    if sum(tricks) > TRICKS or (sum(tricks) < TRICKS and not partial):
        raise ExampleError(named.place, f"{TRICKS} are expected in all, not {sum(tricks)}")
    return tricks


def _without(deal: Part, table: Table) -> int:
    """Undertricks of a give-up: those of the example, else those of the agreement."""
    agreed_on: int = table.agreement.answers["giveup"]
    return agreed_on if agreed_on and "without" not in deal else deal.count("without", 1, TRICKS)


def _talon(deal: Part) -> tuple[Card, ...]:
    if "talon" not in deal:
        return ()
    texts = deal.items("talon")
    try:
        cards = tuple(card(str(text)) for text in texts)
    except NotationError as error:
        raise deal.wrong("talon", str(error)) from None
    if len(set(cards)) != 2:
        raise deal.wrong("talon", "two different cards are expected")
    return cards


def _partner(deal: Part, who: Players, dealer: Seat) -> Seat:
    partner = who.seat(deal, "partner")
    if deal.values["kind"] != "misere" or len(who.names) != 4 or partner != dealer:
        raise deal.wrong("partner", "only the dealer of four shares, and only a misere")
    return partner
