"""Taking back: the last decision of a person, and what followed from computers and from cards without a choice.

Never past the talon, hands that were shown, a claim's cards or the end of a deal, and one level only. What counts as a
card without a choice must be public, since the next undo, and the end of a request, would tell it: a card of an open
hand, or the last one of a hand. Who had no choice that only he could see has lost nothing: his own earlier decision can
still be taken back, others' cannot.
"""

from __future__ import annotations

from bot.game.action import Action, Seat
from bot.game.actions import Play, Stand
from bot.game.offer import Undoable
from bot.game.state import Auction, Defence, Exchange, Phase, Raspasy, State, Tricks

Exposed = frozenset[tuple[str, int]]


def remembered(before: State, action: Action, actor: Seat, choices: int, after: State) -> Undoable | None:
    """What may be taken back when `action`, which revealed nothing, has led from one state to the other; the actor had
    so many `choices`."""
    kept = before.undoable
    if follows(before, action, actor, choices):
        return kept
    if choices == 1:
        return kept if kept is not None and kept.seat == actor else None
    return Undoable(actor, after.seq, action, before.phase)


def follows(before: State, action: Action, actor: Seat, choices: int) -> bool:
    """Whether everybody can see that no person decided: a computer acted, or there was nothing else to be done."""
    if actor in before.table.computers:
        return True
    if choices > 1 or isinstance(action, Stand):  # whether a trump might have been annulled, only its declarer sees
        return False
    phase = before.phase
    if not isinstance(action, Play) or not isinstance(phase, Tricks | Raspasy):
        return True
    lies_open = isinstance(phase, Tricks) and action.hand in phase.game.opened
    return lies_open or len(phase.hands[action.hand - 1]) == 1


def reveals(old: Phase, new: Phase) -> bool:
    """Whether cards have been shown to somebody who did not know them, otherwise than by being played."""
    if isinstance(new, Tricks) and isinstance(old, Tricks):
        return new.game is not old.game and not exposed(new) <= exposed(old)
    if isinstance(new, Auction) and isinstance(old, Auction):
        return not old.dark <= new.dark
    if isinstance(new, Raspasy) and isinstance(old, Raspasy):
        return new.shown is not None and len(new.past) > len(old.past)
    return not (isinstance(new, Exchange) and isinstance(old, Exchange)) and not exposed(new) <= exposed(old)


def exposed(phase: Phase) -> Exposed:
    """What has been shown: hands to their owners, to another seat or to all, and the talon's cards."""
    if isinstance(phase, Auction):
        return _own(phase.dark)
    if isinstance(phase, Raspasy):
        return _own() | {("turned", n) for n in range(len(phase.past) + 1) if phase.shown}
    if isinstance(phase, Exchange):
        return _own() | _talon(phase.talon)
    assert isinstance(phase, Defence | Tricks)
    game = phase.game
    shown = {("open", hand) for hand in game.opened} | {("looked", hand) for hand in game.looked}
    played = {("played", hand) for hand, seat in enumerate(game.control, 1) if seat not in (hand, 0)}
    return _own() | _talon(game.talon) | shown | played


def _own(unseen: frozenset[Seat] = frozenset()) -> Exposed:
    return frozenset(("own", hand) for hand in range(5) if hand not in unseen)


def _talon(fate: str) -> Exposed:
    return frozenset() if fate == "closed" else frozenset({("talon", 0)})
