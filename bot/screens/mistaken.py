"""What is wrong with a line of rules that somebody pasted: its first wrong word, and the nearest right one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from html import escape

from bot.game.agreement import PRESETS, Registry
from bot.screens.words import Words

LONGEST = 40
"""Characters of a word that are repeated."""


def mistaken(words: Words, registry: Registry, line: str) -> str:
    """The sentence, as HTML; empty when each word by itself is right."""
    known = set[str]()
    for word in line.split():
        key, eq, option = word.partition("=")
        if not eq:
            return words("rules.no_pair", word=_shown(word))
        if key in known:
            return words("rules.twice", word=_shown(key))
        known.add(key)
        if key == "preset":
            if option not in PRESETS:
                return words("rules.no_preset", word=_shown(option), options=", ".join(PRESETS))
        elif key not in registry.by_key:
            return _nearly(words, ("rules.no_rule", "rules.no_rule_near"), key, registry.by_key)
        elif option not in registry[key].options:
            options = registry[key].options
            texts = ("rules.no_option", "rules.no_option_near")
            return _nearly(words, texts, option, options, key=key, options=", ".join(options))
    return ""


def _nearly(words: Words, texts: tuple[str, str], word: str, right: Iterable[str], **more: str) -> str:
    near = get_close_matches(word[:LONGEST].lower(), right, 1)
    if near:
        return words(texts[1], None, word=_shown(word), near=near[0], **more)
    return words(texts[0], None, word=_shown(word), **more)


def _shown(word: str) -> str:
    return escape(word[:LONGEST], quote=False)
