"""From one deal to the next: the deck and the cut, dealing, and what closing a deal changes (Codex 3.2, RULES
4.5-4.6)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from bot.game import bombs, raspasy
from bot.game import sheet as sheets
from bot.game.actions import Action, Cut, Deck, Ready, Seat
from bot.game.cards import DECK, Card, in_order
from bot.game.errors import BadCut, NotInDeck, NotNow, NotTheCutter, Refusal
from bot.game.events import Event
from bot.game.scoring import Result, score
from bot.game.settlement import Settlement, settle
from bot.game.state import (
    DARK_PASS,
    Auction,
    Between,
    Cards,
    Closed,
    Deal,
    Ended,
    Helping,
    Phase,
    State,
    Step,
    Table,
    left,
)

LEAST_CUT, MOST_CUT = 4, 28
"""A cut leaves at least four cards in each part (Codex 3.2.6)."""


def commitment(deck: Deck) -> str:
    """SHA-256 over what follows `deck-` in the deck's token: published before the cut, checked after the deal."""
    return hashlib.sha256(deck.word.removeprefix("deck-").encode()).hexdigest()


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    if phase.deck is None:
        return ()
    cutter = cutting(state.table, phase)
    actions: list[Action] = [Ready(s) for s in waited_for(state.table, phase) if s != cutter]
    if cutter is not None:
        actions += [Cut(cutter, n) for n in range(LEAST_CUT, MOST_CUT + 1)]
    return tuple(actions)


def admits(state: State, action: Action) -> bool:
    """A deck is admitted as soon as the last deal is closed: it stands before anybody has cut."""
    return isinstance(state.phase, Between) and state.phase.deck is None and isinstance(action, Deck) and drawn(action)


def drawn(deck: Deck) -> bool:
    """Whether it is a deck that its token can be read back to: chance's own, all cards, a whole nonce."""
    return not deck.hand and full(deck.order) and re.fullmatch("[0-9a-f]{64}", deck.nonce) is not None


def full(order: Cards) -> bool:
    """Each of the 32 cards once."""
    return len(order) == len(DECK) and len(set(order)) == len(DECK)


def refusal(state: State, action: Action) -> Refusal:
    if isinstance(action, Deck) and not full(action.order):
        return NotInDeck()
    if isinstance(action, Cut) and not LEAST_CUT <= action.count <= MOST_CUT:
        return BadCut(least=LEAST_CUT, most=MOST_CUT)
    if (
        isinstance(action, Cut | Ready)
        and (cutter := cutter_of(state.table, _phase(state)))
        and (action.hand == cutter) != isinstance(action, Cut)
    ):
        return NotTheCutter(seat=cutter)
    return NotNow()


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    if phase.deck is None:
        return {}
    cutter = cutting(state.table, phase)
    return {s: "cut" if s == cutter else "ready" for s in waited_for(state.table, phase)}


def cutter_of(table: Table, phase: Between) -> Seat | None:
    """Who has cut, or is to cut: seats may change hands in between."""
    return phase.cut.hand if phase.cut else table.cutter


def cutting(table: Table, phase: Between) -> Seat | None:
    """Who has still to cut."""
    return None if phase.cut else table.cutter


def reseated(table: Table, phase: Phase) -> Phase:
    """The phase when seats have changed hands: whose it is to cut now has still to do so, ready or not."""
    if not isinstance(phase, Between):
        return phase
    return replace(phase, ready=phase.ready - {cutting(table, phase)})


def waited_for(table: Table, phase: Between) -> tuple[Seat, ...]:
    """People who have not yet said that they are ready; computers never keep anybody waiting."""
    return tuple(s for s in table.people if s not in phase.ready)


def advance(state: State, action: Action) -> Step:
    phase = _phase(state)
    if isinstance(action, Deck):
        phase = replace(phase, deck=action, since=state.seq + 1)
    else:
        cut = action if isinstance(action, Cut) else phase.cut
        phase = replace(phase, ready=phase.ready | {action.hand}, cut=cut)
    if state.paused or waited_for(state.table, phase):
        return Step(state.to(phase))
    assert phase.deck is not None
    return begin(replace(state, deal=deal_out(state.table, phase.deck, phase.cut)))


def go_on(state: State, *, waits: bool = True) -> Step:
    """The step to `state`; if nobody is waited for any more, the next deal begins with it."""
    phase = state.phase
    if not isinstance(phase, Between) or phase.deck is None or state.paused:
        return Step(state)
    if waits and waited_for(state.table, phase):
        return Step(state)
    deal = deal_out(state.table, phase.deck, phase.cut)
    begun = begin(replace(state, deal=deal, seq=state.seq - 1)).state
    return Step(begun.completed(state.talk, None))


def begin(state: State) -> Step:
    """The auction opens: the hand to the dealer's left calls first (Codex 3.3.2); by agreement nobody has looked yet.

    Forced raspasy have no auction: everybody is taken to have passed in the dark (Codex 3.7.9).
    """
    deal = state.deal
    assert deal is not None
    if state.table.forced:
        return raspasy.begin(state, tuple((hand, DARK_PASS) for hand in deal.seated))
    dark = deal.seated if state.table.agreement.answers["dark_bids"] else ()
    return Step(state.to(Auction(state.seq + 1, deal.forehand, dark=frozenset(dark))))


def deal_out(table: Table, deck: Deck, cut: Cut | None) -> Deal:
    """The hands of a deck and a cut: two cards at a time from the dealer's left, the talon after the second round."""
    count = cut.count if cut else 0
    order = (*deck.order[count:], *deck.order[:count])
    first, talon, rest = order[:12], order[12:14], order[14:]
    dealt: list[list[Card]] = [[], [], []]
    for i, c in enumerate((*first, *rest)):
        dealt[i // 2 % 3].append(c)
    return lay(table, tuple(tuple(cards) for cards in dealt), talon, deck, cut)


def lay(table: Table, three: tuple[Cards, ...], talon: Cards, deck: Deck | None = None, cut: Cut | None = None) -> Deal:
    """A deal from three hands, forehand first, and the talon in the order in which raspasy turns it."""
    hands: list[Cards] = [()] * table.places
    for seat, cards in zip(table.hands, three, strict=True):
        hands[seat - 1] = in_order(cards)
    return Deal(table.deals + 1, table.dealer, table.hands[0], table.hands, tuple(hands), talon, deck, cut)


def close(state: State, result: Result, dropped: Cards = ()) -> Step:
    """A deal has been played out. The owner of a surplus may first have to choose whom it helps (RULES 6.1)."""
    table, deal = state.table, state.deal
    assert deal is not None
    result = replace(result, factors=bombs.factors(table, result))
    surplus = undecided(table, result)
    if surplus is None:
        return finish(state, result, dropped)
    so_far = Closed(deal, result, score(table.agreement, table, result), dropped)
    seq = state.seq + 1
    return Step(State(table, Helping(seq, surplus.helper, surplus.among, surplus.points, so_far), None, seq))


def finish(state: State, result: Result, dropped: Cards = ()) -> Step:
    """Scores a finished deal, books it and turns the table to the next one, or ends the pulka."""
    deal = state.deal
    assert deal is not None
    result = replace(result, factors=bombs.factors(state.table, result))
    new, lines = after(state.table, result)
    closed = Closed(deal, result, lines, dropped)
    seq = state.seq + 1
    event = Event("deal_closed", data=closed)
    if is_over(new):
        ended = end(State(new, Between(seq, last=closed), None, state.seq))
        return Step(ended.state, (event, *ended.events))
    return Step(left(new, seq, closed), (event,))


def end(state: State, *, between: bool = False) -> Step:
    """After a deal the pulka ends and is settled; `between`: while the next deal was already waited for."""
    done = settled(state.table)
    phase = Ended(state.seq + 1, done, _phase(state).last, between=between)
    return Step(state.to(phase), (Event("pulka_ended", data=done),))


def break_off(state: State, how: str) -> Step:
    """The pulka ends before its end and is settled as it stands (RULES 6.3).

    A deal in progress counts for nothing, and its cards and its deck are public from here on. One that has been played
    out and only waits for a choice of help is written without that choice.
    """
    events: tuple[Event, ...] = ()
    last = state.phase.last if isinstance(state.phase, Between) else None
    if isinstance(state.phase, Helping):
        closed = state.phase.closed
        step = finish(replace(state, deal=closed.deal), closed.result, closed.dropped)
        if isinstance(step.state.phase, Ended):
            return step
        state, events, last = replace(step.state, seq=state.seq), step.events, _phase(step.state).last
    done = settled(state.table)
    between = isinstance(state.phase, Between) and not events
    phase = Ended(state.seq + 1, done, last, state.deal, how, between)
    return Step(State(state.table, phase, None, state.seq + 1), (*events, Event("pulka_ended", data=done)))


def settled(table: Table) -> Settlement:
    """What each seat has won as the sheet stands."""
    answers, circle = table.agreement.answers, sheets.clockwise(table.order, table.first_dealer)
    return settle(table.sheet, answers["pool_unit"], circle, answers["hussar_hill"])


def is_over(table: Table) -> bool:
    """Whether no deal follows (RULES 6.2); annulled ones do not count."""
    return sheets.ended(table.agreement, table.sheet, table.deals - table.annulled, time_up=table.time_up)


def undecided(table: Table, result: Result) -> sheets.Surplus | None:
    """The first surplus whose owner has still to choose whom it helps; None where nothing is left to choose."""
    if table.agreement["help_target"] != "choice":
        return None
    chosen, found = iter(result.helped), list[sheets.Surplus]()

    def choose(surplus: sheets.Surplus) -> Seat | None:
        seat = next(chosen, None)
        if seat is None:
            found.append(surplus)
        return seat

    lines = score(table.agreement, table, result)
    sheets.book(table.sheet, lines, table.agreement, table.order, result.dealer, choose)
    return found[0] if found else None


def after(table: Table, result: Result) -> tuple[Table, tuple[sheets.Line, ...]]:
    """The table that a result leaves, and its lines as booked: also for deals played with real cards.

    A surplus of which the result does not say whom it helps goes to the largest pool.
    """
    chosen = iter(result.helped if table.agreement["help_target"] == "choice" else ())
    lines = score(table.agreement, table, result)
    booked, lines = sheets.book(
        table.sheet, lines, table.agreement, table.order, result.dealer, lambda surplus: next(chosen, None)
    )
    new = replace(
        table,
        sheet=booked,
        series=series_after(table, result),
        dealer=next_dealer(table, result),
        deals=table.deals + 1,
        bombs=bombs.after(table, result, won=made(result)),
        dark_passes=dark_passes_after(table, result),
        forced=max(0, table.forced - 1),
        annulled=table.annulled + (result.kind == "annulled"),
    )
    return new, lines


def series_after(table: Table, result: Result) -> int:
    """k of RULES 4.6 after this deal: raspasy lengthens the series, a game that counts as an exit ends it."""
    answers = table.agreement.answers
    if result.kind == "raspasy":
        return table.series + (not table.forced)  # the series starts when they are over (RULES 4.7)
    if result.kind == "annulled":
        return table.series
    if result.kind == "giveup":
        leaves = answers["giveup_exits"]
    elif result.kind == "misere":
        leaves = made(result) and answers["misere_exits"]
    else:
        leaves = answers["exit_requirement"](made(result), result.tricks is not None)
    return 0 if leaves else table.series


def dark_passes_after(table: Table, result: Result) -> int:
    """How many raspasy of the series, if it goes on, have followed a pass in the dark (RULES 4.7)."""
    if result.kind == "raspasy":
        return table.dark_passes + bool(result.dark and not table.forced)
    return table.dark_passes if series_after(table, result) else 0


def made(result: Result) -> bool:
    """Whether the declarer has what he undertook; a contract nobody whisted counts as made."""
    if result.contract is None or result.kind in ("giveup", "annulled"):
        return False
    if result.tricks is None:
        return True
    own = result.tricks[result.declarer - 1]
    return own == 0 if result.contract.is_misere else own >= result.contract.level


def next_dealer(table: Table, result: Result) -> Seat:
    """The deal passes clockwise (Codex 3.2.2), unless it stays after raspasy, after a failed high exit, or because it
    was annulled."""
    answers = table.agreement.answers
    if result.kind == "annulled":
        return table.dealer
    stays = (result.kind == "raspasy" and answers["raspasy_deal"] and not table.forced) or (
        answers["stay_on_failed_high"] and table.lowest_level >= 8 and result.kind != "raspasy" and not made(result)
    )
    return table.dealer if stays else sheets.clockwise(table.order, table.dealer)[0]


def _phase(state: State) -> Between:
    assert isinstance(state.phase, Between)
    return state.phase
