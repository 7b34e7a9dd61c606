"""Time zones that a person may choose from without typing: by what his clock shows, then by a city near him."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

CITIES = (
    "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Warsaw", "Europe/Prague", "Europe/Kyiv",
    "Europe/Chisinau", "Europe/Riga", "Europe/Helsinki", "Europe/Athens", "Asia/Jerusalem", "Asia/Nicosia",
    "Europe/Kaliningrad", "Europe/Moscow", "Europe/Minsk", "Europe/Istanbul", "Europe/Samara", "Asia/Tbilisi",
    "Asia/Yerevan", "Asia/Baku", "Asia/Dubai", "Asia/Yekaterinburg", "Asia/Tashkent", "Asia/Almaty", "Asia/Bishkek",
    "Asia/Omsk", "Asia/Novosibirsk", "Asia/Krasnoyarsk", "Asia/Bangkok", "Asia/Irkutsk", "Asia/Yakutsk",
    "Asia/Vladivostok", "Asia/Magadan", "Asia/Kamchatka", "Australia/Sydney", "America/New_York", "America/Toronto",
    "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo",
)  # fmt: skip
"""Where many players live, as zoneinfo names it. Their clocks follow summer time; an offset alone does not."""
FARTHEST_WEST, FARTHEST_EAST = -10, 13
"""Hours from UTC that have a button even if none of the cities is there."""
_OFFSET = re.compile(r"UTC([+-])([01]\d|2[0-3]):([0-5]\d)")


def fixed(minutes: int) -> str:
    """The name of a zone that always is so many minutes ahead of UTC: `UTC+03:00`."""
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


@cache
def zone(name: str) -> tzinfo | None:
    """A zone by its name; None for one that this machine does not know."""
    found = _OFFSET.fullmatch(name)
    if found:
        minutes = int(found[2]) * 60 + int(found[3])
        return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def clock(name: str, now: float) -> datetime | None:
    """What clocks in the zone show at `now`, in unix seconds; None for a zone that is not known."""
    there = zone(name)
    return datetime.fromtimestamp(now, there) if there else None


def offset(name: str, now: float) -> int | None:
    """Minutes that the zone is ahead of UTC at `now`."""
    shown = clock(name, now)
    ahead = shown.utcoffset() if shown else None
    return None if ahead is None else round(ahead.total_seconds() / 60)


def offsets(now: float) -> list[int]:
    """Minutes from UTC to choose from, west to east."""
    hours = {60 * hour for hour in range(FARTHEST_WEST, FARTHEST_EAST + 1)}
    return sorted(hours | {minutes for city in CITIES if (minutes := offset(city, now)) is not None})


def cities(minutes: int, now: float) -> list[str]:
    """The cities whose clocks are so many minutes ahead of UTC at `now`."""
    return [city for city in CITIES if offset(city, now) == minutes]


def city(name: str) -> str:
    """The last part of a zone's name in small letters: `Europe/Kyiv` -> `kyiv`."""
    return name.rpartition("/")[2].lower()


def named(word: str, names: Iterable[str] = CITIES) -> str | None:
    """The zone that a button calls `kyiv`, None if there is none."""
    return next((name for name in names if city(name) == word), None)
