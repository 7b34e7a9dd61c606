"""A defender's play against a contract, also both hands of a light whist."""

from __future__ import annotations

from functools import cache

from bot.game.cards import Card
from bot.players.evaluate import led_out, splits
from bot.players.reading import Reading


def card(r: Reading) -> Card:
    """One of `r.legal`."""
    if r.view.led is None:
        return lead(r)
    return follow(r)


def lead(r: Reading) -> Card:
    """The card that gives the declarer least, and leaves his side suits to him."""
    return max(r.legal, key=lambda c: (round(_promise(r, c), 3), -c.rank))


def follow(r: Reading) -> Card:
    """Win cheaply when last; never overtake a partner who wins; second in hand leave it to the partner."""
    best = r.best
    assert best is not None
    mate_wins = best[0] == r.partner
    if not r.winners:
        return _throw(r)
    cheapest = min(r.winners, key=lambda c: _price(r, c))
    if not r.after:
        return _low(r) if mate_wins else cheapest
    if r.after[0] == r.declarer:
        if mate_wins and not r.can_beat(r.declarer, best[1]):
            return _low(r)
        safe = [c for c in r.winners if not r.can_beat(r.declarer, c)]
        if safe:
            return min(safe, key=lambda c: _price(r, c))
        if mate_wins and not any(_between(r, best[1], c) for c in r.winners):
            return _low(r)
        return max(r.winners, key=lambda c: c.rank) if cheapest.suit == r.view.led else cheapest
    # The declarer has led or ruffed, the partner is last.
    if r.partner in r.view.hands:
        return _low(r) if _mate_takes(r, best[1]) else cheapest
    if cheapest.suit != r.view.led:
        return cheapest
    if r.is_master(cheapest) and best[1].rank >= 3:
        return cheapest
    return _low(r) if r.above(best[1], r.partner) and best[1].rank < 5 else cheapest


def _mate_takes(r: Reading, top: Card) -> bool:
    """Whether the partner, whose cards are seen, beats the best card and must or can do so in the suit led."""
    return r.can_beat(r.partner, top)


def _between(r: Reading, low: Card, high: Card) -> bool:
    """Whether the declarer may hold a card between two of the defence's."""
    return low.suit == high.suit and bool(r.above(low, r.declarer) & ((1 << high.rank) - 1))


def _promise(r: Reading, c: Card) -> float:
    """What the lead of `c` promises, in rough tricks."""
    suit, trump = c.suit, r.trump
    his_trumps = r.theirs(trump, r.declarer) if trump else 0
    if suit == trump:
        return 0.6 - _given(r, c) if r.is_master(c) and his_trumps else -0.6 - _given(r, c)
    if his_trumps and r.is_out(r.declarer, suit):
        return 0.3 - 0.5 * r.is_master(c)  # he must trump, and is the shorter for it
    points = -_given(r, c)
    if trump and r.is_out(r.partner, suit) and r.theirs(trump, r.partner):
        points += 0.8
    if r.is_master(c):
        points += 0.3 if his_trumps else 0.6
    return points


def _given(r: Reading, c: Card) -> float:
    """Tricks that the declarer gains in the suit when `c` is led now instead of by himself later."""
    mine, pool = r.mine(c.suit), r.theirs(c.suit, r.declarer)
    first = r.after[0] == r.declarer
    if r.partner in r.view.hands:
        return float(given(mine, 1 << c.rank, pool, r.theirs(c.suit, r.partner), first))
    sides = list(splits(pool))
    return sum(given(mine, 1 << c.rank, his, mate, first) for his, mate in sides) / len(sides)


@cache
def given(mine: int, c: int, his: int, mate: int, first: bool) -> int:
    """Tricks that a declarer with `his` cards of a suit gains when `c` of `mine` is led to him (`first`: before the
    partner plays `mate`), against leading the suit himself."""
    kept = mine ^ c

    def after(d: int, p: int) -> int:
        return (d > max(c, p)) + led_out(his ^ d, kept, mate ^ p)

    if first:
        best = max(min(after(d, p) for p in _plays(mate, max(c, d))) for d in _plays(his, c))
    else:
        best = min(max(after(d, p) for d in _plays(his, max(c, p))) for p in _plays(mate, c))
    return best - led_out(his, mine, mate)


def _plays(held: int, over: int) -> set[int]:
    """The plays worth a thought: the lowest card, the lowest that beats `over`, the highest; 0 without a card."""
    higher = held & -(over << 1)
    return {held & -held, (higher & -higher) or (held & -held), 1 << held.bit_length() >> 1}


def _price(r: Reading, c: Card) -> int:
    return c.rank + 8 * (c.suit == r.trump)


def _low(r: Reading) -> Card:
    """The card of least worth that may be played."""
    return _throw(r)


def _throw(r: Reading) -> Card:
    return min(r.legal, key=lambda c: _worth(r, c))


def _worth(r: Reading, c: Card) -> float:
    """What is lost with a card, in rough tricks: what the declarer's suit gains by it, and a winner of one's own."""
    mine, his = r.mine(c.suit), r.theirs(c.suit, r.declarer)
    mate = r.theirs(c.suit, r.partner) if r.partner in r.view.hands else 0
    gained = led_out(his, mine & ~(1 << c.rank), mate) - led_out(his, mine, mate)
    return gained + 0.5 * r.is_master(c) + c.rank / 20 + (c.suit == r.trump)
