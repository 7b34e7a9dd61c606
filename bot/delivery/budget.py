"""How often a chat may be written to.

Telegram allows about one call a second in a chat with short bursts, and in a group twenty sends and edits in any
sliding minute. A bucket of size `burst` that gains `rate` a second spends at most `burst` + 60 `rate` in any minute:
a group's 4 + 14 stay below the limit, and no call waits longer than four seconds for its turn. A budget of eighteen
spent as fast as allowed would leave the board frozen for the rest of the minute.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """Holds up to `burst` calls and gains `rate` a second; full at first. Times are seconds of any steady clock."""

    burst: float
    rate: float
    _level: float = field(init=False)
    _as_of: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        self._level = self.burst

    def wait(self, now: float) -> float:
        """Seconds until a call may be made."""
        return max(0.0, (1 - self._at(now)) / self.rate)

    def spend(self, now: float) -> None:
        self._level, self._as_of = self._at(now) - 1, now

    def full(self, now: float) -> bool:
        return self._at(now) >= self.burst

    def _at(self, now: float) -> float:
        return min(self.burst, self._level + max(0.0, now - self._as_of) * self.rate)


@dataclass(frozen=True, slots=True)
class Budget:
    """Several buckets: a call needs and spends one of each."""

    buckets: tuple[Bucket, ...]

    def wait(self, now: float) -> float:
        return max(bucket.wait(now) for bucket in self.buckets)

    def spend(self, now: float) -> None:
        for bucket in self.buckets:
            bucket.spend(now)

    def full(self, now: float) -> bool:
        return all(bucket.full(now) for bucket in self.buckets)


def group() -> Budget:
    return Budget((Bucket(3, 1), Bucket(4, 14 / 60)))


def private() -> Budget:
    return Budget((Bucket(5, 1),))


def overall() -> Budget:
    """Of all chats together; Telegram names about thirty a second."""
    return Budget((Bucket(5, 25),))
