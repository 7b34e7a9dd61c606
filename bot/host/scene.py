"""What the host tells the outside: a table as it stands, to be shown. Who shows it, and how, the host does not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.game import rules
from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.state import Ended, State
from bot.host.prefs import NOTHING_CHOSEN, Prefs
from bot.host.refusals import Stale
from bot.storage.talks import Talk


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who holds a seat. `chat` is the storage id of his private chat, None when there is none or it is a computer's
    seat."""

    seat: Seat
    name: str
    person: int | None = None
    """Storage id; None for a computer player."""
    chat: int | None = None
    locale: str = ""
    ready: bool = False
    """In the lobby: agrees to begin."""
    level: str = ""
    """How a computer player plays."""
    idle: float = 0.0
    """Seconds since he last pressed anything at this table; large when that is not known."""
    prefs: Prefs = NOTHING_CHOSEN
    """What he has chosen for himself."""
    quiet: bool = False
    """Whether these are his quiet hours."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A seat on the clock: `number` is its question's, `until` the end of the move's time (unix seconds)."""

    number: int
    until: float
    bank: float
    """Seconds of its bank, as they were when it was asked; they come after `until`."""
    reminded: bool
    over: int | None
    """Full minutes over all its time; None before that has run out."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table in a group, its lobby included (`state` None)."""

    table: int
    chat: int
    """Storage id of the group."""
    locale: str
    status: str
    """lobby, playing, ended or cancelled."""
    size: int
    agreement: Agreement
    sitters: tuple[Sitter, ...]
    """By seat; empty seats of a lobby are left out."""
    state: State | None = None
    timers: Mapping[Seat, Timer] = field(default_factory=dict)
    """The seats whose time runs."""
    late: frozenset[Seat] = frozenset()
    """Seats whose time has run out, for this question or an earlier one, and whose people were not heard since."""
    deals_at: float | None = None
    """When the next deal begins by itself, in unix seconds."""
    untold: tuple[State, ...] = field(default=())
    """Moments at which earlier deals had just been closed, for boards that may not have become results yet."""
    thread: int | None = None
    """The topic of the group in which the table stands, None where there are none."""
    number: int = 0
    """What the table is called in its chat."""
    title: str = ""
    """What the chat is called."""
    private: bool = False
    """A table in the private chat of its only person, against computers."""
    opened_by: int = 0
    """Storage id of the person who opened it."""
    seating: str = "drawn"
    """How seats are given: drawn when the pulka begins, or free."""
    dealer: Seat | None = None
    """In the lobby: who is to deal first, if that has been agreed."""
    note: str = ""
    """Why a lobby asks for agreement again (rules, seats, size), or why it was closed (expired, empty)."""
    absent: tuple[str, ...] = ()
    """In a lobby that plays again: who was there the last time and does not sit here."""
    left: frozenset[Seat] = frozenset()
    """Seats whose people have left the table, until somebody takes them."""
    leavers: tuple[str, ...] = ()
    """Names of those whose seats others took, in the order in which they were settled."""
    talk: Talk | None = None
    """What people talk of, or talked of last."""
    newcomer: str = ""
    """Who wants a seat, in a petition for one."""
    away: frozenset[Seat] = frozenset()
    """Seats whose people are not there, so that others may be asked what becomes of them."""
    asked: tuple[Seat, ...] = ()
    """Whose consent the petition takes."""
    in_group: bool = False
    """Whether hands may be played from messages of the group that one person sees."""

    @property
    def closed(self) -> frozenset[Seat]:
        """Seats whose people cannot be written to in private."""
        return frozenset(s.seat for s in self.sitters if s.person is not None and s.chat is None)

    @property
    def seq(self) -> int:
        return self.state.seq if self.state else 0

    def check_open(self, seat: Seat, number: int) -> None:
        """Raises Stale unless question `number` is open to the seat: what is only picked is not committed."""
        question = rules.asked(self.state).get(seat) if self.state else None
        if question is None or question.number != number:
            raise Stale()

    def check_deal(self, number: int) -> None:
        """Raises Stale unless deal `number` is the one that is played or waited for."""
        state = self.state
        if state is None or isinstance(state.phase, Ended) or state.table.deals + 1 != number:
            raise Stale()


class Stage(Protocol):
    """Where scenes are shown. It must return at once: drawing and sending come later, and the newest scene wins."""

    def changed(self, scene: Scene) -> None:
        """Something has just happened at the table."""

    def missed(self, scene: Scene) -> None:
        """Presses may have been lost: whoever is asked is told again."""

    def parted(self, scene: Scene, sitter: Sitter) -> None:
        """Who sat there does not any more: his screen is to say so."""

    def opened(self, scene: Scene) -> None:
        """The table has come into memory: it stood so before, and whoever is asked has been told. It need not be
        shown."""

    def left(self, table: int) -> None:
        """The table has left memory, for nobody uses it; `opened` comes before anything else that is said of it."""
