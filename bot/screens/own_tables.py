"""/my: where a person sits, whose move it is at each table, the way to its board, and his hand brought down again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import presses
from bot.game.view import View
from bot.screens import parts
from bot.screens.alerts import LARGEST
from bot.screens.buttons import Keys, Row
from bot.screens.screen import Button, Screen
from bot.screens.words import Words

MOST = 12
"""Tables that are listed: a message holds no more buttons than a person can look over."""


@dataclass(frozen=True, slots=True)
class Own:
    """A table where the person sits. `view` is his, None in a lobby, of which `missing` seats are free."""

    table: int
    label: str
    names: dict[int, str]
    chat: str = ""
    """The group's title; empty for a table in his private chat."""
    view: View | None = None
    missing: int = 0
    link: str = ""
    """The address of the board; empty where messages have none."""


def own_tables(locale: str, tables: Sequence[Own]) -> Screen:
    """His tables, those that wait for him first; a row of buttons each."""
    words = Words(locale)
    title = [parts.bold(words("my.title"))]
    if not tables:
        return Screen(parts.composed(title, [words("my.none")]), (_again(words),))
    listed = sorted(tables, key=lambda own: not _waits(own))[:MOST]
    entries = [[_named(words, own), _state(locale, own)] for own in listed]
    more = [words("my.more", len(tables) - MOST)] if len(tables) > MOST else []
    rows = [row for own in listed if (row := _buttons(words, own))]
    return Screen(parts.composed(title, *entries, more), (*rows, _again(words)))


def own_tables_alert(locale: str, tables: Sequence[Own]) -> str:
    """The same in the answer to a press, for somebody who cannot be written to: at most 200 characters."""
    plain = Words(locale, html=False)
    if not tables:
        return plain("my.none")
    lines: list[str] = []
    for own in sorted(tables, key=lambda own: not _waits(own)):
        line = plain("my.alert_line", label=plain.person(own.label), state=_state(locale, own, html=False))
        if sum(map(len, lines)) + len(lines) + len(line) > LARGEST:
            break
        lines.append(line)
    return "\n".join(lines)


def _waits(own: Own) -> bool:
    """Whether the table waits for this person."""
    asked = own.view.question if own.view is not None and not own.view.paused else None
    return asked is not None and asked.about != "slip"


def _named(words: Words, own: Own) -> str:
    where = words.person(own.chat) if own.chat else words("my.here")
    return words("my.table", label=words.person(own.label), chat=where)


def _state(locale: str, own: Own, *, html: bool = True) -> str:
    words = Words(locale, own.names, html=html)
    if own.view is None:
        return words("lobby.missing", own.missing) if own.missing else words("my.all_seated")
    deal = own.view.number
    if own.view.paused:
        return words("my.paused", deal=deal)
    if _waits(own):
        return parts.bold(words("my.yours", deal=deal)) if html else words("my.yours", deal=deal)
    others = own.view.asked if own.view.stage == "between" else list(own.view.asked)[:1]
    return words("my.theirs", deal=deal, who=words.people(others)) if others else words("my.goes_on", deal=deal)


def _buttons(words: Words, own: Own) -> Row:
    row: Row = ()
    if own.view is not None:
        hand = words("button.my_hand", label=words.plain().person(own.label))
        row += (Keys(own.table).ask(hand, "down", "primary" if _waits(own) else ""),)
    if own.link:
        row += (Button(words("button.my_board", label=words.plain().person(own.label)), url=own.link),)
    return row


def _again(words: Words) -> Row:
    """Looks anew: what others have done meanwhile does not change this message."""
    return (Button(words("button.my_again"), presses.page("my")),)
