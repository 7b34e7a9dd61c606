"""How much room a text takes on a screen."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """Places that a text takes in a monospaced font: wide characters two, combining ones none."""
    return sum(_places(c) for c in text)


def _places(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def fitted(text: str, room: int, end: str = "…") -> str:
    """A text cut to so many places, with `end` for what is left out."""
    if width(text) <= room:
        return text
    kept = ""
    for char in text:
        if width(kept + char + end) > room:
            break
        kept += char
    return kept.rstrip() + end
