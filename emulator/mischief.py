"""What may happen to updates on their way, on order: doubled, late, out of order. Never lost: Telegram keeps them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from emulator.updates import Pending

JITTER = 0.05  # seconds by which updates may pass each other if no delay is set


@dataclass
class Mischief:
    """`double`: each update comes again. `delay`: up to so many real seconds late. `reorder`: updates pass each other.

    `pause` is what a webhook's retries wait, as a share of what Telegram waits.
    """

    double: bool = False
    delay: float = 0.0
    reorder: bool = False
    pause: float = 1.0
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    _again: list[Pending] = field(default_factory=list)

    def late(self) -> float:
        """By how many seconds something comes late now."""
        return self.chance.uniform(0, self.delay or (JITTER if self.reorder else 0.0))

    def batch(self, updates: Sequence[Pending]) -> list[Pending]:
        """What one getUpdates is answered with instead of these: some of the last answer, each twice, shuffled."""
        told = list(updates)
        if self.double and told:
            told, self._again = self._again + told + told, list(updates)
        if self.reorder:
            self.chance.shuffle(told)
        return told
