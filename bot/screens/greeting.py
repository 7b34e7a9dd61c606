"""What the bot says of itself: when it is added to a group, at Start, at /help, and its list of commands."""

from __future__ import annotations

from bot.screens import parts
from bot.screens.buttons import Keys
from bot.screens.screen import Screen
from bot.screens.words import Words

NO_TABLE = 0
"""The table in buttons that concern a chat and no table of it."""
IN_GROUPS = ("play", "rules", "pulka", "record", "back", "help")
IN_PRIVATE = ("start", "back", "help")
HELP = ("begin", "play", "fair", "commands")
"""Paragraphs of the help screen."""


def added(locale: str) -> Screen:
    """To a group that the bot has just been added to."""
    words, keys = Words(locale), Keys(NO_TABLE)
    row = (keys.ask(words("button.new"), "new", "primary"), keys.ask(words("button.rules"), "rules"))
    return Screen(parts.composed([words("greeting.added"), words("greeting.added_how")]), (row,))


def started(locale: str, name: str) -> Screen:
    """To a person who has opened the private chat."""
    words = Words(locale)
    return Screen(parts.composed([words("greeting.started", name=words.person(name))], [words("greeting.started_how")]))


def help_screen(locale: str) -> Screen:
    """One screen on how to begin, how to play, and who sees what."""
    words = Words(locale)
    title = [parts.bold(words("help.title"))]
    return Screen(parts.composed(title, *([words(f"help.{part}")] for part in HELP)))


def commands(locale: str, private: bool = False) -> tuple[tuple[str, str], ...]:
    """Commands with what they do, for Telegram's menu."""
    words = Words(locale)
    return tuple((name, words(f"command.{name}")) for name in (IN_PRIVATE if private else IN_GROUPS))
