"""How the tests of scoring read: a result as a record writes it, and what it comes to, by the rules of an agreement."""

from __future__ import annotations

from dataclasses import replace

from bot.game import forms
from bot.game.agreement import Agreement
from bot.game.presets import agreement
from bot.game.scoring import score
from bot.game.sheet import Line, Sheet
from bot.game.state import Table


def agreed(text: str) -> Agreement:
    """`rostov amnesty=on`: a preset, then what differs. Without a preset it is Sochi."""
    words = text.split()
    first = [] if words and "=" not in words[0] else ["preset=sochi"]
    return agreement(" ".join([*first, *(word if "=" in word else f"preset={word}" for word in words)]))


def table(rules: str = "", seats: int = 3, dealer: int = 0, pool: str = "", hill: str = "") -> Table:
    """A table in mid-pulka; the last seat deals unless another is named. `pool` and `hill` are like `19 20 12`."""
    order = tuple(range(1, seats + 1))
    sheet = Sheet.blank(seats)
    for column, numbers in (("pool", pool), ("hill", hill)):
        if numbers:
            sheet = replace(sheet, **{column: tuple(int(n) for n in numbers.split())})
    return Table(agreed(rules), order, dealer or seats, dealer or seats, sheet)


def lines(result: str, at: Table) -> tuple[Line, ...]:
    """The lines of a result such as `7c 1; whist 2; pass 3; tricks 8-1-1`, before they are booked."""
    return score(at.agreement, at, forms.result(result, at.dealer, at.players))


def written(result: str, rules: str = "", seats: int = 3, **about: object) -> str:
    """What a result comes to, for example `pool 1 4; whists 2>1 8`."""
    return forms.score_text(lines(result, table(rules, seats, **about)))  # type: ignore[arg-type]
