"""The sheet as a monospaced table that fits a phone: pool, hill, and whists on every opponent."""

from __future__ import annotations

from html import escape

from bot.game.state import Table
from bot.screens import parts
from bot.screens.frame import Frame
from bot.screens.screen import Screen
from bot.screens.widths import width
from bot.screens.words import Words, number

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
        columns.append([plain.nameplate(on, HEAD, end=""), *written])
    widths = [max(map(width, column)) for column in columns]
    room = max(SHORTEST_NAME, WIDEST - sum(w + 1 for w in widths))
    names = [plain.nameplate(s, room) for s in order]
    longest = max(map(width, names))
    rows = []
    for i, name in enumerate(["", *names]):
        cells = [_padded(column[i], w, left=False) for column, w in zip(columns, widths, strict=True)]
        rows.append(" ".join([_padded(name, longest, left=True), *cells]))
    return [f"<pre>{escape(chr(10).join(rows), quote=False)}</pre>"]


def _padded(text: str, room: int, *, left: bool) -> str:
    space = " " * (room - width(text))
    return text + space if left else space + text
