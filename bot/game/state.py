"""The state of a pulka: frozen values. A `Table` lasts the whole pulka, a `Deal` one deal, a phase one question.

Tuples over hands (`hands`, `taken`, `control`) are indexed by hand - 1. They have one place for every seat of the
table, and between two one more at the end: the dummy, hand 0, is found there by the same index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.game.actions import DUMMY, Cut, Deck, Seat
from bot.game.agreement import Agreement
from bot.game.cards import Card
from bot.game.contracts import Contract
from bot.game.events import Event
from bot.game.offer import SILENCE, Offer, Talk, Undoable
from bot.game.scoring import Result
from bot.game.settlement import Leaver, Settlement
from bot.game.sheet import Line, Points, Sheet, clockwise

Of = TypeVar("Of")
Cards = tuple[Card, ...]
Trick = tuple[tuple[Seat, Card], ...]
Call = tuple[Seat, str]
"""Who said what: in the auction a contract's text, `pass` or `here`, before looking `dark-pass` and so on; in the
defence `whist`, `pass`, `half`."""
IN_THE_DARK = "dark-"
"""Stands before what was said in the auction by who has not looked at his cards."""
DARK_PASS = "dark-pass"


@dataclass(frozen=True, slots=True)
class Table:
    """What lasts: the agreement, the circle of seats, the sheet, the series of raspasy, who deals next."""

    agreement: Agreement
    order: tuple[Seat, ...]
    """The circle of seats, clockwise."""
    dealer: Seat
    """Who deals the next deal, or this one."""
    first_dealer: Seat
    sheet: Sheet
    series: int = 0
    """Raspasy deals since the series began (k of RULES 4.6)."""
    deals: int = 0
    """Deals closed so far."""
    computers: frozenset[Seat] = frozenset()
    """Seats held by computer players: they are never waited for between deals and never cut."""
    bombs: tuple[tuple[int, ...], ...] = ()
    """By seat: the factors that it has earned for its next games, in the order in which they are used (Codex fn 30)."""
    dark_passes: int = 0
    """Raspasy of this series that followed a pass in the dark (n of RULES 4.7)."""
    forced: int = 0
    """Forced raspasy that are still to be played (Codex 3.7.9)."""
    annulled: int = 0
    """Closed deals that were annulled: they do not count towards the end of the pulka."""
    time_up: bool = False
    """The minutes of play are over: the pulka ends with this deal, or with its round."""
    leavers: tuple[Leaver, ...] = ()
    """Who has left a seat to another person, and how the seat stood then, in the order of leaving."""

    @property
    def players(self) -> int:
        return len(self.order)

    @property
    def people(self) -> tuple[Seat, ...]:
        """Seats held by people, in the circle's order."""
        return tuple(s for s in self.order if s not in self.computers)

    def bombs_of(self, seat: Seat) -> tuple[int, ...]:
        """A seat's bombs, the next one first; a newcomer has none."""
        return self.bombs[seat - 1] if seat <= len(self.bombs) else ()

    @property
    def hands(self) -> tuple[Seat, ...]:
        """The three that play this deal, forehand (left of the dealer) first.

        With four the dealer sits out; between two the dummy is the second hand and the dealer the third (RULES 9).
        """
        around = clockwise(self.order, self.dealer)
        return around[:3] if len(around) > 2 else (around[0], DUMMY, around[1])

    @property
    def places(self) -> int:
        """How many places a tuple over hands has."""
        return max(self.players, len(self.hands))

    @property
    def own_hands(self) -> tuple[Seat, ...]:
        """Who plays each hand until somebody answers for another's: its own seat, and the dummy nobody (0)."""
        return (*range(1, self.players + 1), 0)[: self.places]

    def of_seats(self, taken: tuple[int, ...], player: Seat = 0) -> tuple[int, ...]:
        """Tricks by seat: a hand's are its owner's, the dummy's are the `player`'s who answers for it, or nobody's."""
        own, dummys = taken[: self.players], sum(taken[self.players :])
        return tuple(n + dummys * (seat == player) for seat, n in enumerate(own, 1))

    @property
    def lowest_level(self) -> int:
        """The lowest level that may be bid now, the way out of raspasy considered."""
        return int(self.agreement.answers["raspasy_exit"](self.series))

    @property
    def cutter(self) -> Seat | None:
        """Who cuts: the person nearest to the dealer's right, never the dealer; None when nobody does (Codex 3.2.3,
        3.2.7)."""
        if not self.agreement.answers["cut"]:
            return None
        around = reversed(clockwise(self.order, self.dealer)[:-1])
        return next((s for s in around if s not in self.computers), None)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal's constants: how the cards lay before anybody called."""

    number: int
    """1 for the first deal of the pulka."""
    dealer: Seat
    forehand: Seat
    playing: tuple[Seat, ...]
    """The three hands, forehand first."""
    hands: tuple[Cards, ...]
    talon: Cards
    deck: Deck | None
    """None when the cards were dealt by hand (`cards = "deal ..."` in a record)."""
    cut: Cut | None

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The hands with a seat behind them, forehand first: those that call and answer."""
        return tuple(h for h in self.playing if h != DUMMY)


@dataclass(frozen=True, slots=True)
class Closed:
    """A finished deal: stored facts that no later version of the rules may change."""

    deal: Deal
    result: Result
    lines: tuple[Line, ...]
    dropped: Cards = ()


@dataclass(frozen=True, slots=True)
class Between:
    """Before a deal: the deck is drawn and committed to; people say they are ready, and one of them cuts."""

    since: int
    deck: Deck | None = None
    cut: Cut | None = None
    ready: frozenset[Seat] = frozenset()
    last: Closed | None = None


@dataclass(frozen=True, slots=True)
class Auction:
    since: int
    turn: Seat
    calls: tuple[Call, ...] = ()
    bid: Contract | None = None
    """The highest bid so far, and whose it is."""
    bidder: Seat = 0
    out: frozenset[Seat] = frozenset()
    """Who has passed, or whose misere was outbid."""
    dark: frozenset[Seat] = frozenset()
    """Hands whose owners have not looked at them: what they say is said in the dark (Codex 3.3.19)."""
    won: bool = False
    """The bidder has won in the dark and has looked: he takes the talon, or turns to misere (Codex 3.3.19b)."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The declarer has the talon: twelve cards, then two discarded, then the contract named.

    `talon` is what has become of it: shown (it may still be pushed away), taken in hand, refused (pushed away: it is
    the discard) or closed (won without it: ten cards, and nothing is discarded).
    """

    since: int
    declarer: Seat
    bid: Contract
    calls: tuple[Call, ...]
    hands: tuple[Cards, ...]
    dropped: Cards = ()
    dark: bool = False
    """Won in the dark: the talon is shown to nobody, and all that comes of it counts double."""
    talon: str = "shown"


@dataclass(frozen=True, slots=True)
class Game:
    """A contract that has been named, and who answers for what."""

    declarer: Seat
    contract: Contract
    dropped: Cards
    auction: tuple[Call, ...]
    control: tuple[Seat, ...]
    """Hand -> the seat that plays it: light play and a dealer in another's place are this one mechanism."""
    calls: tuple[Call, ...] = ()
    opened: tuple[Seat, ...] = ()
    """Hands that lie open for everybody."""
    looked: tuple[Seat, ...] = ()
    """Hands shown to a dealer of four alone: defenders' that he has looked at, or that of a misere he may share."""
    place: Seat = 0
    """The defender in whose place a dealer of four whists, or is asked to."""
    partner: Seat = 0
    """The dealer of four who shares this misere."""
    dark: bool = False
    """The declarer bid in the dark."""
    asks_after: int = 0
    """The number of cards in play after which the defenders are asked again; 0: everything has been answered."""
    talon: str = "taken"
    """taken, refused or closed, as in `Exchange`."""


@dataclass(frozen=True, slots=True)
class Defence:
    """The defenders answer the contract; `asks` is what: whist, return, dealer, look, light, doubt; on a misere that
    may be shared the declarer and the dealer are asked first: invite, share."""

    since: int
    asks: str
    turn: Seat
    game: Game
    hands: tuple[Cards, ...]
    begun: Trick = ()
    """The trick on the table, when cards are played before this is asked: a misere led by the declarer (Codex 3.6.6),
    or light cards that are laid down later (`open_cards`)."""
    past: tuple[Trick, ...] = ()
    slip: bool = False
    """Until the first answer the declarer may take his contract back (seed 004 U17)."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """A contract being played; `turn` is the hand that plays next."""

    since: int
    game: Game
    hands: tuple[Cards, ...]
    turn: Seat
    taken: tuple[int, ...]
    trick: Trick = ()
    past: tuple[Trick, ...] = ()


@dataclass(frozen=True, slots=True)
class Raspasy:
    """All have passed: nobody wants tricks. `shown` is the talon card that opens this trick, if one does."""

    since: int
    auction: tuple[Call, ...]
    hands: tuple[Cards, ...]
    turn: Seat
    taken: tuple[int, ...]
    shown: Card | None
    trick: Trick = ()
    past: tuple[Trick, ...] = ()
    opened: tuple[Seat, ...] = ()
    """Hands that lie open for everybody: of who has claimed."""


@dataclass(frozen=True, slots=True)
class Helping:
    """A deal is over and has a surplus: its owner chooses whose pool it goes to, before anything is written."""

    since: int
    turn: Seat
    """Whose surplus it is."""
    among: tuple[Seat, ...]
    """Whom he may help, clockwise from him."""
    points: Points
    """The surplus, in pool points."""
    closed: Closed
    """The deal as it came out; its lines are not booked yet."""


@dataclass(frozen=True, slots=True)
class Ended:
    since: int
    settlement: Settlement
    last: Closed | None = None
    broken: Deal | None = None
    """The deal that was broken off: nothing was written for it, and its cards are no secret any more."""
    how: str = "rules"
    """What ended it: the rules, consent of all people, or the chair."""
    between: bool = field(default=False, compare=False)
    """Ended by the clock while the next deal was waited for. A record does not tell, and nothing depends on it but what
    people were shown."""


Phase = Between | Auction | Exchange | Defence | Tricks | Raspasy | Helping | Ended


@dataclass(frozen=True, slots=True)
class State:
    """A whole table at one moment. `seq` counts the actions so far; a question is numbered by the action that
    opened it."""

    table: Table
    phase: Phase
    deal: Deal | None = None
    seq: int = 0
    talk: Talk = SILENCE
    undoable: Undoable | None = None

    def to(self, phase: Phase) -> State:
        """The state one action later, in `phase`. What people talk of, no phase knows: `rules` adds it."""
        return State(self.table, phase, self.deal, self.seq + 1)

    def completed(self, talk: Talk, undoable: Undoable | None) -> State:
        """This state, which a phase has just made and nobody has seen, with what no phase knows: nearly every action
        comes by here, and a second state would cost more than the action."""
        if talk is not SILENCE:
            object.__setattr__(self, "talk", talk)
        if undoable is not None:
            object.__setattr__(self, "undoable", undoable)
        return self

    @property
    def offer(self) -> Offer | None:
        """What waits for people's consent."""
        return self.talk.offer

    @property
    def paused(self) -> bool:
        """Whether the table rests."""
        return self.talk.paused

    @property
    def stopped(self) -> bool:
        """Whether cards wait: for the end of a pause, or for the answers to a claim."""
        talk = self.talk
        return talk.paused or (talk.offer is not None and talk.offer.kind == "claim")


@dataclass(frozen=True, slots=True)
class Step:
    """What an action leads to."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: its number (the seq of the action that opened it) and what it is about."""

    number: int
    about: str


def left(table: Table, seq: int, last: Closed | None = None) -> State:
    """What the deal that action `seq` has closed leaves: its table, and nothing else. A restart goes on from there, so
    what people talked of ends with the deal, and what they offer next counts from there."""
    return State(table, Between(seq, last=last), None, seq, Talk(number=seq))


def new_table(
    agreement: Agreement, seats: int, first_dealer: Seat, computers: Sequence[Seat] = (), order: Sequence[Seat] = ()
) -> State:
    """A pulka before its first deal. `order` is the circle of seats (1, 2, ... unless given).

    Raises AgreementError when the agreement cannot be played by so many.
    """
    agreement.check(seats)
    circle = tuple(order) or tuple(range(1, seats + 1))
    table = Table(
        agreement,
        circle,
        first_dealer,
        first_dealer,
        Sheet.blank(seats),
        computers=frozenset(computers),
        forced=agreement.answers["forced_raspasy"] * seats,
    )
    return State(table, Between(0))


def with_hand(hands: tuple[Of, ...], hand: Seat, value: Of) -> tuple[Of, ...]:
    """A tuple over hands with the place of one hand replaced."""
    i = (hand - 1) % len(hands)
    return (*hands[:i], value, *hands[i + 1 :])


def changed(game: Game, **changes: object) -> Game:
    """`game` with some fields replaced."""
    return replace(game, **changes)  # type: ignore[arg-type]
