"""What people offer each other: undo, pause, resume, to finish; who is asked, what stops what (DESIGN, The core)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game import rules
from bot.game.actions import Deck, action
from bot.game.cards import DECK
from bot.game.errors import Refusal
from bot.game.state import Between, Ended, State, new_table
from bot.game.view import view
from tests.game.deals import after, said, start
from tests.game.rulebook import rows
from tests.game.scores import agreed

OPENED = "1:6s 2:pass 3:6c"
"""An auction in which everybody has decided something."""


def talk(state: State) -> str:
    """What is offered and who has still to answer, whether the table rests; `-` if nobody talks of anything."""
    parts = ["paused"] if state.paused else []
    if state.offer is not None:
        parts.append(f"{state.offer.by} {state.offer.kind} {''.join(map(str, state.offer.waiting))}")
    if isinstance(state.phase, Ended):
        parts.append(f"ended by {state.phase.how}")
    return ", ".join(parts) or "-"


def tried(state: State, tokens: str) -> str:
    """What they talk of after tokens, or the code with which the first of them is refused."""
    for token in tokens.split():
        try:
            state = rules.apply(state, action(token)).state
        except Refusal as refusal:
            return f"{token}: {refusal.code}"
    return talk(state)


@pytest.mark.parametrize(
    ("about", "tokens", "came"),
    rows(
        """
an offer waits for all other people
    sochi | 2:pause | 2 pause 13
    sochi | 2:pause 3:agree | 2 pause 1
    sochi | 2:pause 3:agree 1:agree | paused
    players=4 | 2:finish | 2 finish 134
one objection drops it, and so does who made it
    sochi | 2:pause 3:agree 1:object | -
    sochi | 2:pause 2:withdraw | -
    sochi | 2:pause 1:withdraw | 1:withdraw: nothing_offered
    sochi | 2:pause 2:agree | 2:agree: nothing_offered
    sochi | 2:pause 1:agree 1:object | 1:object: nothing_offered
    sochi | 1:agree | 1:agree: nothing_offered
one offer at a time
    sochi | 2:pause 3:pause | 3:pause: offer_open
    sochi | 2:pause 2:finish | 2:finish: offer_open
computers are not asked, and offer nothing
    computers=3 | 2:pause | 2 pause 1
    computers=3 | 3:pause | 3:pause: not_now
    computers=3 | 2:pause 3:agree | 3:agree: nothing_offered
with nobody to ask it takes effect at once
    computers=13 | 2:pause | paused
    computers=13 | 2:finish | ended by consent
    computers=23 | 1:6s 1:undo | -
play goes on under an offer, and it stays open
    sochi | 2:pause 1:6s 2:pass | 2 pause 13
while the table is paused, only going on may be offered
    computers=13 | 2:pause 2:finish | 2:finish: paused
    computers=13 | 2:pause 2:resume | -
    computers=13 | 2:pause 1:6s | 1:6s: paused
    sochi | 2:pause 3:agree 1:agree 1:resume | paused, 1 resume 23
    sochi | 2:pause 3:agree 1:agree 1:resume 2:agree | paused, 1 resume 3
    sochi | 2:pause 3:agree 1:agree 1:resume 2:agree 3:agree | -
    sochi | 2:pause 3:agree 1:agree 1:resume 2:object | paused
    sochi | 1:resume | 1:resume: not_now
everybody agrees to end it
    sochi | 2:finish 1:agree 3:agree | ended by consent
after the end nothing is offered
    computers=13 | 2:finish 2:pause | 2:pause: not_now
"""
    ),
)
def test_what_is_offered(about: str, tokens: str, came: str):
    assert tried(start(about), tokens) == came


@pytest.mark.parametrize(
    ("about", "tokens", "came"),
    rows(
        """
an offer to take back lapses when anybody decides something
    sochi | 1:6s 1:undo | 1 undo 23
    sochi | 1:6s 1:undo 2:pass | -
    sochi | 1:6s 2:pass 1:undo | 1:undo: nothing_to_undo
who decided last may take it back
    sochi | 1:6s 2:pass 2:undo | 2 undo 13
    sochi | 1:6s 2:pass 3:undo | 3:undo: nothing_to_undo
    sochi | 1:undo | 1:undo: nothing_to_undo
one level
    sochi | 1:6s 2:pass 2:undo 1:agree 3:agree 1:undo | 1:undo: nothing_to_undo
what followed from computers is taken back with it
    computers=23 | 1:6s 2:pass 3:pass 1:undo | 1:undo: nothing_to_undo
    computers=2 | 1:6s 2:pass 1:undo | 1 undo 3
a computer's decision is nobody's to take back
    computers=1 | 1:6s 1:undo | 1:undo: nothing_to_undo
never past the talon
    sochi | 1:6s 2:pass 3:pass 3:undo | 3:undo: nothing_to_undo
    sochi | 1:pass 2:pass 3:pass 3:undo | 3:undo: nothing_to_undo
    talon_shown=closed | 1:6s 2:pass 3:pass 3:undo | 3:undo: nothing_to_undo
where the talon stays closed it is not passed
    raspasy_talon=closed | 1:pass 2:pass 3:pass 3:undo | 3 undo 12
never past hands that were looked at
    dark_bids=on | 1:look-1 1:undo | 1:undo: nothing_to_undo
    dark_bids=on | 1:pass 1:undo | 1 undo 23
"""
    ),
)
def test_what_may_be_taken_back(about: str, tokens: str, came: str):
    assert tried(start(about), tokens) == came


@pytest.mark.parametrize(
    ("about", "tokens", "came"),
    rows(
        """
an answer may be taken back
    sochi | 2:whist 2:undo | 2 undo 13
a card may be taken back, also when it has ended a trick
    sochi | 2:whist 3:whist 1:sA 1:undo | 1 undo 23
    sochi | 2:whist 3:whist 1:sA 2:s7 3:cT 3:undo | 3 undo 12
never past hands that were laid open
    sochi | 2:whist 3:pass 2:open 2:undo | 2:undo: nothing_to_undo
    sochi | 2:whist 3:pass 2:dark 2:undo | 2 undo 13
what only its owner sees to be forced can not be told from a decision: others may take nothing back past it
    sochi | 2:whist 3:whist 1:sA 2:s7 1:undo | 1:undo: nothing_to_undo
in the light everybody sees that a card was forced
    sochi | 2:whist 3:pass 2:open 1:sA 2:s7 1:undo | 1 undo 23
a computer's cards are taken back with it
    computers=23 | 2:whist 3:whist 1:sA 2:s7 3:cT 1:undo | -
"""
    ),
)
def test_what_may_be_taken_back_of_the_play(about: str, tokens: str, came: str):
    assert tried(said(about, "6s"), tokens) == came


def test_undo_brings_back_what_was_and_asks_it_anew():
    before = said("sochi", "6s", "2:whist 3:whist")
    done = after(before, "1:sA 1:undo 2:agree 3:agree")
    assert done.phase == replace(before.phase, since=done.seq)
    assert done.seq == before.seq + 4
    assert rules.asked(done)[1].number == done.seq
    assert rules.asked(before)[1].about == rules.asked(done)[1].about == "card"


def test_an_undo_says_what_it_takes_back_but_not_which_cards_were_discarded():
    assert after(start(), "1:6s 1:undo").offer.said == "6s"
    dropped = after(start(), "1:6s 2:pass 3:pass 1:drop-c7.h7 1:undo")
    assert dropped.offer.said == "drop"
    assert view(dropped, 2).offer == dropped.offer


def test_the_memory_is_one_level_deep_and_ends_with_the_deal():
    state = after(start(), "1:6s 2:pass 3:6c")
    assert state.undoable.phase.calls == ((1, "6s"), (2, "pass"))
    assert not hasattr(state.undoable.phase, "undoable")
    closed = said("sochi", "6s", "2:pass 3:pass")
    assert isinstance(closed.phase, Between)
    assert closed.undoable is None


def test_a_forced_card_hides_no_earlier_decision_of_ones_own():
    """Hand 1 leads, computers follow; then it plays its only club: the lead may still be taken back."""
    before = said("computers=23", "6s", "2:whist 3:whist")
    state = after(before, "1:d7 2:dK 3:d8 2:cK 3:cT 1:cA")
    assert state.undoable.word == "d7"
    assert after(state, "1:undo").phase.hands == before.phase.hands


def test_numbers_tell_a_late_press_from_a_new_one():
    state = after(start(), "1:6s")
    undo, pause = action("1:undo"), action("2:pause")
    assert (rules.number(state, undo), rules.number(state, pause)) == (2, 0)
    state = after(state, "1:undo 2:object")
    assert (rules.number(state, undo), rules.number(state, pause)) == (4, 4), "pressed twice, the second is stale"
    state = after(state, "2:pause")
    assert {s: (q.number, q.about) for s, q in rules.offered(state).items()} == {1: (5, "pause"), 3: (5, "pause")}
    assert rules.number(state, action("3:agree")) == rules.number(state, action("2:withdraw")) == 5
    assert rules.number(state, action("2:7s")) == rules.asked(state)[2].number == 2
    assert rules.number(state, action("3:7s")) == -1
    state = after(state, "3:agree")
    assert rules.number(state, action("3:agree")) == rules.number(state, action("3:object")) == -1, "he has answered"
    assert rules.number(state, action("1:agree")) == 5
    assert rules.number(state, action("1:withdraw")) == -1, "it is not his"


@pytest.mark.parametrize(
    ("tokens", "told"),
    rows(
        """
who objected is told, or that it was taken back
    1:6s 1:undo 2:object | undo of 1, by 2
    1:6s 1:undo 2:agree 3:object | undo of 1, by 3
    1:6s 1:undo 1:withdraw | undo of 1, by 1
    2:pause 1:object | pause of 2, by 1
until somebody acts
    1:6s 1:undo 2:object 2:pass | -
    1:6s 1:undo 2:object 3:pause | -
    1:6s 1:undo 2:object chair:computer-3 | -
what lapses or is agreed to has not been refused
    1:6s 1:undo | -
    1:6s 1:undo 2:pass | -
    1:6s 1:undo 2:agree 3:agree | -
"""
    ),
)
def test_what_was_refused_is_told(tokens: str, told: str):
    state = after(start(), tokens)
    for seat in (None, 1, 2, 3):
        fallen = view(state, seat).fallen
        assert (f"{fallen.kind} of {fallen.by}, by {fallen.who}" if fallen else "-") == told


def test_a_seat_sees_what_it_may_offer_and_answer():
    state = after(start("computers=3"), "1:6s 2:pass")
    assert view(state, 1).proposals == {"pause": 0, "finish": 0}
    assert view(state, 2).proposals == {"undo": 3, "pause": 0, "finish": 0}
    assert view(state, 3).proposals == view(state, None).proposals == {}
    state = after(state, "2:undo")
    assert view(state, 1).proposals == {"agree": 4, "object": 4}
    assert view(state, 1).offered == rules.offered(state)[1]
    assert view(state, 2).proposals == {"withdraw": 4}
    assert view(state, None).offer.waiting == (1,)
    paused = after(start("computers=3"), "1:pause 2:agree")
    assert view(paused, 1).paused
    assert view(paused, 1).legal == ()
    assert view(paused, 1).asked == {}
    assert view(paused, 1).proposals == {"resume": 3}


def test_the_pulka_ends_in_the_middle_of_a_deal_which_counts_for_nothing():
    state = said("computers=23", "6s", "2:whist 3:whist 1:sA")
    ended = after(state, "1:finish")
    assert ended.table == state.table
    assert ended.phase.broken == state.deal
    assert ended.phase.settlement.exact == (0, 0, 0)
    assert view(ended, None).broken == state.deal
    assert view(ended, 2).how == "consent"


def test_a_deck_that_comes_in_a_pause_is_dealt_when_it_is_over():
    begun = new_table(agreed(""), 3, 1, computers=(1, 2, 3))
    state = rules.apply(rules.apply(begun, action("chair:pause")).state, Deck(0, DECK, "0" * 64)).state
    assert isinstance(state.phase, Between)
    assert rules.asked(rules.apply(state, action("chair:resume")).state)
