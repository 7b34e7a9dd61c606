"""A defender's play against a contract, also both hands of a light whist."""

from __future__ import annotations

from bot.game.cards import SUITS, Card
from bot.players.reading import Reading


def card(r: Reading) -> Card:
    """One of `r.legal`."""
    if r.view.led is None:
        return lead(r)
    return follow(r)


def lead(r: Reading) -> Card:
    """The best suit by points, and in it the top of a sequence or the lowest card."""
    return max(r.legal, key=lambda c: (_promise(r, c), -c.rank))


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
    """Points for leading `c`."""
    suit, trump = c.suit, r.trump
    mine = r.mine(suit)
    declarer_out = r.is_out(r.declarer, suit)
    last = r.after[-1] == r.declarer
    points = 0.0
    if suit == trump:
        return -2.0 + (1.0 if r.is_master(c) else 0.0) - c.rank / 20
    if trump and declarer_out and r.theirs(trump, r.declarer):
        # He must trump: it shortens him, unless the partner is robbed of a card.
        return 1.0 - c.rank / 10
    if r.is_master(c):
        points += 3.0
        if mine & (1 << c.rank >> 1):
            points += 0.5
    else:
        top = 1 << mine.bit_length() >> 1
        if mine == 1 << c.rank and trump and r.mine(trump):
            points += 1.0
        if c.rank >= 4 and mine & (1 << c.rank >> 1):
            points += 1.0
        elif 1 << c.rank == top and mine != top:
            points -= 1.0
        if r.above(c, r.partner) and not last:
            points += 0.5
        if top >= 32 and not mine & top >> 1 and last:
            points -= 1.0
    if trump and r.is_out(r.partner, suit) and r.theirs(trump, r.partner):
        points += 2.0
    return points + 0.1 * mine.bit_count()


def _price(r: Reading, c: Card) -> int:
    return c.rank + 8 * (c.suit == r.trump)


def _low(r: Reading) -> Card:
    """The card of least worth that may be played."""
    return _throw(r)


def _throw(r: Reading) -> Card:
    return min(r.legal, key=lambda c: _worth(r, c))


def _worth(r: Reading, c: Card) -> float:
    """What a card may still do, in rough tricks."""
    mine = r.mine(c.suit)
    above = r.above(c, r.declarer).bit_count()
    worth = c.rank / 20
    if c.suit == r.trump:
        worth += 1.0
    if above < mine.bit_count() and SUITS.index(c.suit) is not None:
        worth += 1.0 / (1 + above)
    return worth
