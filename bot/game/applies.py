"""When a house rule means anything: conditions on other house rules and on the number of players.

`raspasy_pay=whists;players=4` asks for both, `dark_bids=on or bombs=on` for one of them; `key=a,b` wants one of several
options, `key!=a` any other one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

PLAYERS = "players"
"""Stands where a key does when so many players are asked for."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One part: `key` has one of the options named, or, when `negated`, none of them."""

    key: str
    named: tuple[str, ...]
    negated: bool = False

    def allows(self, option: str) -> bool:
        return (option in self.named) != self.negated


Clause = tuple[Condition, ...]
"""Conditions of which one is enough."""


@cache
def clauses(applies: str) -> tuple[Clause, ...]:
    """What `Convention.applies` asks for; all clauses must hold."""
    return tuple(tuple(map(_condition, clause.split(" or "))) for clause in applies.split(";") if clause)


def _condition(part: str) -> Condition:
    key, _, named = part.strip().partition("=")
    return Condition(key.rstrip("!"), tuple(named.split(",")), key.endswith("!"))
