"""Nobody aims: hypothesis deals, agrees and decides, and looks for the shortest way to break a law."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import ClassVar

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from bot.game import rules
from bot.game.actions import Action, Deck, TimeUp
from bot.game.cards import DECK
from bot.game.conventions import REGISTRY
from bot.game.proposals import CHAIR_AT, Chair
from bot.game.state import Ended, State, new_table
from bot.game.view import STAGES, view
from tests.aimed import Turn
from tests.laws import laws
from tests.laws.knowledge import Knowledge, exchanged
from tests.laws.pairs import Company, companies
from tests.laws.test_house_rules import playable

LAST = 10_000
"""Larger than the number of legal actions at any time."""
DECISIONS = st.lists(st.integers(0, LAST), min_size=4, max_size=16)
"""What people do one after the other, whoever is asked: the number chooses among what is legal."""
STEPS = 2000
"""Of all examples together, at least; without them the laws would hold for nothing."""


@st.composite
def agreed(draw: st.DrawFn) -> Company:
    """Any agreement that so many can play: one in which rare pairs of options meet, and what else is wished for."""
    company = draw(st.sampled_from(companies()[0]))
    for key, number in draw(st.dictionaries(st.sampled_from(sorted(REGISTRY.by_key)), st.integers(0, LAST))).items():
        options = REGISTRY[key].options
        changed = company.agreement.but(**{key: options[number % len(options)]})
        if playable(changed, company.players):
            company = company._replace(agreement=changed)
    return company


class Pulka(RuleBasedStateMachine):
    """A pulka by any agreement. Any legal action is done, any other is refused; what may not be known is not.

    Hypothesis leaves some of the rules out of each example, so that the play goes on in all of them.
    """

    state: State
    met: ClassVar[Counter[str]]

    @initialize(company=agreed(), data=st.data())
    def sit_down(self, company, data):
        agreement, players = company
        computers = data.draw(st.sets(st.integers(1, players), max_size=players - 1))
        self.begun = new_table(agreement, players, data.draw(st.integers(1, players)), computers=sorted(computers))
        self._begin()

    def _begin(self) -> None:
        self.state, self.log, self.knowledge = self.begun, list[Action](), Knowledge(self.begun.table.players)

    def _do(self, done: Action) -> None:
        """After each step all laws hold."""
        turn = Turn(self.state, done, rules.apply(self.state, done))
        self.knowledge.learn(turn)
        self.log.append(done)
        self.state = turn.step.state
        laws.hold_after(turn, Random(len(self.log)))
        laws.what_is_listed_is_accepted(self.state)
        laws.the_sheet_comes_to_nothing(self.state)
        self.met[STAGES[type(self.state.phase)]] += 1

    def _play(self, decisions: list[int], data: st.DataObject) -> None:
        """The play goes on, after the end with another pulka; the lowest number passes, or plays the lowest card."""
        for decision in decisions:
            if isinstance(self.state.phase, Ended):
                self.teardown()
                self._begin()
            if rules.admits(self.state, Deck(0, DECK, "0" * 64)):
                nonce = data.draw(st.integers(0, 2**256 - 1))
                self._do(Deck(0, tuple(data.draw(st.permutations(DECK))), f"{nonce:064x}"))
            elif legal := rules.legal(self.state):
                self._do(legal[decision % len(legal)])

    @rule(decisions=DECISIONS, data=st.data())
    def play_on(self, decisions, data):
        self._play(decisions, data)

    @rule(decisions=DECISIONS, data=st.data(), said=st.lists(st.integers(0, LAST), min_size=1, max_size=4))
    def talk(self, decisions, data, said):
        """People offer each other something, and answer."""
        self._play(decisions, data)
        for number in said:
            if proposals := rules.proposals(self.state):
                self._do(proposals[number % len(proposals)])

    @precondition(lambda self: rules.admits(self.state, TimeUp(0)))
    @rule(decisions=DECISIONS, data=st.data())
    def the_time_is_up(self, decisions, data):
        self._play(decisions, data)
        if rules.admits(self.state, TimeUp(0)):
            self._do(TimeUp(0))

    @rule(
        decisions=DECISIONS,
        data=st.data(),
        what=st.sampled_from(("pause", "resume", "computer", "person", "replace", "join", "end")),
        at=st.integers(1, 4),
    )
    def decide_about_the_table(self, decisions, data, what, at):
        self._play(decisions, data)
        decided = Chair(0, what, at if what in CHAIR_AT else 0)
        if rules.admits(self.state, decided):
            self._do(decided)

    @rule(decisions=DECISIONS, data=st.data(), seed=st.integers(0, 2**32))
    def press_anything(self, decisions, data, seed):
        self._play(decisions, data)
        laws.what_is_not_listed_is_refused(self.state, laws.some_others(self.state, Random(seed), 20))

    @rule(decisions=DECISIONS, data=st.data(), seed=st.integers(0, 2**32))
    def look_in_another_world(self, decisions, data, seed):
        """With all cards exchanged that a viewer cannot know, he sees the same."""
        self._play(decisions, data)
        if self.state.deal is None:
            return
        self.met["other worlds"] += 1
        for viewer in (None, *self.state.table.order):
            other = exchanged(self.state, self.knowledge.known[viewer], Random(seed))
            seen, seen_there = (replace(view(state, viewer), commitment="") for state in (self.state, other))
            assert seen == seen_there

    def teardown(self):
        if not hasattr(self, "log"):
            return
        laws.the_log_is_the_pulka(self.begun, self.log, self.state)
        self.met["pulkas"] += isinstance(self.state.phase, Ended)


@pytest.mark.timeout(180)
def test_the_laws_hold_whatever_anybody_does():
    class Watched(Pulka):
        met: ClassVar[Counter[str]] = Counter()

    run_state_machine_as_test(
        Watched,
        settings=settings(
            max_examples=40, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
    assert sum(Watched.met[stage] for stage in STAGES.values()) >= STEPS
    assert {"between", "auction", "exchange", "defence", "tricks", "raspasy", "ended"} <= set(Watched.met)
    assert Watched.met["other worlds"] > 20
