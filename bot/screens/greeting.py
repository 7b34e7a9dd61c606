"""What the bot says of itself: when it is added to a group, at Start, at /help, and its lists of commands."""

from __future__ import annotations

from difflib import get_close_matches

from bot import presses
from bot.screens import parts
from bot.screens.buttons import Keys
from bot.screens.links import start_link
from bot.screens.screen import Button, Screen
from bot.screens.words import Words

NO_TABLE = 0
"""The table in buttons that concern a chat and no table of it."""
IN_GROUPS = ("play", "rules", "pulka", "history", "record", "my", "back", "help")
FOR_ADMINS = (*IN_GROUPS[:-1], "language", "help")
"""In groups, whose administrators choose the language."""
IN_PRIVATE = ("play", "my", "settings", "back", "pulka", "history", "record", "rules", "help")
MENUS = {"groups": IN_GROUPS, "admins": FOR_ADMINS, "private": IN_PRIVATE}
"""Commands that Telegram offers, by who is offered them."""
UNLISTED = ("start", "language")
"""Commands of a private chat that its menu does not name."""
HELP = ("begin", "play", "agree", "fair")
"""Paragraphs of the help screen before the commands."""
DOORS = ("my", "settings", "history")
"""Pages that a link of the bot opens in a private chat."""
ALIKE = 0.5
"""How much alike a command must be to one that there is (0 to 1) for that to be offered instead."""


def added(locale: str) -> Screen:
    """To a group that the bot has just been added to."""
    words, keys = Words(locale), Keys(NO_TABLE)
    row = (keys.ask(words("button.new"), "new", "primary"), keys.ask(words("button.rules"), "rules"))
    return Screen(parts.composed([words("greeting.added"), words("greeting.added_how")]), (row,))


def started(locale: str, name: str, bot: str) -> Screen:
    """To a person who has opened the private chat of the bot with this username."""
    words = Words(locale)
    text = parts.composed([words("greeting.started", name=words.person(name))], [words("greeting.started_how")])
    practice = Keys(NO_TABLE).ask(words("button.practice"), "new", "primary")
    group = Button(words("button.add_to_group"), url=f"https://t.me/{bot}?startgroup=new")
    rows = ((practice,), (group,), (_page(words, "my"), _page(words, "settings")), (_page(words, "help"),))
    return Screen(text, rows)


def door(locale: str, bot: str, page: str) -> Screen:
    """To a group where somebody asked for a page that only he is to see, and cannot be written to: the way there."""
    words = Words(locale)
    way = Button(words("button.open_private"), url=start_link(bot, page))
    rows = ((_page(words, "my"), way),) if page == "my" else ((way,),)
    return Screen(words("greeting.door"), rows)


def help_screen(locale: str, private: bool = False) -> Screen:
    """One screen on how to begin, how to play, who sees what, and the commands."""
    words = Words(locale)
    title = [parts.bold(words("help.title"))]
    listed = [words("help.command", command=f"/{name}", what=what) for name, what in commands(locale, _menu(private))]
    return Screen(parts.composed(title, *([words(f"help.{part}")] for part in HELP), listed))


def no_such_command(locale: str, said: str) -> Screen:
    """To a command in a private chat that there is not: the one that is most like it, if there is one."""
    words = Words(locale)
    meant = get_close_matches(said, (*IN_PRIVATE, *UNLISTED), n=1, cutoff=ALIKE)
    if meant:
        return Screen(words("greeting.no_command", meant=f"/{meant[0]}"))
    return Screen(words("greeting.no_such", help="/help"))


def commands(locale: str, menu: str) -> tuple[tuple[str, str], ...]:
    """Commands with what they do, for Telegram's menu `menu` (see `MENUS`)."""
    words = Words(locale)
    return tuple((name, words(f"command.{name}")) for name in MENUS[menu])


def _menu(private: bool) -> str:
    return "private" if private else "groups"


def _page(words: Words, page: str) -> Button:
    return Button(words(f"button.page_{page}"), presses.page(page))
