"""Zones are chosen by what one's clock shows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot import zones

NOON = datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp()
NOON_IN_JULY = datetime(2027, 7, 15, 12, tzinfo=UTC).timestamp()


def test_every_city_is_found_under_its_offset_and_by_its_word():
    found = [city for minutes in zones.offsets(NOON) for city in zones.cities(minutes, NOON)]
    assert sorted(found) == sorted(zones.CITIES)
    assert [zones.named(zones.city(city)) for city in zones.CITIES] == list(zones.CITIES)
    assert zones.named("atlantis") is None


def test_summer_time_moves_a_city_to_another_offset():
    assert "Europe/Kyiv" in zones.cities(120, NOON)
    assert "Europe/Kyiv" in zones.cities(180, NOON_IN_JULY)


@pytest.mark.parametrize(("minutes", "name"), [(0, "UTC+00:00"), (180, "UTC+03:00"), (-210, "UTC-03:30")])
def test_an_offset_is_a_zone_too(minutes: int, name: str):
    assert zones.fixed(minutes) == name
    assert zones.offset(name, NOON) == minutes
    assert zones.offset(name, NOON_IN_JULY) == minutes


@pytest.mark.parametrize("name", ["Atlantis/Capital", "UTC+3", "../../etc/passwd", "", "UTC+25:00"])
def test_an_unknown_zone_shows_no_time(name: str):
    assert zones.clock(name, NOON) is None
    assert zones.offset(name, NOON) is None
