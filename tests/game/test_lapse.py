"""The automatic move of who has run out of time: legal, the same each time, and as little as can be."""

from __future__ import annotations

from random import Random

import pytest

from bot.game import lapse, rules
from bot.game.actions import Deck
from bot.game.cards import DECK
from bot.game.presets import PRESETS, preset
from bot.game.state import Ended, State, new_table
from tests.game.deals import after, said, start
from tests.game.rulebook import rows
from tests.game.test_chair import between


def moved(state: State, seat: int) -> str:
    return lapse.move(state, seat).token


@pytest.mark.parametrize(
    ("about", "tokens", "seat", "token"),
    rows(
        """
who is to call passes
    sochi | - | 1 | 1:pass
    sochi | 1:mis | 2 | 2:pass
who has not looked looks: a call in the dark would double the price
    dark_bids=on | - | 1 | 1:look-1
    dark_bids=on | 1:look-1 | 1 | 1:pass
    dark_bids=on | 1:6s 2:pass 3:pass | 1 | 1:take
who has won discards his lowest cards and plays what he has bid
    sochi | 1:6s 2:pass 3:pass | 1 | 1:drop-c7.d7
    sochi | 1:6s 2:pass 3:pass 1:drop-c7.d7 | 1 | 1:plays-6s
    sochi | 1:7d 2:pass 3:pass 1:drop-c7.d7 | 1 | 1:plays-7d
    giveup=without_three | 1:6s 2:pass 3:pass | 1 | 1:drop-c7.d7
    talon_refusal=2 | 1:6s 2:pass 3:pass | 1 | 1:drop-c7.d7
on a misere his highest
    sochi | 1:mis 2:pass 3:pass | 1 | 1:drop-cA.dA
    sochi | 1:mis 2:pass 3:pass 1:drop-cA.dA | 1 | 1:plays-mis
on raspasy the lowest card of the suit
    sochi | 1:pass 2:pass 3:pass | 1 | 1:cA
    raspasy_talon=closed | 1:pass 2:pass 3:pass | 1 | 1:d7
"""
    ),
)
def test_who_is_silent_promises_least(about: str, tokens: str, seat: str, token: str):
    assert moved(after(start(about), tokens.replace("-", "", tokens == "-")), int(seat)) == token


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "seat", "token"),
    rows(
        """
no whist, in the dark, believed, alone
    sochi | 6s | - | 2 | 2:pass
    sochi | 6s | 2:whist 3:pass | 2 | 2:dark
    sochi | 10s | - | 2 | 2:believe
    players=4 misere_partnership=on | mis | - | 1 | 1:alone
    players=4 misere_partnership=on | mis | 1:invite | 4 | 4:decline
    players=4 | 6s | 2:pass 3:half 2:pass | 4 | 4:pass
    players=4 dealer_peek=both | 8s | 2:pass 3:pass 4:look-2 | 4 | 4:pass
    trump_slip=annul | 6c | - | 1 | 1:stand
what has to be is done
    stalingrad=on | 6s | - | 2 | 2:whist
    single_whist_play=light | 6s | 2:whist 3:pass | 2 | 2:open
the lowest card, trumps not kept
    sochi | 6s | 2:whist 3:whist | 1 | 1:d7
"""
    ),
)
def test_who_is_silent_answers_a_contract(about: str, contract: str, tokens: str, seat: str, token: str):
    assert moved(said(about, contract, tokens.strip("-")), int(seat)) == token


def test_whose_pool_is_helped_where_the_owner_says_nothing():
    """The largest, as where nobody chooses."""
    from tests.game.test_the_end import MADE, at

    assert moved(after(at("help_target=choice", "5 3 6"), MADE), 1) == "1:help-3"


def test_between_deals_the_clock_goes_on_without_a_cut():
    state = between()
    assert moved(state, 2) == "2:ready"
    assert moved(state, 3) == "clock:deal"
    begun = after(state, "clock:deal")
    assert begun.deal.cut is None
    assert begun.seq == state.seq + 1
    assert after(state, "3:cut-7 clock:deal").deal.cut.count == 7
    assert not rules.admits(after(state, "chair:pause"), lapse.move(state, 3))


def test_what_needs_everybodys_consent_has_not_got_it_from_who_is_silent():
    state = after(start(), "1:pause")
    assert lapse.silence(state, 2).token == "2:object"
    for seat, ask in ((1, lapse.silence), (2, lapse.move)):
        with pytest.raises(LookupError):
            ask(state, seat)


@pytest.mark.parametrize("name", PRESETS)
def test_a_pulka_of_silent_people_comes_to_its_end(name: str):
    players, rng = (2 if name == "hussar" else 3), Random(name)
    state = new_table(preset(name).but(end_condition="deals", end_deals="12"), players, 1)
    while not isinstance(state.phase, Ended):
        asked = list(rules.asked(state))
        nonce = f"{rng.getrandbits(256):064x}"
        action = lapse.move(state, asked[0]) if asked else Deck(0, tuple(rng.sample(DECK, 32)), nonce)
        state = rules.apply(state, action).state
    assert state.table.deals == 12
