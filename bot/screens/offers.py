"""What people offer each other at the table, on the hand screens and on the board: an undo, a claim, a pause, the end
(PRODUCT.md, 6 and 9); and the row *more*, from which one offers, or looks at tricks.

An undo and a claim are offered and answered here; a pause and the end are spoken of in the group, and may be answered
here too.
"""

from __future__ import annotations

import re

from bot.game.actions import action
from bot.game.cards import card
from bot.game.contracts import contract
from bot.game.errors import NotationError
from bot.game.view import View
from bot.screens import parts
from bot.screens.buttons import Keys, Row, wrapped
from bot.screens.reasons import counted
from bot.screens.screen import Button
from bot.screens.seen import Seen
from bot.screens.words import CALLS, SUIT_SIGNS, Words

TRICKS = 10
ASIDE = re.compile("on|off|tricks|claim|claim-(?:[0-9]|10)")
"""What the row *more* may show: all that there is, nothing, the tricks that were taken, how many may be claimed, a
number of them to be confirmed."""


def unfolded(word: str) -> str:
    """What *more* shows after a press of `more-claim`. Raises NotationError for a word that is none."""
    aside = word.removeprefix("more-")
    if not ASIDE.fullmatch(aside):
        raise NotationError("choice", text=word, expected="more- and what is to be shown")
    return "" if aside == "off" else aside


AT_THE_TABLE = ("undo", "claim")
"""Offers that are answered as a card is played; the others belong to the talk about the table."""


def on_the_board(words: Words, view: View) -> list[str]:
    """What everybody may know: whether the table rests, what is offered, and who has still to agree."""
    lines = [parts.bold(words("talk.paused"))] if view.paused else []
    if view.offer is None:
        return lines
    return [*lines, *_offered(words, view), words("talk.waits", who=words.people(view.offer.waiting))]


def in_the_hand(seen: Seen) -> list[str]:
    """The same for a seat, which may be asked, or have a number of tricks to confirm."""
    view, words, aside = seen.frame.view, seen.words, seen.frame.aside
    lines = on_the_board(words, view)
    if view.offered is not None:
        return [*lines, parts.bold(words("ask.offer"))]
    left = TRICKS - len(view.past)
    if aside == "claim" and _claims(view):
        lines.append(words("ask.claim", left=counted(words, "tricks", left)))
    elif aside in _claims(view):
        count = int(aside.partition("-")[2])
        lines.append(parts.bold(words("ask.claim_sure", tricks=counted(words, "tricks", count), left=left)))
    elif aside == "tricks" and _looks_back(view):
        lines += _tricks(words, view)
    return lines


def answers(seen: Seen) -> list[Row]:
    """The buttons of who is asked, and of who may take his offer back."""
    view, words = seen.frame.view, seen.words
    offer = view.offer
    if offer is None:
        return []
    agree, object_, withdraw = words("button.agree"), words("button.object"), words("button.withdraw")
    if "agree" in view.proposals:
        return [(_said(seen, agree, "agree", "success"), _said(seen, object_, "object", "danger"))]
    return [(_said(seen, withdraw, "withdraw"),)] if "withdraw" in view.proposals else []


def more(seen: Seen) -> list[Row]:
    """The last trick, the sheet, and what else there is: it unfolds."""
    view, words, aside = seen.frame.view, seen.words, seen.frame.aside
    ask = Keys(seen.frame.table)
    last = (ask.ask(words("button.last"), "last"),) if view.past else ()
    looks = (*last, ask.ask(words("button.sheet"), "sheet"))
    inside = _inside(seen)
    if not inside:
        return [looks]
    if aside.startswith("claim") and _claims(view):
        return [*_claim_rows(seen), looks]
    if not aside:
        return [(*looks, _fold(seen, "button.more", "on"))]
    return [*inside, (*looks, _fold(seen, "button.less", "off"))]


def _inside(seen: Seen) -> list[Row]:
    """What unfolds: an undo, a claim, the tricks that were taken."""
    view, words = seen.frame.view, seen.words
    row: list[Button] = []
    if "undo" in view.proposals:
        row.append(_said(seen, words("button.undo", what=decision(words, view.undoes)), "undo"))
    if _claims(view):
        row.append(_fold(seen, "button.claim", "claim"))
    if _looks_back(view):
        row.append(_fold(seen, "button.tricks", "tricks"))
    return wrapped(row, 2)


def _claim_rows(seen: Seen) -> list[Row]:
    """How many of the tricks that are left are ours; a number is confirmed, for it shows one's cards."""
    view, words, aside = seen.frame.view, seen.words, seen.frame.aside
    if aside in _claims(view):
        sure = _said(seen, words("button.claim_sure"), aside, "danger")
        return [(sure,), (_fold(seen, "button.misere_not", "claim"),)]
    counts = [(word, word.partition("-")[2]) for word in _claims(view)]
    numbers = [Keys(seen.frame.table, view.number).draft(n, f"more-{word}") for word, n in counts]
    return [*wrapped(numbers), (_fold(seen, "button.less", "off"),)]


def _claims(view: View) -> list[str]:
    return [word for word in view.proposals if word.startswith("claim-")]


def _looks_back(view: View) -> bool:
    """Whether one may look at tricks before the last one (Codex 3.9.11.1)."""
    return view.table.agreement["history_visibility"] == "all" and len(view.past) > 1


def _fold(seen: Seen, key: str, aside: str) -> Button:
    return Keys(seen.frame.table, seen.frame.view.number).draft(seen.words(key), f"more-{aside}")


def _said(seen: Seen, text: str, word: str, style: str = "") -> Button:
    """A button with which this seat says `word` about the table."""
    view, table = seen.frame.view, seen.frame.table
    number = view.proposals[word]
    if view.offer is not None and view.offer.kind not in AT_THE_TABLE:
        return Keys(table).ask(text, f"{word}-{number}", style)
    return Keys(table, number).answer(text, action(f"{view.seat}:{word}"), style)


def _offered(words: Words, view: View) -> list[str]:
    offer = view.offer
    assert offer is not None
    who = words.name(offer.by)
    if offer.kind == "undo":
        return [words("offer.undo", who=who, what=decision(words, offer.said))]
    if offer.kind != "claim":
        return [words(f"talk.offer.{offer.kind}", who=who)]
    left, count = TRICKS - len(view.past), int(offer.said)
    defends = view.contract is not None and offer.by != view.declarer
    key = "offer.claim_defence" if defends else "offer.claim"
    said = words(key, who=who, tricks=counted(words, "tricks", count), left=left)
    hands = {hand: offer.tricks[hand - 1] for hand in view.playing}
    comes = ", ".join(words("trick.count", name=words.name(h), count=n) for h, n in hands.items())
    return [said, words("offer.comes_to", counts=comes)]


def _tricks(words: Words, view: View) -> list[str]:
    """All tricks that were taken, a line each."""
    return [words("tricks.line", number=n, cards=parts.played(words, trick)) for n, trick in enumerate(view.past, 1)]


def decision(words: Words, word: str) -> str:
    """What somebody has decided, as it is written: `♠Т`, `6♠`, `пас`."""
    head, _, tail = word.partition("-")
    if len(word) == 2 and word[0] in SUIT_SIGNS:
        return words.card(card(word))
    if head == "plays":
        return words.contract(contract(tail))
    if head in SAID:
        return words(f"offer.said.{head}")
    return words.call(head if head in CALLS else word)


SAID = ("drop", "back", "refuse", "stand", "alone", "dark")
"""What is decided by words that are neither calls nor contracts nor cards."""
