"""Pulkas in a database without a host: what was played is stored as `bot.host.press` stores it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from bot.game import rules
from bot.game.actions import Action
from bot.game.forms import result_text, table_text
from bot.game.state import Closed, Ended, State
from bot.host.folding import stored_lines
from bot.host.press import written
from bot.storage import chats, people, pulkas, tables
from tests.aimed import Turn

NOON = 1_800_000_000.0


def keep(conn: sqlite3.Connection, begun: State, turns: Iterable[Turn]) -> int:
    """Stores a pulka action by action, each with what it closed and wrote; the table's id."""
    table = seat_people(conn, begun)
    for before, action, step in turns:
        closed = next((e.data for e in step.events if isinstance(e.data, Closed)), None)
        pulkas.append(
            conn,
            table,
            step.state.seq,
            [(action.token, pressed_by(before, action))],
            at=NOON,
            deal=closed and stored_deal(closed, step.state),
            lines=stored_lines(written(step.events), step.state.seq),
        )
        if isinstance(step.state.phase, Ended):
            tables.end(conn, table, " ".join(map(str, step.state.phase.settlement.exact)))
    return table


def pressed_by(state: State, action: Action) -> int | None:
    """The seat that presses for an action, None where chance or a clock acts."""
    return rules.actor(state, action) or None


def seat_people(conn: sqlite3.Connection, begun: State) -> int:
    """A table at which people sit and a pulka has begun."""
    size = begun.table.players
    chat = chats.get_or_create(conn, -100, "group", "Friday").id
    sitters = [people.upsert(conn, n, f"Person {n}", None).id for n in range(1, size + 1)]
    table = tables.open_table(
        conn, chat=chat, opened_by=sitters[0], size=size, agreement=begun.table.agreement.text, at=NOON
    )
    for person in sitters:
        tables.sit(conn, table, person)
    order = tuple(range(1, size + 1))
    tables.start(conn, table, order=order, first_dealer=begun.table.first_dealer, start=table_text(begun.table))
    return table


def stored_deal(closed: Closed, left: State) -> pulkas.Deal:
    return pulkas.Deal(closed.deal.number, left.seq, result_text(closed.result), table_text(left.table))
