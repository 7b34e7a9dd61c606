"""What people choose for themselves: when a turn is told with sound (PRODUCT.md, Your turn), quiet hours, and whether
cards without a choice play themselves."""

from __future__ import annotations

import time
from dataclasses import replace

from bot import zones
from bot.game.errors import NotationError
from bot.storage.people import Prefs

__all__ = ["Prefs", "chosen", "is_quiet", "rings_after"]

AWAY = 60.0
"""Seconds without a press after which a person is taken to be away."""
AT_IT = 1.0
"""Seconds within which a question is of his own making: he took the trick himself and looks at the screen."""
USUAL_NIGHT = (23, 8)
"""Quiet hours when they are first switched on."""
NOTHING_CHOSEN = Prefs()


def rings_after(prefs: Prefs) -> float:
    """Seconds without a press of his own after which a person is told with sound that it is his turn."""
    return {"away": AWAY, "always": AT_IT, "never": float("inf")}[prefs.rings]


def is_quiet(prefs: Prefs, now: float) -> bool:
    """Whether `now`, in unix seconds, is within his quiet hours; the hour `quiet_until` is not."""
    begins, ends = prefs.quiet_from, prefs.quiet_until
    shown = zones.clock(prefs.zone, now) if prefs.zone else None
    if begins is None or ends is None or shown is None:
        return False
    return begins <= shown.hour < ends if begins < ends else shown.hour >= begins or shown.hour < ends


def chosen(prefs: Prefs, what: str, value: str, now: float | None = None) -> Prefs:
    """The choices after a button. Raises NotationError for one that is none, and nothing has changed.

    What may be chosen: `rings` away, always, never; `quiet` on, off; `from` and `until` an hour 0 to 23; `zone` minutes
    from UTC or a city; `forced` on, off.
    """
    at = time.time() if now is None else now
    match what, value:
        case "rings", "away" | "always" | "never":
            return replace(prefs, rings=value)
        case "quiet", "off":
            return replace(prefs, quiet_from=None, quiet_until=None)
        case "quiet", "on" if prefs.zone:
            return replace(prefs, quiet_from=USUAL_NIGHT[0], quiet_until=USUAL_NIGHT[1])
        case "from", _ if (hour := _hour(value)) is not None and prefs.quiet_until not in (None, hour):
            return replace(prefs, quiet_from=hour)
        case "until", _ if (hour := _hour(value)) is not None and prefs.quiet_from not in (None, hour):
            return replace(prefs, quiet_until=hour)
        case "zone", _ if (zone := _zone(value, at)) is not None:
            night = USUAL_NIGHT if prefs.quiet_from is None else (prefs.quiet_from, prefs.quiet_until)
            return replace(prefs, zone=zone, quiet_from=night[0], quiet_until=night[1])
        case "forced", "on" | "off":
            return replace(prefs, forced=value == "on")
    raise NotationError("choice", text=f"{what} {value}", expected="a choice that the settings offer")


def _hour(value: str) -> int | None:
    return int(value) if value in map(str, range(24)) else None


def _zone(value: str, now: float) -> str | None:
    """`kyiv`, or minutes from UTC: `180`, `-210`."""
    if value.removeprefix("-").isdecimal():
        return zones.fixed(int(value)) if int(value) in zones.offsets(now) else None
    return zones.named(value)
