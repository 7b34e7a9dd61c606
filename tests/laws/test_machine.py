"""Nobody aims: hypothesis deals, agrees and decides, and looks for the shortest way to break a law."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game import rules
from bot.game.actions import Action, Deck, TimeUp
from bot.game.cards import DECK
from bot.game.proposals import CHAIR_AT, Chair
from bot.game.state import Ended, State, new_table
from bot.game.view import view
from tests.aimed import Turn
from tests.laws import laws
from tests.laws.knowledge import Knowledge, exchanged
from tests.laws.pairs import companies

LAST = 10_000
"""Larger than the number of legal actions at any time."""


class Pulka(RuleBasedStateMachine):
    """A pulka by some agreement. Any legal action is done, any other is refused; what may not be known is not."""

    state: State

    @initialize(company=st.sampled_from(companies()[0]), data=st.data())
    def sit_down(self, company, data):
        agreement, players = company
        computers = data.draw(st.sets(st.integers(1, players), max_size=players - 1))
        self.begun = new_table(agreement, players, data.draw(st.integers(1, players)), computers=sorted(computers))
        self.state, self.log, self.knowledge, self.turn = self.begun, list[Action](), Knowledge(players), None

    def _do(self, done: Action) -> None:
        step = rules.apply(self.state, done)
        self.turn = Turn(self.state, done, step)
        self.knowledge.learn(self.turn)
        self.log.append(done)
        self.state = step.state

    @precondition(lambda self: rules.admits(self.state, Deck(0, DECK, "0" * 64)))
    @rule(order=st.permutations(DECK), nonce=st.integers(0, 2**256 - 1))
    def shuffle(self, order, nonce):
        self._do(Deck(0, tuple(order), f"{nonce:064x}"))

    @precondition(lambda self: rules.legal(self.state))
    @rule(decisions=st.lists(st.integers(0, LAST), min_size=1, max_size=12))
    def decide(self, decisions):
        """One after the other, whoever is asked; the lowest number passes, or plays the lowest card."""
        for decision in decisions:
            if legal := rules.legal(self.state):
                self._do(legal[decision % len(legal)])

    @precondition(lambda self: rules.admits(self.state, TimeUp(0)))
    @rule()
    def the_time_is_up(self):
        self._do(TimeUp(0))

    @precondition(lambda self: rules.proposals(self.state))
    @rule(decisions=st.lists(st.integers(0, LAST), min_size=1, max_size=4))
    def talk(self, decisions):
        """People offer each other something, and answer."""
        for decision in decisions:
            if said := rules.proposals(self.state):
                self._do(said[decision % len(said)])

    @precondition(lambda self: not isinstance(self.state.phase, Ended))
    @rule(
        what=st.sampled_from(("pause", "resume", "computer", "person", "replace", "join", "end")), at=st.integers(1, 4)
    )
    def decide_about_the_table(self, what, at):
        decided = Chair(0, what, at if what in CHAIR_AT else 0)
        if rules.admits(self.state, decided):
            self._do(decided)

    @rule(seed=st.integers(0, 2**32))
    def press_anything(self, seed):
        laws.what_is_not_listed_is_refused(self.state, laws.some_others(self.state, Random(seed), 20))

    @precondition(lambda self: self.state.deal is not None)
    @rule(seed=st.integers(0, 2**32))
    def look_in_another_world(self, seed):
        """With all cards exchanged that a viewer cannot know, he sees the same."""
        for viewer in (None, *self.state.table.order):
            other = exchanged(self.state, self.knowledge.known[viewer], Random(seed))
            seen, seen_there = (replace(view(state, viewer), commitment="") for state in (self.state, other))
            assert seen == seen_there

    @invariant()
    def the_laws_hold(self):
        if self.turn is not None:
            laws.hold_after(self.turn, Random(len(self.log)))

    def teardown(self):
        if not hasattr(self, "log"):
            return
        laws.the_log_is_the_pulka(self.begun, self.log, self.state)


TestPulka = Pulka.TestCase
TestPulka.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
