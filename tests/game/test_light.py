"""When light cards are laid down (`open_cards`: Codex 3.8.5, fn 56, club 001 1.1-1.2, GH-L, GH-S; RULES 2.3.8).

Hand 1 has named the contract and has the lead, unless a row says otherwise; 2 and 3 defend; with four players 4 deals.
"""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.state import Tricks
from bot.game.view import view
from tests.game.deals import after, cards_of, last_step, may, said, where
from tests.game.rulebook import rows
from tests.game.test_tricks import WHOLE_DEAL

LED = "open_cards=after_declarer_lead"
CARD = "open_cards=after_first_card"
TRICK = "open_cards=after_first_trick"
NAMES = {"led": LED, "card": CARD, "trick": TRICK, "codex": "open_cards=before_lead"}


def played(about: str, contract: str, tokens: str):
    """`said`, with the options of the tables' first column spelled out."""
    return said(" ".join(NAMES.get(word, word) for word in about.split()), contract, tokens)


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "next_"),
    rows(
        """
C 3.8.5, fn 56: before the first lead, whoever makes it
    codex | 6s | 2:whist 3:pass -> 2 light
    codex | 6s by 2 | 3:whist 1:pass -> 3 light
001 1.1: a declarer who has the lead leads in the dark, then the whister is asked
    led | 6s | 2:whist 3:pass -> 1 card
    led | 6s | 2:whist 3:pass 1:sA -> 2 light
    led | 6s | 2:pass 3:whist 1:sA -> 3 light
    led | 6s | 2:whist 3:pass 1:sA 2:open -> 2 card
    led | 6s | 2:whist 3:pass 1:sA 2:open 2:s7 -> 2 card
    led | 6s | 2:whist 3:pass 1:sA 2:dark 2:s7 -> 3 card
001 1.2: when the defence leads, he chooses before the lead
    led | 6s by 2 | 3:whist 1:pass -> 3 light
    led | 6s by 2 | 3:whist 1:pass 3:open -> 3 card
    led | 6s by 3 | 1:whist 2:pass -> 1 light
GH-L: the first card of a deal is always dark, whoever leads it
    card | 6s | 2:whist 3:pass -> 1 card
    card | 6s | 2:whist 3:pass 1:sA -> 2 light
    card | 6s by 2 | 3:whist 1:pass -> 1 card
    card | 6s by 2 | 3:whist 1:pass 1:sA -> 3 light
    card | 6s by 2 | 3:whist 1:pass 1:sA 3:open -> 2 card
    card | 6s by 2 | 3:whist 1:pass 1:sA 3:open 2:s7 -> 3 card
    card | 6s by 3 | 1:whist 2:pass 1:sA -> 1 light
GH-S: after the first trick; its winner leads to the second
    trick | 6s | 2:whist 3:pass 1:sA 2:s7 -> 3 card
    trick | 6s | 2:whist 3:pass 1:sA 2:s7 3:c8 -> 2 light
    trick | 6s | 2:whist 3:pass 1:sA 2:s7 3:c8 2:open -> 1 card
    trick | 6d | 2:whist 3:pass 1:d7 2:dJ 3:dT -> 2 light
    trick | 6d | 2:whist 3:pass 1:d7 2:dJ 3:dT 2:dark -> 2 card
    trick | 6s by 2 | 3:whist 1:pass 1:sA 2:s7 3:c8 -> 3 light
C 3.8.4: two whisters are asked nothing
    led | 6s | 2:whist 3:whist 1:sA -> 2 card
    trick | 6s | 2:whist 3:whist 1:sA 2:s7 3:c8 -> 1 card
C 3.8.8: who returned the whist is asked at the same moment
    led | 6s | 2:pass 3:half 2:whist -> 1 card
    led | 6s | 2:pass 3:half 2:whist 1:sA -> 2 light
    players=4 led | 8h | 2:pass 3:pass 4:look-3 4:whist -> 1 card
    players=4 led | 8h | 2:pass 3:pass 4:look-3 4:whist 1:sA -> 4 light
    players=4 card | 8h by 2 | 3:pass 1:pass 4:look-1 4:whist -> 4 card
    players=4 card | 8h by 2 | 3:pass 1:pass 4:look-1 4:whist 1:sA -> 4 light
C 3.6.6, 004 U21: misere and a checked ten open by their own rules
    trick | mis | 1:dA -> 2 doubt
    trick | mis by 2 | -> 3 doubt
    trick | 10h | -> 2 doubt
An agreement that leaves no choice asks at the same moment
    led single_whist_play=dark | 6s | 2:whist 3:pass 1:sA -> 2 light
"""
    ),
)
def test_when_the_whister_is_asked(about: str, contract: str, tokens: str, next_: str):
    assert where(played(about, contract, tokens)) == next_


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "token", "answer"),
    rows(
        """
001 1.1.3: nobody follows before he has chosen
    led | 6s | 2:whist 3:pass 1:sA | 2:s7 -> not_now
    led | 6s | 2:whist 3:pass 1:sA | 3:c8 -> not_now
    trick | 6s | 2:whist 3:pass 1:sA 2:s7 3:c8 | 1:sK -> not_now
and he does not choose before the cards that come first
    led | 6s | 2:whist 3:pass | 2:open -> not_now
    trick | 6s | 2:whist 3:pass 1:sA | 2:open -> not_now
The choice is his
    led | 6s | 2:whist 3:pass 1:sA | 2:open -> may
    led | 6s | 2:whist 3:pass 1:sA | 2:dark -> may
    led | 6s | 2:whist 3:pass 1:sA | 3:open -> not_your_turn
    led single_whist_play=light | 6s | 2:whist 3:pass 1:sA | 2:dark -> played_light
"""
    ),
)
def test_what_may_be_done_meanwhile(about: str, contract: str, tokens: str, token: str, answer: str):
    assert may(played(about, contract, tokens), token) == answer


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "control", "opened"),
    rows(
        """
Until then each plays his own cards, and nothing lies open
    led | 6s | 2:whist 3:pass -> 1 2 3 |
    card | 6s by 2 | 3:whist 1:pass -> 1 2 3 |
    trick | 6s | 2:whist 3:pass 1:sA 2:s7 -> 1 2 3 |
a dealer of four those of the hand in whose place he whists
    players=4 card | 8h by 2 | 3:pass 1:pass 4:look-1 4:whist -> 4 2 3 4 |
    players=4 trick | 8h by 2 | 3:pass 1:pass 4:look-1 4:whist 1:sA -> 4 2 3 4 |
then the whister plays both hands in the light
    led | 6s | 2:whist 3:pass 1:sA 2:open -> 1 2 2 | 2 3
    trick | 6s by 2 | 3:whist 1:pass 1:sA 2:s7 3:c8 3:open -> 3 2 3 | 1 3
    players=4 card | 8h by 2 | 3:pass 1:pass 4:look-1 4:whist 1:sA 4:open -> 4 2 4 4 | 1 3
and in the dark it stays as it was
    led | 6s | 2:whist 3:pass 1:sA 2:dark -> 1 2 3 |
    players=4 card | 8h by 2 | 3:pass 1:pass 4:look-1 4:whist 1:sA 4:dark -> 4 2 3 4 |
"""
    ),
)
def test_who_plays_which_hand(about: str, contract: str, tokens: str, control: str, opened: str):
    state = played(about, contract, tokens)
    game = state.phase.game
    assert " ".join(map(str, game.control)) == control
    assert " ".join(map(str, sorted(game.opened))) == opened
    if isinstance(state.phase, Tricks):
        for hand in state.deal.playing:
            assert rules.actor(state, action(f"{hand}:s7")) == game.control[hand - 1]


def test_the_cards_played_before_the_choice_are_seen_while_he_chooses():
    state = played("trick players=4", "6d", "2:whist 3:pass 1:d7 2:dJ 3:dT")
    for seat in (None, 1, 2, 3, 4):
        seen = view(state, seat)
        assert [c.text for _, c in seen.past[0]] == ["d7", "dJ", "dT"]
        assert seen.taken == {1: 0, 2: 1, 3: 0}
        assert set(seen.hands) == ({seat} if seat in (1, 2, 3) else set())
    state = played("led", "6d", "2:whist 3:pass 1:d7")
    assert [c.text for _, c in view(state, 3).trick] == ["d7"]
    assert view(state, None).talon == ()


def test_a_trick_taken_before_the_choice_counts():
    """Six diamonds: the first trick goes to the whister, and is told like any other."""
    step = last_step(played("trick", "6d", "2:whist 3:pass"), "1:d7 2:dJ 3:dT")
    assert [(e.kind, e.data[0]) for e in step.events] == [("trick_taken", 2)]
    state = after(step.state, "2:open")
    assert isinstance(state.phase, Tricks)
    assert (state.phase.taken, len(state.phase.past)) == ((0, 1, 0), 1)
    assert len(cards_of(state, 2)) == 9


@pytest.mark.parametrize("about", ["codex", "led", "card", "trick"])
@pytest.mark.parametrize("choice", ["open", "dark"])
def test_the_moment_changes_nothing_in_the_score(about: str, choice: str):
    lead, second, third, rest = WHOLE_DEAL.split(maxsplit=3)
    chosen = {"codex": 0, "led": 1, "card": 1, "trick": 3}[about]
    tokens = [lead, second, third]
    tokens.insert(chosen, f"2:{choice}")
    state = after(played(about, "6s", "2:whist 3:pass"), " ".join([*tokens, rest]))
    assert where(state) == "closed: pool 1 2; hill 2 8"
    assert state.phase.last.result.tricks == (10, 0, 0)
