"""What holds the place of something that is said once, until it is said.

A send whose answer is lost may have happened, and happens again; an edit does no harm twice. So what is said once is
an edit of this. A second one, if it is left behind, has a button, and goes when somebody presses that.
"""

from __future__ import annotations

from bot.screens.buttons import Keys
from bot.screens.screen import Screen
from bot.screens.words import Words


def opening(locale: str, table: int, label: str) -> Screen:
    words = Words(locale)
    button = Keys(table).ask(words("button.sheet"), "sheet")
    return Screen(words("board.opening", label=words.person(label)), ((button,),))
