"""A table as its log has it, read beside the bot: every entry is held against the rules and what was pressed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass

from bot import checking
from bot.game import rules
from bot.game.actions import Action, Seat, action
from bot.game.errors import PreferansError
from bot.game.state import Between, Closed, Ended, State
from bot.host.folding import start
from bot.host.forced import forced
from bot.host.sitting import read_sitters
from bot.storage import pulkas, tables
from tests.aimed import Turn
from tests.laws.knowledge import Knowledge
from tests.reached import reached

Key = tuple[int, str]
"""A question's number and a token: no person can say that twice."""


class Evidence(list[str]):
    """What should not be: a sentence each."""

    def about(self, *words: str) -> int:
        """How many say one of these."""
        return sum(any(word in fault for word in words) for fault in self)


@dataclass
class Pressed:
    """A press that was legal when it was made. `times` it was made, by an impatient finger."""

    seat: Seat
    action: Action
    number: int
    at: float
    times: int = 1
    accepted: int = 0
    overtaken: bool = False
    """Others have done something meanwhile after which it was not legal, if only for a while."""

    @property
    def key(self) -> Key:
        return self.number, self.action.token


class Followed:
    """One pulka. `people` are Telegram ids by seat. `moments` are the states in which a deal had just been closed and
    the next deck drawn; `lately` all states of this deal and the one before."""

    def __init__(self, conn: sqlite3.Connection, table: int, group: int, evidence: Evidence) -> None:
        self.id, self.group, self._conn, self._evidence = table, group, conn, evidence
        row = tables.get(conn, table)
        self.state = start(row)
        self.sitters = read_sitters(conn, table)
        telegram = dict(conn.execute("SELECT id, telegram_id FROM people").fetchall())
        self.people: dict[Seat, int] = {s.seat: telegram[s.person] for s in self.sitters}
        self.knowledge = Knowledge(row.size)
        self.open: dict[Seat, Pressed] = {}
        self.words = Counter[str]()
        self.moments: list[State] = []
        self.lately: list[State] = []
        self.overtaken = 0
        self._before: list[State] = []
        self._pressed: dict[Key, Pressed] = {}
        self._logged: set[Key] = set()
        self._closing = False
        self.follow()

    def __str__(self) -> str:
        return f"table {self.id} at {self.state.seq}"

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, Ended)

    @property
    def earlier(self) -> list[State]:
        """What it looked like since the deal before this one began."""
        return [*self._before, *self.lately]

    @property
    def actions(self) -> int:
        """Actions of people that stand in the log."""
        return len(self._logged)

    def follow(self) -> None:
        """Take in what has been committed since."""
        for logged in pulkas.actions(self._conn, self.id, after=self.state.seq):
            self._take(logged)

    def _take(self, logged: pulkas.Logged) -> None:
        before, done = self.state, action(logged.token)
        key, where = (rules.number(before, done), logged.token), f"table {self.id}, action {logged.seq} {logged.token}"
        try:
            step = rules.apply(before, done)
        except PreferansError as refused:
            self._evidence.append(f"{where}: the rules refuse it ({type(refused).__name__})")
            step = rules.advance(before, done)
        if logged.seq != before.seq + 1:
            self._evidence.append(f"{where}: expected number {before.seq + 1}")
        if logged.seat is not None:
            self._by_a_person(key, logged, where)
        turn = Turn(before, done, step)
        self.knowledge.learn(turn)
        self.words.update(reached(turn))
        self.state = step.state
        closed = any(isinstance(event.data, Closed) for event in step.events)
        if closed:
            self._before, self.lately = [*self.lately, step.state], []
        self.lately.append(step.state)
        self._moment(closed)
        for other in self.open.values():
            other.overtaken |= not self.still_legal(other)

    def _moment(self, closed: bool) -> None:
        phase = self.state.phase
        self._closing |= closed
        if self._closing and (isinstance(phase, Ended) or (isinstance(phase, Between) and phase.deck is not None)):
            self._closing = False
            self.moments.append(self.state)

    def _by_a_person(self, key: Key, logged: pulkas.Logged, where: str) -> None:
        assert logged.seat is not None
        if key in self._logged:
            self._evidence.append(f"{where}: it stands twice")
        self._logged.add(key)
        pressed = self._pressed.get(key)
        if pressed is None:
            found = forced(self.state, self.sitters)
            if found is None or found[1].token != logged.token:
                self._evidence.append(f"{where}: nobody pressed it")
        elif pressed.seat != logged.seat:
            self._evidence.append(f"{where}: seat {pressed.seat} pressed it, not {logged.seat}")
        if pressed is not None and self.open.get(pressed.seat) is pressed:
            del self.open[pressed.seat]

    def press(self, action_: Action, at: float) -> Pressed:
        """Somebody presses what is legal now."""
        seat = rules.actor(self.state, action_)
        made = Pressed(seat, action_, rules.number(self.state, action_), at)
        pressed = self._pressed.setdefault(made.key, made)
        self.open[seat] = pressed
        return pressed

    def answered(self, pressed: Pressed, text: str) -> None:
        """A press has been answered: without a word, or with one that refuses it."""
        self.follow()
        where = f"table {self.id}, {pressed.action.token} to question {pressed.number}"
        if not text:
            pressed.accepted += 1
            if pressed.key not in self._logged:
                self._evidence.append(f"{where}: answered as done, and not in the log")
            if pressed.accepted > 1:
                self._evidence.append(f"{where}: accepted {pressed.accepted} times")
            return
        if pressed.key not in self._logged:
            if self.still_legal(pressed) and not pressed.overtaken:
                self._evidence.append(f"{where}: legal, and refused: {text}")
            self.overtaken += 1
            self._let_go(pressed)

    def still_legal(self, pressed: Pressed) -> bool:
        known = (*rules.legal(self.state), *rules.proposals(self.state))
        return pressed.action in known and rules.number(self.state, pressed.action) == pressed.number

    def lost(self) -> list[str]:
        """Presses of which nothing came. They may have been overtaken by others."""
        for pressed in list(self.open.values()):
            if not self.still_legal(pressed):
                self.overtaken += 1
                self._let_go(pressed)
        return [f"table {self.id}: {p.action.token} to question {p.number} is lost" for p in self.open.values()]

    def _let_go(self, pressed: Pressed) -> None:
        if self.open.get(pressed.seat) is pressed:
            del self.open[pressed.seat]

    def differences(self) -> list[str]:
        """What is stored of it, as `preferans check` finds fault with it."""
        return [f"table {self.id}, {found}" for found in checking.differences(checking.load(self._conn, self.id))]
