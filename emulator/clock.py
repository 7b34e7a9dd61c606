"""The time everybody in a world lives by."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Unix time in seconds. Follows `source` and may be put forward, never back.

    All that expires in a world (presses, messages, flood limits) reads this clock, so a test need not wait a minute to
    see a minute pass. Only the waiting itself - a long poll's timeout, a scripted delay - takes real time.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._ahead = 0.0

    def now(self) -> float:
        return self._source() + self._ahead

    def advance(self, seconds: float) -> None:
        """Put the clock forward by that many seconds; ValueError if that would be backward."""
        if seconds < 0:
            raise ValueError(f"a clock goes forward only, not by {seconds} s")
        self._ahead += seconds
