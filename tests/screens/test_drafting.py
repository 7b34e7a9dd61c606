"""Picking is not deciding: what presses do to a draft."""

from __future__ import annotations

import pytest

from bot.game.cards import card
from bot.game.contracts import MISERE, contract
from bot.game.errors import NotationError
from bot.screens.drafting import redrafted
from bot.screens.frame import Draft


def after(*words: str, number: int = 5) -> Draft:
    draft = Draft()
    for word in words:
        draft = redrafted(draft, number, word)
    return draft


def test_a_card_is_picked_and_let_go_by_the_same_button():
    assert after("card-sA", "card-c7-sA").cards == (card("sA"), card("c7"))
    assert after("card-sA", "card-c7-sA", "card-sA-sA-c7").cards == (card("c7"),)


def test_a_third_card_takes_the_place_of_the_one_picked_first():
    assert after("card-sA", "card-c7-sA", "card-d9-sA-c7").cards == (card("c7"), card("d9"))


def test_two_quick_taps_on_two_cards_pick_both():
    """The second is made on a screen that does not show the first yet."""
    assert after("card-sA", "card-c7").cards == (card("sA"), card("c7"))


def test_two_taps_on_one_card_pick_it_once():
    assert after("card-sA", "card-sA").cards == (card("sA"),)
    assert after("card-sA", "card-c7-sA", "card-c7-sA").cards == (card("sA"), card("c7"))
    assert after("card-sA", "card-sA-sA", "card-sA-sA").cards == ()


def test_what_was_picked_before_a_restart_is_told_by_the_buttons():
    """Drafts are not kept on a disk: the screen still shows two cards, and one is pressed."""
    assert after("card-d9-sA-c7").cards == (card("c7"), card("d9"))
    assert after("card-c7-sA-c7").cards == (card("sA"),)
    assert after("card-d9-sA-c7-hA-hK").cards == (card("c7"), card("d9"))


def test_a_contract_is_chosen_until_another_level_is_looked_at():
    assert after("order-7c").contract == contract("7c")
    assert after("order-mis").contract is MISERE
    assert after("order-7c", "level-8") == Draft(5, bid=8)


def test_a_draft_belongs_to_its_question():
    assert redrafted(after("card-sA", number=5), 6, "card-c7") == Draft(6, (card("c7"),))


@pytest.mark.parametrize(
    "word", ["card-xx", "order-11s", "level-5", "level-", "sit", "card", "card-", "card-sA-", "card-sA-xx"]
)
def test_a_word_that_is_no_choice_is_refused(word: str):
    with pytest.raises(NotationError):
        after(word)
