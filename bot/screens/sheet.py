"""The sheet as a monospaced table that fits a phone: pool, hill, and whists on every opponent."""

from __future__ import annotations

import unicodedata
from html import escape

from bot.game.state import Table
from bot.screens import parts
from bot.screens.frame import Frame
from bot.screens.screen import Screen
from bot.screens.words import Words, bare, isolated, number

WIDEST = 34
"""Monospaced characters in a line on a screen of 360 pixels."""
SHORTEST_NAME = 3
HEAD = 3
"""Places for an opponent's name over his column: its beginning, without a mark that it is cut."""
OWN = "·"
"""Stands where whists on oneself would."""


def sheet(frame: Frame) -> Screen:
    """The running sheet by itself, with how far the pulka is."""
    table, words = frame.view.table, Words(frame.locale, frame.names)
    heading = [parts.bold(words("sheet.title", label=words.person(frame.label)))]
    return Screen(parts.composed(heading, standing(words, table), parts.bombs(words, table), progress(words, table)))


def progress(words: Words, table: Table) -> list[str]:
    """How many deals were played, and how the pulka will end."""
    goal = table.agreement.answers["pool_target"]
    lines = [words("sheet.deals", table.deals)]
    if table.agreement["end_condition"] in ("each_closed", "total"):
        lines.append(words("sheet.goal", goal=goal))
    if table.agreement["end_condition"] == "time":
        lines.append(words("sheet.minutes", minutes=table.agreement["end_minutes"]))
    lines += parts.time_up(words, table)
    if table.lowest_level > 6:
        lines.append(words("auction.lowest", level=table.lowest_level))
    return lines


def standing(words: Words, table: Table) -> list[str]:
    """The table as preformatted lines, a row a player in the circle's order."""
    plain, order, entries = words.plain(), table.order, table.sheet
    columns = [[words("sheet.pool"), *(number(entries.pool[s - 1]) for s in order)]]
    columns.append([words("sheet.hill"), *(number(entries.hill[s - 1]) for s in order)])
    for on in order:
        written = [OWN if s == on else number(entries.whists[s - 1][on - 1]) for s in order]
        columns.append([_nameplate(plain, on, HEAD, end=""), *written])
    widths = [max(map(width, column)) for column in columns]
    room = max(SHORTEST_NAME, WIDEST - sum(w + 1 for w in widths))
    names = [_nameplate(plain, s, room) for s in order]
    longest = max(map(width, names))
    rows = []
    for i, name in enumerate(["", *names]):
        cells = [_padded(column[i], w, left=False) for column, w in zip(columns, widths, strict=True)]
        rows.append(" ".join([_padded(name, longest, left=True), *cells]))
    return [f"<pre>{escape(chr(10).join(rows), quote=False)}</pre>"]


def _nameplate(plain: Words, seat: int, room: int, end: str = "…") -> str:
    """A name cut to so many places; isolated, or one written from right to left would reorder its row's numbers."""
    return isolated(fitted(bare(plain.name(seat)), room, end))


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


def _padded(text: str, room: int, *, left: bool) -> str:
    space = " " * (room - width(text))
    return text + space if left else space + text
