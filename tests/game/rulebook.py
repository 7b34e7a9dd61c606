"""How the table tests are written: a sentence of the rules with its number, and below it what it means in play.

    C 3.8.6: example 1, who has his half pays nothing
        6d 1; whist 2; whist 3; tricks 7-2-1 -> pool 1 2; hill 3 2; whists 2>1 4; whists 3>1 2

`C` is the Codex; `004`, `GH-K`, `FSPR` and others are sources of house rules.
"""

from __future__ import annotations

import re

import pytest


def rows(text: str) -> list:
    """The rows of a table: the sentence becomes the test's name, what stands between `|` and `->` its arguments.

    Numbers become numbers. A row may run on over deeper lines; several rows may stand below one sentence.
    """
    found = []
    sentence = ""
    for line in re.sub(r"\n {8}", " ", text.strip("\n")).splitlines():
        if line.startswith("    "):
            values = [value.strip() for value in re.split(r" *(?:\||->) *", line.strip())]
            found.append(pytest.param(*(int(v) if v.isdecimal() else v for v in values), id=sentence))
        elif line.strip():
            sentence = line.strip()
    return found
