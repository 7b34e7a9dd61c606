"""A line for each accepted action. It says what was done, never with which card, nor by whom."""

from __future__ import annotations

import logging

from bot.host.accepted import Accepted
from bot.operate.logs import ACTIONS

log = logging.getLogger(ACTIONS)


def accepted(done: Accepted) -> None:
    """`seconds` are those from the press, or from the decision of a computer or a clock, to the disk."""
    ms = round(done.seconds * 1000, 1)
    fields = {"table": done.table, "seq": done.seq, "kind": done.kind, "ms": ms}
    log.info("table %d: action %d, %s, %.1f ms", done.table, done.seq, done.kind, ms, extra={"fields": fields})
