"""What one person is answered: toasts and alerts in his language, and the pages that a command asks for."""

from __future__ import annotations

from html import escape

from bot.framing import label, names_of
from bot.game.conventions import REGISTRY
from bot.game.errors import PreferansError
from bot.game.state import Between, Ended, State
from bot.game.view import view
from bot.host.scene import Scene
from bot.screens import absence, alerts, greeting
from bot.screens.frame import Draft, Frame
from bot.screens.mistaken import mistaken
from bot.screens.screen import Screen
from bot.screens.settlement import settlement
from bot.screens.sheet import sheet
from bot.screens.words import Words

DOORS = greeting.DOORS
"""Pages that a link of the bot opens."""


def refusal(locale: str, error: PreferansError, scene: Scene | None = None) -> str:
    """What is wrong and what may be done: at most 200 characters. People of `scene` are called by name."""
    return alerts.refusal(locale, error, names_of(scene, locale) if scene else None)


def not_taken(locale: str, line: str, error: PreferansError) -> Screen:
    """Why a pasted line of rules was not taken: the first word that is wrong, or why they do not go together."""
    return Screen(mistaken(Words(locale), REGISTRY, line) or escape(refusal(locale, error), quote=False))


def toast(locale: str, code: str) -> str:
    """A short sentence by its code."""
    return alerts.toast(locale, code)


def glance(scene: Scene, seat: int, word: str, locale: str) -> str:
    """What a look-only button (`cards`, `last`) answers the person on `seat`: at most 200 characters."""
    if scene.state is None:
        return alerts.toast(locale, "not_now")
    seen = view(scene.state, seat)
    if word == "cards":
        return alerts.own_hand(locale, seen)
    if word == "last":
        return alerts.last_trick(locale, seen, names_of(scene, locale))
    return alerts.toast(locale, "unknown_button")


def opened(scene: Scene, moment: State, locale: str) -> str:
    """All hands, talon and discard of the deal that has just been closed in `moment`: nothing of it is secret any
    more."""
    assert isinstance(moment.phase, Between | Ended)
    assert moment.phase.last is not None
    return alerts.all_cards(locale, moment.phase.last, names_of(scene, locale))


def standing(scene: Scene, locale: str) -> Screen:
    """The sheet as it stands, the settlement of a pulka that has ended."""
    assert scene.state is not None
    names = names_of(scene, locale)
    frame = Frame(view(scene.state, None), scene.table, names, label(scene, locale), locale, Draft())
    return settlement(frame) if isinstance(scene.state.phase, Ended) else sheet(frame)


def added(locale: str) -> Screen:
    """To a group that the bot has come into."""
    return greeting.added(locale)


def started(locale: str, name: str, bot: str) -> Screen:
    """To a person who has opened the private chat of the bot with this username."""
    return greeting.started(locale, name, bot)


def door(locale: str, bot: str, page: str) -> Screen:
    """To a group in which somebody asked for a page that only he is to see (one of `DOORS`)."""
    return greeting.door(locale, bot, page)


def no_such_command(locale: str, said: str) -> Screen:
    """To a command that there is not."""
    return greeting.no_such_command(locale, said)


def hidden(scene: Scene, locale: str) -> Screen:
    """To somebody at a table whose group cannot be written to."""
    return absence.hidden(locale, label(scene, locale), scene.title, begun=scene.status != "lobby")


def no_right(title: str, locale: str) -> Screen:
    """To somebody who wanted something in a group where the bot may not write."""
    return absence.no_right(locale, title)


def moved_out(scene: Scene, locale: str) -> Screen:
    """To a group: the table has left its topic."""
    return absence.moved_out(locale, label(scene, locale))


def returned(locale: str, tables: int) -> Screen:
    """/back: whether a computer played for him somewhere."""
    return said(locale, "toast.back" if tables else "toast.plays_himself")


def plain(text: str) -> Screen:
    """One sentence that holds nothing of what people wrote."""
    return Screen(text)


def said(locale: str, key: str) -> Screen:
    """One sentence by its key."""
    return Screen(Words(locale)(key))
