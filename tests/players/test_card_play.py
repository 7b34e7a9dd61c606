"""Playing cards by rules of thumb: a maxim, and below it a deal in which it says what to play.

A row: the three hands | contract | tokens -> the card, or cards any of which will do. The discard is `c7 h7`; on
raspasy the talon stands for the contract.
"""

from __future__ import annotations

import pytest

from tests.game.rulebook import rows
from tests.players.positions import ducked, played

THREE = ("cards", "contract", "tokens", "wanted")


@pytest.mark.parametrize(
    THREE,
    rows(
        """
Trumps are drawn first
    sA8.cAK.d98.hAKQJ sKQJ.cQJ.dAK7.hT9 sT97.cT98.dQJT.h8 | 6h | 2:whist 3:whist -> hA
    sA8.cAK.d98.hAKQJ sKQJ.cQJ.dAK7.hT9 sT97.cT98.dQJT.h8 | 6h | 2:whist 3:whist 1:hA 2:h9 3:h8 -> hK
When nobody else has any, winners are cashed
    sA8.cAK.d98.hAKQJ sKQJ.cQJ.dAK7.hT9 sT97.cT98.dQJT.h8 | 6h |
        2:whist 3:whist 1:hA 2:h9 3:h8 1:hK 2:hT 3:s7 -> cA sA
A trick is taken as cheaply as it can be
    sKQJ7.cQJ.dAK.hT9 sT9.cT98.dQJT7.h8 sA8.cAK.d98.hAKQJ | 6h by 3 | 1:whist 2:whist 1:cJ 2:cT -> cK
And not at all where it cannot be
    sKQJ7.cQJ.dAK.hT9 sT9.cT98.dQJT7.h8 sA8.cAK.d98.hAKQJ | 6h by 3 | 1:whist 2:whist 1:dK 2:d7 -> d8
A ruff in last hand is the lowest trump
    sKQJ.cQJ.dAK7.hT9 sT97.cT8.dQJT9.h8 sA8.cAK9.d8.hAKQJ | 6h by 3 |
        1:whist 2:whist 1:dA 2:d9 3:d8 1:dK 2:dT -> hJ
"""
    ),
)
def test_the_declarer(cards: str, contract: str, tokens: str, wanted: str):
    assert played(cards, contract, tokens) in wanted.split()


@pytest.mark.parametrize(
    THREE,
    rows(
        """
From a sequence the top is led
    sKQJ.cQJ.dAK7.hT9 sT97.cT98.dQJT.h8 sA8.cAK.d98.hAKQJ | 6h by 3 | 1:whist 2:whist -> dK dA sK
Nobody overtakes a partner who wins
    sQJ8.cT98.dKJ7.h9 sAT.cAK.dQ8.hAKQJ sK97.cQJ.dAT9.hT8 | 6h by 2 | 3:whist 1:whist 1:dK 2:d8 -> d9
Last in hand, a trick is taken as cheaply as it can be
    sQJ8.cT98.dKJ7.h9 sAT.cAK.dQ8.hAKQJ sK97.cQJ.dAT9.hT8 | 6h by 2 | 3:whist 1:whist 1:d7 2:d8 -> d9
The ace takes the declarer's queen
    sQJ8.cT98.dKJ7.h9 sAT.cAK.dQ8.hAKQJ sK97.cQJ.dAT9.hT8 | 6h by 2 |
        3:whist 1:whist 1:dK 2:d8 3:d9 1:dJ 2:dQ -> dA
The declarer's side suit is ruffed, with the lowest trump that takes it
    sAKQJT.cAKQ9.d9 cJT8.dAKQJ.hAKQ s987.dT87.hJT98 | 6s | 2:whist 3:whist 1:cA 2:c8 -> s7
A winner is not thrown on a trick that is lost
    sAT.cJT98.dQJT.h8 sKQJ987.dA.hAKQ cAKQ.dK987.hJT9 | 6h by 2 |
        3:whist 1:whist 1:dQ 2:dA 3:d7 2:hA 3:h9 1:h8 2:hK 3:hT -> sT cJ cT c9 c8 dJ dT
"""
    ),
)
def test_a_defender(cards: str, contract: str, tokens: str, wanted: str):
    assert played(cards, contract, tokens) in wanted.split()


@pytest.mark.parametrize(
    THREE,
    rows(
        """
On misere the short suit first: what is bare and high goes when a suit has run out
    sAKQT7.cA.dKT.hAK s98.cT98.dA9.hT98 sJ.cKQJ.dQJ87.hQJ | mis by 2 |
        3:catch 1:cA 2:cT 3:cK 1:sA 2:s9 3:sJ 1:sK 2:s8 3:cQ 1:sQ -> dA
The highest card that loses is played, so that low ones are left
    sAKQT7.cA.dKT.hAK s98.cT98.dA9.hT98 sJ.cKQJ.dQJ87.hQJ | mis by 2 | 3:catch 1:cA -> cT
    sAKQT7.cA.dKT.hAK s98.cT98.dA9.hT98 sJ.cKQJ.dQJ87.hQJ | mis by 2 | 3:catch 1:cA 2:cT 3:cK 1:sQ -> s9
A bare ten is led to from below
    sAK7.cAKQ.dAK.hAK sT.cT98.dT98.hT98 sQJ98.cJ.dQJ7.hQJ | mis by 2 | 3:catch -> s7
And the partner stays below it too
    sAK7.cAKQ.dAK.hAK sT.cT98.dT98.hT98 sQJ98.cJ.dQJ7.hQJ | mis by 2 | 3:catch 1:s7 2:sT -> s8 s9
A partner in the way gets a suit to throw his card on
    sAKJ987.cAKQJ sT.cT98.dT97.hT98 sQ.dAKQJ8.hAKQJ | mis by 2 | 3:catch -> cA cK cQ cJ
And throws it
    sAKJ987.cAKQJ sT.cT98.dT97.hT98 sQ.dAKQJ8.hAKQJ | mis by 2 | 3:catch 1:cA 2:cT -> sQ
"""
    ),
)
def test_misere(cards: str, contract: str, tokens: str, wanted: str):
    assert played(cards, contract, tokens) in wanted.split()


@pytest.mark.parametrize(
    THREE,
    rows(
        """
In raspasy it gets rid of the lead: a card that surely loses is led
    s7.cA98.dAK97.h98 sKQJ.cKQJ.dQJ.hAK sAT98.cT.dT8.hQT | hJc7 | 1:h9 2:hA 3:hQ 1:cA 2:cK 3:cT -> h8 s7
Below the talon's card the highest that loses is played
    sA7.cA98.dKQ97.h9 sKQJ.cKQJ.dAJ.hAK sT98.cT7.dT8.hQT8 | hJh7 | 1:h9 2:hA -> hQ
    s7.cA98.dAK97.h98 sKQJ.cKQJ.dQJ.hAK sAT98.cT.dT8.hQT | hJc7 | 1:h9 2:hA 3:hQ 1:c9 -> cJ cQ cK
Without the suit it throws what is most dangerous
    sA7.cA98.dKQ97.h9 sKQJ.cKQJ.dAJ.hAK sT98.cT7.dT8.hQT8 | hJh7 | 1:h9 2:hA 3:hQ -> sA
"""
    ),
)
def test_raspasy(cards: str, contract: str, tokens: str, wanted: str):
    assert ducked(cards, contract, tokens) in wanted.split()
