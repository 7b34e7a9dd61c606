"""Prepared deals, and what is said in them before the first card."""

from __future__ import annotations

from tests.e2e.decks import Hands
from tests.e2e.evening import Evening, Friend

SPADES = Hands(
    first="♠ТКДВ ♣ТК8 ♦97 ♥7",
    second="♠98 ♣ДВ ♦ТКД ♥КД10",
    third="♠7 ♣1097 ♦В108 ♥В98",
    talon="♠10 ♥Т",
)
"""The first hand makes eight spades."""
SMALL = Hands(
    first="♠97 ♣87 ♦987 ♥1087",
    second="♠К108 ♣ТД9 ♦ТД ♥ТВ",
    third="♠ДВ ♣КВ10 ♦КВ10 ♥Д9",
    talon="♠Т ♥К",
)
"""The first hand takes nothing."""
MISERE = {
    "ru": ("Мизер…", "Да, мизер", "♠Т", "♥К", "Снести ♠Т ♥К", "Играю мизер"),
    "uk": ("Мізер…", "Так, мізер", "♠Т", "♥К", "Знести ♠Т ♥К", "Граю мізер"),
}
"""What the first hand of `SMALL` presses, by its language."""
BELIEVE = {"ru": "Верю", "uk": "Довіряю"}


async def eight_spades(declarer: Friend, *others: Friend) -> None:
    """The first hand buys the talon of `SPADES` and names eight spades."""
    tonight: Evening = declarer.evening
    await declarer.presses("6♠")
    await others[0].presses("Пас")
    tonight.may_be_seen(SPADES.talon)
    await others[1].presses("Пас")
    await declarer.presses("♦9")
    await declarer.presses("♦7")
    await declarer.presses("Снести ♦7 ♦9")
    await declarer.presses("8…")
    await declarer.presses("8♠")
    await declarer.presses("Играю 8♠")


async def misere(declarer: Friend, *others: Friend) -> None:
    """The first hand of `SMALL` plays misere, and both believe it."""
    tonight: Evening = declarer.evening
    bid, sure, *exchange = MISERE[declarer.language]
    await declarer.presses(bid)
    await declarer.presses(sure)
    await others[0].presses("Пас")
    tonight.may_be_seen(SMALL.talon)
    await others[1].presses("Пас")
    for label in exchange:
        await declarer.presses(label)
    tonight.may_be_seen(*SMALL)  # both hands are laid down, and the rest can be counted
    await declarer.presses("♣7")
    for friend in others:
        await friend.presses(BELIEVE[friend.language])
