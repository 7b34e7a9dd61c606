"""Fair cards (Codex 3.2): the deck stands and is committed to before anybody cuts; then the cut decides."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import deal as deals
from bot.game import rules
from bot.game.actions import Cut, Deck
from bot.game.cards import DECK, hand_text, pack, pack_text
from bot.game.state import Auction, Between, State, new_table
from bot.game.view import view
from tests.game.deals import after, may
from tests.game.rulebook import rows
from tests.game.scores import agreed

NONCE = "0123456789abcdef" * 4
TOKEN = f"deck-{pack_text(DECK)}-{NONCE}"
"""The deck in its order: spades from the seven up, then clubs, diamonds, hearts."""


def table(about: str = "") -> State:
    """A table before its deal: `players=4 dealer=2 computers=13`, and house rules."""
    words = dict(word.split("=") for word in about.split())
    players = int(words.pop("players", "3"))
    dealer = int(words.pop("dealer", players))
    computers = [int(s) for s in words.pop("computers", "")]
    order = [int(s) for s in words.pop("order", "1234"[:players])]
    agreement = agreed(" ".join(f"{k}={v}" for k, v in words.items()))
    return new_table(agreement, players, dealer, computers, order)


@pytest.mark.parametrize(
    ("about", "cutter"),
    rows(
        """
C 3.2.3: the dealer's right neighbour cuts
    players=3 -> 2
    players=4 -> 3
    players=4 dealer=1 -> 4
    dealer=1 -> 3
    dealer=2 -> 1
C 3.2.7: in the place of an absent one, or a computer, the next person to the right
    computers=2 -> 1
    players=4 computers=3 -> 2
    players=4 computers=23 -> 1
    players=4 dealer=2 computers=1 -> 4
Never the dealer, so that with nobody else nobody cuts
    computers=12 -> None
    players=4 computers=123 -> None
    computers=123 -> None
Or by agreement
    cut=off -> None
C 3.1.2: the circle tells who sits to the right
    players=4 order=1423 dealer=2 -> 4
"""
    ),
)
def test_who_cuts(about: str, cutter: object):
    assert str(table(about).table.cutter) == str(cutter)


@pytest.mark.parametrize(
    ("so_far", "token", "answer"),
    rows(
        f"""
Nothing is asked before the deck stands
    | 2:cut-16 -> not_now
    | 1:ready -> not_now
    | {TOKEN} -> may
A deck that stands is used: no other comes instead
    {TOKEN} | {TOKEN} -> not_now
    {TOKEN} 2:cut-16 | {TOKEN} -> not_now
C 3.2.6: a cut leaves at least four cards in each part
    {TOKEN} | 2:cut-4 -> may
    {TOKEN} | 2:cut-28 -> may
    {TOKEN} | 2:cut-3 -> bad_cut
    {TOKEN} | 2:cut-29 -> bad_cut
C 3.2.5: cutting is compulsory for him, and for nobody else
    {TOKEN} | 2:ready -> not_the_cutter
    {TOKEN} | 1:cut-16 -> not_the_cutter
    {TOKEN} | 3:cut-16 -> not_the_cutter
    {TOKEN} | 1:ready -> may
    {TOKEN} | 3:ready -> may
Once
    {TOKEN} 2:cut-16 | 2:cut-17 -> not_now
    {TOKEN} 1:ready | 1:ready -> not_now
Nobody plays before the deal
    {TOKEN} | 1:6s -> not_now
    {TOKEN} | 1:pass -> not_now
"""
    ),
)
def test_deck_cut_ready(so_far: str, token: str, answer: str):
    assert may(after(table(), so_far), token) == answer


@pytest.mark.parametrize(
    "order", [DECK[:31], (*DECK[:31], DECK[0]), (*DECK, DECK[0]), ()], ids=["31 cards", "one twice", "33 cards", "none"]
)
def test_a_deck_has_each_of_the_32_cards_once(order: tuple):
    wrong = Deck(0, order, NONCE)
    assert not rules.admits(table(), wrong)
    assert deals.refusal(table(), wrong).code == "not_in_deck"


@pytest.mark.parametrize(
    ("about", "tokens", "asked"),
    rows(
        f"""
Everybody is asked, each for himself, in any order
    players=3 | {TOKEN} -> 1 ready, 2 cut, 3 ready
    players=3 | {TOKEN} 2:cut-16 -> 1 ready, 3 ready
    players=3 | {TOKEN} 3:ready -> 1 ready, 2 cut
    players=4 | {TOKEN} -> 1 ready, 2 ready, 3 cut, 4 ready
Computers never keep anybody waiting
    computers=2 | {TOKEN} -> 1 cut, 3 ready
    computers=12 | {TOKEN} -> 3 ready
    cut=off | {TOKEN} -> 1 ready, 2 ready, 3 ready
"""
    ),
)
def test_who_is_waited_for(about: str, tokens: str, asked: str):
    state = after(table(about), tokens)
    assert ", ".join(f"{seat} {q.about}" for seat, q in sorted(rules.asked(state).items())) == asked


@pytest.mark.parametrize(
    ("about", "tokens"),
    rows(
        """
The last one who is ready opens the auction
    players=3 | 1:ready 2:cut-16 3:ready
    players=3 | 2:cut-16 3:ready 1:ready
    players=4 | 4:ready 1:ready 2:ready 3:cut-16
    computers=12 | 3:ready
With computers only the deck alone
    computers=123 |
"""
    ),
)
def test_the_deal_begins(about: str, tokens: str):
    state = after(table(about), f"{TOKEN} {tokens}")
    assert isinstance(state.phase, Auction)
    assert state.phase.turn == state.deal.forehand == state.table.hands[0]
    assert state.seq == len(tokens.split()) + 1


@pytest.mark.parametrize(
    ("tokens", "hands"),
    rows(
        """
C 3.2.8: two at a time from the dealer's left, five rounds, the talon after the second
    1:ready 2:ready 3:ready -> sAK87.cAK.dQJ.hT9 sT9.c87.dAK87.hQJ sQJ.cT9.dT9.hAK87 cJcQ
C 3.2.6: after a cut of seventeen the eighteenth card is the first
    1:ready 2:cut-17 3:ready -> sKQ7.cJT.dA98.hA7 sA98.cKQ7.dJT.h98 sJT.cA98.dKQ7.hJT hQhK
"""
    ),
)
def test_how_the_cards_are_dealt(tokens: str, hands: str):
    about = "" if "cut" in tokens else "cut=off"
    deal = after(table(about), f"{TOKEN} {tokens}").deal
    assert " ".join([*(hand_text(h) for h in deal.hands), pack_text(deal.talon)]) == hands


def test_c_3_2_8_the_first_pair_goes_to_the_dealers_left():
    deal = after(table("players=4 dealer=2 cut=off"), f"{TOKEN} 1:ready 2:ready 3:ready 4:ready").deal
    assert (deal.playing, deal.forehand, deal.dealer) == ((3, 4, 1), 3, 2)
    assert pack("s7s8")[0] in deal.hands[2]
    assert deal.hands[1] == (), "the dealer of four holds nothing"


def test_the_published_hash_is_that_of_deck_and_nonce():
    state = after(table(), TOKEN)
    hashed = hashlib.sha256(f"{pack_text(DECK)}-{NONCE}".encode()).hexdigest()
    assert deals.commitment(Deck(0, DECK, NONCE)) == hashed
    assert view(state, None).commitment == view(state, 1).commitment == hashed
    dealt = after(state, "1:ready 2:cut-17 3:ready")
    assert view(dealt, None).commitment == hashed, "it stays on show during the deal"
    assert view(dealt, None).cutter == 2


def test_it_stands_before_anybody_has_cut_and_nothing_else_of_the_deck_is_seen():
    state = after(table(), TOKEN)
    assert isinstance(state.phase, Between)
    for seat in (None, 1, 2, 3):
        seen = view(state, seat)
        assert seen.hands == {}
        assert seen.talon == ()
        assert NONCE not in repr(seen)


@given(st.permutations(DECK), st.integers(4, 28))
def test_every_deck_and_cut_deal_each_card_once(order: list, count: int):
    deck = Deck(0, tuple(order), NONCE)
    deal = deals.deal_out(table().table, deck, Cut(2, count))
    cards = [*(c for held in deal.hands for c in held), *deal.talon]
    assert [len(held) for held in deal.hands] == [10, 10, 10]
    assert set(cards) == set(DECK)
    assert deals.deal_out(table().table, Deck(0, (*order[count:], *order[:count]), NONCE), None).hands == deal.hands
