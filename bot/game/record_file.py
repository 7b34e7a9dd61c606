"""The TOML of a record, read within bounds of size and depth, and as far as it holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from bot.game.errors import RecordError

LARGEST = 500_000
"""Characters of the largest record that is read: some 700 deals."""
DEEPEST = 20
"""Dots outside of texts in one line; a record has none, and a TOML reader takes its time with thousands."""
_TEXTS = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*')
_DEAL = re.compile(r"(?m)^[ \t]*\[\[[ \t]*deal[ \t]*\]\]")
_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")


def tables(text: str) -> tuple[dict[str, Any], RecordError | None]:
    """-> (what stands in the file, why it cannot be read any further).

    Where the TOML breaks, that is the lines before; where those hold no TOML either, the deals before. Raises
    RecordError when not even that can be read.
    """
    if len(text) > LARGEST:
        raise RecordError("record", f"longer than {LARGEST} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DEEPEST and _TEXTS.sub("", line).count(".") > DEEPEST:
            raise RecordError("record", f"not TOML of a record: keys within keys (at line {number})")
    try:
        return tomllib.loads(text), None
    except (ValueError, RecursionError) as error:  # a ValueError also for an integer of thousands of digits
        wrong = RecordError("record", f"not TOML: {str(error)[:200]}")
    for sound in _before(text, str(wrong)):
        try:
            return tomllib.loads(sound), wrong
        except (ValueError, RecursionError):
            continue
    raise wrong


def _before(text: str, complaint: str) -> Iterator[str]:
    """The part of a text before the line in which it breaks, and that before the deal in which it breaks."""
    found = _PLACE.search(complaint)
    lines = text.split("\n")
    end = sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) if found else len(text)
    inclusive = end + len(lines[int(found[1]) - 1]) if found else end
    if found:
        yield text[:end]
    deals = [m.start() for m in _DEAL.finditer(text) if m.start() < inclusive]
    yield text[: deals[-1]] if deals else text[:end]


def known(place: str, key: str, keys: Iterable[str]) -> None:
    """Raises RecordError for a key that may not stand there."""
    if key not in keys:
        raise RecordError(place, f"unknown key {key[:40]!r}; known are {', '.join(keys)}")


def shown(number: int) -> str:
    """A number as a complaint repeats it; Python writes none of thousands of digits."""
    return str(number) if abs(number) < 10**9 else "a number of more than nine digits"


def typed(place: str, key: str, value: object, kind: type) -> None:
    """Raises RecordError for a value of another kind."""
    if type(value) is not kind:
        raise RecordError(place, f"{key}: a TOML {kind.__name__} is expected")
