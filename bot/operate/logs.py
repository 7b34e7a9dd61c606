"""The log: sentences for people on a terminal, or JSON for machines, a line an event either way.

It is the standard library's. structlog has better manners, but what has to be kept out of the log comes from others:
aiogram, aiohttp, asyncio and sqlite3 write through `logging`, and an error's own text may quote a message, an address
with the token, or a card. So there is one door for all of them, and it lets no error's text through: only its kind and
where it happened.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

LIBRARIES = ("aiogram", "aiosqlite", "aiohttp", "asyncio")
"""Of what these say only warnings are of use: aiogram has a line for each update, aiosqlite two for each statement."""
ACTIONS = "bot.actions"
"""Where each accepted action is told."""
FRAMES = 6
"""The innermost places of an error that are named."""

_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up(level: str, form: str, stream: TextIO | None = None) -> None:
    """Write what the bot says from `level` up, as `text` or `json`, to `stream` (the error stream).

    On a terminal accepted actions are told at DEBUG only: they would push away what somebody looks for.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Sentences())
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    least = max(logging.WARNING, logging.getLevelNamesMapping()[level])
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(least)
    loop = logging.getLogger("asyncio")
    if _headline not in loop.filters:
        loop.addFilter(_headline)
    logging.getLogger(ACTIONS).setLevel(logging.NOTSET if form == "json" or level == "DEBUG" else least)


def _headline(record: logging.LogRecord) -> bool:
    """What asyncio says below its first line is the task with its error, text and all."""
    record.msg, record.args = record.getMessage().partition("\n")[0], ()
    return True


class _Discreet(logging.Formatter):
    """Of an error its kind and where it happened, innermost first; never its text, nor that of a line of code."""

    def format(self, record: logging.LogRecord) -> str:
        record.stack_info = None
        return super().format(record)

    def formatException(self, ei: _Raised) -> str:
        kind, _, trace = ei
        frames = traceback.extract_tb(trace)[-FRAMES:]
        places = [f"{at.name}, {at.filename}:{at.lineno}" for at in reversed(frames)]
        return " < ".join([kind.__name__ if kind else "nothing", *places])


class Sentences(_Discreet):
    """`2026-12-01 18:30:00,123 INFO bot.app: ...`"""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")


class JsonLines(_Discreet):
    """One object a line: `at` (UTC), `level`, `from`, `said`; of an action also `table`, `seq`, `kind` and `ms`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line | getattr(record, "fields", {}), ensure_ascii=False, default=str)
