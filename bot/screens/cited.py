"""Where a house rule comes from, as a reader can look it up: the Codex's paragraphs, the federation's, or custom."""

from __future__ import annotations

import re

from bot.screens.words import Words

_WORKS = {"Codex": "source.codex", "FSPR": "source.fspr"}
_CITED = re.compile(r"\b(Codex|FSPR)((?: (?:fn )?[0-9][0-9.a-c-]*(?:, (?:fn )?[0-9][0-9.a-c-]*)*)?)")

_FOOTNOTE = re.compile(r"fn ([0-9-]+)")


def cited(words: Words, source: str) -> str:
    """`Codex 3.7.8; FSPR 6.5; GH-M` as `Кодекс 3.7.8; ФСПР 6.5`; other programs and club papers are custom."""
    found = [words(_WORKS[work], places=_places(words, places)).strip() for work, places in _CITED.findall(source)]
    return "; ".join(dict.fromkeys(found)) or words("source.custom")


def _places(words: Words, places: str) -> str:
    return _FOOTNOTE.sub(lambda found: words("source.footnote", number=found[1]), places.strip())
