"""What a stored pulka costs to read: opening a table that nobody has asked for since the start, and `preferans check`.

A pulka of three in Sochi, 40 closed deals and one in the middle of its play. Opening takes the facts of the last closed
deal and folds the actions since; checking plays everything again. Parsing is what of it turns stored text into values:
tokens, agreements, tables, results and lines. It is timed by itself, on the same texts, in the same run. Seconds are
the processor's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from statistics import median
from time import process_time

from bot import checking
from bot.game import forms
from bot.game.actions import action
from bot.game.presets import agreement
from bot.game.state import State
from bot.host.folding import read_line
from bot.host.sitting import read_sitting
from bot.storage.migrate import migrate
from tests.aimed import Turn, pulka, start
from tests.stored import keep

DEALS, INTO_THE_NEXT = 40, 20
"""Closed deals, and actions of the one that is played."""
RUNS, TIMES = 5, {"open": 40, "check": 4}
"""Runs, and how often each is done in one."""


def measure(quick: bool = False) -> Iterator[str]:
    """Five interleaved runs: the medians of the milliseconds and of parsing's shares. Quick: one run."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.row_factory = sqlite3.Row
        migrate(conn)
        table = keep(conn, begun := start(pool_target="50"), _played(begun))
        stored = checking.load(conn, table)
        open_since = stored.deals[-2].closed_seq
        yield f"{len(stored.deals)} closed deals, {len(stored.actions)} actions"
        opening = checking.Pulka(
            stored.row,
            [a for a in stored.actions if a.seq > open_since],
            stored.deals[-2:],
            [line for line in stored.lines if line.seq == stored.closed_until],
        )
        works: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "open": (lambda: read_sitting(conn, table), lambda: _parsed(opening)),
            "check": (lambda: [*checking.differences(checking.load(conn, table))], lambda: _parsed(stored)),
        }
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
        for _ in range(1 if quick else RUNS):
            for name, pair in works.items():
                whole, parsing = (_milliseconds(work, TIMES[name]) for work in pair)
                taken[name].append((whole, parsing))
        for name, times in taken.items():
            share = median(parsing / whole for whole, parsing in times)
            yield f"{name}: {median(whole for whole, _ in times):.2f} ms, of which parsing {share:.0%}"


def _played(begun: State) -> Iterator[Turn]:
    """So many deals, and the beginning of one more."""
    more = 0
    for turn in pulka(begun, Random(1)):
        yield turn
        more += turn.step.state.table.deals == DEALS
        if more > INTO_THE_NEXT:
            return


def _parsed(stored: checking.Pulka) -> None:
    """All texts of a pulka turned into values, as whoever folds it does."""
    for deal in stored.deals:
        table = forms.table(deal.after, agreement)
        forms.result(deal.result, table.dealer, table.players)
    for logged in stored.actions:
        action(logged.token)
    for line in stored.lines:
        read_line(line)


def _milliseconds(work: Callable[[], object], times: int) -> float:
    """Of the processor, for one of so many; agreements are read anew each time, as after a start."""
    begun = process_time()
    for _ in range(times):
        agreement.cache_clear()
        work()
    return 1000 * (process_time() - begun) / times
