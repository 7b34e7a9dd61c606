"""What unfolds beside the cards on a hand screen, behind *more*: an undo, a claim, tricks to look at (PRODUCT.md, 6).

Words of its presses: `more-on`, `more-off`, `more-tricks`, `more-claim`, `more-claim-5`. They change nothing at the
table and carry the number of the deal. To claim takes three of them and an answer: it shows one's cards.
"""

from __future__ import annotations

import re

from bot.game.errors import NotationError
from bot.game.view import View
from bot.screens import parts
from bot.screens.buttons import Keys, Row, wrapped
from bot.screens.offers import claim, decision, left_over, said, side
from bot.screens.screen import Button
from bot.screens.seen import Seen

ASIDE = re.compile("on|off|tricks|claim|claim-(?:[0-9]|10)")
"""What *more* may show: all that there is, nothing, the tricks that were taken, how many may be claimed, a number of
them to be confirmed."""
FREE = ("drop", "back")
"""Decisions that nobody needs consent to change: the discard, until the contract is named."""


def unfolded(word: str) -> str:
    """What *more* shows after a press of `more-claim`. Raises NotationError for a word that is none."""
    aside = word.removeprefix("more-")
    if not ASIDE.fullmatch(aside):
        raise NotationError("choice", text=word, expected="more- and what is to be shown")
    return "" if aside == "off" else aside


def is_claiming(seen: Seen) -> bool:
    """Whether the screen asks how many tricks are claimed, instead of what the table asks: a thumb that is after a
    number must not play a card."""
    return seen.frame.aside.startswith("claim") and bool(_claims(seen.frame.view))


def tricks_lines(seen: Seen) -> list[str]:
    """All tricks that were taken, a line each, if that was unfolded."""
    view, words = seen.frame.view, seen.words
    if seen.frame.aside != "tricks" or not _looks_back(view):
        return []
    return [words("tricks.line", number=n, cards=parts.played(words, trick)) for n, trick in enumerate(view.past, 1)]


def claim_lines(seen: Seen) -> list[str]:
    """How many tricks are claimed, or the claim as everybody will read it: to be confirmed."""
    view, words, aside = seen.frame.view, seen.words, seen.frame.aside
    assert view.seat
    shows = [words("ask.claim_shows")] if _would_show(view) else []
    if aside in _claims(view):
        told = claim(words, view, view.seat, int(aside.partition("-")[2]))
        return [told, *shows, parts.bold(words("ask.claim_sure"))]
    alone = [words("ask.claim_of_computers")] if len(_claims(view)) == 1 else []
    asked = words(f"ask.claim.{side(view, view.seat)}", left=left_over(view))
    return [parts.bold(asked), *alone, *shows]


def aside_rows(seen: Seen) -> list[Row]:
    """The last trick, the sheet, and what else there is: it unfolds."""
    view, words, aside = seen.frame.view, seen.words, seen.frame.aside
    if is_claiming(seen):
        return _claim_rows(seen)
    ask = Keys(seen.frame.table)
    sheet = ask.ask(words("button.sheet"), "sheet")
    first, *looks = [ask.ask(words("button.last"), "last"), sheet] if view.past else [sheet]
    inside = _inside(seen)
    if not inside:
        return wrapped([first, *looks])
    if not aside:
        return wrapped([first, _fold(seen, "button.more", "on")])
    return [*wrapped([*inside, *looks], 2), *wrapped([first, _fold(seen, "button.less", "off")])]


def _inside(seen: Seen) -> list[Button]:
    """What there is to unfold beside the sheet."""
    view, words = seen.frame.view, seen.words
    found: list[Button] = []
    if "undo" in view.proposals and view.undoes not in FREE:
        found.append(said(seen, words("button.undo", what=decision(words, view.undoes)), "undo"))
    if _claims(view):
        found.append(_fold(seen, "button.claim", "claim"))
    if _looks_back(view) and seen.frame.aside != "tricks":
        found.append(_fold(seen, "button.tricks", "tricks"))
    return found


def _claim_rows(seen: Seen) -> list[Row]:
    """How many of the tricks that are left are ours; a number is confirmed, for it may show one's cards."""
    view, words, aside = seen.frame.view, seen.words, seen.frame.aside
    if aside in _claims(view):
        sure = words("button.claim_show" if _would_show(view) else "button.claim_say")
        return [(said(seen, sure, aside, "danger"),), (_fold(seen, "button.claim_back", "claim"),)]
    keys = Keys(seen.frame.table, view.number)
    numbers = [keys.draft(word.partition("-")[2], f"more-{word}") for word in _claims(view)]
    return [*wrapped(numbers), (_fold(seen, "button.less", "off"),)]


def _claims(view: View) -> list[str]:
    return [word for word in view.proposals if word.startswith("claim-")]


def _would_show(view: View) -> bool:
    """Whether a claim lays open what only this seat sees; the defence's cards lie open already."""
    defends = view.contract is not None and view.seat != view.declarer
    return not defends and view.seat not in view.opened


def _looks_back(view: View) -> bool:
    """Whether one may look at tricks before the last one (Codex 3.9.11.1)."""
    return view.table.agreement["history_visibility"] == "all" and len(view.past) > 1


def _fold(seen: Seen, key: str, aside: str) -> Button:
    return Keys(seen.frame.table, seen.frame.view.number).draft(seen.words(key), f"more-{aside}")
