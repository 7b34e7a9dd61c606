"""Deals for the screens' tests: played at random, but so that rare questions come up; and a screen as plain text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from bot.game import rules
from bot.game.actions import Action, Bid, Deck, Here, Pass, Plays
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.state import Ended, State, new_table
from bot.game.view import view
from bot.screens.frame import Draft, Frame
from bot.screens.screen import Screen

NAMES = {1: "Анна", 2: "Борис", 3: "Вера", 4: "Глеб"}
LANGUAGES = ("ru", "uk", "en")


def frame(
    state: State,
    seat: int | None,
    locale: str = "ru",
    draft: Draft | None = None,
    names: dict[int, str] = NAMES,
    label: str = "Дача",
) -> Frame:
    return Frame(view(state, seat), 7, names, label, locale, draft or Draft())


def shuffled(chance: random.Random) -> Deck:
    return Deck(0, tuple(chance.sample(DECK, 32)), f"{chance.getrandbits(256):064x}")


def pulka(seed: int, seats: int, target: str = "5", computers: tuple[int, ...] = (), **house: str) -> Iterator[State]:
    """Every state of a pulka that is played at random."""
    chance = random.Random(seed)
    agreement = preset("sochi").but(pool_target=target, **house)
    state = new_table(agreement, seats, 1 + seed % seats, computers)
    mood = ""
    yield state
    while not isinstance(state.phase, Ended):
        may = rules.legal(state)
        if not may:
            state = rules.apply(state, shuffled(chance)).state
            mood = chance.choice(("", "", "misere", "ten", "high", "silent", "pass", "pass"))
        else:
            state = rules.apply(state, _decided(chance, may, mood)).state
        yield state


def _decided(chance: random.Random, may: tuple[Action, ...], mood: str) -> Action:
    """One of the legal actions. In the auction a mood asks for a misere, a ten, an eight, a silent hand, a pass."""
    bids = [a for a in may if isinstance(a, Bid)]
    holds = [a for a in may if isinstance(a, Here)]
    passes = [a for a in may if isinstance(a, Pass)]
    if bids and passes:
        misere = [a for a in bids if a.contract.is_misere]
        wanted = {"ten": "10", "high": "8"}.get(mood)
        if mood == "misere" and misere and chance.random() < 0.5:
            return misere[0]
        if wanted:
            bids = [a for a in bids if a.contract.text.startswith(wanted)]
            return chance.choice(bids) if bids and chance.random() < 0.6 else passes[0]
        if mood == "pass" or (mood == "silent" and chance.random() < 0.9):
            return passes[0]
        if holds and chance.random() < 0.5:
            return holds[0]
        return chance.choice([*bids[:3], *passes * 2])
    orders = [a for a in may if isinstance(a, Plays)]
    if orders and chance.random() < 0.9:
        return chance.choice(orders[:2])
    return chance.choice(may)


def drawn(screen: Screen) -> str:
    """A screen as a person reads it: the text without its tags, then the buttons, a line a row."""
    text = re.sub(r"</?(?:b|code|pre)>", "", screen.text).replace("\u2068", "").replace("\u2069", "")
    rows = [
        "  ".join(f"[{b.text.replace(chr(0x2068), '').replace(chr(0x2069), '')}]" for b in row)
        for row in screen.buttons
    ]
    return "\n".join([text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), "", *rows])
