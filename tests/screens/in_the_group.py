"""Screens about who cannot be written to in private, hands played from the group, and advice: a golden story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.game.cards import card
from bot.game.state import State
from bot.game.view import view
from bot.screens.board import board
from bot.screens.hand import hand, own_cards
from bot.screens.screen import Screen
from bot.screens.talk import PETITIONS, Talk, talk
from tests.screens.dealing import NAMES, TABLE, frame

FOUR = {"seats": 4, "dealer": 4}


def in_the_group(locale: str, light: State, dealt: State) -> Iterator[tuple[str, Screen]]:
    """A private chat is closed; hands are played from the group; passer and dealer advise the whister."""
    closed = frozenset({2})
    yield "Борис has no private chat", board(replace(frame(dealt, None, locale), closed=closed))
    yield "he plays from the group", board(replace(frame(dealt, None, locale), closed=closed, in_group=True))
    alone = own_cards(frame(dealt, 2, locale))
    assert alone is not None
    yield "the cards of Борис, for him alone", alone
    about = Talk(view(light, None), TABLE, NAMES, "Дача", locale, number=1, closed=closed, away=closed)
    yield "the talk", talk(about)
    yield "the talk where it was agreed", talk(replace(about, in_group=True, away=frozenset()))
    for petition in PETITIONS[-2:]:
        yield f"petition: {petition}", talk(replace(about, petition=petition, agreed=(1,), asked=(1, 3, 4)))
        yield f"outcome: {petition}", talk(replace(about, outcome=petition, who="Анна"))
    yield "Борис may advise", hand(frame(light, 2, locale))
    yield "Борис has advised", hand(replace(frame(light, 2, locale), advice=((2, card("cJ")),)))
    yield "Глеб may advise", hand(frame(light, 4, locale))
    yield "Анна may not", hand(frame(light, 1, locale))
    yield "Вера is advised", hand(replace(frame(light, 3, locale), advice=((2, card("cJ")), (4, card("cT")))))
