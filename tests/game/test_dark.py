"""Calls in the dark (Codex 3.3.19, 3.6.5, RULES 4.7), a row per sentence.

A row: house rules | what has been said -> who is asked what; or what may be said then.
"""

from __future__ import annotations

import pytest

from bot.game import rules
from bot.game.actions import Bid
from bot.game.contracts import MISERE
from bot.game.state import Auction, Tricks
from bot.game.view import view
from tests.game.deals import after, last_step, may, start, where
from tests.game.rulebook import rows

DARK = "dark_bids=on dark_misere=on bombs=on"


def dark(about: str, tokens: str = ""):
    """The state after tokens at a table where one may call before looking."""
    return after(start(f"{DARK} {about}" if about != "off" else ""), tokens)


@pytest.mark.parametrize(
    ("about", "tokens", "asked"),
    rows(
        """
RULES 4.7: at his first turn each hand looks or calls in the dark
    on | -> 1 dark
    on | 1:look-1 -> 1 auction
    on | 1:pass -> 2 dark
    on | 1:look-1 1:pass 2:pass -> 3 dark
    off | -> 1 auction
C 3.3.19b: who bid in the dark may go on in the dark, or look
    on | 1:6s 2:look-2 2:6c 3:look-3 3:pass -> 1 dark
    on | 1:6s 2:look-2 2:6c 3:look-3 3:pass 1:here -> 2 auction
    on | 1:6s 2:look-2 2:6c 3:look-3 3:pass 1:look-1 -> 1 auction
C 3.3.19b: who has won in the dark may turn to misere before he takes the talon
    on | 1:6s 2:pass 3:pass -> 1 talon
    on | 1:8n 2:pass 3:pass -> 1 talon
    on | 1:6s 2:pass 3:pass 1:take -> 1 discard
    on | 1:6s 2:pass 3:pass 1:mis -> 1 discard
RULES 1.3.7: but never below his bid
    on | 1:9s 2:pass 3:pass -> 1 discard
    on | 1:mis 2:pass 3:pass -> 1 discard
C 3.3.19b: who looked before he won plays in the light
    on | 1:look-1 1:6s 2:pass 3:pass -> 1 discard
    on | 1:6s 2:look-2 2:6c 3:pass 1:look-1 1:here 2:pass -> 1 discard
C 3.7.1: when all pass it is raspasy, whoever has looked
    on | 1:pass 2:look-2 2:pass 3:pass -> 1 card
"""
    ),
)
def test_who_is_asked_what(about: str, tokens: str, asked: str):
    assert where(dark("" if about == "on" else "off", tokens)) == asked


@pytest.mark.parametrize(
    ("about", "tokens", "token", "answer"),
    rows(
        """
C 3.3.19a: a pass in the dark is outbid by seven and higher, also in the dark
    k=0 | 1:pass | 2:6n -> over_dark
    k=0 | 1:pass | 2:7s -> may
    k=0 | 1:pass 2:look-2 | 2:6n -> over_dark
    k=0 | 1:pass 2:look-2 | 2:7s -> may
    k=0 | 1:look-1 1:pass 2:pass | 3:6s -> over_dark
C 3.3.19a: misere always
    k=0 | 1:pass 2:look-2 | 2:mis -> may
C 3.3.19a: a pass in the light is outbid by six
    k=0 | 1:look-1 1:pass | 2:6s -> may
C 3.3.19a: the second of a series is outbid by eight, then nine, then ten
    k=1 n=1 | 1:pass | 2:7n -> over_dark
    k=1 n=1 | 1:pass | 2:8s -> may
    k=2 n=2 | 1:pass | 2:8n -> over_dark
    k=2 n=2 | 1:pass | 2:9s -> may
    k=3 n=3 | 1:pass | 2:9n -> over_dark
    k=3 n=3 | 1:pass | 2:10s -> may
    k=7 n=7 | 1:pass | 2:10s -> may
C 3.7.7: without a pass in the dark the agreed way out is the lowest bid
    raspasy_exit=7 k=1 n=1 | 1:look-1 1:pass | 2:6n -> below_exit
    raspasy_exit=7 k=1 n=1 | 1:look-1 1:pass | 2:7s -> may
    raspasy_exit=7-8 k=2 n=0 | 1:pass | 2:7n -> below_exit
RULES 4.7: once somebody has bid no pass can lead to raspasy
    k=0 | 1:6s 2:pass | 3:6c -> may
RULES 8: by steps in order it is the next step above
    bid_jumps=in_order | 1:pass | 2:7c -> in_order
    bid_jumps=in_order | 1:pass | 2:7s -> may
C 3.3.19c: a misere in the dark is outbid by ten, or by nine in the dark
    k=0 | 1:mis | 2:9s -> may
    k=0 | 1:mis 2:look-2 | 2:9n -> over_dark
    k=0 | 1:mis 2:look-2 | 2:10s -> may
    bid_jumps=in_order | 1:mis 2:look-2 | 2:10s -> may
C 3.6.4: one in the light by nine
    k=0 | 1:look-1 1:mis 2:look-2 | 2:9s -> may
RULES 8: misere in the dark is an agreement of its own
    dark_misere=off | | 1:mis -> look_first
    dark_misere=off | 1:look-1 | 1:mis -> may
    dark_misere=off | 1:6s 2:pass 3:pass | 1:mis -> may
One looks once, at one's own cards, in turn
    k=0 | | 1:look-1 -> may
    k=0 | | 1:look-2 -> not_now
    k=0 | | 2:look-2 -> not_your_turn
    k=0 | 1:look-1 | 1:look-1 -> not_now
    off | | 1:look-1 -> not_now
Who has won takes the talon or turns to misere, nothing else
    k=0 | | 1:take -> not_now
    k=0 | 1:6s 2:pass 3:pass | 1:take -> may
    k=0 | 1:6s 2:pass 3:pass | 1:look-1 -> not_now
    k=0 | 1:6s 2:pass 3:pass | 1:7s -> not_now
    k=0 | 1:6s 2:pass 3:pass | 2:look-2 -> closed
"""
    ),
)
def test_what_may_be_said(about: str, tokens: str, token: str, answer: str):
    assert may(dark(about, tokens), token) == answer


@pytest.mark.parametrize(
    ("tokens", "token", "answer"),
    rows(
        """
C 3.3.19b: a six in the dark is whisted by both, in the dark
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-6s | 2:pass -> dark_six
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-6s | 2:whist -> may
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-6s 2:whist | 3:half -> dark_six
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-6n 2:whist | 3:pass -> dark_six
C 3.3.19b: other games as ever
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-7s | 2:pass -> may
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-7s 2:pass | 3:half -> may
C 3.3.19b: and a six of who has looked
    1:look-1 1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s | 2:pass -> may
"""
    ),
)
def test_how_it_is_whisted(tokens: str, token: str, answer: str):
    assert may(dark("", tokens), token) == answer


def test_a_six_in_the_dark_is_played_in_the_dark():
    state = dark("", "1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-6s 2:whist 3:whist")
    assert isinstance(state.phase, Tricks)
    assert state.phase.game.opened == ()


@pytest.mark.parametrize(
    ("tokens", "seen"),
    rows(
        """
RULES 4.7: nobody knows his cards before he looks
    -> 0 0 0
    1:look-1 -> 10 0 0
    1:pass -> 0 0 0
    1:pass 2:look-2 2:7s -> 0 10 0
C 3.3.19: when the auction is over everybody takes up his cards
    1:6s 2:pass 3:pass -> 10 10 10
    1:9s 2:pass 3:pass -> 12 10 10
    1:pass 2:pass 3:pass -> 10 10 10
"""
    ),
)
def test_who_sees_his_own_cards(tokens: str, seen: str):
    state = dark("", tokens)
    assert " ".join(str(len(view(state, seat).own)) for seat in (1, 2, 3)) == seen
    for seat in (1, 2, 3):
        hands = view(state, seat).hands
        assert set(hands) == ({seat} if hands else set()), "and nobody another's"


@pytest.mark.parametrize(
    ("tokens", "shown"),
    rows(
        """
C 3.3.19b: the talon of a bid in the dark is shown to nobody
    1:6s 2:pass 3:pass 1:take -> no
    1:6s 2:pass 3:pass 1:take 1:drop-c7.h7 1:plays-7s -> no
C 3.6.5: nor that of a misere in the dark
    1:mis 2:pass 3:pass -> no
    1:mis 2:pass 3:pass 1:drop-c7.h7 1:plays-mis -> no
C 3.3.19b: who turns to misere shows it
    1:6s 2:pass 3:pass 1:mis -> yes
C 3.4.1: like who has looked
    1:look-1 1:6s 2:pass 3:pass -> yes
"""
    ),
)
def test_who_sees_the_talon(tokens: str, shown: str):
    state = dark("", tokens)
    assert len(view(state, 1).talon) == 2
    for other in (2, 3, None):
        assert len(view(state, other).talon) == (2 if shown == "yes" else 0)


@pytest.mark.parametrize(("choice", "heard"), [("take", frozenset({1})), ("mis", None)])
def test_who_hears_of_the_talon(choice: str, heard: frozenset[int] | None):
    (event,) = last_step(dark(""), f"1:6s 2:pass 3:pass 1:{choice}").events
    assert event.seen_by == heard


def test_before_the_choice_even_the_winner_does_not_see_the_talon():
    state = dark("", "1:6s 2:pass 3:pass")
    assert view(state, 1).talon == ()
    assert [a.word for a in view(state, 1).legal] == ["take", "mis"]


def test_c_3_6_5_a_misere_in_the_dark_is_caught_in_the_dark():
    """Nothing is opened and nobody is asked to believe, whoever leads."""
    for declarer, others in ((1, "2:pass 3:pass"), (2, "3:pass")):
        before = "" if declarer == 1 else "1:pass "
        state = dark("", f"{before}{declarer}:mis {others} {declarer}:drop-c7.h7 {declarer}:plays-mis")
        assert where(state) == "1 card"
        for _ in range(4):
            state = rules.apply(state, rules.legal(state)[0]).state
        assert isinstance(state.phase, Tricks)
        assert state.phase.game.opened == ()
        assert state.phase.game.control == (1, 2, 3)


@pytest.mark.parametrize("declarer", [1, 2])
@pytest.mark.parametrize(
    ("said", "asked", "sees"),
    rows(
        """
C 3.6.9: a misere in the dark may be shared as well
    -> invite |
    invite -> share | declarer
C 3.6.5: the dealer alone sees the declarer's cards, and it is caught in the dark
    invite share -> card | declarer
    invite decline -> card |
    alone -> card |
"""
    ),
)
def test_a_misere_in_the_dark_is_shared_like_any_other(declarer: int, said: str, asked: str, sees: str):
    before = "1:mis 2:pass 3:pass" if declarer == 1 else "1:pass 2:mis 3:pass"
    state = dark("players=4 misere_partnership=on", f"{before} {declarer}:drop-c7.h7 {declarer}:plays-mis")
    for word in said.split():
        state = after(state, f"{declarer if word in ('invite', 'alone') else 4}:{word}")
    turn = 4 if asked == "share" else 1 if asked == "card" else declarer
    assert where(state) == f"{turn} {asked}"
    assert set(view(state, 4).hands) == ({declarer} if sees else set())
    assert view(state, 4).talon == view(state, 4).dropped == ()
    other = 3 - declarer
    assert set(view(state, other).hands) == {other}
    assert view(state, None).hands == {}


def test_an_outbid_misere_in_the_dark_is_out():
    state = dark("", "1:mis 2:9s 3:pass")
    assert where(state) == "2 discard"


def test_against_a_pass_in_the_dark_the_silent_hand_is_written_as_seven():
    state = dark("", "1:pass 2:pass 3:look-3")
    assert str(view(state, 3).silent) == "7s"
    assert view(dark("", "1:pass 2:pass"), 3).silent is None
    assert view(state, 3).lowest == 7


def test_everybody_knows_who_has_not_looked_and_who_called_in_the_dark():
    state = dark("", "1:pass 2:look-2 2:7s")
    for seat in (None, 1, 2, 3):
        seen = view(state, seat)
        assert seen.dark == {1, 3}
        assert seen.calls == ((1, "dark-pass"), (2, "7s"))


def test_a_stale_press_cannot_turn_a_pass_in_the_dark_into_one_in_the_light():
    """Looking opens another question: a button of the one before is refused by its number."""
    before = dark("")
    assert rules.asked(before)[1].number != rules.asked(after(before, "1:look-1"))[1].number


def test_what_may_be_bid_in_the_dark_does_not_depend_on_the_cards():
    state = dark("", "1:6s 2:6c")
    assert isinstance(state.phase, Auction)
    bids = [a.contract for a in rules.legal(state) if isinstance(a, Bid)]
    assert bids[0].text == "6d"
    assert MISERE in bids
