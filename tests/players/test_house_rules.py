"""What a computer player answers where house rules ask more than Sochi does: half after all, two looks, none, a share.

Hand 1 plays the contract; 2 and 3 defend; with four players 4 deals.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot import players
from bot.game import rules
from bot.game.presets import preset
from bot.game.state import new_table
from bot.game.view import view
from tests.aimed import HOUSE_AIMS, Turn, pulkas
from tests.game.deals import after, said, start
from tests.game.rulebook import rows
from tests.laws.knowledge import Knowledge, exchanged
from tests.players.positions import answered, called, choice, dealt
from tests.players.positions import exchanged as traded

HALF = "whist_pay=gentleman whist_pass_half=on"
HOUSES = (
    {"open_cards": "after_declarer_lead", "dealer_peek": "both", "misere_partnership": "on"},
    {"whist_pay": "gentleman", "whist_pass_half": "on", "open_cards": "after_first_trick", "dealer_peek": "none"},
    {"talon_refusal": "2", "giveup": "without_two", "trump_slip": "annul", "misere_without_talon": "on"},
    {"help_target": "choice"},
)


ASKED = {
    "misere_partnership": {"light", "look", "invite", "share", "doubt"},
    "whist_pass_half": {"light", "look", "return"},
    "trump_slip": {"slip", "auction", "contract"},
    "help_target": {"help"},
}
"""What is asked where a house rule is agreed."""


def turns(house: dict[str, str]) -> list[Turn]:
    """Aimed deals of four that ask what these house rules may ask."""
    aims = [aim for key in house for aim in HOUSE_AIMS.get(key, ())]
    return list(pulkas(new_table(preset().but(**house), 4, 4), Random(1), aims))


@pytest.mark.parametrize("house", HOUSES)
def test_every_question_is_answered_legally_and_hidden_cards_change_nothing(house: dict[str, str]):
    rng, knowledge, asked = Random(2), Knowledge(4), set()
    for turn in turns(house):
        knowledge.learn(turn)
        state = turn.step.state
        for seat, question in rules.asked(state).items():
            chosen = players.choose(view(state, seat))
            assert chosen in rules.legal(state)
            assert rules.actor(state, chosen) == seat
            assert players.choose(view(exchanged(state, knowledge.known[seat], rng), seat)) == chosen
            asked.add(question.about)
    assert asked >= next(questions for key, questions in ASKED.items() if key in house)


@pytest.mark.parametrize(
    ("house", "own", "contract", "answer"),
    rows(
        """
Who has whisted and is left alone withdraws when half of the duty is all he has
    half | sA97.cK97.dT97.h9 | 6h -> half
and plays, in the light, when he has more than that, or may not withdraw
    half | sAK9.cAK7.dA9.hA9 | 6h -> open
    half | sAK9.cAK7.dA9.hA9 | 8h -> open
    sochi | sA97.cK97.dT97.h9 | 6h -> open
"""
    ),
)
def test_light_dark_or_half(house: str, own: str, contract: str, answer: str):
    assert answered(own, contract, "2:whist 3:pass", HALF if house == "half" else "") == {answer}


@pytest.mark.parametrize(
    ("house", "own", "talon", "bid", "done"),
    rows(
        """
A talon of which nothing would be kept is pushed away; one that helps is not
    talon_refusal=2 | sAKQJT.cAK.dA97 | c7.h7 | 7s -> refuse
    talon_refusal=2 | sAKQJ.cAK.dA97.h8 | sT.h7 | 7s -> drop-h7.h8
Hopeless, he writes three undertricks rather than play
    giveup=without_three | sT98.c987.d98.h98 | s7.h7 | 8s -> giveup
    giveup=without_three | sAKQJT.cAK.dA97 | c7.h7 | 7s -> drop-c7.h7
"""
    ),
)
def test_the_talon_in_hand(house: str, own: str, talon: str, bid: str, done: str):
    assert {word.partition(" ")[0] for word in traded(own, talon, bid, house)} == {done}


def test_a_computer_means_what_it_names():
    named = after(start("trump_slip=annul"), "1:6d 2:pass 3:pass 1:drop-c7.h7 1:plays-6d")
    assert players.choose(view(named, 1)).word == "stand"


@pytest.mark.parametrize(
    ("own", "call"),
    rows(
        """
Outbid on misere, a hand that is safe without the talon says so
    s789.c789.d78.h78 -> mis-closed
    s789.c79Q.dK8.h78 -> pass
"""
    ),
)
def test_misere_without_the_talon(own: str, call: str):
    assert called(own, "1:mis 2:9s 3:pass", "misere_without_talon=on") == {call}


@pytest.mark.parametrize(("pool", "helped"), [((5, 3, 4), 3), ((5, 4, 3), 2), ((5, 3, 3), 2)])
def test_the_largest_pool_is_helped(pool: tuple[int, ...], helped: int):
    begun = start("help_target=choice")
    begun = replace(begun, table=replace(begun.table, sheet=replace(begun.table.sheet, pool=pool)))
    asked = after(begun, "1:10s 2:pass 3:pass 1:drop-c7.h7 1:plays-10s 2:believe 3:believe")
    assert choice(asked).word == f"help-{helped}"


def test_a_trick_in_hand_counts_when_he_chooses_later():
    """After the first trick on six: three guarded kings alone would not be enough, with the ace that has taken it they
    are."""
    later = f"{HALF} open_cards=after_first_trick"
    cards = "sAKQJT98.c98.dT s7.cAKT.dKJ98.hKJ cQJ.dAQ7.hAQT98"
    assert choice(said(later, "6s", "2:whist 3:pass 1:c9 2:cA 3:cJ", cards)).word == "open"


STRONG = "sA97.cAK7.dA9.hA9"
WEAK = "s8.cT98.dT87.hT87"
DECLARER = "sKQJT.cQJ.dKQ.hKQ"


@pytest.mark.parametrize(
    ("peek", "second", "third", "tokens", "answer"),
    rows(
        """
A dealer who may see both hands looks at both before he decides
    both | STRONG | WEAK | 4:look-2 -> look-3
    both | STRONG | WEAK | 4:look-3 -> look-2
Then he whists in the place of the stronger one
    both | STRONG | WEAK | 4:look-2 4:look-3 -> whist-2
    both | WEAK | STRONG | 4:look-2 4:look-3 -> whist-3
or passes
    both | WEAK | s7.cJ9.dJT.hJT | 4:look-2 4:look-3 -> pass
Unseen he does not whist
    none | STRONG | WEAK | -> pass
"""
    ),
)
def test_the_dealers_looks(peek: str, second: str, third: str, tokens: str, answer: str):
    hands = {"STRONG": STRONG, "WEAK": WEAK}
    cards = " ".join([DECLARER, hands.get(second, second), hands.get(third, third)])
    assert choice(said(f"players=4 dealer_peek={peek}", "8s", f"2:pass 3:pass {tokens}", cards)).word == answer


@pytest.mark.parametrize(
    ("own", "tokens", "answer"),
    rows(
        """
A misere that is safe is played alone, one that is not is offered to the dealer
    s789.c789.d78.h78 | -> alone
    s789.c789.d7J.h7T | -> invite
The dealer shares what has one hole, and nothing worse
    s789.c789.d7T.h78 | 1:invite -> share
    s7TJ.c7TJ.d9Q.h8J | 1:invite -> decline
"""
    ),
)
def test_a_misere_shared(own: str, tokens: str, answer: str):
    for cards in dealt(own, 1, "hAK"):
        state = after(start("players=4 misere_partnership=on", *cards), "1:mis 2:pass 3:pass 1:drop-hK.hA")
        assert choice(after(state, f"1:plays-mis {tokens}")).word == answer
