"""What people choose for themselves: which choices there are, when it is quiet, and what stays as it was."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.game.errors import NotationError
from bot.host.chats import Directory, Guest
from bot.host.prefs import AT_IT, AWAY, Prefs, chosen, is_quiet, rings_after
from bot.storage import Database

WINTER, SUMMER = datetime(2027, 1, 15, tzinfo=UTC), datetime(2027, 7, 15, tzinfo=UTC)


def at(day: datetime, hour: int, zone: str = "Europe/Kyiv") -> float:
    return day.replace(hour=hour, tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("begins", "ends", "quiet"),
    [(23, 8, {23, 0, 7}), (0, 6, {0, 5}), (9, 18, {9, 17}), (22, 23, {22})],
)
def test_quiet_hours_end_with_the_hour_that_is_named_and_may_go_over_midnight(begins: int, ends: int, quiet: set[int]):
    prefs = Prefs(quiet_from=begins, quiet_until=ends, zone="Europe/Kyiv")
    for hour in (*quiet, ends, (begins - 1) % 24):
        assert is_quiet(prefs, at(WINTER, hour)) == (hour in quiet), hour


def test_a_citys_clock_follows_summer_time_and_an_offset_does_not():
    citys = Prefs(quiet_from=23, quiet_until=8, zone="Europe/Kyiv")
    offsets = Prefs(quiet_from=23, quiet_until=8, zone="UTC+02:00")
    assert is_quiet(citys, at(WINTER, 7))
    assert is_quiet(offsets, at(WINTER, 7))
    assert not is_quiet(citys, at(SUMMER, 8))
    assert is_quiet(offsets, at(SUMMER, 8))


def test_without_hours_or_a_known_zone_it_is_never_quiet():
    assert not is_quiet(Prefs(), at(WINTER, 3))
    assert not is_quiet(Prefs(quiet_from=23, quiet_until=8), at(WINTER, 3))
    assert not is_quiet(Prefs(quiet_from=23, quiet_until=8, zone="Atlantis/Capital"), at(WINTER, 3))


def test_a_night_without_a_zone_waits_for_one():
    with pytest.raises(NotationError):
        chosen(Prefs(), "quiet", "on")
    night = chosen(Prefs(), "zone", "kyiv", at(WINTER, 12))
    assert night == Prefs(quiet_from=23, quiet_until=8, zone="Europe/Kyiv")
    shifted = chosen(chosen(night, "from", "22"), "until", "9")
    moved = chosen(shifted, "zone", "180", at(WINTER, 12))
    assert (moved.quiet_from, moved.quiet_until, moved.zone) == (22, 9, "UTC+03:00")
    off = chosen(moved, "quiet", "off")
    assert (off.quiet_from, off.quiet_until, off.zone) == (None, None, "UTC+03:00")
    assert chosen(off, "quiet", "on").quiet_from == 23


def test_when_a_turn_is_told_with_sound():
    assert [rings_after(chosen(Prefs(), "rings", when)) for when in ("away", "always", "never")] == [
        AWAY,
        AT_IT,
        float("inf"),
    ]


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("rings", "loud"), ("quiet", ""), ("quiet", "on"), ("from", "24"), ("from", "-1"), ("from", "8"),
        ("until", "23"), ("until", "x"), ("zone", "181"), ("zone", "mars"), ("zone", ""), ("zone", "--1"),
        ("zone", "Europe/Kyiv"), ("forced", "yes"), ("admin", "on"), ("", ""),
    ],
)  # fmt: skip
def test_what_no_button_says_changes_nothing(what: str, value: str):
    prefs = Prefs(quiet_from=23, quiet_until=8)
    with pytest.raises(NotationError):
        chosen(prefs, what, value)


async def test_choices_are_kept_and_a_forged_one_leaves_them_as_they_are(tmp_path: Path):
    async with await Database.open(tmp_path / "db") as db:
        directory = Directory(db)
        person = await directory.open_private(Guest(101, "Анна", None, "uk-UA"))
        assert await directory.prefs(person.id) == Prefs()
        await directory.choose(person, "forced", "on")
        await directory.choose(person, "rings", "never")
        with pytest.raises(NotationError):
            await directory.choose(person, "rings", "'; DROP TABLE people")
        assert await Directory(db).prefs(person.id) == Prefs(rings="never", forced=True)
        assert person.locale == "uk"
        assert (await directory.choose_language(person, "en")).locale == "en"
        assert (await directory.person(Guest(101, "Анна", None, "uk-UA"))).locale == "en"
