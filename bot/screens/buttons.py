"""Buttons of one screen: what they carry, and how many stand in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot import presses
from bot.game.actions import Action, Drop, Plays, Seat, play
from bot.game.cards import DECK, Card
from bot.game.contracts import MISERE, Contract
from bot.screens.screen import Button
from bot.screens.widths import width
from bot.screens.words import Words, by_suit

Row = tuple[Button, ...]
ROOM = {1: 36, 2: 17, 3: 11, 4: 7, 5: 6}
"""Buttons in a row -> characters that a label may have on a screen of 360 pixels; more than five in a row are too
narrow for a thumb. Measured in the web chat: 332, 158, 100, 71 and 60 pixels a label, some nine pixels a letter."""
WIDEST = max(ROOM)
LONGEST_NAME = 16
"""Characters of a name on a button, beside what the button says."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Makes the buttons of one table, for the question `number`."""

    table: int
    number: int = 0

    def answer(self, text: str, action: Action, style: str = "") -> Button:
        """A button that answers the question with `action`."""
        return Button(text, presses.answer(self.table, self.number, action.token), style=style)

    def draft(self, text: str, word: str, style: str = "") -> Button:
        """A button that only picks; nothing is final."""
        return Button(text, presses.draft(self.table, self.number, word), style=style)

    def ask(self, text: str, word: str, style: str = "") -> Button:
        """A button that looks, or speaks about the lobby."""
        return Button(text, presses.ask(self.table, word), style=style)

    def rules(self, text: str) -> Button:
        """A button that opens the rules of the table, or of the chat (table 0)."""
        return Button(text, presses.rule(self.table, "open"))


def wrapped(buttons: Sequence[Button], widest: int = WIDEST) -> list[Row]:
    """Buttons in rows of so many at most, fewer where a label needs the room, and as even as can be: six become 3 + 3,
    not 5 + 1."""
    rows, left = list[Row](), list(buttons)
    while left:
        length = next(n for n in range(min(widest, len(left)), 0, -1) if n == 1 or _fit(left[:n], n))
        if _fit(left, length):
            length = -(-len(left) // -(-len(left) // length))
        rows.append(tuple(left[:length]))
        left = left[length:]
    return rows


def _fit(buttons: Sequence[Button], length: int) -> bool:
    """Whether these labels can stand in rows of so many."""
    return all(width(b.text) <= ROOM[length] for b in buttons)


def cards_to_play(
    words: Words,
    keys: Keys,
    hand: Seat,
    cards: Iterable[Card],
    trump: str | None,
    advised: frozenset[Card] = frozenset(),
) -> list[Row]:
    """A hand as buttons, a row a suit, trumps in colour, a mark on what others advise. Every card answers: one that may
    not be played is refused with the reason."""
    rows: list[Row] = []
    for suit, held in by_suit(cards):
        style = "primary" if suit == trump else ""
        labels = {c: words("button.advised", card=words.card(c)) if c in advised else words.card(c) for c in held}
        rows += wrapped([keys.answer(labels[c], play(hand, c), style) for c in held])
    return rows


def cards_to_discard(words: Words, keys: Keys, cards: Iterable[Card], picked: Sequence[Card]) -> list[Row]:
    """A hand of twelve as buttons that pick a card or let it go again."""
    rows: list[Row] = []
    for _, held in by_suit(cards):
        rows += wrapped([_toggle(words, keys, c, picked) for c in held])
    return rows


def _toggle(words: Words, keys: Keys, card: Card, picked: Sequence[Card]) -> Button:
    text = words("button.picked", what=words.card(card)) if card in picked else words.card(card)
    word = "-".join(["card", card.text, *(c.text for c in picked)])
    return keys.draft(text, word, "primary" if card in picked else "")


def discarding(words: Words, keys: Keys, hand: Seat, picked: Sequence[Card]) -> Button:
    """The confirmation of a discard of two."""
    first, second = sorted(picked, key=DECK.index)
    text = words("button.discard", cards=words.cards((first, second)))
    return keys.answer(text, Drop(hand, (first, second)), "success")


def steps(words: Words, keys: Keys, contracts: Sequence[Contract], level: int, buttons: Iterable[Button]) -> list[Row]:
    """One level's steps (`buttons`), and under them the levels that have others: all within two taps."""
    rows = wrapped(list(buttons))
    others = sorted({c.level for c in contracts if c is not MISERE and c.level != level})
    rows += wrapped([keys.draft(words("button.level", level=n), f"level-{n}") for n in others])
    return rows


def level_shown(contracts: Sequence[Contract], wanted: int) -> int:
    """The level whose steps are shown: the wanted one if it has any, else the lowest; 0 if there are none."""
    levels = [c.level for c in contracts if c is not MISERE]
    return wanted if wanted in levels else min(levels, default=0)


def order(words: Words, keys: Keys, contract: Contract, chosen: Contract | None) -> Button:
    """A contract to choose, or to let go again; it is named for good only by the button that then appears."""
    text = words.contract(contract)
    if contract is chosen:
        return keys.draft(words("button.picked", what=text), f"level-{contract.level}", "primary")
    return keys.draft(text, f"order-{contract.text}")


def naming(words: Words, keys: Keys, hand: Seat, contract: Contract) -> Button:
    """The confirmation of a contract."""
    text = words("button.play_contract", contract=words.contract(contract))
    return keys.answer(text, Plays(hand, contract), "success")
