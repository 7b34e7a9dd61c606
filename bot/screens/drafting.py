"""What a press that only picks does to a draft: a card for the discard, a contract to be confirmed, a level to look at.

Words: `card-sA-c7-h7` was pressed on a screen that showed `c7` and `h7` picked: it picks a card, or lets it go if it
was shown so. `order-7c` (and `order-mis`) chooses a contract, `level-8` shows the steps of a level and forgets the
contract chosen. `sure-giveup` asks whether one is sure of that answer, `sure-no` does not.

Two quick taps on two cards pick both, two on one card pick it once. Who keeps drafts may forget them: the buttons say
what was picked.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game.cards import card
from bot.game.contracts import LEVELS, step
from bot.game.errors import NotationError
from bot.screens.frame import Draft

MOST_CARDS = 2
SURE = ("refuse", "giveup", "annul", "no")
"""Answers that are asked about once more, and the way back."""


def redrafted(draft: Draft, number: int, word: str) -> Draft:
    """The draft after `word` was pressed on question `number`; what belonged to another question is forgotten.

    A third card takes the place of the one picked first. Raises NotationError for a word that is none.
    """
    known = draft.number == number
    current = draft if known else Draft(number)
    head, _, tail = word.partition("-")
    if head == "card":
        picked, *shown = (card(text) for text in tail.split("-"))
        others = tuple(c for c in (current.cards if known else shown[:MOST_CARDS]) if c is not picked)
        return replace(current, cards=others if picked in shown else (*others, picked)[-MOST_CARDS:])
    if head == "order":
        return replace(current, contract=step(tail))
    if head == "level" and tail in map(str, LEVELS):
        return replace(current, bid=int(tail), contract=None)
    if head == "sure" and tail in SURE:
        return replace(current, sure="" if tail == "no" else tail)
    raise NotationError("choice", text=word, expected="card-, order-, level- or sure- and which one")
