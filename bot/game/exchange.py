"""Talon, discard, contract (Codex 3.4, RULES 1.4): two cards go face down, then the contract is named for good.

By agreement the talon is pushed away (Codex 3.4.10), or a game is given up after it ("without three", Codex 3.5.4).
What was won without the talon is named at once: nothing is taken and nothing discarded (RULES 1.3.5, Decision).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from bot.game import deal as deals
from bot.game import defence
from bot.game.actions import Action, Back, Drop, GiveUp, Plays, Refuse, Seat, drop
from bot.game.cards import in_order
from bot.game.contracts import LADDER, MISERE, Contract
from bot.game.errors import MisereBound, NoGiveUp, NotNow, NotTwo, NotYourTurn, Refusal, TalonTaken, TooLow
from bot.game.events import Event
from bot.game.scoring import Result
from bot.game.state import Call, Cards, Exchange, Game, State, Step, with_hand


def begin(state: State, declarer: Seat, bid: Contract, calls: tuple[Call, ...], *, dark: bool = False) -> Step:
    """The highest bidder takes the talon, which is shown to everybody first (Codex 3.3.13-3.3.14), unless he bid in the
    dark (3.3.19b); what was bid without it leaves it closed."""
    deal = state.deal
    assert deal is not None
    if bid.closed:
        return Step(state.to(Exchange(state.seq + 1, declarer, bid, calls, deal.hands, dark=dark, talon="closed")))
    hands = with_hand(deal.hands, declarer, in_order((*deal.hands[declarer - 1], *deal.talon)))
    step = state.to(Exchange(state.seq + 1, declarer, bid, calls, hands, dark=dark))
    shown = not dark and (bid.is_misere or state.table.agreement.answers["talon_shown"])
    return Step(step, (Event("talon_opened", None if shown else frozenset({declarer}), deal.talon),))


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    hand = phase.declarer
    extra = (*_refusing(state, phase), *_giving_up(state, phase))
    if _discards(phase):
        return (*[drop(hand, pair) for pair in combinations(phase.hands[hand - 1], 2)], *extra)
    orders = [Plays(hand, c) for c in orderable(phase.bid)]
    back = (Back(hand),) if phase.talon == "taken" else ()
    return (*state.table.agreement.permitted(state, orders), *back, *extra)


def _refusing(state: State, phase: Exchange) -> tuple[Action, ...]:
    """Before the talon is taken in hand it may be pushed away; not by the dealer himself, who would pay (RULES 5)."""
    agreed = state.table.agreement.answers["talon_refusal"] and phase.declarer != state.table.dealer
    return (Refuse(phase.declarer),) if agreed and phase.talon == "shown" else ()


def _giving_up(state: State, phase: Exchange) -> tuple[Action, ...]:
    """Who has taken the talon may give up until he names a contract; a misere, which has no level, is played."""
    agreed = state.table.agreement.answers["giveup"] and not phase.bid.is_misere
    return (GiveUp(phase.declarer),) if agreed and phase.talon in ("shown", "taken") else ()


def _discards(phase: Exchange) -> bool:
    """Whether the declarer still holds the talon's cards."""
    return not phase.dropped and phase.talon != "closed"


def orderable(bid: Contract) -> tuple[Contract, ...]:
    """What may be ordered: the bid or any higher step, never misere; who bid misere plays misere (Codex 3.4.3,
    3.3.9)."""
    if bid.is_misere:
        return (MISERE,)
    # The suit of a nine without the talon is named now: any of them.
    lowest = bid.step if not bid.closed else next(c.step for c in LADDER if c.level == bid.level)
    return tuple(c for c in LADDER if c.step >= lowest and not c.is_misere)


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    if not isinstance(action, Drop | Back | Plays | Refuse | GiveUp):
        return NotNow()
    if action.hand != phase.declarer:
        return NotYourTurn(hand=phase.declarer)
    if isinstance(action, GiveUp):
        return NoGiveUp()
    if isinstance(action, Refuse):
        return TalonTaken() if state.table.agreement.answers["talon_refusal"] else NotNow()
    if isinstance(action, Drop) and _discards(phase):
        return NotTwo()
    if isinstance(action, Plays) and not _discards(phase):
        if action.contract.is_misere or phase.bid.is_misere:
            return MisereBound()
        if action.contract not in orderable(phase.bid):
            return TooLow(contract=phase.bid)
        return state.table.agreement.forbidden(state, action) or NotNow()
    return NotNow()


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    return {phase.declarer: "discard" if _discards(phase) else "contract"}


def advance(state: State, action: Action) -> Step:
    phase = _phase(state)
    assert state.deal is not None
    held = phase.hands[phase.declarer - 1]
    if isinstance(action, Plays):
        return _named(state, phase, action.contract)
    if isinstance(action, GiveUp):
        return _given_up(state, phase)
    dropped: Cards = ()
    if isinstance(action, Back):
        kept = in_order((*held, *phase.dropped))
    else:
        assert isinstance(action, Drop | Refuse)
        dropped = action.cards if isinstance(action, Drop) else in_order(state.deal.talon)
        kept = tuple(c for c in held if c not in dropped)
    talon = "refused" if isinstance(action, Refuse) else "taken"
    hands = with_hand(phase.hands, phase.declarer, kept)
    return Step(state.to(replace(phase, since=state.seq + 1, hands=hands, dropped=dropped, talon=talon)))


def _named(state: State, phase: Exchange, contract: Contract) -> Step:
    game = Game(
        phase.declarer,
        contract,
        phase.dropped,
        phase.calls,
        state.table.own_hands,
        dark=phase.dark,
        talon=phase.talon,
    )
    return defence.begin(state, game, phase.hands)


def _given_up(state: State, phase: Exchange) -> Step:
    """The declarer writes three undertricks, or two, of the level that he has bid; nobody else writes, and a bomb stays
    (RULES 1.4)."""
    assert state.deal is not None
    without = state.table.agreement.answers["giveup"]
    dealer, talon, dark = state.deal.dealer, state.deal.talon, (phase.declarer,) if phase.dark else ()
    result = Result("giveup", dealer, phase.declarer, phase.bid, talon=talon, without=without, dark=dark)
    return deals.close(state, result, phase.dropped)


def _phase(state: State) -> Exchange:
    assert isinstance(state.phase, Exchange)
    return state.phase
