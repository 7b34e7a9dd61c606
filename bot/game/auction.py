"""The auction: steps, misere, "here", pass (Codex 3.3, RULES 1.3)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.game import bombs, exchange, raspasy
from bot.game.actions import Action, Bid, Here, Look, Pass, Seat, Take, bids
from bot.game.contracts import MISERE, MISERE_CLOSED, Contract
from bot.game.errors import (
    Closed,
    LookFirst,
    MisereBound,
    MisereFirst,
    NoHold,
    NotNow,
    NotYourTurn,
    OverDark,
    Refusal,
    TooLow,
    WithTalon,
)
from bot.game.state import DARK_PASS, IN_THE_DARK, Auction, Call, State, Step


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    hand = phase.turn
    if phase.won:
        return Take(hand), Bid(hand, MISERE)
    above = phase.bid.step + 1 if phase.bid else 0
    candidates: list[Action] = [Look(hand, hand)] if hand in phase.dark else []
    candidates.append(Pass(hand))
    if may_hold(state, phase):
        candidates.append(Here(hand))
    lowest, misere = lowest_over_dark(state, phase), may_bid_misere(state, phase)
    bound, closed = has_said_misere(phase.calls, hand), state.table.agreement.answers["misere_without_talon"]
    candidates += biddable(hand, above, lowest, misere, bound, closed)
    return state.table.agreement.permitted(state, candidates)


@cache
def biddable(hand: Seat, above: int, lowest: int, misere: bool, bound: bool, closed: bool) -> tuple[Bid, ...]:
    """The steps from `above` on that this hand may bid: from level `lowest` unless it is `bound` to misere, `misere`
    itself, and what is `closed` where that is agreed. There are few answers, and an auction asks for them often."""
    return tuple(
        a
        for a in bids(hand)[above:]
        if (misere if a.contract.is_misere else a.contract.level >= lowest and not bound)
        and (closed or not a.contract.closed)
    )


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    looks = isinstance(action, Look) and action.at == action.hand
    if not (looks or isinstance(action, Bid | Pass | Here | Take)):
        return NotNow()
    if action.hand in phase.out:
        return Closed()
    if action.hand != phase.turn:
        return NotYourTurn(hand=phase.turn)
    if phase.won or isinstance(action, Look | Take):
        return NotNow()
    if isinstance(action, Here):
        return NoHold()
    if isinstance(action, Bid):
        if phase.bid and action.contract.step <= phase.bid.step:
            return TooLow(contract=phase.bid)
        if action.contract.closed and not state.table.agreement.answers["misere_without_talon"]:
            return WithTalon()
        bound = has_said_misere(phase.calls, action.hand)
        if action.contract.is_misere and has_called(phase.calls, action.hand) and not bound:
            return MisereFirst()
        if bound and not action.contract.is_misere:
            return MisereBound()
        return state.table.agreement.forbidden(state, action) or _against_the_dark(state, phase, action)
    return state.table.agreement.forbidden(state, action) or NotNow()


def _against_the_dark(state: State, phase: Auction, bid: Bid) -> Refusal:
    """Why a bid that is high enough otherwise may not be made: it is too low against the dark, or made in the dark."""
    if bid.contract.is_misere and bid.hand in phase.dark:
        return LookFirst()
    return OverDark(level=lowest_over_dark(state, phase))


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    return {phase.turn: "talon" if phase.won else "dark" if phase.turn in phase.dark else "auction"}


def advance(state: State, action: Action) -> Step:
    phase = _phase(state)
    hand, bid, bidder, out = action.hand, phase.bid, phase.bidder, phase.out
    if isinstance(action, Look):
        return Step(state.to(replace(phase, since=state.seq + 1, dark=phase.dark - {hand})))
    if phase.won:
        return _chosen(state, phase, action)
    if isinstance(action, Bid):
        if bid is not None and bid.is_misere and not may_rise(state, action.contract):
            out = out | {bidder}  # an outbid misere is out at once, without a turn (RULES 1.3.4)
        call, bid, bidder = action.contract.text, action.contract, hand
    elif isinstance(action, Here):
        call, bidder = "here", hand
    else:
        call, out = "pass", out | {hand}
    calls = (*phase.calls, (hand, (IN_THE_DARK if hand in phase.dark else "") + call))
    assert state.deal is not None
    hands = state.deal.seated
    remaining = [h for h in hands if h not in out]
    if not remaining:
        return raspasy.begin(state, calls)
    if remaining == [bidder]:
        assert bid is not None
        in_the_dark = bidder in phase.dark
        if in_the_dark and bid.step < MISERE.step:
            return Step(state.to(Auction(state.seq + 1, bidder, calls, bid, bidder, out, won=True)))
        return exchange.begin(state, bidder, bid, calls, dark=in_the_dark)
    i = hands.index(hand)
    turn = next(h for h in (*hands[i + 1 :], *hands[: i + 1]) if h not in out)
    return Step(state.to(Auction(state.seq + 1, turn, calls, bid, bidder, out, phase.dark)))


def _chosen(state: State, phase: Auction, action: Action) -> Step:
    """Who has won in the dark plays so, or he turns to misere: then the talon is shown and nothing is doubled (Codex
    3.3.19b)."""
    assert phase.bid is not None
    if isinstance(action, Take):
        return exchange.begin(state, phase.bidder, phase.bid, phase.calls, dark=True)
    return exchange.begin(state, phase.bidder, MISERE, (*phase.calls, (phase.bidder, MISERE.text)))


def may_hold(state: State, phase: Auction) -> bool:
    """ "Here": the senior of the bidders that remain repeats the junior's bid and holds it (Codex 3.3.8, RULES 1.3.3).

    Senior is nearer to the dealer's left. Never on misere, nor by who is bound to it, and only over a bid higher than
    his own last one.
    """
    assert state.deal is not None
    remaining = [h for h in state.deal.seated if h not in phase.out]
    if phase.bid is None or phase.bid.is_misere or len(remaining) > state.table.agreement.answers["bid_hold"]:
        return False
    junior, senior = phase.bidder, phase.turn
    said = has_called(phase.calls, senior) and not has_said_misere(phase.calls, senior)
    return said and remaining.index(senior) < remaining.index(junior)


def may_rise(state: State, over: Contract) -> bool:
    """Whether a misere that `over` outbids may be bid again, without the talon (Codex fn 40)."""
    return bool(state.table.agreement.answers["misere_without_talon"]) and over.step < MISERE_CLOSED.step


def has_said_misere(calls: tuple[Call, ...], hand: Seat) -> bool:
    """Who has bid misere is bound to it (Codex 3.3.9): he bids nothing else."""
    return any(h == hand and word.removeprefix(IN_THE_DARK).startswith("mis") for h, word in calls)


def may_bid_misere(state: State, phase: Auction) -> bool:
    """Misere is only a first call (Codex 3.3.9), or outbid it is bid again without the talon (fn 40). Whether it may be
    made in the dark is for the agreement to say."""
    if over_dark_misere(phase) or (
        has_called(phase.calls, phase.turn) and not has_said_misere(phase.calls, phase.turn)
    ):
        return False
    return bool(phase.turn not in phase.dark or state.table.agreement.answers["dark_misere"])


def over_dark_misere(phase: Auction) -> bool:
    """Whether who has looked is to call against a misere in the dark: only a ten outbids it (Codex 3.3.19c)."""
    return phase.bid is MISERE and phase.bidder in phase.dark and phase.turn not in phase.dark


def has_called(calls: tuple[Call, ...], hand: Seat) -> bool:
    return any(h == hand for h, _ in calls)


def lowest_bid(state: State) -> Contract | None:
    """The lowest step that the hand to call may bid: how a silent third hand is written (RULES 9a.1)."""
    return next((a.contract for a in legal(state) if isinstance(a, Bid) and not a.contract.is_misere), None)


def lowest_level(state: State) -> int:
    """The lowest level that may be bid now: by the way out of raspasy, and against what was said in the dark."""
    return max(state.table.lowest_level, lowest_over_dark(state, _phase(state)))


def lowest_over_dark(state: State, phase: Auction) -> int:
    """The lowest level against what was said in the dark, 0 if nothing was.

    While nobody has bid, a pass in the dark may still lead to raspasy, and only seven and higher outbids it, later in
    a series eight ... (Codex 3.3.19a). A misere in the dark is outbid by a ten, or by a nine in the dark (3.3.19c).
    """
    if phase.bid is None and any(call == DARK_PASS for _, call in phase.calls):
        return bombs.over_dark_pass(state.table)
    return 10 if over_dark_misere(phase) else 0


def _phase(state: State) -> Auction:
    assert isinstance(state.phase, Auction)
    return state.phase
