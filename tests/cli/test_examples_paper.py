"""docs/examples.md describes the format whole: its own examples come out, and no key that is read is left out of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.game import example_file
from bot.game.agreement import PRESETS
from bot.game.example_file import CALLS, DEAL, KINDS, STRAINS
from bot.game.examples import ABOUT, COLUMNS, SECTIONS, check

DOCS = Path(__file__).parents[2] / "docs"
PAPER = (DOCS / "examples.md").read_text(encoding="utf-8")
EVENINGS = DOCS / "our_evenings.json"
SECTION_OF = {"A deal": "deals", "Help": "help", "A settlement": "settlements", "A match": "matches"}
SPELLINGS = {"no_trumps", "notrumps", "none"}
"""Other ways to write no trumps, which nobody needs to know."""


def blocks() -> list[tuple[str, str]]:
    """The examples in the paper, each with the section it stands in."""
    found = []
    for part in PAPER.split("\n## ")[1:]:
        title = part.splitlines()[0]
        found += [
            (SECTION_OF[title], b) for b in re.findall(r"```json\n(.*?)```", part, re.DOTALL) if title in SECTION_OF
        ]
    return found


@pytest.mark.parametrize(("section", "block"), blocks())
def test_an_example_of_the_paper_comes_out(section: str, block: str):
    (outcome,) = check(json.dumps({section: [json.loads(block)]}))
    assert (outcome.differences, outcome.unreadable) == ((), None)


def test_the_file_to_copy_from_has_every_kind_and_comes_out():
    outcomes = list(check(EVENINGS.read_text(encoding="utf-8")))
    assert [o for o in outcomes if o.differences or o.unreadable] == []
    file = json.loads(EVENINGS.read_text(encoding="utf-8"))
    assert set(file) == {"note", *SECTIONS}
    deals = [example["deal"] for section in ("deals", "valuations") for example in file[section]]
    assert {d["kind"] for d in deals} == set(KINDS)
    assert {key for d in deals for key in d} == set(DEAL)


def test_every_key_and_word_that_is_read_is_in_the_paper():
    source = Path(example_file.__file__).with_name("examples.py").read_text(encoding="utf-8")
    read = {
        word
        for listed in re.findall(r"Part\(\w+, [^\n]*\(\*ABOUT, (.*?)\)\)", source)
        for word in re.findall('"(.+?)"', listed)
    }
    words = {*read, *DEAL, *KINDS, *CALLS, *ABOUT, *COLUMNS, *SECTIONS, *PRESETS, *(set(STRAINS) - SPELLINGS)}
    assert {"whists_per_point", "hill_per_point", "expected_net", "before", "gain"} <= PAPER_WORDS
    assert sorted(words - PAPER_WORDS) == []


PAPER_WORDS = set(re.findall(r"[a-z_]+", PAPER))
