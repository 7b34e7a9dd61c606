"""Bidding, discarding and answering by rules of thumb: a maxim, and below it hands that it is about.

A row: the hand | what was said before -> what it says, or what it may say. Cards that a row does not name are dealt by
chance, and the answer must not depend on them.
"""

from __future__ import annotations

import pytest

from tests.game.rulebook import rows
from tests.players.positions import answered, called, exchanged


@pytest.mark.parametrize(
    ("own", "before", "call"),
    rows(
        """
With nothing: passes
    s987.cJ98.dJ97.h9 | -> pass
    sQ98.cT97.dQ87.hT | -> pass
    sQ98.cT97.dQ87.hT | 1:pass -> pass
With nothing the third hand does not save a dull deal from raspasy
    sQ98.cT97.dQ87.hT | 1:pass 2:pass -> pass
Three aces and nothing else are no contract
    sA97.cA97.dA87.h8 | -> pass
With six sure tricks: bids
    sAKQJT.cA.d97.h97 | -> 6s
    s97.cA.d97.hAKQJT | -> 6s
    sAKQT9.cA8.d87.h8 | 1:pass -> 6s
    sAKQJT.cA.d97.h97 | 1:pass 2:pass -> 6s
A bid in a higher suit is only as high as it must be
    s97.cAK.d9.hAKQJT | 1:6c -> 6d
    s97.cAK.d9.hAKQJT | 1:7c -> 7d
With seven sure tricks: bids seven, whatever the others say
    s97.cAK.d9.hAKQJT | 1:6h -> 6n
    sAKQJT9.cA.d97.h9 | 1:6n -> 7s
    cA8.d9.hAKQJT98 | 1:7d -> 7h
With four sure tricks: does not bid seven
    sAK8.cAK.d987.h97 | 1:6n -> pass
    sAKQJ.c987.d97.h7 | 1:6h -> pass
With six sure tricks: does not bid eight
    sAKQJT.cA.d97.h97 | 1:7h -> pass
The senior hand keeps a contract that it can make
    sAKQJT9.cA.d97.h9 | 1:6s 2:6c 3:pass -> here
With low cards alone: misere
    s987.c987.d87.h87 | -> mis
    s97.c97.d987.h987 | 1:7d -> mis
    s97J.c97.d978.h87 | -> mis
One bare king can be thrown away
    sK.cT97.dT97.h987 | -> mis
Three cards that are too high cannot
    sAK.cQT.dQJ97.h97 | -> pass
"""
    ),
)
def test_the_auction(own: str, before: str, call: str):
    assert called(own, before) == {call}


@pytest.mark.parametrize(
    ("own", "talon", "bid", "done"),
    rows(
        """
Losers go, winners and trumps stay
    sAKQJ9.cKQ.d87.hA | dA.h7 | 6s -> drop-d7.h7 plays-7s
    s97.cA.d97.hAKQJT | h9.d8 | 6c -> drop-s7.s9 plays-7h
A suit that can be emptied is emptied
    sAKQJT.cA.d97.h97 | hA.c7 | 6s -> drop-d7.d9 plays-7s
What the talon brings is ordered
    sAKQJT9.cA.d97.h9 | s8.s7 | 6s -> drop-d7.d9 plays-8s
A talon that brings nothing leaves the contract where it was
    sAKQJT.cA.d97.h97 | d8.h8 | 6s -> drop-d7.h7 plays-6s
On misere the high cards go
    s987.c987.d87.hA7 | sT.hK | mis -> drop-hK.hA plays-mis
"""
    ),
)
def test_discard_and_order(own: str, talon: str, bid: str, done: str):
    assert exchanged(own, talon, bid) == {done}


@pytest.mark.parametrize(
    ("own", "contract", "before", "answer"),
    rows(
        """
With nothing: passes, first or second
    sT98.cT97.dT9.hT9 | 6h | -> pass
    sT98.cT97.dT9.hT9 | 6h | 2:pass -> pass
    sT97.cT97.dT97.h9 | 8h | -> pass
The second whister passes with no tricks
    sT98.cT97.dT9.hT9 | 6h | 2:whist -> pass
    sT97.cT97.dT97.h9 | 7h | 2:whist -> pass
    sT97.cT97.dT97.h9 | 8h | 2:whist -> pass
    sQ9.cKT9.dKJ98.hT | 9h | 2:whist -> pass
The second whister takes part with his half
    sAK7.cA97.dT97.h9 | 6h | 2:whist -> whist
    sA97.cAK7.dT9.hT9 | 7h | 2:whist -> whist
With half of the duty in hand: whists
    sA9.cAK7.dA97.h9 | 6h | -> whist
    sA97.cA97.dT97.h9 | 7h | -> whist
    sA97.cK97.dT97.h9 | 8h | -> whist
With less than that after a pass on six: half a whist
    sA97.cK97.dT97.h9 | 6h | 2:pass -> half
Against a nine in trumps two aces are nothing, the ace of trumps is a trick
    sA97.cA97.dT97.h9 | 9h | -> pass
    sA97.cT97.dT97.hA | 9h | -> whist
The first passer returns the whist with something, and with nothing passes again
    sA97.cKQ7.dA9.hA9 | 6h | 2:pass 3:half -> whist
    sT97.cT97.dT97.h9 | 6h | 2:pass 3:half -> pass
"""
    ),
)
def test_answering_a_contract(own: str, contract: str, before: str, answer: str):
    assert answered(own, contract, before) == {answer}
