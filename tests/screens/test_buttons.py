"""What may be done can be pressed: every legal action has its button, and what costs points asks once more."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.game import rules
from bot.game.state import State
from bot.presses import Press, unpack
from bot.screens.board import board
from bot.screens.buttons import wrapped
from bot.screens.drafting import redrafted
from bot.screens.frame import Draft
from bot.screens.hand import hand
from bot.screens.screen import Button, Screen
from tests.screens.dealing import TABLE, frame, played, some_states

TAPS = {"auction": 2, "dark": 2, "talon": 2, "contract": 3, "discard": 3, "slip": 2}
"""How many presses an answer may need; all others need one."""


def presses(screen: Screen) -> list[Press]:
    return [unpack(b.data) for row in screen.buttons for b in row]


def picks(press: Press) -> bool:
    """Whether it picks something that is to be confirmed; what unfolds more only looks."""
    return press.kind == "draft" and not press.word.startswith("more-")


def given(screen: Screen) -> list[str]:
    """Tokens that a screen answers with at one press."""
    return [p.word for p in presses(screen) if p.kind == "answer"]


def answers(state: State, seat: int, taps: int) -> dict[str, int]:
    """Token -> the fewest presses after which it has been given, picking on the way."""
    found: dict[str, int] = {}
    drafts = {Draft()}
    for tap in range(1, taps + 1):
        on_screen = [(draft, p) for draft in drafts for p in presses(hand(frame(state, seat, draft=draft)))]
        for _, press in on_screen:
            if press.kind == "answer":
                found.setdefault(press.word, tap)
        drafts = {redrafted(draft, p.number, p.word) for draft, p in on_screen if picks(p)}
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_every_legal_action_can_be_pressed(seats: int):
    discards = 0
    for state in some_states(seats, pulkas=3):
        for seat, question in rules.asked(state).items():
            legal = {a.token for a in rules.legal(state) if rules.actor(state, a) == seat}
            discards += question.about == "discard"
            if question.about == "discard" and discards > 3:
                continue  # 66 pairs each: three hands of twelve are enough
            pressed = answers(state, seat, TAPS.get(question.about, 1))
            assert legal <= set(pressed), question.about
            assert all(question.about == "card" for token in set(pressed) - legal), "only cards may be refused"
    assert discards > 3


def test_buttons_name_their_table_and_their_question():
    for state in some_states(3, pulkas=1):
        for seat, question in rules.asked(state).items():
            for press in presses(hand(frame(state, seat))):
                assert press.table == TABLE
                more = press.word.startswith("more-")
                number = state.table.deals + 1 if more else question.number
                assert press.number == (0 if press.kind == "ask" else number)


def test_who_is_not_asked_has_only_buttons_that_look():
    for state in some_states(4, pulkas=1):
        for seat in set(state.table.order) - set(rules.asked(state)):
            assert not [p for p in presses(hand(frame(state, seat))) if p.kind == "answer" or picks(p)]
        assert {p.kind for p in presses(board(frame(state, None)))} == {"ask"}


DEALT = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
"""The first hand is strong, and calls first: 3 deals."""


def test_misere_is_never_one_press_away():
    state = played(DEALT)
    assert "1:mis" not in answers(state, 1, 1)
    asked = hand(frame(state, 1, draft=redrafted(Draft(), rules.asked(state)[1].number, "order-mis")))
    assert asked.buttons[0][0].style == "danger"
    assert [p.word for p in presses(asked)] == ["1:mis", "level-6", "sheet"]


def test_a_contract_is_chosen_and_then_confirmed():
    state = played(DEALT, "1:6s 2:pass 3:pass 1:drop-dK.h7")
    steps = [p.word for p in presses(hand(frame(state, 1))) if p.word.startswith("order")]
    assert steps == ["order-6s", "order-6c", "order-6d", "order-6h", "order-6n"]
    assert list(answers(state, 1, 1)) == ["1:back"]
    number = rules.asked(state)[1].number
    chosen = redrafted(Draft(), number, "order-6h")
    shown = hand(frame(state, 1, draft=chosen))
    assert given(shown) == ["1:plays-6h", "1:back"]
    (again,) = (unpack(b.data).word for row in shown.buttons for b in row if b.text == "✓ 6♥")
    assert given(hand(frame(state, 1, draft=redrafted(chosen, number, again)))) == ["1:back"]


def test_a_discard_is_picked_card_by_card_and_then_confirmed():
    state = played(DEALT, "1:6s 2:pass 3:pass")
    number = rules.asked(state)[1].number
    draft = redrafted(redrafted(Draft(), number, "card-h7"), number, "card-c7")
    shown = hand(frame(state, 1, draft=draft))
    assert [b.text for row in shown.buttons for b in row if "✓" in b.text] == ["✓ ♣7", "✓ ♥7"]
    assert given(shown) == ["1:drop-c7.h7"]
    assert given(hand(frame(state, 1, draft=redrafted(draft, number, "card-h7-c7-h7")))) == []


def test_what_was_picked_for_another_question_is_forgotten():
    state = played(DEALT, "1:6s 2:pass 3:pass")
    stale = redrafted(redrafted(Draft(), 1, "card-h7"), 1, "card-c7")
    assert hand(frame(state, 1, draft=stale)) == hand(frame(state, 1))


def test_cards_that_may_not_be_played_are_buttons_like_the_others():
    """A press on one is refused with the reason; a dead button would say nothing."""
    state = played(DEALT, "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:whist 3:whist 1:sA")
    (seat,) = rules.asked(state)
    assert len(given(hand(frame(state, seat)))) == 10
    assert len(rules.legal(state)) == 3


def test_suits_stand_in_their_fixed_order_high_cards_first_and_long_ones_wrap():
    long_spades = "sAKQJT98.cA.dA.hA s7.cKQJT.dKQ.hKQJ c98.dJT98.hT987 c7d7"
    state = played(long_spades, "1:6s 2:pass 3:pass 1:drop-c7.d7 1:plays-6s 2:whist 3:whist")
    shown = hand(frame(state, 1))
    rows = [" ".join(b.text for b in row) for row in shown.buttons[:-1]]
    assert rows == ["♠Т ♠К ♠Д ♠В", "♠10 ♠9 ♠8", "♣Т", "♦Т", "♥Т"]


def test_in_light_play_the_whister_has_the_buttons_of_both_hands_in_turn():
    calls = "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:pass 3:whist 3:open 1:sA"
    state = played(DEALT, calls)
    assert {token[:2] for token in given(hand(frame(state, 3)))} == {"2:"}
    assert {p.kind for p in presses(hand(frame(state, 2)))} == {"ask"}
    state = played(DEALT, calls + " 2:sT")
    assert {token[:2] for token in given(hand(frame(state, 3)))} == {"3:"}


def test_trumps_are_in_colour_and_named_all_the_same():
    state = played(DEALT, "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6h 2:whist 3:whist")
    shown = hand(frame(state, 1))
    assert {b.text[0]: b.style for row in shown.buttons[:-1] for b in row} == dict.fromkeys("♠♣♦", "") | {
        "♥": "primary"
    }
    assert "Анна играет 6♥" in plain(shown)


@pytest.mark.parametrize(
    ("calls", "prompt"),
    [
        ("1:plays-6s 2:whist 3:whist 1:sA", "Ваш ход\nНужно в масть ♠"),
        ("1:plays-6d 2:whist 3:whist 1:cA 2:cT 3:c8 1:cK 2:c9", "Ваш ход\nМасти ♣ нет: нужен козырь ♦"),
        ("1:plays-6c 2:whist 3:whist 1:cA 2:cT 3:c8 1:cK 2:c9", "Ваш ход"),
        ("1:plays-6s 2:whist 3:whist", "Ваш ход"),
        ("1:plays-6s 2:pass 3:whist 3:open 1:sA", "Ваш ход, карты: Борис\nНужно в масть ♠"),
    ],
)
def test_the_question_says_why_not_every_card_will_do(calls: str, prompt: str):
    state = played(DEALT, f"1:6s 2:pass 3:pass 1:drop-c7.h7 {calls}")
    (seat,) = rules.asked(state)
    assert plain(hand(frame(state, seat))).endswith(f"\n\n{prompt}")


def plain(screen: Screen) -> str:
    return re.sub("</?b>|[\u2068\u2069]", "", screen.text)


def test_the_cutter_has_the_numbers_from_4_to_28_five_a_row():
    _, state, *_ = some_states(3, pulkas=1, each=2)
    cutter = state.table.cutter
    assert cutter is not None
    shown = hand(frame(state, cutter))
    assert [p.word for p in presses(shown)][:-1] == [f"{cutter}:cut-{n}" for n in range(4, 29)]
    assert Counter(len(row) for row in shown.buttons[:-1]) == {5: 5}


def rows_of(*labels: str, widest: int = 5) -> list[list[str]]:
    return [[b.text for b in row] for row in wrapped([Button(label) for label in labels], widest)]


def test_rows_are_even_and_give_long_labels_room():
    assert rows_of(*"123456") == [["1", "2", "3"], ["4", "5", "6"]]
    assert rows_of(*"123456", widest=2) == [["1", "2"], ["3", "4"], ["5", "6"]]
    assert rows_of("Пас", "Вист", "Вист за: Константин") == [["Пас", "Вист"], ["Вист за: Константин"]]
    assert rows_of("a label that is much too long for a phone", "Пас") == [
        ["a label that is much too long for a phone"],
        ["Пас"],
    ]
    assert rows_of() == []
