"""What others advise who plays with cards that lie open (Codex 3.8.5, 3.8.5.1, fn 55; RULES 7.2): passer and dealer may
say which card they would play, and he decides alone.

Word of its presses: `advise-<deal>-<tricks>-<card>`. Advice is talk: it moves nothing, stands in no log, and is over
with its trick.
"""

from __future__ import annotations

import re

from bot.game.cards import Card, card, playable
from bot.game.errors import NotationError
from bot.game.view import View
from bot.screens import parts
from bot.screens.buttons import Keys, Row, wrapped
from bot.screens.seen import Seen
from bot.screens.words import Words, by_suit

WORD = "advise"
"""How the word of a press begins that gives advice."""
_TAIL = re.compile(r"([0-9]{1,4})-([0-9]{1,2})-([scdh][AKQJT987])")

Moment = tuple[int, int]
"""A trick for which advice is given: the deal's number, and how many tricks were taken before."""


def moment(view: View) -> Moment:
    return view.number, len(view.past)


def advisable(view: View) -> tuple[Card, ...]:
    """The cards that the seat of `view` may advise now: those that the hand whose turn it is may play, if it is the
    defence's, if both its hands lie open, and if another person plays it. The declarer, and who shares his misere,
    advises nobody."""
    player = view.control.get(view.turn, 0)
    if view.stage != "tricks" or view.seat is None or view.seat in (view.declarer, view.partner, player):
        return ()
    defence = [hand for hand in view.playing if hand != view.declarer]
    lies_open = view.turn in defence and all(hand in view.opened for hand in defence)
    if not lies_open or view.asked.get(player) != "card" or player in view.table.computers:
        return ()
    trump = view.contract.trump if view.contract else None
    return tuple(playable(view.hands[view.turn], view.led, trump))


def advised(view: View, word: str) -> Card | None:
    """The card that a press of `advise-...` speaks of; None if it may not be advised now. Raises NotationError."""
    found = _TAIL.fullmatch(word.removeprefix(f"{WORD}-"))
    if not found:
        raise NotationError("choice", text=word, expected="advise-, a deal, its tricks and a card")
    wanted = card(found[3])
    return wanted if (int(found[1]), int(found[2])) == moment(view) and wanted in advisable(view) else None


def advice_lines(seen: Seen) -> list[str]:
    """What others advise who plays, and what may be advised by who reads it."""
    view, words = seen.frame.view, seen.words
    if advisable(view):
        player = view.control[view.turn]
        if player == view.turn:
            return [words("advice.ask", who=words.name(player))]
        return [words("advice.ask_for", who=words.name(player), hand=words.name(view.turn))]
    return [words("advice.given", who=words.name(by), card=parts.bold(words.card(c))) for by, c in seen.frame.advice]


def advice_rows(seen: Seen) -> list[Row]:
    """The cards that may be advised, a row a suit; one's own advice is marked, and a second press takes it back."""
    view, words, keys = seen.frame.view, seen.words, Keys(seen.frame.table)
    deal, tricks = moment(view)
    own = {c for by, c in seen.frame.advice if by == view.seat}
    rows: list[Row] = []
    for _, held in by_suit(advisable(view)):
        labels = [(c, marked(words, c, own)) for c in held]
        rows += wrapped([keys.ask(text, f"{WORD}-{deal}-{tricks}-{c.text}") for c, text in labels])
    return rows


def marked(words: Words, c: Card, picked: set[Card]) -> str:
    return words("button.picked", what=words.card(c)) if c in picked else words.card(c)


def given(seen: Seen) -> frozenset[Card]:
    """What others advise who plays: his buttons for these cards have a mark."""
    return frozenset(c for _, c in seen.frame.advice)
