"""Deals for the screens' tests: played at random, but so that rare questions come up; and a screen as plain text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice

from bot.game import rules
from bot.game.actions import Action, Bid, Deck, Half, Here, Look, Pass, Plays, action
from bot.game.cards import DECK, hand, pack
from bot.game.presets import preset
from bot.game.replay import dealt_by_hand
from bot.game.state import Ended, State, new_table
from bot.game.view import view
from bot.screens.frame import Draft, Frame
from bot.screens.screen import Screen
from tests.aimed import usual

NAMES = {1: "Анна", 2: "Борис", 3: "Вера", 4: "Глеб"}
LANGUAGES = ("ru", "uk", "en")
TABLE = 7
IN_THE_DARK = {"dark_bids": "on", "dark_misere": "on", "bombs": "on"}
MOODS = ("", "", "misere", "ten", "high", "nobody", "nobody", "silent")


def frame(
    state: State,
    seat: int | None,
    locale: str = "ru",
    draft: Draft | None = None,
    names: dict[int, str] = NAMES,
    aside: str = "",
) -> Frame:
    """What `seat` (None: the group) is shown of a state."""
    return Frame(view(state, seat), TABLE, names, "Дача", locale, draft or Draft(), aside)


def shuffled(chance: random.Random) -> Deck:
    return Deck(0, tuple(chance.sample(DECK, 32)), f"{chance.getrandbits(256):064x}")


def pulka(
    seed: int,
    seats: int,
    target: str = "5",
    computers: tuple[int, ...] = (),
    moods: tuple[str, ...] = MOODS,
    **house: str,
) -> Iterator[State]:
    """Every state of a pulka that is played at random, the first and the last included."""
    chance = random.Random(seed)
    state = new_table(preset(usual(seats)).but(pool_target=target, **house), seats, 1 + seed % seats, computers)
    mood = ""
    yield state
    while not isinstance(state.phase, Ended):
        may = rules.legal(state)
        if may:
            state = rules.apply(state, _decided(chance, may, mood)).state
        else:
            state, mood = rules.apply(state, shuffled(chance)).state, chance.choice(moods)
        yield state


OTHER_HOUSES: tuple[tuple[int, str, dict[str, str]], ...] = (
    (3, "misere", {"misere_partnership": "on"}),
    (0, "high", {"open_cards": "after_declarer_lead", "dealer_peek": "both"}),
    (0, "", {"whist_pay": "gentleman", "whist_pass_half": "on", "open_cards": "after_first_trick"}),
    (1, "", {"talon_refusal": "2", "giveup": "without_three", "trump_slip": "annul", "misere_without_talon": "on"}),
    (2, "high", {"help_target": "choice", "closing_prize": "50"}),
)
"""House rules that ask something else, or at another moment, each with a seed and a mood that lead there."""


def some_states(seats: int, pulkas: int = 5, each: int = 420) -> Iterator[State]:
    """States of several pulkas, some of them by other house rules: enough to meet every question (a test says so)."""
    for seed in range(pulkas):
        yield from islice(pulka(seed, seats), each)
    for seed, mood, house in OTHER_HOUSES:
        yield from islice(pulka(seed, seats, moods=(mood,), **house), each // 2)
    for seed in (0, 1, 3):
        yield from islice(pulka(seed, seats, **IN_THE_DARK), each)


def _decided(chance: random.Random, may: tuple[Action, ...], mood: str) -> Action:
    """One of the legal actions. In the auction a mood asks for a misere, a ten, an eight, raspasy, a silent hand."""
    looks = [a for a in may if isinstance(a, Look) and a.at == a.hand]
    if looks and chance.random() < 0.6:
        return looks[0]
    bids = [a for a in may if isinstance(a, Bid)]
    passes = [a for a in may if isinstance(a, Pass)]
    if bids and passes:
        return _called(chance, bids, passes[0], [a for a in may if isinstance(a, Here)], mood)
    orders = [a for a in may if isinstance(a, Plays)]
    if orders and chance.random() < 0.9:
        return chance.choice(orders[:2])
    halves = [a for a in may if isinstance(a, Half)]
    if passes and chance.random() < 0.4:
        return passes[0] if not halves else halves[0]
    return chance.choice(may)


def _called(chance: random.Random, bids: list[Bid], out: Pass, holds: list[Here], mood: str) -> Action:
    misere = [a for a in bids if a.contract.is_misere]
    level = {"ten": 10, "high": 8}.get(mood)
    if mood == "nobody" or (mood == "silent" and chance.random() < 0.9):
        return out
    if mood == "misere" and misere and chance.random() < 0.5:
        return misere[0]
    if holds and chance.random() < 0.5:
        return holds[0]
    if level:
        bids = [a for a in bids if a.contract.level == level]
        return chance.choice(bids) if bids and chance.random() < 0.6 else out
    return chance.choice([*bids[:3], out, out])


def played(cards: str, tokens: str = "", dealer: int = 3, seats: int = 3, **house: str) -> State:
    """The state after `tokens` in a deal of given cards: three hands in seat order, then the talon."""
    *hands, talon = cards.split()
    start = new_table(preset(usual(seats)).but(**house), seats, dealer)
    state = dealt_by_hand(start, tuple(hand(h) for h in hands), pack(talon)).state
    for token in tokens.replace("/", " ").split():
        state = rules.apply(state, action(token)).state
    return state


def drawn(screen: Screen) -> str:
    """A screen as a person reads it: the text without its tags, then the buttons, a line a row."""
    rows = ["  ".join(f"[{b.text}]" for b in row) for row in screen.buttons]
    text = re.sub(r"</?(?:b|code|pre|blockquote)(?: expandable)?>", "", screen.text)
    return unescape("\n".join([text, "", *rows])).replace("\u2068", "").replace("\u2069", "").rstrip() + "\n"
