"""Worked examples: all that were handed over come out, any changed number is noticed, and bad files are told why."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.errors import ExampleError
from bot.game.examples import Outcome, check

FILE = Path(__file__).parents[1] / "scoring_examples.json"
GIVEN: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
EXAMPLES = [(section, example) for section, entries in GIVEN.items() if section != "note" for example in entries]
IDS = [example["id"] for _, example in EXAMPLES]


def outcome(section: str, example: object) -> Outcome:
    """How a file with this one example comes out."""
    (only,) = check(json.dumps({section: [example]}))
    return only


def example(name: str) -> dict[str, Any]:
    """A copy of the example with this id, to be changed."""
    return next(copy.deepcopy(e) for _, e in EXAMPLES if e["id"] == name)


@pytest.mark.parametrize(("section", "given_example"), EXAMPLES, ids=IDS)
def test_every_example_that_was_handed_over_comes_out(section: str, given_example: dict[str, Any]):
    assert outcome(section, given_example) == Outcome(given_example["id"])


def test_the_whole_file_in_its_order():
    assert [o.id for o in check(FILE.read_text(encoding="utf-8"))] == IDS


def test_the_examples_of_the_documentation_come_out():
    text = (FILE.parents[1] / "docs" / "examples.md").read_text(encoding="utf-8")
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    shown = [block for block in blocks if "id" in block]
    kinds = {"deal": "deals", "who": "help", "hill": "settlements", "deals": "matches"}
    for block in shown:
        section = next(section for key, section in kinds.items() if key in block)
        assert outcome(section, block) == Outcome(block["id"])
    assert len(shown) == len(kinds)


def numbers(value: Any, path: tuple = ()) -> list[tuple]:
    """The paths of all numbers below `value`."""
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in numbers(inner, (*path, key))]
    return [path]


@pytest.mark.parametrize(("section", "given_example"), EXAMPLES, ids=IDS)
def test_any_other_number_is_noticed(section: str, given_example: dict[str, Any]):
    """Each number that an example expects is made one more, one at a time."""
    key = "expected_net" if section == "valuations" else "expected"
    for path in numbers(given_example[key]):
        wrong = copy.deepcopy(given_example)
        place = wrong[key]
        for step in path[:-1]:
            place = place[step]
        old = place[path[-1]]
        place[path[-1]] = 99 if isinstance(old, str) else old + 1
        found = outcome(section, wrong)
        assert found.differences or found.unreadable, path
        assert str(place[path[-1]]) in found.differences[0], path


def test_an_entry_that_is_not_expected_is_noticed():
    wrong = example("S01")
    wrong["expected"]["hill"] = {}
    assert outcome("deals", wrong).differences == ("hill C: expected 0, got 2",)


def test_a_match_says_after_which_deal_it_differs():
    wrong = example("M1")
    wrong["deals"][2]["after"]["pool"]["C"] = 5
    wrong["expected"]["A"] = "-140/3"
    assert outcome("matches", wrong).differences == ("after deal 3, pool C: expected 5, got 4",)


def test_a_match_need_not_tell_how_it_stands_in_between():
    silent = example("M1")
    for deal in silent["deals"]:
        deal.pop("after")
    assert outcome("matches", silent) == Outcome("M1")


def test_a_match_counts_the_series_itself_when_no_price_is_given():
    """Two raspasy in a row: the second costs two a trick."""
    one = {"dealer": "A", "deal": {"kind": "raspasy", "tricks": {"A": 5, "B": 3, "C": 2}}}
    two = {**one, "dealer": "B", "after": {"hill": {"A": 9, "B": 3}}}
    match = {"id": "two", "players": ["A", "B", "C"], "target": 10, "deals": [one, two]}
    assert outcome("matches", {**match, "expected": {"A": -50, "B": 10, "C": 40}}) == Outcome("two")


def test_names_of_any_kind():
    renamed = json.dumps(example("H2")).replace('"A"', '"Анна"').replace('"A>', '"Анна>').replace('"B"', '"5"')
    renamed = renamed.replace(">B", ">5")
    assert outcome("help", json.loads(renamed)) == Outcome("H2")


def test_a_settlement_may_be_given_as_it_is_shown():
    whole = example("F6")
    whole["expected"] = {"A": 62, "B": -101, "C": 39}
    assert outcome("settlements", whole) == Outcome("F6")
    whole["expected"] = {"A": 61, "B": -101, "C": 40}
    assert outcome("settlements", whole).differences[0] == "result A: expected 61, got 184/3 (shown as 62)"


def test_a_price_that_no_step_has_is_played_all_the_same():
    dear = example("D18")
    dear["deal"]["step_price"] = 7
    dear["expected"] = {"hill": {"A": 7, "B": 14, "C": 21}}
    assert outcome("deals", dear) == Outcome("D18")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"dealer": None}, "S01, dealer: a text is expected"),
        ({"dealer": "Z"}, "S01, dealer: 'Z' is unknown: choose one of A, B, C"),
        ({"players": ["A", "A", "B"]}, "S01, players: two to four different names are expected"),
        ({"players": ["A"]}, "S01, players: two to four different names are expected"),
        ({"variant": "sotchi"}, "S01, variant: there is no preset 'sotchi'"),
        ({"conv": {"amnesti": "on"}}, "S01, conv: there is no house rule 'amnesti'; did you mean amnesty?"),
        ({"conv": {"amnesty": "maybe"}}, "S01, conv: amnesty=maybe does not exist: choose one of on, off"),
        ({"expekted": {}}, "S01: unknown key 'expekted'; did you mean expected?"),
        ({"expected": {"pool": {"A": 2.5}}}, None),
        ({"expected": {"pool": {"A": True}}}, 'S01, expected, pool, A: a number is expected, a fraction as a text'),
        ({"expected": {"pool": {"A": "1/0"}}}, 'S01, expected, pool, A: a number is expected, a fraction as a text'),
        ({"expected": {"pool": {"D": 1}}}, "S01, expected, pool: unknown key 'D'"),
        ({"expected": {"whists": {"B>B": 1}}}, "S01, expected, whists: unknown key 'B>B'"),
        ({"expected": []}, "S01, expected: an object with keys and values is expected"),
        ({"deal": {}}, "S01, deal: kind is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_the_id_and_the_place(change: dict[str, Any], complaint: str | None):
    found = outcome("deals", {**example("S01"), **change})
    if complaint is None:
        assert not found.unreadable
    else:
        assert str(found.unreadable).startswith(complaint)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"kind": "mizer"}, "S01, deal, kind: 'mizer' is unknown: choose one of game, misere, raspasy, giveup"),
        ({"level": 5}, "S01, deal, level: a whole number from 6 to 10 is expected"),
        ({"level": True}, "S01, deal, level: a whole number from 6 to 10 is expected"),
        ({"suit": "acorns"}, "S01, deal, suit: 'acorns' is unknown"),
        ({"calls": [["A", "whist"]]}, "S01, deal, call 1, player: the declarer does not answer his own contract"),
        ({"calls": [["B", "maybe"]]}, "S01, deal, call 1, word: 'maybe' is unknown: choose one of whist, pass, half"),
        ({"calls": [["B"]]}, "S01, deal, calls: call 1: a player and a word are expected"),
        ({"calls": "whist"}, "S01, deal, calls: a list is expected"),
        ({"calls": [["B", "pass"], ["C", "half"]], "level": 8}, "S01, deal, call 2, word: half a whist exists on six"),
        ({"tricks": {"A": 7, "B": 2, "C": 2}}, "S01, deal, tricks: 10 are expected in all, not 11"),
        ({"tricks": {"A": 7, "B": 2}}, "S01, deal, tricks: 10 are expected in all, not 9"),
        ({"tricks": {"B": 2}}, "S01, deal, tricks: the declarer's are missing"),
        ({"tricks": {"A": "7"}}, "S01, deal, tricks, A: a whole number from 0 to 10 is expected"),
        ({"talon": ["sA"]}, "S01, deal, talon: two different cards are expected"),
        ({"talon": ["As", "sK"]}, "S01, deal, talon: 'As' is not a card"),
        ({"partner": "B"}, "S01, deal, partner: only the dealer of four shares, and only a misere"),
        ({"multiplier": 0}, "S01, deal, multiplier: a whole number from 1 to 1024 is expected"),
        ({"declarrer": "A"}, "S01, deal: unknown key 'declarrer'; did you mean declarer?"),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_be_read(change: dict[str, Any], complaint: str):
    wrong = example("S01")
    wrong["deal"] |= change
    assert str(outcome("deals", wrong).unreadable).startswith(complaint)


@pytest.mark.parametrize("key", ["players", "dealer", "deal", "expected"])
def test_a_missing_field_is_named(key: str):
    wrong = example("S01")
    del wrong[key]
    assert str(outcome("deals", wrong).unreadable) == f"S01: {key} is missing"


@pytest.mark.parametrize("key", ["kind", "level", "declarer", "calls", "tricks"])
def test_a_missing_field_of_a_deal_is_named(key: str):
    wrong = example("S01")
    del wrong["deal"][key]
    assert str(outcome("deals", wrong).unreadable).startswith(f"S01, deal: {key} is missing")


@pytest.mark.parametrize(
    ("name", "section", "key"),
    [
        ("H2", "help", "target"), ("H2", "help", "before"), ("H2", "help", "who"), ("H2", "help", "gain"),
        ("F1", "settlements", "expected"), ("V3", "valuations", "expected_net"),
        ("M1", "matches", "deals"), ("M1", "matches", "expected"),
    ],
)  # fmt: skip
def test_a_missing_field_of_the_other_kinds_is_named(name: str, section: str, key: str):
    wrong = example(name)
    del wrong[key]
    assert str(outcome(section, wrong).unreadable).startswith(f"{name}: {key} is missing")


def test_an_example_without_an_id_is_found_by_its_number():
    (found,) = check(json.dumps({"deals": [{}]}))
    assert str(found.unreadable) == "deals, example 1: id is missing"


def test_units_that_do_not_fit_together():
    odd = {**example("H4"), "hill_per_point": 1}
    complaint = "H4, hill_per_point: a point of 20 whists takes 2 off the hill, not 1"
    assert str(outcome("help", odd).unreadable) == complaint


def test_between_two_half_a_hill_point_means_an_indivisible_hill():
    half = {**example("H8"), "hill_per_point": "1/2"}
    half["expected"]["hill"] = {"A": "-9/2"}
    assert outcome("help", half) == Outcome("H8")


def test_hill_points_alone_tell_the_worth_of_a_point():
    """Leningrad, nobody left to help: the example needs no whists, so it gives none."""
    alone = {**example("H8"), "players": ["A", "B", "C"], "hill_per_point": 2, "who": "A", "gain": 3}
    alone["before"] = {"pool": {"A": 10, "B": 10, "C": 10}}
    alone["expected"] = {"pool": {"A": 10, "B": 10, "C": 10}, "hill": {"A": -6}}
    assert outcome("help", alone) == Outcome("H8")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "file: not JSON: "),
        ("{", "file: not JSON: "),
        ("[" * 100_000, "file: not JSON: "),
        ("9" * 10_000, "file: not JSON: "),
        ("[]", "file: an object with keys and values is expected"),
        ("{}", "file: no examples in it: deals, help, settlements, valuations, matches are expected"),
        ('{"deals": []}', "file: no examples in it"),
        ('{"deals": {}}', "file, deals: a list is expected"),
        ('{"dealz": []}', "file: unknown key 'dealz'; did you mean deals?"),
        ('{"deals": [], "deals": []}', "file: the key 'deals' is given twice in one object"),
    ],
)
def test_what_is_no_file_of_examples(text: str, complaint: str):
    with pytest.raises(ExampleError) as refused:
        list(check(text))
    assert str(refused.value).startswith(complaint)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
    | st.sampled_from(["A", "whist", "half", "game", "raspasy", "1/2", "-1/3", "sA", "mis", "self"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "kind", "pool", "B>A"]), inner),
    max_leaves=4,
)  # fmt: skip


def paths(value: Any, path: tuple = ()) -> list[tuple]:
    """Every place below `value`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in paths(item, (*path, key)))]


@given(st.data())
def test_anything_in_any_place_is_an_outcome_and_never_a_crash(data: st.DataObject):
    section, given_example = data.draw(st.sampled_from(EXAMPLES))
    wrong = copy.deepcopy(given_example)
    path = data.draw(st.sampled_from(paths(wrong)[1:]))
    place = wrong
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = data.draw(JUNK)
    assert isinstance(outcome(section, wrong), Outcome)
