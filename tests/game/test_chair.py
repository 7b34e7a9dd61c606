"""What people have decided about the table: its end, pauses, seats that change hands, a fourth; fines of the clock."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.game import forms, rules
from bot.game.actions import Deck, action
from bot.game.cards import DECK
from bot.game.presets import agreement
from bot.game.settlement import Leaver, portions
from bot.game.state import Between, State, new_table
from bot.game.view import view
from tests.game.deals import after, may, said, start
from tests.game.rulebook import rows
from tests.game.scores import agreed
from tests.game.test_offers import tried

DECKED = Deck(0, DECK, "0" * 64)


def between(about: str = "", dealer: int = 1, **columns: tuple[int, ...]) -> State:
    """Between two deals, the next deck drawn; columns of the sheet are given. Seat `dealer` deals next."""
    words = dict(word.split("=") for word in about.split() if "=" in word)
    computers = [int(s) for s in words.pop("computers", "")]
    begun = new_table(agreed(" ".join(f"{k}={v}" for k, v in words.items())), 3, dealer, computers)
    sheet = replace(begun.table.sheet, **columns)
    table = replace(begun.table, sheet=sheet, deals=4)
    return rules.apply(replace(begun, table=table, seq=9), DECKED).state


@pytest.mark.parametrize(
    ("about", "tokens", "came"),
    rows(
        """
the chair ends, pauses, resumes
    sochi | chair:end | ended by chair
    sochi | chair:pause | paused
    sochi | chair:pause chair:resume | -
    sochi | chair:resume | chair:resume: not_now
    sochi | chair:pause chair:end | ended by chair
    sochi | chair:end chair:end | chair:end: not_now
what was offered meanwhile is dropped
    sochi | 2:finish chair:pause | paused
    sochi | 1:pause 2:agree 3:agree 1:resume chair:resume | -
a computer in a person's place, and back
    sochi | chair:computer-2 2:pause | 2:pause: not_now
    sochi | chair:computer-2 chair:person-2 2:pause | 2 pause 13
    sochi | chair:person-2 | chair:person-2: not_now
    sochi | chair:computer-2 chair:computer-2 | chair:computer-2: not_now
    sochi | chair:computer-4 | chair:computer-4: not_now
who cannot answer any more has agreed; what he offered is dropped
    sochi | 1:pause 2:agree chair:computer-3 | paused
    sochi | 1:pause chair:computer-3 | 1 pause 2
    sochi | 1:pause chair:computer-1 | -
another person in the seat takes nothing of the other's back, and answers what was asked
    sochi | 1:6s chair:replace-1 1:undo | 1:undo: nothing_to_undo
    sochi | 1:6s chair:replace-2 1:undo | 1 undo 23
    sochi | 1:6s 1:undo chair:replace-1 | -
    sochi | 1:pause chair:replace-2 2:agree | 1 pause 3
    sochi | chair:replace-4 | chair:replace-4: not_now
nobody joins in the middle of a deal, nor a table of four
    sochi | chair:join-4 | chair:join-4: not_now
    players=4 | chair:join-4 | chair:join-4: not_now
"""
    ),
)
def test_what_the_chair_decides(about: str, tokens: str, came: str):
    assert tried(start(about), tokens) == came


def test_a_computer_plays_on_from_where_the_person_stood():
    state = after(said("", "6s", "2:whist 3:whist"), "chair:computer-1")
    assert state.table.computers == {1}
    assert {s: q.number for s, q in rules.asked(state).items()} == {
        1: rules.asked(said("", "6s", "2:whist 3:whist"))[1].number
    }


def test_the_leaver_is_settled_as_it_stands_and_the_newcomer_gets_the_rest():
    state = after(between(pool=(3, 0, 0), hill=(0, 3, 0)), "chair:replace-2")
    assert state.table.leavers == (Leaver(2, 4, Fraction(-30), -30),)
    assert state.table.people == (1, 2, 3)
    assert forms.table(forms.table_text(state.table), agreement) == state.table


def test_what_the_seat_comes_to_is_shared_among_those_who_held_it():
    """Each has what the seat won while he held it; together they have what it comes to."""
    state = after(between(pool=(3, 0, 0), hill=(0, 3, 0)), "chair:replace-2")
    state = replace(state, table=replace(state.table, sheet=replace(state.table.sheet, hill=(0, 1, 0))))
    done = after(state, "chair:replace-2 chair:end").phase.settlement
    leavers = after(state, "chair:replace-2").table.leavers
    shared = portions(leavers, 2, done.exact[1], done.shown[1])
    assert [exact for exact, _ in shared] == [-30, Fraction(40, 3), 0]
    assert sum(exact for exact, _ in shared) == done.exact[1]
    assert sum(shown for _, shown in shared) == done.shown[1]
    assert portions(leavers, 1, done.exact[0], done.shown[0]) == ((done.exact[0], done.shown[0]),)


def test_who_takes_over_from_a_computer_is_a_person():
    state = after(between("computers=2"), "chair:replace-2")
    assert state.table.people == (1, 2, 3)
    assert rules.asked(state)[2].about == "ready"


def test_a_deal_begins_without_who_has_become_a_computer():
    state = after(between(), "3:cut-7 1:ready")
    assert set(rules.asked(state)) == {2}
    begun = after(state, "chair:computer-2")
    assert begun.deal is not None
    assert begun.seq == state.seq + 1 == begun.phase.since
    assert begun.deal.cut == action("3:cut-7")


def test_another_person_cuts_when_the_cutter_has_left():
    """Seat 1 deals, 3 cuts; as a computer he cuts no more, and seat 2, who was ready, is asked to cut."""
    state = after(between(), "2:ready chair:computer-3")
    assert {s: q.about for s, q in rules.asked(state).items()} == {1: "ready", 2: "cut"}
    assert after(state, "2:cut-9 1:ready").deal.cut == action("2:cut-9")
    back = after(state, "2:cut-9 chair:person-3")
    assert {s: q.about for s, q in rules.asked(back).items()} == {1: "ready", 3: "ready"}, "it has been cut"
    assert may(back, "3:cut-9") == "not_the_cutter"
    assert view(back, 1).cutter == 2


def test_a_paused_table_deals_when_it_goes_on():
    state = after(between(), "3:cut-7 1:ready chair:pause chair:computer-2")
    assert state.deal is None
    assert after(state, "chair:resume").deal is not None


def test_a_fourth_joins_with_the_averages_rounded_against_him():
    """Codex 3.1.2, RULES 9a.9: left of the last dealer, and deals; pools 3, 3, 2 and hills 1, 0, 0."""
    state = after(
        between(dealer=2, pool=(3, 3, 2), hill=(1, 0, 0), whists=((0, 8, 0), (0, 0, 0), (0, 0, 0))), "3:ready"
    )
    step = rules.apply(state, action("chair:join-4"))
    table = step.state.table
    assert table.order == (1, 4, 2, 3), "seat 1 has dealt last"
    assert table.dealer == 4
    assert table.hands == (2, 3, 1)
    assert (table.sheet.pool, table.sheet.hill) == ((3, 3, 2, 2), (1, 0, 0, 1))
    assert table.sheet.whists == ((0, 8, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4)
    assert forms.score_text(step.events[0].data) == "pool 4 2; hill 4 1"
    assert {s: q.about for s, q in rules.asked(step.state).items()} == {1: "cut", 2: "ready", 3: "ready", 4: "ready"}
    dealt = after(step.state, "1:cut-7 2:ready 3:ready 4:ready")
    assert dealt.deal.playing == (2, 3, 1)
    assert dealt.deal.deck == DECKED, "a published deck is always used"


def test_nobody_joins_where_it_is_not_agreed_or_before_the_first_deal():
    assert not rules.admits(between("late_join=off"), action("chair:join-4"))
    assert not rules.admits(after(between(), "chair:pause"), action("chair:join-4"))
    first = rules.apply(new_table(agreed(""), 3, 1), DECKED).state
    assert isinstance(first.phase, Between)
    assert not rules.admits(first, action("chair:join-4"))


def timed(per_action: str = "1m") -> State:
    """An auction about to begin where a minute over the time is fined, if it is a matter of minutes."""
    state = start()
    house = state.table.agreement.but(time_per_action=per_action, time_fine="on")
    return replace(state, table=replace(state.table, agreement=house))


def test_a_fine_is_a_line_of_its_own_and_stays_whatever_becomes_of_the_deal():
    state = timed()
    step = rules.apply(state, action("clock:fine-2"))
    assert step.state.table.sheet.hill == (0, 2, 0)
    (line,) = step.events[0].data
    assert (line.column, line.seat, line.amount, line.reason.code) == ("hill", 2, 2, "time_fine")
    assert rules.asked(step.state) == rules.asked(state)
    ended = after(step.state, "1:6s 2:finish 1:agree 3:agree")
    assert ended.phase.settlement.exact == (Fraction(20, 3), Fraction(-40, 3), Fraction(20, 3))
    undone = after(timed(), "1:6s clock:fine-2 1:undo 2:agree 3:agree")
    assert undone.table.sheet.hill == (0, 2, 0)
    assert undone.phase.calls == ()


def test_nobody_is_fined_where_it_is_not_agreed_nor_in_a_pause_nor_a_computer():
    assert may(start(), "clock:fine-2") == "not_now"
    assert may(timed("1h"), "clock:fine-2") == "not_now"
    assert may(after(timed(), "chair:pause"), "clock:fine-2") == "not_now"
    assert may(after(timed(), "chair:computer-2"), "clock:fine-2") == "not_now"
    assert may(timed(), "clock:fine-4") == "not_now"
