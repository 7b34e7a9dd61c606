"""The declarer's play: draw trumps, set up long suits while there is a way back, cash winners, then wait."""

from __future__ import annotations

from bot.game.cards import SUITS, Card
from bot.players.evaluate import bits, first_lead, led_out, splits, suit_tricks
from bot.players.reading import Reading


def card(r: Reading) -> Card:
    """One of `r.legal`."""
    if r.view.led is None:
        return lead(r)
    return follow(r)


def lead(r: Reading) -> Card:
    """What to lead as declarer."""
    trump = r.trump
    if trump and r.mine(trump) and r.theirs(trump) and _draws(r, trump):
        return _best_of(r, trump)
    suits = [s for s in SUITS if r.mine(s)]
    side = [s for s in suits if s != trump] or suits
    assert r.view.contract is not None
    wanted = r.view.contract.level - r.view.taken[r.hand]
    sure = {s: run(r, s) for s in side}
    in_hand = r.mine(trump).bit_count() if trump and not r.theirs(trump) else 0
    gain = {s: _tricks(r, s) - sure[s] for s in side}
    growing = [s for s in side if gain[s] >= 0.5]
    if growing and sum(sure.values()) + in_hand < wanted and _way_back(r, growing, trump):
        return _best_of(r, max(growing, key=lambda s: (gain[s], r.mine(s).bit_count())))
    cashing = [s for s in side if sure[s]]
    if cashing:
        return _top(r, max(cashing, key=lambda s: sure[s]))
    if growing:
        return _best_of(r, max(growing, key=lambda s: gain[s]))
    # Nothing to run: lose a trick where nothing can be won, so that the defenders lead up to a king or queen.
    return min((_low(r, s) for s in side), key=lambda c: (_hopes(r, c.suit), r.mine(c.suit).bit_count(), c.rank))


def follow(r: Reading) -> Card:
    """What to play to a defender's lead."""
    cheapest = min(r.winners, key=lambda c: _price(r, c), default=None)
    if cheapest is None:
        return _throw(r)
    if not r.after:
        return cheapest
    last = r.after[0]
    safe = [c for c in r.winners if not r.can_beat(last, c)]
    if safe:
        return min(safe, key=lambda c: _price(r, c))
    low = min(r.legal, key=lambda c: _price(r, c))
    if low.suit != r.view.led:
        return low  # a ruff: the lowest trump, the last hand may have to follow
    # One higher card out may lie with the leader: a king that could be caught next time is played now.
    top = max(r.winners, key=lambda c: c.rank)
    if r.above(top, last).bit_count() == 1 and r.mine(top.suit).bit_count() <= 2:
        return top
    return low


def run(r: Reading, suit: str) -> int:
    """Tricks that the suit takes from the top, one after another, if nobody ruffs."""
    mine, n = r.mine(suit), 0
    lengths = [r.theirs(suit, h).bit_count() for h in r.others]
    out = r.theirs(suit)
    while mine:
        top = 1 << mine.bit_length() >> 1
        if out > top and n < max(lengths):
            return n
        mine ^= top
        n += 1
    return n


def _draws(r: Reading, trump: str) -> bool:
    """Whether to lead trumps: not when all that is out is a trump that beats all of one's own."""
    mine, out = r.mine(trump), r.theirs(trump)
    if mine > out:
        return True
    # Without the top, only a sequence that drives it out is worth leading, and more trumps than are out.
    above = out & -(1 << mine.bit_length())
    top = 1 << mine.bit_length() >> 1
    return above.bit_count() == 1 and bool(mine & top >> 1) and mine.bit_count() >= out.bit_count() > 1


def _way_back(r: Reading, growing: list[str], trump: str | None) -> bool:
    """Whether the lead will come back in time: trumps, or a winner in another suit."""
    if trump and r.mine(trump):
        return True
    return any(run(r, s) for s in SUITS if s not in growing[:1] and r.mine(s)) or bool(run(r, growing[0]))


def _tricks(r: Reading, suit: str) -> float:
    """What the suit takes when it is led to the end."""
    if r.sees_all:
        left, right = (r.theirs(suit, h) for h in r.others)
        return float(led_out(r.mine(suit), left, right))
    return suit_tricks(r.mine(suit), r.theirs(suit))


def _best_of(r: Reading, suit: str) -> Card:
    """The card of the suit to lead from."""
    left, right = (r.theirs(suit, h) for h in r.others)
    sides = [(left, right)] if r.sees_all else splits(r.theirs(suit))
    return _named(r, suit, first_lead(r.mine(suit), sides))


def _top(r: Reading, suit: str) -> Card:
    return _named(r, suit, 1 << r.mine(suit).bit_length() >> 1)


def _low(r: Reading, suit: str) -> Card:
    return _named(r, suit, r.mine(suit) & -r.mine(suit))


def _named(r: Reading, suit: str, bit: int) -> Card:
    return next(c for c in r.cards if c.suit == suit and 1 << c.rank == bit)


def _hopes(r: Reading, suit: str) -> bool:
    """Whether the suit may still win if others lead it: a card with fewer above it than the suit is long."""
    mine, out = r.mine(suit), r.theirs(suit)
    return any((out & -(b << 1)).bit_count() < mine.bit_count() for b in bits(mine))


def _price(r: Reading, c: Card) -> int:
    return c.rank + 8 * (c.suit == r.trump)


def _throw(r: Reading) -> Card:
    """A card that takes nothing: the lowest, from a suit in which nothing is lost with it."""
    return min(r.legal, key=lambda c: (_loss(r, c), c.suit == r.trump, c.rank))


def _loss(r: Reading, c: Card) -> float:
    mine, out = r.mine(c.suit), r.theirs(c.suit)
    loss = suit_tricks(mine, out) - suit_tricks(mine & ~(1 << c.rank), out)
    return round(loss + 0.3 * (_hopes(r, c.suit) and not _hopes_without(r, c)), 2)


def _hopes_without(r: Reading, c: Card) -> bool:
    mine, out = r.mine(c.suit) & ~(1 << c.rank), r.theirs(c.suit)
    return any((out & -(b << 1)).bit_count() < mine.bit_count() for b in bits(mine))
