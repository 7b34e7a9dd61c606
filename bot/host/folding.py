"""From the log back to the state: the last closed deal's stored facts, then every action since, folded with
`advance`."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal, cast

from bot.game import forms, rules
from bot.game.actions import action
from bot.game.presets import agreement as read_agreement
from bot.game.sheet import Line, reason, whole
from bot.game.state import Between, Ended, State, left
from bot.game.state import Table as GameTable
from bot.storage import pulkas, screens, tables

log = logging.getLogger(__name__)

Column = Literal["pool", "hill", "whists"]


def stored_lines(lines: Sequence[Line], seq: int) -> tuple[pulkas.Line, ...]:
    """Lines that action `seq` has made, as they are stored."""
    return tuple(
        pulkas.Line(seq, cast(Column, line.column), line.seat, line.on or None, str(line.amount), line.reason.text)
        for line in lines
    )


def read_line(stored: pulkas.Line) -> Line:
    """A stored line as the game's value."""
    amount = whole(Fraction(stored.amount))
    return Line(stored.kind, stored.seat, amount, reason(stored.reason), stored.other or 0)


def start(table: tables.Table) -> State:
    """The state before the first action of a pulka that has begun."""
    return State(_table(table.start), Between(0))


def fold(conn: sqlite3.Connection, table: tables.Table) -> State:
    """The state of a pulka that has begun."""
    deals = pulkas.deals(conn, table.id)
    if not deals:
        return _advanced(start(table), pulkas.actions(conn, table.id))
    state = closed_moment(conn, table, deals, len(deals), next_deck=False)
    return _advanced(state, pulkas.actions(conn, table.id, after=deals[-1].closed_seq))


def closed_moment(
    conn: sqlite3.Connection, table: tables.Table, deals: Sequence[pulkas.Deal], number: int, *, next_deck: bool = True
) -> State:
    """The state in which deal `number` had just been closed, by the facts that were stored then.

    With `next_deck` the deck that was drawn at once is already there: its hash belongs to the result's message.
    """
    stored = deals[number - 1]
    before, after_seq = (deals[number - 2].after, deals[number - 2].closed_seq) if number > 1 else (table.start, 0)
    log_ = pulkas.actions(conn, table.id, after=after_seq)
    state = left(_table(before), after_seq) if number > 1 else start(table)
    leaves = _table(stored.after)
    try:
        state = _advanced(state, [a for a in log_ if a.seq <= stored.closed_seq])
    except Exception as error:  # an older program's deal that this one cannot play: its facts stand all the same
        log.warning("deal %d of table %d cannot be shown again: %s", number, table.id, type(error).__name__)
        return left(leaves, stored.closed_seq)
    phase = state.phase
    assert isinstance(phase, Between | Ended)
    closed = phase.last
    assert closed is not None
    lines = tuple(read_line(line) for line in pulkas.lines(conn, table.id, seq=stored.closed_seq))
    result = forms.result(stored.result, closed.deal.dealer, leaves.players)
    state = replace(state, table=leaves, phase=replace(phase, last=replace(closed, lines=lines, result=result)))
    return _advanced(state, [a for a in log_ if a.seq == stored.closed_seq + 1]) if next_deck else state


def untold(conn: sqlite3.Connection, table: int) -> tuple[State, ...]:
    """The moments at which those deals had just been closed whose board has not become the result for sure. A deal that
    cannot be shown again has none."""
    deals = pulkas.deals(conn, table)
    final = {shown.key for shown in screens.of_table(conn, table) if shown.final}
    row = tables.get(conn, table)
    numbers = [deal.number for deal in deals if f"board:{table}:{deal.number}" not in final]
    moments = [closed_moment(conn, row, deals, number) for number in numbers]
    return tuple(m for m in moments if isinstance(m.phase, Between | Ended) and m.phase.last is not None)


def _advanced(state: State, actions: Sequence[pulkas.Logged]) -> State:
    for logged in actions:
        state = rules.advance(state, action(logged.token)).state
    return state


def _table(text: str | None) -> GameTable:
    assert text is not None
    return forms.table(text, read_agreement)
