"""/history: the pulkas of a chat, or of a person, page by page; each with its sheet and its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot import presses
from bot.game.agreement import Agreement
from bot.game.settlement import Settlement
from bot.game.state import Table
from bot.screens import parts
from bot.screens.buttons import Row, wrapped
from bot.screens.frame import Frame
from bot.screens.lobby import agreement_lines
from bot.screens.screen import Button, Screen
from bot.screens.settlement import settlement
from bot.screens.sheet import progress, standing
from bot.screens.words import Words, signed

PAGE = 5
"""Pulkas on a page."""


@dataclass(frozen=True, slots=True)
class Played:
    """A pulka that has begun. `chat` is where, empty if that goes without saying; `settled` is None while it runs."""

    table: int
    label: str
    began: date
    names: dict[int, str]
    agreement: Agreement
    sheet: Table
    settled: Settlement | None = None
    chat: str = ""


def history(locale: str, played: Sequence[Played], page: int = 0, pages: int = 1) -> Screen:
    """One page of several (from 0), the newest pulka first."""
    words = Words(locale)
    title = words("history.title") if pages < 2 else words("history.page", page=page + 1, pages=pages)
    if not played:
        return Screen(parts.composed([parts.bold(words("history.title"))], [words("history.none")]))
    entries = [_entry(locale, one) for one in played]
    rows: list[Row] = []
    for one in played:
        named = words.plain().person(one.label)
        sheet, record = words("button.history_sheet", label=named), words("button.history_record", label=named)
        rows.append((_turn(sheet, f"sheet:{one.table}:{page}"), _turn(record, f"record:{one.table}")))
    return Screen(parts.composed([parts.bold(title)], *entries), (*rows, *_turning(words, page, pages)))


def pulka(frame: Frame, agreement: Agreement, page: int) -> Screen:
    """One pulka of the history: its settlement, or the sheet as it stands, by which rules, and the way back."""
    words, view = Words(frame.locale, frame.names), frame.view
    rules = agreement_lines(words, agreement, (view.table.players,))
    if view.settlement is not None:
        text = settlement(frame).text
    else:
        heading = [parts.bold(words("sheet.title", label=words.person(frame.label)))]
        text = parts.composed(heading, standing(words, view.table), progress(words, view.table))
    back = Button(words("button.rules_back"), _word(str(page)))
    record = _turn(words("button.history_file"), f"record:{frame.table}")
    return Screen(parts.composed([text], rules), ((record, back),))


def day(words: Words, at: date) -> str:
    """`1 декабря 2026`."""
    return words("history.date", day=at.day, month=words(f"month.{at.month}"), year=at.year)


def _entry(locale: str, one: Played) -> list[str]:
    words = Words(locale, one.names)
    where = [words.person(one.chat)] if one.chat else []
    heading = words("history.entry", label=words.person(one.label), date=day(words, one.began))
    return [parts.bold(heading), *where, _result(words, one), _agreed(words, one)]


def _result(words: Words, one: Played) -> str:
    """Who won what, the best first; while it runs, who plays and how far they are."""
    order = one.sheet.order
    if one.settled is None:
        return words("history.running", who=words.people(order), deals=words("sheet.deals", one.sheet.deals))
    exact, shown = one.settled.exact, one.settled.shown
    best_first = sorted(order, key=lambda seat: -exact[seat - 1])
    results = (words("history.result", name=words.name(s), result=signed(shown[s - 1])) for s in best_first)
    return ", ".join(results)


def _agreed(words: Words, one: Played) -> str:
    """By which rules, in one line."""
    agreement, players = one.agreement, one.sheet.players
    preset, goal = words(f"preset.{agreement.preset}"), words(f"rule.pool_target.{agreement['pool_target']}")
    differing = sum(key != "pool_target" and agreement.in_force(key, players) for key in agreement.differences)
    if not differing:
        return words("history.rules", preset=preset, goal=goal)
    return words("history.rules_but", differing, preset=preset, goal=goal)


def _turning(words: Words, page: int, pages: int) -> list[Row]:
    """To newer and older pages, as far as there are any."""
    newer = [Button(words("button.history_newer"), _word(str(page - 1)))] if page > 0 else []
    older = [Button(words("button.history_older"), _word(str(page + 1)))] if page + 1 < pages else []
    return wrapped([*newer, *older], 2)


def _turn(text: str, page: str) -> Button:
    return Button(text, _word(page))


def _word(page: str) -> str:
    return presses.page(f"history:{page}")
