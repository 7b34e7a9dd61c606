"""Flood control: how much a bot may say in one chat before it is told to wait.

Telegram publishes no counters, only advice: at most 20 messages a minute in a group, about one a second in a private
chat with short bursts (core.telegram.org/bots/faq), and edits share the budget of sends (tdlib/td#3034). This is that
advice taken strictly. Answers to presses are free.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

from emulator.refusals import too_many_requests


@dataclass(frozen=True)
class Budget:
    """At most `calls` within any `seconds`."""

    calls: int
    seconds: float


GROUP = Budget(20, 60)
PRIVATE = Budget(30, 10)


class FloodControl:
    """Counts sends and edits per chat in a sliding window. `on` may be switched off, as a benchmark needs."""

    def __init__(self, group: Budget = GROUP, private: Budget = PRIVATE, *, on: bool = True) -> None:
        self.group = group
        self.private = private
        self.on = on
        self._spent: dict[int, deque[float]] = {}

    def spend(self, chat_id: int, now: float) -> None:
        """Count one send or edit at `now` (seconds), or raise 429 with the whole seconds until the next is allowed.

        A refused call costs nothing, and nothing is counted while the control is off.
        """
        if not self.on:
            return
        budget = self.group if chat_id < 0 else self.private
        spent = self._spent.setdefault(chat_id, deque())
        while spent and spent[0] <= now - budget.seconds:
            spent.popleft()
        if len(spent) >= budget.calls:
            raise too_many_requests(max(1, math.ceil(spent[0] + budget.seconds - now)))
        spent.append(now)
