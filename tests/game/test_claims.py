"""Claims and concessions (Codex 9.3.22, 3.9.14.4; club 001 preamble, 1.6.1; RULES 7.1)."""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.proposals import Claim
from bot.game.state import State
from bot.game.view import view
from tests.game.deals import after, said, start, where
from tests.game.rulebook import rows
from tests.game.test_offers import tried

WHISTED = "2:whist 3:whist 1:sA 2:s7 3:cT"
"""One trick for the declarer of six spades."""
LIGHT = "2:whist 3:pass 2:open 1:sA 2:s7 3:cT"
RASPASY = "1:pass 2:pass 3:pass 1:cA 2:cJ 3:c8"
"""One trick for hand 1; its talon card was a club."""


def claimed(state: State, tokens: str) -> str:
    """What is talked of after tokens; when the deal is over, what it came to."""
    come = tried(state, tokens)
    return where(after(state, tokens)) if come == "-" else come


@pytest.mark.parametrize(
    ("about", "contract", "tokens", "came"),
    rows(
        f"""
001 preamble: the declarer says how many tricks are his; any player may object, then it is played
    sochi | 6s | {WHISTED} 1:claim-9 | 1 claim 23
    sochi | 6s | {WHISTED} 1:claim-9 2:agree | 1 claim 3
    sochi | 6s | {WHISTED} 1:claim-9 2:object | 1 card
    sochi | 6s | {WHISTED} 1:claim-9 1:withdraw | 1 card
Codex 9.3.22: all agree, and the deal is over
    sochi | 6s | {WHISTED} 1:claim-9 2:agree 3:agree | closed: pool 1 2; hill 2 4; hill 3 4
the rest is shared equally, an odd trick to who has fewer, or to the next clockwise
    sochi | 6s | {WHISTED} 1:claim-4 2:agree 3:agree |
        closed: hill 1 2; whists 2>1 8; whists 3>1 6
a concession is a small number
    sochi | 6s | {WHISTED} 1:claim-0 2:agree 3:agree | closed: hill 1 10; whists 2>1 20; whists 3>1 18
where one whists, all tricks of the defence are his
    sochi | 6s | 2:pass 3:whist 3:dark 1:sA 2:s7 3:cT 1:claim-4 2:agree 3:agree |
        closed: hill 1 2; whists 2>1 2; whists 3>1 12
in the light the whister claims for both hands
    sochi | 6s | {LIGHT} 2:claim-2 1:agree 3:agree | closed: pool 1 2; hill 2 4; whists 2>1 4
    sochi | 6s | {LIGHT} 3:claim-2 | 3:claim-2: not_now
    sochi | 6s | {LIGHT} 1:claim-7 | 1 claim 23
in the dark only the declarer claims
    sochi | 6s | {WHISTED} 2:claim-1 | 2:claim-1: not_now
before the defenders have answered nobody claims
    sochi | 6s | 2:whist 1:claim-9 | 1:claim-9: not_now
    open_cards=after_first_trick | 6s | 2:whist 3:pass 1:sA 1:claim-9 | 1:claim-9: not_now
no more than is left
    sochi | 6s | {WHISTED} 1:claim-10 | 1:claim-10: not_now
    sochi | 6s | 2:whist 3:whist 1:claim-10 | 1 claim 23
a refused claim is not made again before a card is played
    sochi | 6s | {WHISTED} 1:claim-9 2:object 1:claim-8 | 1:claim-8: claimed_already
    sochi | 6s | {WHISTED} 1:claim-9 2:object 1:d7 1:claim-8 | 1 claim 23
Codex 3.9.14.4: on a misere a claim is no more tricks; catchers may give it, for both
    sochi | mis by 2 | 3:catch 2:claim-0 1:agree 3:agree | closed: pool 2 10
    sochi | mis by 2 | 3:catch 2:claim-3 1:agree 3:agree | closed: hill 2 30
    sochi | mis by 2 | 3:catch 3:claim-10 | 3 claim 12
    sochi | mis by 2 | 3:catch 3:claim-10 1:agree 2:agree | closed: pool 2 10
    sochi | mis by 2 | 3:catch 1:claim-9 3:agree 2:agree | closed: hill 2 10
a checked ten likewise
    sochi | 10s | 2:catch 1:claim-10 2:agree 3:agree | closed: pool 1 10
    sochi | 10s | 2:catch 3:claim-0 1:agree 2:agree | closed: pool 1 10
the dealer of four is asked where he plays another's hand, else not
    players=4 | 6s | {WHISTED} 1:claim-9 | 1 claim 23
    players=4 | 8s | 2:pass 3:pass 4:look-3 4:whist 4:dark 1:claim-10 | 1 claim 234
and a partner in a misere
    players=4 misere_partnership=on | mis by 2 | 2:invite 4:share 3:catch 2:claim-0 | 2 claim 134
between two the other answers for the dummy
    hussar players=2 dealer=2 | 6s by 1 | 2:whist 1:claim-9 | 1 claim 2
"""
    ),
)
def test_what_is_claimed(about: str, contract: str, tokens: str, came: str):
    assert claimed(said(about, contract), tokens) == came


@pytest.mark.parametrize(
    ("about", "tokens", "came"),
    rows(
        f"""
001 1.6.1: who opens his cards on raspasy takes the rest, or says how many
    sochi | {RASPASY} 1:claim-9 | 1 claim 23
    sochi | {RASPASY} 1:claim-9 2:agree 3:agree | closed: pool 2 1; pool 3 1; hill 1 10
    sochi | {RASPASY} 2:claim-4 1:agree 3:agree | closed: hill 2 1
    sochi | {RASPASY} 2:claim-4 3:object | 1 card
"""
    ),
)
def test_what_is_claimed_on_raspasy(about: str, tokens: str, came: str):
    assert claimed(start(about), tokens) == came


def test_the_claimers_cards_lie_open_whatever_the_others_say():
    state = said("", "6s", WHISTED)
    assert 1 not in view(state, 2).hands
    offered = after(state, "1:claim-8")
    for moment in (offered, after(offered, "2:object"), after(offered, "1:withdraw"), after(offered, "2:object 1:d7")):
        for seat in (2, 3, None):
            assert view(moment, seat).hands[1] == moment.phase.hands[0]
            assert 1 in view(moment, seat).opened
            assert view(moment, seat).dropped == ()
    assert 2 not in view(offered, 3).hands


def test_while_a_claim_waits_nobody_plays():
    state = after(said("", "6s", WHISTED), "1:claim-8")
    assert rules.legal(state) == ()
    assert rules.asked(state) == {}
    assert tried(state, "1:d7") == "1:d7: offer_open"
    assert view(state, 2).offer.tricks == (9, 1, 0)
    assert view(state, 2).offer.said == "8"
    number = rules.asked(said("", "6s", WHISTED))[1].number
    assert rules.asked(after(state, "2:object"))[1].number == number, "the question is still the same"


def test_nothing_is_taken_back_past_a_claims_cards():
    state = said("", "6s", WHISTED)
    assert state.undoable is not None
    assert tried(state, "1:claim-8 2:object 3:undo") == "3:undo: nothing_to_undo"


def test_a_claim_pressed_for_an_earlier_trick_is_stale():
    state = said("", "6s", WHISTED)
    number = view(state, 1).proposals["claim-8"]
    assert number == state.phase.since == rules.number(state, action("1:claim-8"))
    later = after(state, "1:d7")
    assert rules.number(later, action("1:claim-8")) != number


@pytest.mark.parametrize(
    ("computers", "contract", "tokens", "may"),
    [
        ("23", "6s", WHISTED, "0"),
        ("3", "6s", WHISTED, "0"),
        ("3", "mis by 2", "3:catch", "10 10"),
        ("2", "6s", LIGHT, "0"),
    ],
)
def test_a_computer_is_only_given_everything(computers: str, contract: str, tokens: str, may: str):
    state = said(f"computers={computers}", contract, tokens)
    assert " ".join(str(a.count) for a in rules.proposals(state) if isinstance(a, Claim)) == may
    assert tried(state, "1:claim-4") == "1:claim-4: not_judged"


def test_a_computer_alone_takes_what_it_is_given_at_once():
    assert claimed(said("computers=23", "6s", WHISTED), "1:claim-0").startswith("closed: hill 1 10")
    assert claimed(start("computers=23"), f"{RASPASY} 1:claim-9").startswith("closed: ")


def test_who_is_replaced_by_a_computer_has_not_agreed():
    state = after(said("", "6s", WHISTED), "1:claim-9 2:agree")
    assert claimed(state, "chair:computer-3") == "1 card"
    assert claimed(state, "chair:replace-3 3:agree").startswith("closed: pool 1 2")
    assert claimed(state, "chair:computer-1") == "1 card"
    assert claimed(state, "chair:pause chair:resume") == "1 card"


def test_offers_after_a_claim_go_on_counting():
    closed = after(said("", "6s", WHISTED), "1:claim-9 2:agree 3:agree")
    assert view(closed, 1).proposals["pause"] == closed.seq
