"""Trouble by chance: calls that are refused, lost or late, and updates that come twice, late, out of order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from emulator.faults import Fault, Faults
from emulator.mischief import Mischief

CHANCES = {
    "sendmessage": 0.03,
    "editmessagetext": 0.01,
    "deletemessage": 0.02,
    "answercallbackquery": 0.02,
    "getupdates": 0.02,
    "getme": 0.01,
    "deletewebhook": 0.01,
    "setwebhook": 0.01,
}
"""How often a call of each method is in trouble."""
KINDS = ("429", "500", "502", "lost", "late")
LATE = 0.4
"""Seconds, at most."""


class Trouble(Faults):
    """`on`: whether there is any. `told` hears of a call whose answer is lost (0.0) or which starts that much later;
    `born` when a bot makes its first call."""

    def __init__(
        self, rng: Random, told: Callable[[str, int, float], None], born: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__()
        self._rng, self._told, self._born = rng, told, born
        self.on = False
        self.injected = Counter[str]()

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        if method == "getme":
            self._born()
        ordered = super().take(method, chat_id)
        if ordered is not None or not self.on or self._rng.random() >= CHANCES.get(method, 0.0):
            return ordered
        kind = self._rng.choice(KINDS)
        self.injected[kind] += 1
        fault = self._fault(kind)
        if (fault.lose or fault.delay) and chat_id is not None:
            self._told(method, chat_id, fault.delay)
        return fault

    def _fault(self, kind: str) -> Fault:
        if kind == "429":
            text = "Too Many Requests: retry after 1"
            return Fault("*", status=429, description=text, parameters={"retry_after": 1})
        if kind == "500":
            return Fault("*", status=500, description="Internal Server Error")
        if kind == "502":
            return Fault("*", status=502, description="502 Bad Gateway", html=True)
        return Fault("*", lose=True) if kind == "lost" else Fault("*", delay=self._rng.uniform(0.05, LATE))


def whims(mischief: Mischief, rng: Random) -> list[str]:
    """Another mood of Telegram's, mostly a good one; what there is of a bad one."""
    mischief.double = rng.random() < 0.25
    mischief.reorder = rng.random() < 0.2
    mischief.delay = rng.uniform(0.02, 0.1) if rng.random() < 0.2 else 0.0
    moods = {"doubled": mischief.double, "out of order": mischief.reorder, "delayed": mischief.delay > 0}
    return [name for name, there in moods.items() if there]


def calm(mischief: Mischief) -> None:
    """The best of moods."""
    mischief.double, mischief.reorder, mischief.delay = False, False, 0.0
