"""What a Bot API method is here: a handler, the parameters it takes, and those it honestly does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from emulator.parameters import Arguments, Kind
from emulator.world import World

Handler = Callable[[World, Arguments], Any]


@dataclass(frozen=True)
class Method:
    """One method. The handler answers with what goes into `result`, or raises Refused and has changed nothing.

    `unsupported` are parameters of the real method that are refused by name.
    """

    name: str
    handler: Handler
    accepts: Mapping[str, Kind]
    unsupported: frozenset[str] = frozenset()


def method(name: str, handler: Handler, *, unsupported: str = "", **accepts: Kind) -> Method:
    """A row of the table; `unsupported` is a list of names separated by spaces."""
    return Method(name, handler, accepts, frozenset(unsupported.split()))
