"""What people offer each other at the table, on the hand screens and on the board: an undo, a claim, a pause, the end
(PRODUCT.md, 6 and 9).

An undo and a claim are offered and answered in private, as a card is played, and told on the board; a pause and the end
are talked of in the group, and may be answered in private too.
"""

from __future__ import annotations

from bot.game.actions import action
from bot.game.cards import card
from bot.game.contracts import contract
from bot.game.view import View
from bot.screens import parts
from bot.screens.buttons import Keys, Row, wrapped
from bot.screens.screen import Button
from bot.screens.seen import Seen
from bot.screens.words import CALLS, SUIT_SIGNS, Words

TRICKS = 10
AT_THE_TABLE = ("undo", "claim")
"""Offers that are answered as a card is played; the others belong to the talk about the table."""
SIDES = ("own", "low", "defence")
"""For whom one claims: for himself, for himself where tricks are not wanted, for both defenders."""
AMOUNTS = ("all", "some", "none")
"""Of the tricks that are left."""
SAID = ("drop", "back", "refuse", "stand", "alone", "dark")
"""What is decided by words that are neither calls nor contracts nor cards."""


def on_the_board(words: Words, view: View) -> list[str]:
    """What everybody may know: whether the table rests, what is offered, and who has still to agree."""
    lines = [parts.bold(words("talk.paused"))] if view.paused else []
    if view.offer is None:
        return [*lines, *_fallen(words, view)]
    return [*lines, *offered(words, view), words("talk.waits", who=words.people(view.offer.waiting))]


def in_the_hand(seen: Seen) -> list[str]:
    """The same for a seat, which may be asked."""
    lines = on_the_board(seen.words, seen.frame.view)
    return [*lines, parts.bold(seen.words("ask.offer"))] if seen.frame.view.offered else lines


def answers(seen: Seen) -> list[Row]:
    """The buttons of who is asked, of who may take his offer back, and of all while the table rests."""
    view, words = seen.frame.view, seen.words
    if "agree" in view.proposals:
        agree = said(seen, words("button.agree"), "agree", "success")
        return wrapped([agree, said(seen, words("button.object"), "object", "danger")])
    if "withdraw" in view.proposals:
        return [(said(seen, words("button.withdraw"), "withdraw"),)]
    return resuming(Keys(seen.frame.table), words, view)


def resuming(keys: Keys, words: Words, view: View) -> list[Row]:
    """While the table rests, anybody who sits there may offer to go on."""
    if not view.paused or view.offer is not None:
        return []
    return [(keys.ask(words("button.offer_resume"), f"offer-resume-{view.spoken}", "primary"),)]


def said(seen: Seen, text: str, word: str, style: str = "") -> Button:
    """A button with which this seat says `word` about the table."""
    view, table = seen.frame.view, seen.frame.table
    number = view.proposals[word]
    if view.offer is not None and view.offer.kind not in AT_THE_TABLE:
        return Keys(table).ask(text, f"{word}-{number}", style)
    return Keys(table, number).answer(text, action(f"{view.seat}:{word}"), style)


def offered(words: Words, view: View) -> list[str]:
    """Who offers what. Of a claim also what it comes to, since tricks may go to several (RULES 7.1)."""
    offer = view.offer
    assert offer is not None
    who = words.name(offer.by)
    if offer.kind == "undo":
        return [words("offer.undo", who=who, what=decision(words, offer.said))]
    if offer.kind != "claim":
        return [words(f"talk.offer.{offer.kind}", who=who)]
    comes = (words("trick.count", name=words.name(h), count=offer.tricks[h - 1]) for h in view.taken)
    return [claim(words, view, offer.by, int(offer.said)), words("offer.comes_to", counts=", ".join(comes))]


def claim(words: Words, view: View, by: int, count: int) -> str:
    """A claim of `by` to so many of the tricks that are left, as everybody reads it."""
    left = left_over(view)
    amount = {left: "all", 0: "none"}.get(count, "some")
    return words(f"claim.{side(view, by)}.{amount}", who=words.name(by), left=left, count=count)


def left_over(view: View) -> int:
    """Tricks that have still to be taken, the one on the table included."""
    return TRICKS - len(view.past)


def side(view: View, by: int) -> str:
    """For whom a seat claims, one of `SIDES`."""
    if view.contract is None:
        return "low"
    if by != view.declarer:
        return "defence"
    return "low" if view.contract.is_misere else "own"


def _fallen(words: Words, view: View) -> list[str]:
    """What has become of the last offer, if it was refused or taken back; of a pause the talk tells."""
    fallen = view.fallen
    if fallen is None or fallen.kind not in AT_THE_TABLE:
        return []
    if fallen.who == fallen.by:
        return [words("talk.outcome.withdrawn", who=words.name(fallen.by))]
    return [words(f"offer.objected.{fallen.kind}", who=words.name(fallen.who))]


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
