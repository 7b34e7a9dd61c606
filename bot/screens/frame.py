"""What a screen is drawn from: a view, and what people are called and how they like it. No database, no Telegram."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo

from bot.game.actions import Seat
from bot.game.agreement import Agreement
from bot.game.cards import Card
from bot.game.contracts import Contract
from bot.game.view import View


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person has picked and not confirmed yet; it belongs to question `number` and is void for any other."""

    number: int = 0
    cards: tuple[Card, ...] = ()
    """At most two cards to discard."""
    contract: Contract | None = None
    sure: str = ""
    """The word of an answer that is asked about once more before it is given; empty: none."""
    bid: int = 0
    """The level whose steps are shown in the auction; 0: as the screen likes."""


@dataclass(frozen=True, slots=True)
class Running:
    """A seat on the clock: `until` is the end of the move's time in unix seconds, `bank` what comes after it."""

    until: float
    bank: float = 0.0
    reminded: bool = False
    over: int | None = None
    """Full minutes over all of it; None before it has run out."""


@dataclass(frozen=True, slots=True)
class Times:
    """What there is to say about time."""

    running: Mapping[Seat, Running] = field(default_factory=dict)
    late: frozenset[Seat] = frozenset()
    """Seats whose time ran out and whose people were not heard since."""
    away: frozenset[Seat] = frozenset()
    """Seats of people for whom a computer plays until they are back."""
    deals_at: float | None = None
    """When the next deal begins by itself."""
    zone: tzinfo | None = None
    """The reader's; None if it is not known."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One screen's ingredients."""

    view: View
    table: int
    """The table's id, for the buttons."""
    names: dict[Seat, str]
    """As people have them, unescaped: any script, emoji, `<`."""
    label: str
    """The table's name, for people who sit at several."""
    locale: str
    draft: Draft = field(default_factory=Draft)
    aside: str = ""
    """What is unfolded beside the cards: see `aside`."""
    times: Times = field(default_factory=Times)
    leavers: tuple[str, ...] = ()
    """Names of those whose seats others took over, in the order of `Table.leavers`."""
    closed: frozenset[Seat] = frozenset()
    """Seats whose people cannot be written to in private."""
    in_group: bool = False
    """Whether hands may be played from messages of the group that one person sees."""
    advice: tuple[tuple[Seat, Card], ...] = ()
    """Cards that others advise the hand to play whose turn it is, and who; to an adviser his own alone."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat in the lobby: empty, a person's or a computer's."""

    seat: Seat
    name: str = ""
    """Empty: nobody sits here."""
    computer: bool = False
    ready: bool = False
    level: str = ""
    """How a computer player plays."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table that has not begun."""

    table: int
    label: str
    locale: str
    chairs: tuple[Chair, ...]
    agreement: Agreement
    cancelled: bool = False
    begun: bool = False
    commitment: str = ""
    """SHA-256 of the first deal's deck, once the pulka has begun."""
    dealer: Seat | None = None
    """The first dealer once it has begun; before, who has been chosen or has offered to deal first."""
    note: str = ""
    """Why agreement is asked again (rules, seats, size), or why the lobby was closed (expired, empty)."""
    seating: str = "drawn"
    """How seats are given: drawn when the pulka begins, or free."""
    private: bool = False
    """One person among computers, in his private chat."""
    absent: tuple[str, ...] = ()
    """Who played with these people before and does not sit here."""
