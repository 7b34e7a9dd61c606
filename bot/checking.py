"""What is stored of a pulka, held against the rules: its log is played again with `apply`, deals and lines compared.

Stored facts hold (DESIGN: a finished deal is closed), so a difference is told and nothing is repaired; the next deal is
played on from what was stored. Of a deal in progress nothing is told but where its log breaks: no card, no token.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bot.game import forms, rules
from bot.game.actions import action
from bot.game.deal import is_over, settled
from bot.game.errors import NotationError, PreferansError
from bot.game.events import Event
from bot.game.presets import agreement as read_agreement
from bot.game.scoring import Result
from bot.game.sheet import Line
from bot.game.state import Between, Closed, Ended, State, Step, Table, left
from bot.host.press import written
from bot.storage import pulkas, tables

Entry = tuple[str, int, int]
"""A column of the sheet, a seat, and on whom it writes there, 0 but for whists."""
LONGEST = 160
"""Characters of a stored text that are repeated."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the rules expect at a place, and what was found there."""

    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected[:LONGEST]}, found {self.found[:LONGEST]}"


@dataclass(frozen=True, slots=True)
class Pulka:
    """All that is stored of one."""

    row: tables.Table
    actions: Sequence[pulkas.Logged]
    deals: Sequence[pulkas.Deal]
    lines: Sequence[pulkas.Line]

    @property
    def closed_until(self) -> int:
        """The last action of a closed deal: what comes after it may still be secret."""
        return max((deal.closed_seq for deal in self.deals), default=0)


def begun(conn: sqlite3.Connection) -> list[int]:
    """The tables at which a pulka has begun, oldest first."""
    rows = conn.execute(
        """SELECT id FROM tables WHERE status IN ('playing', 'ended') OR start IS NOT NULL
           OR id IN (SELECT table_id FROM actions) ORDER BY id"""
    )
    return [int(row[0]) for row in rows]


def load(conn: sqlite3.Connection, table: int) -> Pulka:
    """The pulka of a table. Raises sqlite3.DatabaseError where the file is broken."""
    row = tables.get(conn, table)
    return Pulka(row, pulkas.actions(conn, table), pulkas.deals(conn, table), pulkas.lines(conn, table))


def differences(pulka: Pulka) -> Iterator[Difference]:
    """All that is not as the rules have it, in the order of the log."""
    for part in (_gaps, _replayed, _sums):
        try:
            yield from part(pulka)
        except Exception as error:  # rows that no version of the bot has written may be anything
            yield Difference("the pulka", "rows that can be played", type(error).__name__)


def _gaps(pulka: Pulka) -> Iterator[Difference]:
    """Actions and deals are numbered from 1 without a gap."""
    for what, numbers in (("action", [a.seq for a in pulka.actions]), ("deal", [d.number for d in pulka.deals])):
        for expected, found in enumerate(numbers, 1):
            if found != expected:
                yield Difference(f"{what} {expected}", "numbers without a gap", f"{what} {found}")
                break


def _sums(pulka: Pulka) -> Iterator[Difference]:
    """After each deal the sheet is what the lines come to, and it settles to nothing: what some win others lose."""
    totals, lines = dict[Entry, Fraction](), list(pulka.lines)
    for deal in pulka.deals:
        place = f"deal {deal.number}, seq {deal.closed_seq}, sheet"
        try:
            table = forms.table(deal.after, read_agreement)
            while lines and lines[0].seq <= deal.closed_seq:
                line = lines.pop(0)
                entry = line.kind, line.seat, line.other or 0
                totals[entry] = totals.get(entry, Fraction()) + Fraction(line.amount)
        except (PreferansError, ValueError):
            return  # the replay has told of what cannot be read
        if (written := _entries(totals)) != (stands := _entries(_standing(table))):
            yield Difference(place, f"what its lines come to, {written}", stands)
        if total := sum(settled(table).exact):
            yield Difference(place, "a settlement that sums to 0", str(total))


def _standing(table: Table) -> dict[Entry, Fraction]:
    """The entries of a sheet as lines would write them."""
    sheet, found = table.sheet, dict[Entry, Fraction]()
    for seat in range(1, len(sheet.pool) + 1):
        found["pool", seat, 0], found["hill", seat, 0] = Fraction(sheet.pool[seat - 1]), Fraction(sheet.hill[seat - 1])
        found |= {("whists", seat, on): Fraction(n) for on, n in enumerate(sheet.whists[seat - 1], 1)}
    return found


def _entries(totals: dict[Entry, Fraction]) -> str:
    return "; ".join(_entry(*key, str(n)) for key, n in sorted(totals.items()) if n) or "nothing"


def _entry(column: str, seat: int, on: int, amount: str) -> str:
    """`whists 2>1 8`, as records write it."""
    return f"{column} {seat}{f'>{on}' if on else ''} {amount}"


def _replayed(pulka: Pulka) -> Iterator[Difference]:
    """What the log comes to, and what was stored of it."""
    yield from _Replay(pulka).differences()


@dataclass(slots=True)
class _Replay:
    """The log played again, from one stored fact to the next."""

    pulka: Pulka
    state: State | None = None
    """None after something that cannot be played, until the next closed deal says how it went on."""
    written: dict[int, list[pulkas.Line]] = field(default_factory=dict)

    def differences(self) -> Iterator[Difference]:
        pulka, facts = self.pulka, {deal.closed_seq: deal for deal in self.pulka.deals}
        for line in pulka.lines:
            self.written.setdefault(line.seq, []).append(line)
        try:
            self.state = State(forms.table(pulka.row.start or "", read_agreement), Between(0))
        except PreferansError as error:
            yield Difference("the start", "a table", _told(error))
        for logged in pulka.actions:
            yield from self._after(logged, facts.pop(logged.seq, None))
        for deal in facts.values():
            yield Difference(f"deal {deal.number}", f"an action {deal.closed_seq} that closes it", "no such action")
        for seq, lines in self.written.items():
            yield Difference(f"seq {seq}, lines", "none", "; ".join(map(_stored, lines)))
        yield from self._end()

    def _after(self, logged: pulkas.Logged, deal: pulkas.Deal | None) -> Iterator[Difference]:
        """One action, and what it closed and wrote."""
        place = f"seq {logged.seq}" if self.state is None else f"deal {self.state.table.deals + 1}, seq {logged.seq}"
        events: tuple[Event, ...] = ()
        if self.state is not None:
            step = _applied(self.state, logged)
            if isinstance(step, Step):
                self.state, events = step.state, step.events
            else:
                self.state = None
                told = step if logged.seq <= self.pulka.closed_until else "another one"
                yield Difference(place, "an action that the rules permit", told)
        known = self.state is not None
        closed = next((e.data for e in events if isinstance(e.data, Closed)), None)
        stored = self.written.pop(logged.seq, [])
        if known:
            yield from _lines(f"{place}, lines", written(events), stored)
        if known and closed is not None and deal is None:
            yield Difference(f"{place}, result", forms.result_text(closed.result), "no closed deal")
        if known and closed is None and deal is not None:
            yield Difference(place, "a deal that goes on", f"a closed one: {deal.result}")
        if deal is not None:
            yield from self._closed(place, closed, deal)

    def _closed(self, place: str, closed: Closed | None, deal: pulkas.Deal) -> Iterator[Difference]:
        """What was stored of a closed deal beside what the rules have made of it; the stored table is played on."""
        state = self.state
        if closed is not None and state is not None:
            if _result(deal, closed, state.table.players) != closed.result:
                yield Difference(f"{place}, result", forms.result_text(closed.result), deal.result)
            if deal.number != closed.deal.number:
                yield Difference(f"{place}, number", str(closed.deal.number), str(deal.number))
        try:
            leaves = forms.table(deal.after, read_agreement)
        except PreferansError as error:
            yield Difference(f"{place}, table", "what a deal leaves", _told(error))
            return
        if state is None or state.table != leaves:
            if state is not None:
                yield from _table(f"{place}, table", state.table, leaves)
            self.state = left(leaves, deal.closed_seq)

    def _end(self) -> Iterator[Difference]:
        """Whether the pulka is over, and what it came to."""
        row, state = self.pulka.row, self.state
        if state is None:
            return
        over = isinstance(state.phase, Ended) or is_over(state.table)
        if over != (row.status == "ended"):
            yield Difference("the end", "a pulka that is over" if over else "a pulka that goes on", row.status)
        elif over and row.settled != (exact := " ".join(map(str, settled(state.table).exact))):
            yield Difference("the end, settlement", exact, str(row.settled))


def _applied(state: State, logged: pulkas.Logged) -> Step | str:
    """The step of a logged action, or why there is none: `2:sA: not your turn`."""
    try:
        return rules.apply(state, action(logged.token))
    except PreferansError as error:
        why = _told(error)
    except Exception as error:  # a table that was stored wrongly may break anything
        why = type(error).__name__
    token = str(logged.token)
    return f"{'deck' if token.startswith('deck-') else token[:24]}: {why}"


def _told(error: PreferansError) -> str:
    """A refusal without its parameters."""
    return str(error) if isinstance(error, NotationError) else error.code.replace("_", " ")


def _lines(place: str, computed: Sequence[Line], stored: Sequence[pulkas.Line]) -> Iterator[Difference]:
    """The lines that are not on both sides, the same ones counted."""
    ours = Counter(f"{_entry(x.column, x.seat, x.on, str(x.amount))} ({x.reason.text})" for x in computed)
    theirs = Counter(map(_stored, stored))
    if ours != theirs:
        missing, more = sorted((ours - theirs).elements()), sorted((theirs - ours).elements())
        yield Difference(place, "; ".join(missing) or "nothing more", "; ".join(more) or "nothing more")


def _stored(line: pulkas.Line) -> str:
    return f"{_entry(line.kind, line.seat, line.other or 0, line.amount)} ({line.reason})"


def _result(deal: pulkas.Deal, closed: Closed, players: int) -> Result | None:
    """The stored result, None if it cannot be read."""
    try:
        return forms.result(deal.result, closed.deal.dealer, players)
    except PreferansError:
        return None


def _table(place: str, computed: Table, stored: Table) -> Iterator[Difference]:
    """The fields in which two tables differ."""
    ours, theirs = json.loads(forms.table_text(computed)), json.loads(forms.table_text(stored))
    for name in sorted(ours.keys() | theirs.keys()):
        mine, its = ours.get(name), theirs.get(name)
        if name == "sheet":
            mine, its = _entries(_standing(computed)), _entries(_standing(stored))
        if name == "agreement" and mine != its:
            changed = stored.agreement, computed.agreement
            mine, its = (" ".join(sorted({*a.text.split()} - {*b.text.split()})) for a, b in (changed[::-1], changed))
        if mine != its:
            yield Difference(f"{place}, {name}", *(x if isinstance(x, str) else json.dumps(x) for x in (mine, its)))
