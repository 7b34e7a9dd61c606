"""Whole games as they were played once: every version of the rules replays them, to the same score in every deal."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.game.events import Event
from bot.game.notation import DealRecord, Record, dumps, loads
from bot.game.presets import preset
from bot.game.replay import replay, verify
from bot.game.sheet import Line
from bot.game.state import Between, Ended, State
from tests.aimed import Turn
from tests.reached import SOCHI_STAGES, reached

HERE = Path(__file__).parent
PATHS = sorted(HERE.glob("*.pref"))
SETTLED = {"two": (30, -30), "three": (209, -709, 500), "four": (508, 38, 280, -826)}
"""Whists won and lost, of the pulkas that were played to their end."""


UNSCORED = {"broken-off": [5], "ended-between": [6]}
"""Deals that were broken off, or not even dealt: the last ones of their pulkas."""


def read(name: str) -> Record:
    return loads((HERE / f"{name}.pref").read_text(encoding="utf-8"))


def last_state(record: Record) -> State:
    *_, last = replay(record)
    return last.step.state


def played(record: Record) -> list[Turn]:
    """The turns of a record, from the second on."""
    moments = list(replay(record))
    return [
        Turn(before.step.state, now.action, now.step) for before, now in pairwise(moments) if now.action is not None
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_record_is_read_and_written_without_a_change(path: Path):
    text = path.read_text(encoding="utf-8")
    assert dumps(loads(text)) == text
    assert loads(dumps(loads(text))) == loads(text)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_record_replays_to_the_score_of_every_deal(path: Path):
    record = loads(path.read_text(encoding="utf-8"))
    assert [n for n, deal in enumerate(record.deals, 1) if deal.score is None] == UNSCORED.get(path.stem, [])
    state = last_state(record)
    assert state.table.deals == sum(deal.score is not None for deal in record.deals)
    assert state.deal is None


@pytest.mark.parametrize("name", SETTLED)
def test_a_pulka_that_was_played_to_its_end_is_settled_as_it_was(name: str):
    phase = last_state(read(name)).phase
    assert isinstance(phase, Ended)
    assert phase.settlement.shown == SETTLED[name]


@pytest.mark.parametrize("name", ["three", "four"])
def test_in_a_whole_pulka_every_phase_occurs(name: str):
    met = {fact for turn in played(read(name)) for fact in reached(turn)}
    answers = {"whist: half", "return: whist", "return: pass", "light: open", "light: dark", "doubt: believe"}
    dealer = {"dealer: look", "look: whist", "look: pass", "dealer: pass", "dealer's: trick"}
    assert met >= {f"stage: {stage}" for stage in SOCHI_STAGES} | answers | (dealer if name == "four" else set())
    assert met >= {"auction: here", "auction: over-misere", "written: help", "written: raspasy", "doubt: catch"}


def test_by_classic_rules_all_that_is_dark_occurs():
    record = read("classic")
    assert record.agreement.preset == "classic"
    assert isinstance(last_state(record).phase, Ended)
    met = {fact for turn in played(record) for fact in reached(turn)}
    assert met >= {f"in the dark: {word}" for word in ("look", "pass", "here", "mis", "6s", "9c")}
    assert met >= {"talon: take", "talon: mis", "multiplied: dark-4", "multiplied: bomb-2"}
    assert met >= {"bomb: kept", "bomb: destroyed"}
    assert met >= {"invite: invite", "share: share", "shared in the dark: made"}


HOUSES = {
    "leningrad": {"light in play: half", "light in play: open", "light: dark", "return in play: pass", "return: whist"},
    "fspr": {"light in play: half", "light in play: open", "light in play: dark", "return in play: whist"},
    "first-trick": {"light in play: open", "light in play: dark"},
    "both-hands": {"hands seen: 1", "hands seen: 2", "look: look", "look: whist", "look: pass"},
    "unseen": {"hands seen: 0", "look: whist", "look: pass"},
    "shared-misere": {"invite: alone", "share: share", "share: decline", "shared: made", "shared: caught"},
}
"""What records by other house rules are there for."""


@pytest.mark.parametrize("name", HOUSES)
def test_what_a_house_rule_asks_occurs(name: str):
    met = {fact for turn in played(read(name)) for fact in reached(turn)}
    assert sorted(HOUSES[name] - met) == []


def test_in_a_pulka_of_two_one_defender_answers_and_plays_the_dummys_cards():
    met = {fact for turn in played(read("two")) for fact in reached(turn)}
    assert met >= {f"stage: {stage}" for stage in SOCHI_STAGES}
    assert met >= {"whist: whist", "whist: pass", "doubt: catch", "doubt: believe", "dummy's: lead", "dummy's: card"}
    assert met >= {"auction: here", "auction: over-misere", "written: help", "written: fine", "written: raspasy"}
    assert met.isdisjoint({"whist: half", "asked: light", "asked: return"})


def test_where_the_dummy_plays_on_raspasy_its_cards_are_no_tokens():
    record = read("two-and-the-dummy")
    raspasy = [deal for deal in record.deals if not any("plays" in a.token for a in deal.actions)]
    assert len(raspasy) == 3
    for deal in raspasy:
        assert {a.hand for a in deal.actions} == {1, 2}
    taken = [event.data for turn in played(record) for event in turn.step.events if event.kind == "trick_taken"]
    assert {len(trick) for _, trick in taken} == {3}


@pytest.mark.parametrize("name", SETTLED)
def test_with_a_deck_and_a_cut_every_deal_is_proven(name: str):
    record = read(name)
    first, cut = verify(record)[0], record.deals[0].cut
    assert cut is not None
    assert first == f"deal 1: proven: the deck stood before seat {cut.hand} cut {cut.count} cards"
    assert all("proven: the deck stood" in finding for finding in verify(record))


def test_where_only_computers_play_nobody_cuts_and_nothing_is_proven():
    assert set(verify(read("computers-only"))) == {f"deal {n}: not proven: nobody cut" for n in (1, 2, 3)}


def test_beside_computers_the_person_nearest_to_the_dealers_right_cuts():
    record = read("with-computers")
    assert record.computers == (2, 3)
    assert [(deal.dealer, deal.cut.hand) for deal in record.deals if deal.cut] == [
        (1, 4), (3, 1), (2, 1), (4, 1), (1, 4),
    ]  # fmt: skip


def test_cards_dealt_by_hand_are_the_ones_that_are_played():
    record = read("dealt-by-hand")
    cards = record.deals[0].cards
    assert cards is not None
    begun = next(iter(replay(record))).step.state
    assert begun.deal is not None
    assert begun.deal.hands == cards[0]
    assert begun.deal.talon == cards[1]
    assert verify(record)[0] == "deal 1: not proven: no deck is recorded"


def test_deals_with_real_cards_carry_their_results():
    """Their scores were worked out by hand from the rules, deal by deal."""
    record = read("real-cards")
    assert all(deal.result is not None and not deal.actions for deal in record.deals)
    state = last_state(record)
    assert isinstance(state.phase, Between)
    assert state.table.sheet.pool == (2, 10, 10, 8)
    assert state.table.sheet.hill == (15, 12, 10, 23)


def test_what_people_did_about_the_table_is_in_the_log():
    """As it happened, what was taken back as well; the fourth who joined is named."""
    record = read("talked")
    assert (record.players, len(record.seats)) == (3, 4)
    words = {a.word.partition("-")[0] for deal in record.deals for a in deal.log}
    assert words >= {"undo", "agree", "object", "withdraw", "claim", "pause", "resume"}
    assert words >= {"computer", "person", "replace", "join", "fine"}
    turns = played(record)
    backwards = [
        t
        for t in turns
        if t.before.undoable and t.step.state.phase == replace(t.before.undoable.phase, since=t.step.state.seq)
    ]
    assert {t.action.word for t in backwards} == {"undo", "agree"}, "with nobody to ask, and by consent"
    assert {leaver.seat for leaver in turns[-1].step.state.table.leavers} >= {1, 2}
    assert any(line.reason.code == "time_fine" for t in turns for e in t.step.events for line in written(e))
    assert not any("WRONG" in finding for finding in verify(record))


def written(event: Event) -> tuple[Line, ...]:
    return event.data if event.kind == "lines_written" else ()


def test_a_pulka_that_was_ended_in_a_deal_shows_its_cards_and_settles_what_stood():
    record = read("broken-off")
    *_, last = replay(record)
    phase = last.step.state.phase
    assert isinstance(phase, Ended)
    assert (phase.how, phase.broken.number) == ("consent", 5)
    assert phase.broken.deck == record.deals[-1].deck
    assert verify(record)[-1].startswith("deal 5: proven")
    between = last_state(read("ended-between")).phase
    assert (between.how, between.broken, between.between) == ("consent", None, True)
    assert verify(read("ended-between"))[-1] == "deal 6: not dealt"


def test_an_empty_record_is_a_pulka_that_has_not_begun():
    record = Record(preset(), ("A", 'B "the <b>"', "В\n"), ())
    assert loads(dumps(record)) == record
    assert list(replay(record)) == []
    assert verify(record) == ()


def test_a_deal_may_stop_in_its_middle():
    """The last one only; its score is not known yet."""
    whole = read("three")
    *before, last = whole.deals
    cut_off = DealRecord(last.dealer, last.deck, last.commitment, last.cut, None, last.actions[:4])
    record = Record(whole.agreement, whole.seats, (*before, cut_off))
    assert loads(dumps(record)) == record
    assert last_state(record).deal is not None
