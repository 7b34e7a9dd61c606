"""Talon in hand: which two cards go away, and which contract is ordered; refusing the talon, giving up."""

from __future__ import annotations

from math import prod

from bot.game.actions import Action, Drop, GiveUp, Plays, Refuse
from bot.game.cards import SUITS, Card
from bot.game.contracts import LADDER, MISERE, Contract
from bot.game.view import View
from bot.players.bidding import worth
from bot.players.evaluate import FULL, Shape, shape, suit_safety, tricks

FAIR = 0.75
"""Who gives up spares himself the consolation: three undertricks written so cost as much as so many played, per one."""


def discard(view: View) -> Action:
    """The two cards whose loss leaves the most: tricks for a contract, safety for a misere.

    Where it is agreed, a talon of which nothing is kept is pushed away, and a hopeless game given up.
    """
    best = _best_drop(view)
    refuse = next((a for a in view.legal if isinstance(a, Refuse)), None)
    if refuse and set(best.cards) == set(view.talon):
        return refuse
    return _given_up(view, _without(shape(view.own), shape(best.cards)), shape(best.cards)) or best


def _best_drop(view: View) -> Drop:
    drops = [a for a in view.legal if isinstance(a, Drop)]
    held, leads = shape(view.own), view.playing[0] == view.seat
    assert view.bid is not None
    if view.bid.is_misere:
        return max(drops, key=lambda a: (_safety(held, a), sum(c.rank for c in a.cards)))
    bid = view.bid
    return max(drops, key=lambda a: (_left_with(held, a, bid, leads=leads), *_tidiness(held, a.cards)))


def _given_up(view: View, hand: Shape, gone: Shape) -> GiveUp | None:
    """Giving up, where it may be done and these ten cards would come to about as many undertricks."""
    giveup = next((a for a in view.legal if isinstance(a, GiveUp)), None)
    if giveup is None or view.bid is None:
        return None
    expected = max(tricks(hand, strain, leads=view.playing[0] == view.seat, gone=gone) for strain in (*SUITS, "n"))
    return giveup if view.bid.level - expected >= FAIR * view.table.agreement.answers["giveup"] else None


def order(view: View) -> Action:
    """The contract that the ten cards kept are worth most in, at the bid or above it."""
    orders = {a.contract: a for a in view.legal if isinstance(a, Plays)}
    if MISERE in orders:
        return orders[MISERE]
    hand, gone, leads = shape(view.own), shape(view.dropped), view.playing[0] == view.seat
    lowest = min(orders, key=lambda c: c.step)
    return orders[best_order(hand, gone, lowest, leads=leads)[1]]


def best_order(hand: Shape, gone: Shape, lowest: Contract, *, leads: bool) -> tuple[float, Contract]:
    """What ten cards are worth in the best contract from `lowest` upwards, in pool points, and that contract."""
    count = {strain: round(tricks(hand, strain, leads=leads, gone=gone), 1) for strain in (*SUITS, "n")}
    steps = (c for c in LADDER if c.step >= lowest.step and not c.is_misere)
    return max(((worth(c.level, count[c.strain]), c) for c in steps), key=lambda found: (found[0], -found[1].step))


def _left_with(held: Shape, drop: Drop, bid: Contract, *, leads: bool) -> float:
    gone = shape(drop.cards)
    return best_order(_without(held, gone), gone, bid, leads=leads)[0]


def _tidiness(held: Shape, cards: tuple[Card, Card]) -> tuple[int, int]:
    """Between equals: voids are good, and low cards are nothing lost."""
    kept = _without(held, shape(cards))
    return kept.count(0), -sum(c.rank for c in cards)


def _safety(held: Shape, drop: Drop) -> float:
    gone = shape(drop.cards)
    kept = _without(held, gone)
    return prod(suit_safety(m, FULL ^ m ^ g) for m, g in zip(kept, gone, strict=True))


def _without(held: Shape, gone: Shape) -> Shape:
    a, b, c, d = (m ^ g for m, g in zip(held, gone, strict=True))
    return a, b, c, d
