"""The end of a pulka: whom a surplus helps, the prize for closing first, the clock (RULES 6.1-6.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game import deal as deals
from bot.game import forms, rules
from bot.game.actions import Deck, Help, TimeUp
from bot.game.cards import DECK
from bot.game.forms import score_text
from bot.game.possible import why_impossible
from bot.game.state import Between, Ended, Helping, State
from bot.game.view import view
from tests.game.deals import after, may, start, where
from tests.game.rulebook import rows
from tests.game.scores import table

MADE = "1:10s 2:pass 3:pass 1:drop-c7.h7 1:plays-10s 2:believe 3:believe"
"""Ten made: hand 1 writes 10 points."""


def at(about: str, pool: str) -> State:
    """An auction about to begin, pools being as given."""
    state = start(about)
    sheet = replace(state.table.sheet, pool=tuple(map(int, pool.split())))
    return replace(state, table=replace(state.table, sheet=sheet))


@pytest.mark.parametrize(
    ("about", "pool", "tokens", "came"),
    rows(
        """
RULES 6.1: the owner of a surplus chooses whom it helps
    help_target=choice | 5 3 6 | -> 1 help
    help_target=choice | 5 3 6 | 1:help-2 -> closed: pool 1 5; pool 2 5; whists 1>2 50
    help_target=choice | 5 3 6 | 1:help-3 ->
        closed: pool 1 5; pool 2 1; pool 3 4; whists 1>2 10; whists 1>3 40
RULES 6.1: what the chosen pool cannot take is placed next; with one left there is no choice
    help_target=choice | 5 6 6 | 1:help-3 -> closed: pool 1 5; pool 2 1; pool 3 4; whists 1>2 10; whists 1>3 40
RULES 6.1: where one pool is open nobody is asked
    help_target=choice | 5 10 6 | -> closed: pool 1 5; pool 3 4; hill 1 -1; whists 1>3 40
    help_target=choice | 0 3 6 | -> closed: pool 1 10
    help_target=choice | 10 10 10 | -> closed: hill 1 -10
    help_target=choice help_exclude=dealer | 5 3 6 | -> closed: pool 1 5; pool 2 5; whists 1>2 50
RULES 6.1: with four there may be two choices in a row
    help_target=choice players=4 | 9 8 7 6 | 1:help-4 -> 1 help
    help_target=choice players=4 | 9 8 7 6 | 1:help-4 1:help-2 ->
        closed: pool 1 1; pool 2 2; pool 3 3; pool 4 4; whists 1>2 20; whists 1>3 30; whists 1>4 40
RULES 6.1: without a choice the largest is helped
    sochi | 5 3 6 | -> closed: pool 1 5; pool 2 1; pool 3 4; whists 1>2 10; whists 1>3 40
"""
    ),
)
def test_whom_a_surplus_helps(about: str, pool: str, tokens: str, came: str):
    assert where(after(at(about, pool), f"{MADE} {tokens}")) == came


@pytest.mark.parametrize(
    ("token", "answer"),
    [("1:help-2", "may"), ("1:help-1", "not_helped"), ("1:help-4", "not_helped"), ("2:help-3", "not_your_turn"),
     ("1:pass", "not_now"), ("1:ready", "not_now")],
)  # fmt: skip
def test_who_may_be_chosen(token: str, answer: str):
    asked = after(at("help_target=choice", "5 3 6"), MADE)
    assert isinstance(asked.phase, Helping)
    assert may(asked, token) == answer


def test_nothing_is_written_before_it_is_chosen():
    before = at("help_target=choice", "5 3 6")
    asked = after(before, MADE)
    assert asked.table is before.table
    assert asked.deal is None
    seen = view(asked, 2)
    assert (seen.stage, seen.turn, seen.surplus, seen.legal) == ("help", 1, 5, ())
    assert seen.last is not None
    assert score_text(seen.last.lines) == "pool 1 10"
    assert view(asked, 1).legal == (Help(1, 2), Help(1, 3))


def test_two_owners_choose_one_after_another_from_the_dealers_left():
    """Both 1 and 2 are closed and took nothing on raspasy; 4 deals."""
    at_table = table("help_target=choice raspasy_talon=closed zero_dealer=pool_1", 4, 4, "10 10 3 3")
    result = forms.result("pas; tricks 0-0-10-0", 4, 4)
    first = deals.undecided(at_table, result)
    assert first is not None
    assert (first.helper, first.among) == (1, (3, 4))
    second = deals.undecided(at_table, replace(result, helped=(4,)))
    assert second is not None
    assert (second.helper, second.among) == (2, (3, 4))
    assert deals.undecided(at_table, replace(result, helped=(4, 3))) is None


@pytest.mark.parametrize(
    ("about", "text", "score", "wrong"),
    rows(
        """
a result names whom the owners chose; else the largest pool is helped
    help_target=choice | 10s 1; help 2 -> pool 1 5; pool 2 5; whists 1>2 50 | -
    help_target=choice | 10s 1 -> pool 1 5; pool 2 1; pool 3 4; whists 1>2 10; whists 1>3 40 | -
    help_target=choice | 10s 1; help 1 -> pool 1 5; pool 2 1; pool 3 4; whists 1>2 10; whists 1>3 40 |
        help: seat 1 cannot be chosen
    help_target=choice | 10s 1; help 2; help 3 -> pool 1 5; pool 2 5; whists 1>2 50 | help: seat 3 cannot be chosen
    sochi | 10s 1; help 2 -> pool 1 5; pool 2 5; whists 1>2 50 | help: nobody chooses whom he helps in this agreement
"""
    ),
)
def test_results_of_real_cards(about: str, text: str, score: str, wrong: str):
    at_table = table(about, pool="5 3 6")
    result = forms.result(text, 3, 3)
    assert (why_impossible(at_table, result) or "-") == wrong
    if wrong == "-":
        assert score_text(deals.after(at_table, result)[1]) == score
    assert forms.result(forms.result_text(result), 3, 3) == result


@pytest.mark.parametrize(
    ("about", "pool", "result", "score"),
    rows(
        """
SKG: the first to close writes so many whists on each of the others
    closing_prize=50 | 2 0 0 | 9s 1; pass 2; pass 3 -> pool 1 8; whists 1>2 50; whists 1>3 50
    closing_prize=100 | 2 0 0 0 | 9s 1; pass 2; pass 3 ->
        pool 1 8; whists 1>2 100; whists 1>3 100; whists 1>4 100
SKG: not who closes later, nor who is still open
    closing_prize=50 | 2 10 0 | 9s 1; pass 2; pass 3 -> pool 1 8
    closing_prize=50 | 1 0 0 | 9s 1; pass 2; pass 3 -> pool 1 8
SKG: beside the help that follows; what it closes comes second
    closing_prize=50 | 9 8 0 | 7s 1; pass 2; pass 3 ->
        pool 1 1; pool 2 2; pool 3 1; whists 1>2 70; whists 1>3 60
SKG: of several who close in one deal the one nearest to the dealer's left
    closing_prize=50 | 9 9 0 | pas; tricks 0-0-10 -> pool 1 1; pool 2 1; hill 3 10; whists 1>2 50; whists 1>3 50
SKG: nothing doubles a prize
    leningrad closing_prize=50 | 18 0 0 | 6s 1; pass 2; pass 3 -> pool 1 2; whists 1>2 50; whists 1>3 50
RULES 6.2: where pools are not closed nobody closes first
    closing_prize=50 end_condition=total | 2 0 0 | 9s 1; pass 2; pass 3 -> pool 1 8
SKG: elsewhere nothing
    sochi | 2 0 0 | 9s 1; pass 2; pass 3 -> pool 1 8
"""
    ),
)
def test_the_prize_for_closing_first(about: str, pool: str, result: str, score: str):
    seats = len(pool.split())
    at_table = table(about, seats, pool=pool)
    assert score_text(deals.after(at_table, forms.result(result, at_table.dealer, seats))[1]) == score


@pytest.mark.parametrize(
    ("about", "tokens"),
    rows(
        """
FSPR: the clock may strike at any moment of a deal
    end_condition=time |
    end_condition=time | 1:6s
    end_condition=time | 1:6s 2:pass 3:pass
    end_condition=time | 1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s
    end_condition=time | 1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:whist 3:whist 1:sA
    end_condition=time | 1:pass 2:pass 3:pass
    end_condition=time help_target=choice | 1:10s 2:pass 3:pass 1:drop-c7.h7 1:plays-10s 2:believe 3:believe
"""
    ),
)
def test_a_deal_in_progress_is_finished(about: str, tokens: str):
    state = after(at(about, "5 3 6"), tokens)
    late = rules.apply(state, TimeUp(0)).state
    assert late.table.time_up
    assert late.phase == state.phase, "what is asked stays asked"
    assert rules.asked(late) == rules.asked(state)
    assert not rules.admits(late, TimeUp(0)), "once"
    while late.deal or isinstance(late.phase, Helping):
        late = rules.apply(late, rules.legal(late)[0]).state
    assert isinstance(late.phase, Ended)
    assert not late.phase.between


@pytest.mark.parametrize(
    ("about", "struck", "over"),
    rows(
        """
FSPR: between two deals the pulka ends at once
    end_condition=time | 1 -> 1
FSPR: in a deal, when it is finished
    end_condition=time | 1.5 -> 2
BIB: or the round is completed
    end_condition=time finish_round=yes | 1 -> 3
    end_condition=time finish_round=yes | 2.5 -> 3
    end_condition=time finish_round=yes | 3 -> 3
    end_condition=time finish_round=yes | 3.5 -> 6
"""
    ),
)
def test_when_it_is_over(about: str, struck: str, over: int):
    """`struck`: after so many deals, in the middle of the next one if a half is left."""
    state = start(about)
    for n in range(1, 9):
        if n - 0.5 == float(struck):
            state = rules.apply(state, TimeUp(0)).state
        state = after(state, " ".join(f"{h}:{word}" for h, word in spoken(state)))
        if n == float(struck):
            state = rules.apply(state, TimeUp(0)).state
        if isinstance(state.phase, Ended):
            break
        assert isinstance(state.phase, Between)
        state = rules.apply(state, Deck(0, DECK, "0" * 64)).state
        while isinstance(state.phase, Between):
            state = rules.apply(state, rules.legal(state)[0]).state
    assert state.table.deals == over
    assert state.phase.between is (float(struck) == over)


def spoken(state: State) -> list[tuple[int, str]]:
    """Misere of the forehand, believed."""
    first, second, third = state.deal.playing
    low = min(state.deal.hands[first - 1], key=lambda c: c.rank)
    drop = ".".join(c.text for c in sorted(state.deal.talon, key=DECK.index))
    calls = [(first, "mis"), (second, "pass"), (third, "pass"), (first, f"drop-{drop}"), (first, "plays-mis")]
    return [*calls, (first, low.text), (second, "believe"), (third, "believe")]


@pytest.mark.parametrize("about", ["sochi", "end_condition=total", "end_condition=deals pool_target=none"])
def test_elsewhere_no_clock_strikes(about: str):
    assert may(start(about), "time-up") == "not_now"


def test_a_pulka_by_time_needs_no_pool():
    begun = start("fspr")
    over = rules.apply(begun, TimeUp(0)).state
    over = after(over, " ".join(f"{h}:{word}" for h, word in spoken(over)))
    assert isinstance(over.phase, Between), "the round is completed"
    assert over.table.sheet.pool == (10, 0, 0)
