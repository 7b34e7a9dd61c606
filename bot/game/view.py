"""What a seat may know, or the group: the only way out for hidden cards.

A `View` holds no card that its seat cannot know: neither in a field nor in what may be done. A test exchanges all the
cards that a seat cannot know and compares views.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.game import auction, bombs, raspasy, rules, tricks
from bot.game import deal as deals
from bot.game.actions import Action, Seat
from bot.game.cards import DECK
from bot.game.contracts import Contract
from bot.game.offer import Fallen, Offer
from bot.game.settlement import Settlement
from bot.game.sheet import Points
from bot.game.state import (
    DARK_PASS,
    Auction,
    Between,
    Call,
    Cards,
    Closed,
    Deal,
    Defence,
    Ended,
    Exchange,
    Game,
    Helping,
    Phase,
    Question,
    Raspasy,
    State,
    Table,
    Trick,
    Tricks,
)

STAGES: dict[type, str] = {
    Between: "between",
    Auction: "auction",
    Exchange: "exchange",
    Defence: "defence",
    Tricks: "tricks",
    Raspasy: "raspasy",
    Helping: "help",
    Ended: "ended",
}


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge (`seat` None: the group's). Dictionaries are by seat; a hand has its owner's number."""

    seat: Seat | None
    table: Table
    """Public as a whole: the agreement, the circle, the sheet, the series."""
    seq: int
    stage: str
    """between, auction, exchange, defence, tricks, raspasy, help or ended."""
    number: int
    """Of this deal, or of the next one between deals."""
    dealer: Seat
    playing: tuple[Seat, ...] = ()
    """The hands that are played, forehand first: three, or two where the hussar's dummy lies aside; empty between
    deals."""
    hands: dict[Seat, Cards] = field(default_factory=dict)
    """The hands this seat sees: its own, those it has looked at, those that lie open, the declarer's dropped apart."""
    counts: dict[Seat, int] = field(default_factory=dict)
    """How many cards each hand holds."""
    control: dict[Seat, Seat] = field(default_factory=dict)
    """Hand -> the seat that plays it."""
    talon: Cards = ()
    """Talon cards that this seat sees now: both after the auction, or those turned so far on raspasy."""
    exchange: str = ""
    """What has become of the talon that was won: shown, taken, refused or closed."""
    calls: tuple[Call, ...] = ()
    """The auction so far, or as it was."""
    dark: frozenset[Seat] = frozenset()
    """Hands that even their owners have not looked at."""
    lowest: int = 6
    """The lowest level that the hand to call may bid."""
    factors: tuple[tuple[str, int], ...] = ()
    """What multiplies the game, or the price of raspasy, by name: bomb, dark."""
    bid: Contract | None = None
    bidder: Seat = 0
    contract: Contract | None = None
    declarer: Seat = 0
    answers: tuple[Call, ...] = ()
    """What the defenders have answered."""
    opened: tuple[Seat, ...] = ()
    """Hands that lie open for everybody."""
    place: Seat = 0
    """The defender in whose place a dealer of four whists, or is asked to; 0 if in nobody's."""
    partner: Seat = 0
    """The dealer of four who shares this misere; 0 if nobody does."""
    dropped: Cards = ()
    """The declarer's discard, for himself alone."""
    trick: Trick = ()
    """The cards on the table, with whose they are."""
    led: str | None = None
    """The suit to follow in this trick."""
    taken: dict[Seat, int] = field(default_factory=dict)
    past: tuple[Trick, ...] = ()
    """Tricks that have been taken. Everybody saw them; what may be looked at again is for `history_visibility` to
    say."""
    turn: Seat = 0
    """The hand that plays, or the seat that answers, next; between deals it says nothing."""
    asked: dict[Seat, str] = field(default_factory=dict)
    """Whom the table waits for, and what they are asked: this is public."""
    question: Question | None = None
    """This seat's own open question."""
    legal: tuple[Action, ...] = ()
    """What this seat may answer."""
    silent: Contract | None = None
    """After two passes the last hand may take the talon without a bid; it is written as this one."""
    commitment: str = ""
    """SHA-256 of the deck in play, or of the next one: it stood before anybody cut."""
    cutter: Seat | None = None
    ready: frozenset[Seat] = frozenset()
    last: Closed | None = None
    """The deal that ended last, with all its cards: nothing of it is secret any more."""
    offer: Offer | None = None
    """What waits for people's consent: this is public. `offer.by` may withdraw it."""
    offered: Question | None = None
    """This seat's own open question about the offer, beside `question`."""
    proposals: dict[str, int] = field(default_factory=dict)
    """What this seat may offer, answer to an offer or withdraw -> the number that a press for it carries."""
    undoes: str = ""
    """What this seat's undo would take back: its own last decision."""
    paused: bool = False
    fallen: Fallen | None = None
    """An offer that was just refused or taken back: this is public."""
    spoken: int = 0
    """The number that a press for a new offer carries, whoever makes it."""
    surplus: Points = 0
    """Points of a closed pool whose owner (`turn`) chooses whom they help."""
    settlement: Settlement | None = None
    broken: Deal | None = None
    """The deal that was broken off when the pulka ended: nothing of it is secret any more."""
    how: str = ""
    """What ended the pulka: rules, consent or chair."""

    @property
    def own(self) -> Cards:
        """This seat's own hand."""
        return self.hands.get(self.seat, ()) if self.seat else ()

    @property
    def unseen(self) -> Cards:
        """Cards of the deal that this seat has not seen yet: the chart of a misere (Codex 3.6.8)."""
        seen = {c for hand in self.hands.values() for c in hand}.union(self.dropped, self.talon)
        seen.update(c for trick in (*self.past, self.trick) for _, c in trick)
        return tuple(c for c in DECK if c not in seen)


def view(state: State, seat: Seat | None) -> View:
    """What `seat` may know now; None: what the group may see."""
    table, phase, deal = state.table, state.phase, state.deal
    asked = rules.asked(state)
    question = asked.get(seat) if seat else None
    legal = tuple(a for a in rules.legal(state) if rules.actor(state, a) == seat) if question else ()
    common: dict[str, object] = {
        "seat": seat,
        "table": table,
        "seq": state.seq,
        "stage": STAGES[type(phase)],
        "asked": {s: q.about for s, q in asked.items()},
        "question": question,
        "legal": legal,
        "offer": state.offer,
        "offered": rules.offered(state).get(seat) if seat else None,
        "proposals": {a.word: rules.number(state, a) for a in rules.proposals(state) if seat and a.hand == seat},
        "undoes": state.undoable.word if seat and state.undoable is not None and state.undoable.seat == seat else "",
        "paused": state.paused,
        "fallen": state.talk.fallen,
        "spoken": state.talk.number,
        "dealer": table.dealer,
    }
    if deal is None:
        return View(number=table.deals + 1, **common, **_apart(table, phase))  # type: ignore[arg-type]
    hands = _hands(phase, deal.hands)
    playing = raspasy.played_hands(state) if isinstance(phase, Raspasy) else deal.playing
    shown = _shown_to(phase, deal.dealer, seat)
    own = seat if seat not in _dark(phase) else None
    visible = {h: hands[h - 1] for h in playing if h == own or h in shown or _is_played_by(phase, h, seat)}
    common |= {
        "number": deal.number,
        "playing": playing,
        "hands": visible,
        "counts": {h: len(hands[h - 1]) for h in playing},
        "commitment": deals.commitment(deal.deck) if deal.deck else "",
        "cutter": deal.cut.hand if deal.cut else None,
    }
    return View(**common, **_played(state, seat))  # type: ignore[arg-type]


def _apart(table: Table, phase: Phase) -> dict[str, object]:
    """Between deals and after the last: nobody holds cards."""
    if isinstance(phase, Ended):
        return {"last": phase.last, "settlement": phase.settlement, "broken": phase.broken, "how": phase.how}
    if isinstance(phase, Helping):
        return {"last": phase.closed, "turn": phase.turn, "surplus": phase.points}
    assert isinstance(phase, Between)
    deck = phase.deck
    return {
        "last": phase.last,
        "commitment": deals.commitment(deck) if deck else "",
        "cutter": deals.cutter_of(table, phase),
        "ready": phase.ready,
    }


def _hands(phase: Phase, dealt: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """The hands as they are now."""
    return phase.hands if isinstance(phase, Exchange | Defence | Tricks | Raspasy) else dealt


def _dark(phase: Phase) -> frozenset[Seat]:
    """Hands that nobody has looked at, not even who holds them (Codex 3.3.19)."""
    return phase.dark if isinstance(phase, Auction) else frozenset()


def _shown_to(phase: Phase, dealer: Seat, seat: Seat | None) -> tuple[Seat, ...]:
    """Hands beyond his own that a seat sees: those that lie open, and for a dealer those that he was shown."""
    if isinstance(phase, Raspasy):
        return phase.opened
    if not isinstance(phase, Defence | Tricks):
        return ()
    return (*phase.game.opened, *(phase.game.looked if seat == dealer else ()))


def _is_played_by(phase: Phase, hand: Seat, seat: Seat | None) -> bool:
    """Whether a seat plays that hand for another, or for nobody: it sees what it plays."""
    return isinstance(phase, Defence | Tricks) and phase.game.control[hand - 1] == seat


def _played(state: State, seat: Seat | None) -> dict[str, object]:
    """The fields that depend on the phase of a deal in progress."""
    phase, deal = state.phase, state.deal
    assert deal is not None
    if isinstance(phase, Auction):
        return {
            "calls": phase.calls,
            "bid": phase.bid,
            "bidder": phase.bidder,
            "turn": phase.turn,
            "silent": _silent(state, phase, seat),
            "dark": phase.dark,
            "lowest": auction.lowest_level(state),
        }
    if isinstance(phase, Raspasy):
        turned = len(phase.past) + 1 if phase.shown else 2 * bool(state.table.agreement.answers["raspasy_talon"])
        dark = any(call == DARK_PASS for _, call in phase.auction)
        return {
            "calls": phase.auction,
            "opened": phase.opened,
            "factors": (("dark", bombs.of_raspasy(state.table)),) if dark else (),
            "talon": deal.talon[:turned],
            "trick": phase.trick,
            "led": raspasy.led(phase),
            "past": phase.past,
            "turn": phase.turn,
            "taken": {h: phase.taken[h - 1] for h in dict.fromkeys((*state.table.order, *raspasy.played_hands(state)))},
        }
    if isinstance(phase, Exchange):
        hidden = phase.dark and seat != phase.declarer
        return {
            "calls": phase.calls,
            "bid": phase.bid,
            "declarer": phase.declarer,
            "turn": phase.declarer,
            "dropped": phase.dropped if seat == phase.declarer else (),
            "exchange": phase.talon,
            "talon": () if hidden else _talon(state, phase, phase.bid, seat, led=False),
            "factors": _factors(state.table, phase.declarer, dark=phase.dark),
        }
    assert isinstance(phase, Defence | Tricks)
    game = phase.game
    trick, past = phase.trick if isinstance(phase, Tricks) else phase.begun, phase.past
    taken = phase.taken if isinstance(phase, Tricks) else tricks.counted(state.table.places, past, game.contract.trump)
    hidden = game.dark and seat != game.declarer
    led = bool(trick or past)
    return {
        "calls": game.auction,
        "contract": game.contract,
        "declarer": game.declarer,
        "answers": game.calls,
        "opened": game.opened,
        "place": game.place,
        "partner": game.partner,
        "control": {h: game.control[h - 1] for h in deal.playing},
        "dropped": game.dropped if seat == game.declarer else (),
        "exchange": game.talon,
        "talon": () if hidden else _talon(state, game, game.contract, seat, led=led),
        "factors": _factors(state.table, game.declarer, dark=game.dark),
        "trick": trick,
        "led": trick[0][1].suit if trick else None,
        "past": past,
        "turn": phase.turn,
        "taken": {h: taken[h - 1] for h in deal.playing} if past or isinstance(phase, Tricks) else {},
    }


def _silent(state: State, phase: Auction, seat: Seat | None) -> Contract | None:
    """The bid by which a silent last hand is written, if it is this seat's turn after the passes of all others (Codex
    3.3.15; between two after one)."""
    assert state.deal is not None
    last = len(phase.out) == len(state.deal.seated) - 1 and seat == phase.turn
    alone = phase.bid is None and last and seat not in phase.dark
    return auction.lowest_bid(state) if alone and state.table.agreement.answers["third_hand_silent"] else None


def _factors(table: Table, declarer: Seat, *, dark: bool) -> tuple[tuple[str, int], ...]:
    """What multiplies a declarer's game: his bomb, and the dark."""
    named = (("bomb", bombs.of_game(table, declarer)), ("dark", bombs.DARK if dark else 1))
    return tuple((name, factor) for name, factor in named if factor > 1)


def _talon(state: State, won: Exchange | Game, contract: Contract, seat: Seat | None, *, led: bool) -> Cards:
    """The talon is shown to all (misere: always), until the first lead or for the whole deal; the declarer knows it.
    Nobody sees one that was not won."""
    deal, answers = state.deal, state.table.agreement.answers
    assert deal is not None
    if won.talon == "closed":
        return ()
    if seat == won.declarer:
        return deal.talon
    if not (contract.is_misere or answers["talon_shown"]):
        return ()
    return deal.talon if not led or answers["talon_visible"] else ()
