"""What waits for the bot: kept until it is confirmed or has expired.

Lifetimes are those of the Bot API server (Client.cpp, `add_update`): a press 150 s, everything else a day.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from emulator.wire import dumps

PRESS_LIVES = 150.0  # seconds
MESSAGE_LIVES = 86_400.0  # seconds
SILENT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass
class Pending:
    """One update as it will be sent. `query_id` is set if it is a press."""

    id: int
    json: str
    expires: float
    query_id: str | None = None


class Updates:
    """The queue that getUpdates reads and a webhook is fed from. Reading takes nothing out: only an offset beyond an
    update confirms it, or that it was posted."""

    def __init__(self) -> None:
        self._pending: deque[Pending] = deque()
        self._last_id = 0
        self.allowed: Collection[str] | None = None
        self._listeners: list[Callable[[], None]] = []

    def __len__(self) -> int:
        return len(self._pending)

    def on_arrival(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever something has come."""
        self._listeners.append(listener)

    def add(self, kind: str, content: dict[str, Any], now: float, query_id: str | None = None) -> int | None:
        """Queue an update of this kind; None if the bot has not asked for such."""
        if not self._wanted(kind):
            return None
        lives = PRESS_LIVES if kind == "callback_query" else MESSAGE_LIVES
        self._last_id += 1
        return self._append({"update_id": self._last_id, kind: content}, now + lives, query_id)

    def inject(self, raw: dict[str, Any], now: float) -> int:
        """Queue an update as it is, whatever it says; it gets an `update_id` only if it has none."""
        self._last_id = max(self._last_id + 1, int(raw.get("update_id", 0)))
        return self._append({"update_id": self._last_id, **raw}, now + MESSAGE_LIVES, None)

    def read(self, offset: int, limit: int, now: float) -> list[Pending]:
        """At most `limit` updates, oldest first. A positive offset confirms all before it; -n leaves the last n."""
        if offset < 0:
            while len(self._pending) > -offset:
                self._pending.popleft()
        while self._pending and self._pending[0].id < offset:
            self._pending.popleft()
        if any(update.expires <= now for update in self._pending):
            self._pending = deque(update for update in self._pending if update.expires > now)
        return [update for update, _ in zip(self._pending, range(limit), strict=False)]

    def waiting(self) -> tuple[Pending, ...]:
        """All of it, oldest first."""
        return tuple(self._pending)

    def confirm(self, update_id: int) -> None:
        """The bot has it, or it has expired."""
        self._pending = deque(update for update in self._pending if update.id != update_id)

    def clear(self) -> None:
        self._pending.clear()

    def _wanted(self, kind: str) -> bool:
        return kind in self.allowed if self.allowed else kind not in SILENT_BY_DEFAULT

    def _append(self, update: dict[str, Any], expires: float, query_id: str | None) -> int:
        text = dumps(update)
        self._pending.append(Pending(update["update_id"], text, expires, query_id))
        for listener in self._listeners:
            listener()
        return int(update["update_id"])
