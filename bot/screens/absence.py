"""What is said when a group does not see its tables, and when a table has left its topic."""

from __future__ import annotations

from bot.screens import parts
from bot.screens.screen import Screen
from bot.screens.words import Words


def hidden(locale: str, label: str, group: str, *, begun: bool) -> Screen:
    """To a person at the table `label`: the group (its title as people have it) cannot be written to."""
    words = Words(locale)
    told = words("absence.hidden", group=words.person(group))
    return Screen(parts.composed([told, words("absence.hidden_how" if begun else "absence.hidden_lobby", table=label)]))


def no_right(locale: str, group: str) -> Screen:
    """To somebody who wanted something in a group that cannot be written to."""
    words = Words(locale)
    return Screen(words("absence.no_right", group=words.person(group)))


def moved_out(locale: str, label: str) -> Screen:
    """To the group: the topic of the table `label` is closed or gone, and the game goes on here."""
    return Screen(Words(locale)("absence.moved_out", table=label))
