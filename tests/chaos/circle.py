"""The people of one group: they play a pulka, and when it is over another one."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bot import presses
from bot.game import rules
from bot.game.actions import Action
from bot.game.proposals import Finish
from bot.game.state import Between
from bot.storage import people, tables
from tests.aimed import Player
from tests.chaos.companies import aimed
from tests.chaos.follow import Evidence, Followed, Pressed

IMPATIENT = 0.7
"""Seconds after which somebody presses again."""
TALK = 0.02
"""How often people do something about the table instead of playing on."""


class Finger(NamedTuple):
    """Somebody presses what carries `data` on a message of `chat`. `pressed` if it is an answer of the game."""

    person: int
    chat: int
    data: str
    pressed: Pressed | None = None


class Circle:
    """`now` is the pulka that is played, `played` are all."""

    def __init__(self, conn: sqlite3.Connection, table: int, group: int, evidence: Evidence, rng: Random) -> None:
        self._conn, self._evidence, self._rng, self.group = conn, evidence, rng, group
        self.now = Followed(conn, table, group, evidence)
        self.played = [self.now]
        self._player: tuple[object, Player] | None = None
        self._asked_at = dict[tuple[int, int], float]()

    def press(self) -> Finger | None:
        """What somebody presses next; None if nobody has anything to press."""
        self.now.follow()
        return self._after() if self.now.over else self._answer()

    def lost(self) -> list[str]:
        """What should have come of presses, and has not."""
        self.now.follow()
        return [*self.now.lost(), *self._stuck()]

    def _answer(self) -> Finger | None:
        table, at = self.now, time.monotonic()
        slow = [p for p in table.open.values() if at - p.at > IMPATIENT and table.still_legal(p)]
        if slow and self._rng.random() < 0.3:
            again = self._rng.choice(slow)
            again.at, again.times = at, again.times + 1
            return self._finger(again)
        chosen = self._choose()
        return self._finger(table.press(chosen, at)) if chosen is not None else None

    def _finger(self, pressed: Pressed) -> Finger:
        person = self.now.people[pressed.seat]
        return Finger(person, person, presses.answer(self.now.id, *pressed.key), pressed)

    def _choose(self) -> Action | None:
        """A legal action of somebody who is not waiting for an answer."""
        table = self.now
        free = [a for a in (self._said(), self._aimed()) if a is not None and self._is_free(a)]
        return free[0] if free else next(self._others(), None) if table.open else None

    def _others(self) -> Iterator[Action]:
        state = self.now.state
        if state.offer is None and not state.stopped and self._is_dealt():
            legal = [a for a in rules.legal(state) if self._is_free(a)]
            yield from self._rng.sample(legal, min(1, len(legal)))

    def _is_free(self, action: Action) -> bool:
        seat = rules.actor(self.now.state, action)
        return seat in self.now.people and seat not in self.now.open

    def _is_dealt(self) -> bool:
        phase = self.now.state.phase
        return not (isinstance(phase, Between) and phase.deck is None)

    def _aimed(self) -> Action | None:
        state = self.now.state
        if state.stopped or not self._is_dealt():
            return None
        deal = (self.now.id, state.table.deals)
        if self._player is None or self._player[0] != deal:
            aims = aimed(state.table.agreement, state.table.players)
            self._player = (deal, Player(self._rng.choice(aims), self._rng))
        return self._player[1].choose(state)

    def _said(self) -> Action | None:
        """Something about the table; while play is stopped by it, or an offer waits, always."""
        state = self.now.state
        waits = state.stopped or (state.offer is not None and self._rng.random() < 0.5)
        if not waits and self._rng.random() >= TALK:
            return None
        said = [a for a in rules.proposals(state) if not isinstance(a, Finish) and self._is_free(a)]
        return self._rng.choice(said) if said else None

    def _after(self) -> Finger | None:
        """The pulka is over: somebody wants another, all say that they are ready, and it begins."""
        again = tables.again(self._conn, self.now.id)
        if again is None:
            return self._once_in_a_while(self.now.people[1], presses.ask(self.now.id, "again"), self.now.id)
        if again.status == "playing":
            self.now = Followed(self._conn, again.id, self.group, self._evidence)
            self.played.append(self.now)
            return self._answer()
        for seat in again.seats:
            if not seat.ready and seat.person is not None:
                person = people.get(self._conn, seat.person).telegram_id
                if finger := self._once_in_a_while(person, presses.ask(again.id, "ready"), again.id):
                    return finger
        return None

    def _once_in_a_while(self, person: int, data: str, table: int) -> Finger | None:
        """A press of what would take itself back if it came twice: not before it is clear that nothing came of it."""
        at = time.monotonic()
        if at - self._asked_at.get((person, table), 0.0) < 3:
            return None
        self._asked_at[person, table] = at
        return Finger(person, self.group, data)

    def _stuck(self) -> list[str]:
        """All are ready, and it does not begin."""
        again = tables.again(self._conn, self.now.id) if self.now.over else None
        if again is None or again.status != "lobby":
            return []
        ready = [seat.ready for seat in again.seats]
        begins = all(ready) and len(ready) == again.size
        return [f"table {again.id}: all are ready, and it does not begin"] if begins else []
