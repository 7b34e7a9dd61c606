"""How a computer player is put before a question: one hand in a few words, or a deal of known cards.

What a hand does not say is dealt by chance, several times; what is asked of a player must not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bot import players
from bot.game import rules
from bot.game.actions import Action, Drop
from bot.game.cards import DECK, hand, hand_text, pack_text
from bot.game.state import State
from bot.game.view import view
from tests.game.deals import after, said, start

DEALS = 5
"""How often the cards that a row does not name are dealt."""


def choice(state: State) -> Action:
    """What the seat that is asked does, if it is a computer's."""
    (seat,) = rules.asked(state)
    return players.choose(view(state, seat))


def dealt(own: str, at: int, talon: str = "") -> Iterator[tuple[str, str]]:
    """Deals in which hand `at` holds `own`, and the talon is `talon` if it is named: for `deals.start`."""
    for seed in range(DEALS):
        named = {*hand(own), *hand(talon or "-")}
        rest = Random(seed).sample([c for c in DECK if c not in named], 32 - len(named))
        three = [rest[:10], rest[10:20]]
        three.insert(at - 1, list(hand(own)))
        yield " ".join(map(hand_text, three)), pack_text(hand(talon) if talon else rest[20:])


def called(own: str, before: str = "", about: str = "") -> set[str]:
    """What the hand that is next after the calls `before` calls."""
    at = len(before.split()) % 3 + 1
    return {choice(after(start(about, *cards), before)).word for cards in dealt(own, at)}


def exchanged(own: str, talon: str, bid: str, about: str = "") -> set[str]:
    """What the forehand, who has bid `bid` alone, discards and orders with this talon."""
    found = set()
    for cards in dealt(own, 1, talon):
        state = after(start(about, *cards), f"1:{bid} 2:pass 3:pass")
        done = choice(state)
        after_it = rules.apply(state, done).state
        found.add(f"{done.word} {choice(after_it).word}" if after_it.deal else done.word)
    return found


def answered(own: str, contract: str, before: str = "", about: str = "") -> set[str]:
    """What hand 2 or 3, whose turn it is after the answers `before`, says to the contract of hand 1."""
    at = 3 if before and len(before.split()) != 2 else 2
    found = set()
    for cards in dealt(own, at):
        state = after(start(about, *cards), f"1:{contract} 2:pass 3:pass")
        state = rules.apply(state, next(a for a in rules.legal(state) if isinstance(a, Drop))).state
        found.add(choice(after(state, f"1:plays-{contract} {before}")).word)
    return found


def played(cards: str, contract: str, tokens: str) -> str:
    """The card that is played next in `contract` (like `6h by 2`) after tokens; `c7` and `h7` lie in the discard."""
    return choice(said("", contract, tokens, cards)).word


def ducked(cards: str, talon: str, tokens: str) -> str:
    """The card that is played next on raspasy, after three passes and tokens."""
    return choice(after(start("", cards, talon), f"1:pass 2:pass 3:pass {tokens}")).word
