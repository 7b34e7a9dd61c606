"""The measurements can be asked for by name; their figures are for `make bench`, not for a test on a busy machine."""

from __future__ import annotations

from importlib import import_module

import pytest

from bench.__main__ import NAMES, main


@pytest.mark.parametrize("name", NAMES)
def test_a_measurement_yields_lines(name: str):
    assert callable(import_module(f"bench.{name}").measure)


def test_a_measurement_that_there_is_not_is_refused_in_one_sentence(capsys):
    assert main(["weather"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"bench: there is no measurement weather; there are {', '.join(NAMES)}\n"


def test_both_sides_of_the_rules_measurement_count_what_players_did():
    from bench import reducer

    begun, log = reducer._recorded(1)
    assert 0 < reducer.play_pulkas([(begun, log)]) < len(log)
    bets = reducer._betted(reducer.Random(1))
    assert reducer._play_hands([bets, bets]) == 2 * len(bets) > 0
