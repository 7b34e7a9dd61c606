"""Every option that can be played has a golden record in which it makes a difference (`shown.txt`)."""

from __future__ import annotations

import pytest

from tests.records.apart import BY_THE_HOST, LOOKS, Word, parting, played, read, released, shown, trail

SHOWN = shown()


def test_every_option_that_can_be_played_has_its_record():
    """A new one fails here until `python -m tests.records.options` has written a record for it."""
    assert [f"{key}={option}" for key, option in released() if (key, option) not in SHOWN] == []
    assert sorted(SHOWN) == sorted(released())


@pytest.mark.parametrize("word", SHOWN, ids="=".join)
def test_the_record_would_go_another_way_without_it(word: Word):
    (key, option), one = word, SHOWN[word]
    record = read(one.record)
    assert record.agreement[key] == option
    assert record.agreement.in_force(key, record.began)
    if not one.other:
        assert key in BY_THE_HOST or played(key) == [option]
        return
    look = LOOKS[one.look]
    assert parting(record, trail(record, look), key, one.other, look) == one.deal
