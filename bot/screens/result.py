"""What a deal's board becomes when the deal is over: said once, never edited again (PRODUCT.md, 7)."""

from __future__ import annotations

from bot.game.state import Closed
from bot.screens import parts
from bot.screens.buttons import Keys
from bot.screens.frame import Frame
from bot.screens.outcome import outcome
from bot.screens.reasons import line_text
from bot.screens.screen import Screen
from bot.screens.sheet import standing
from bot.screens.words import Words


def result(frame: Frame, closed: Closed, commitment_next: str = "") -> Screen:
    """The result of `closed`: one line, each score line with its reason, the sheet, the next deck's SHA-256.

    `frame.view` is the group's at the moment the deal was closed, so that its sheet is the one this deal left.
    `commitment_next` is empty after the last deal. The button opens all cards (`deal-<number>`).
    """
    words, deal = Words(frame.locale, frame.names), closed.deal
    heading = parts.heading(words, frame.label, deal.number)
    lines = [line_text(words, line) for line in closed.lines] or [words("result.nothing")]
    text = parts.composed(
        heading,
        [parts.bold(outcome(words, closed))],
        lines,
        standing(words, frame.view.table),
        parts.bombs(words, frame.view.table),
        committed(words, "result.commitment", commitment_next),
    )
    return Screen(text, ((Keys(frame.table).ask(words("button.deal"), f"deal-{deal.number}"),),))


def committed(words: Words, key: str, commitment: str) -> list[str]:
    """A deck's SHA-256, published before anybody cuts, under the words of `key`; nothing when there is no deck."""
    return [words(key), parts.mono(commitment)] if commitment else []
