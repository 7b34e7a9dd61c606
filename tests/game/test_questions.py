"""Who is asked is asked once: a question has the number of the action that opened it, and closes with its answer."""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.state import Between, State
from tests.game.deals import last_step, said, start
from tests.game.rulebook import rows
from tests.game.test_tricks import WHOLE_DEAL

DECK = "deck-" + "".join(suit + rank for suit in "scdh" for rank in "789TJQKA") + "-" + "0" * 64


def numbers(state: State, tokens: str) -> list[tuple[int, ...]]:
    """The numbers of the open questions after each token."""
    found = []
    for token in tokens.replace("/", " ").split():
        state = rules.apply(state, action(token)).state
        found.append(tuple(sorted({question.number for question in rules.asked(state).values()})))
    return found


@pytest.mark.parametrize(
    ("about", "tokens"),
    rows(
        """
A call, a discard, a contract, an answer, a card: each closes a question and opens the next
    sochi | 1:6s 2:6c 3:pass 1:here 2:pass 1:drop-c7.h7 1:back 1:drop-c7.h7 1:plays-6c 2:pass 3:half 2:whist
    players=4 | 1:8s 2:pass 3:pass 1:drop-c7.h7 1:plays-8s 2:pass 3:pass 4:look-3 4:whist 4:open 1:sA 2:s7 3:c8
    sochi | 1:mis 2:pass 3:pass 1:drop-c7.h7 1:plays-mis 1:dA 2:believe 3:catch 2:dJ 3:d8 1:sA
    sochi | 1:pass 2:pass 3:pass 1:cA 2:cJ 3:c8 1:dA 2:hK 3:h8
"""
    ),
)
def test_one_question_at_a_time(about: str, tokens: str):
    state = start(about)
    count = len(tokens.split())
    assert numbers(state, tokens) == [(state.seq + n,) for n in range(1, count + 1)]


def test_the_questions_between_two_deals_are_opened_by_the_deck_and_not_closed_by_others():
    over = last_step(said("", "6s", "2:whist 3:whist"), WHOLE_DEAL).state
    assert isinstance(over.phase, Between)
    assert rules.asked(over) == {}
    asked = numbers(over, f"{DECK} 1:ready 2:ready")
    assert asked == [(over.seq + 1,)] * 3
    assert last_step(over, f"{DECK} 1:ready 2:ready 3:cut-16").state.seq == over.seq + 4


@pytest.mark.parametrize(
    ("about", "contract", "tokens"),
    rows(
        """
Nobody is asked when nobody has to answer, and somebody always is during a deal
    sochi | 6s | 2:whist 3:whist
    players=4 | 8h | 2:pass 3:pass 4:look-2
    players=4 | mis by 3 |
"""
    ),
)
def test_everything_legal_belongs_to_who_is_asked(about: str, contract: str, tokens: str):
    state = said(about, contract, tokens)
    assert {rules.actor(state, a) for a in rules.legal(state)} == set(rules.asked(state))
