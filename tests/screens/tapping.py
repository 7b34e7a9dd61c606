"""People who answer by tapping: what a screen's buttons give, and how many taps an action takes."""

from __future__ import annotations

from bot.game.actions import Action, Annul, Bid, Drop, GiveUp, Plays, Refuse
from bot.game.state import State
from bot.presses import Press, unpack
from bot.screens.drafting import redrafted
from bot.screens.frame import Draft
from bot.screens.hand import hand
from bot.screens.screen import Screen
from tests.screens.dealing import frame

MOST = 3
"""Taps that an answer may need: two cards picked, or a level and a step, and the confirmation."""


def presses(screen: Screen) -> list[Press]:
    return [unpack(b.data) for row in screen.buttons for b in row if b.data]


def taps(state: State, seat: int, action: Action, locale: str = "ru") -> int:
    """The fewest taps by which the hand screen of `seat` gives `action`."""
    drafts = {Draft()}
    for tap in range(1, MOST + 1):
        on_screen = [(draft, p) for draft in drafts for p in presses(hand(frame(state, seat, locale, draft)))]
        if any(p.kind == "answer" and p.word == action.token for _, p in on_screen):
            return tap
        leading = [(draft, p) for draft, p in on_screen if p.kind == "draft" and _leads_to(p.word, draft, action)]
        drafts = {redrafted(draft, p.number, p.word) for draft, p in leading}
    raise AssertionError(f"{action.token} is not to be given within {MOST} taps")


def _leads_to(word: str, draft: Draft, action: Action) -> bool:
    """Whether picking `word` is on the way to an action."""
    head, _, what = word.partition("-")
    if isinstance(action, Drop):
        return head == "card" and any(c.text == what[:2] and c not in draft.cards for c in action.cards)
    if isinstance(action, Bid | Plays):
        return what in (str(action.contract.level), action.contract.text)
    return isinstance(action, Refuse | GiveUp | Annul) and what == action.word
