"""The whole agreement of a chat or a table as text: the preset, what differs from it, and then every rule in force."""

from __future__ import annotations

from bot.game.agreement import SECTIONS, Agreement
from bot.screens import parts
from bot.screens.agreement import in_section
from bot.screens.lobby import agreement_lines, option_name
from bot.screens.screen import Screen
from bot.screens.words import Words


def rules(locale: str, agreement: Agreement, players: int) -> Screen:
    """`agreement` as it is played by so many, section by section. Rules that leave no choice yet are left out."""
    words = Words(locale)
    sections = [_section(words, agreement, players, name) for name in SECTIONS]
    return Screen(parts.composed(agreement_lines(words, agreement, players), *sections))


def _section(words: Words, agreement: Agreement, players: int, name: str) -> list[str]:
    rules = agreement.registry
    rows = [
        words("lobby.rule", rule=words(f"rule.{key}"), option=option_name(words, agreement, key))
        for key in in_section(agreement, name, players)
        if len(rules[key].options) > len(rules[key].unplayed) + 1
    ]
    return [parts.bold(words(f"section.{name}")), *rows] if rows else []
