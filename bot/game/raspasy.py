"""Raspasy: all have passed, the fewest tricks are best (Codex 3.7, RULES 4.1).

With four the two talon cards are the dealer's real leads; with three they only show the suit and take nothing. The
first
three leads are made from the dealer's left, whoever took the tricks before. Between two the talon stays closed; the
dummy lies aside, or plays its lowest cards by itself (RULES 9).
"""

from __future__ import annotations

from bot.game import deal as deals
from bot.game import tricks
from bot.game.actions import DUMMY, Action, Play, Seat, play
from bot.game.cards import Card, playable, takes
from bot.game.errors import Refusal
from bot.game.events import Event
from bot.game.scoring import Result
from bot.game.state import DARK_PASS, Call, Cards, Raspasy, State, Step, Trick, with_hand


def begin(state: State, auction: tuple[Call, ...]) -> Step:
    """Everybody has passed (Codex 3.3.12); the first talon card is turned unless the talon stays closed."""
    deal = state.deal
    assert deal is not None
    shown = deal.talon[0] if state.table.agreement.answers["raspasy_talon"] else None
    taken = (0,) * state.table.places
    phase = Raspasy(state.seq + 1, auction, deal.hands, deal.forehand, taken, shown, talon_lead(state, shown))
    return Step(state.to(phase))


def played_hands(state: State) -> tuple[Seat, ...]:
    """The hands that are played: those with a seat, and the hussar's dummy where it plays too (RULES 9, Decision)."""
    deal = state.deal
    assert deal is not None
    return deal.playing if state.table.agreement.answers["hussar_raspasy"] else deal.seated


def talon_lead(state: State, shown: Card | None) -> Trick:
    """The dealer's lead from the talon, when it is a real one: a card of the trick like any other."""
    assert state.deal is not None
    real = state.table.players == 4 and state.table.agreement.answers["raspasy_talon"] == "lead"
    return ((state.deal.dealer, shown),) if shown and real else ()


def led(phase: Raspasy) -> str | None:
    """The suit to follow: the talon card's, else that of the card led."""
    if phase.shown:
        return phase.shown.suit
    return phase.trick[0][1].suit if phase.trick else None


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    return tuple([play(phase.turn, c) for c in playable(phase.hands[phase.turn - 1], led(phase), None)])


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    return tricks.why_not(action, phase.turn, phase.hands[phase.turn - 1], led(phase), None)


def asked(state: State) -> dict[Seat, str]:
    return {_phase(state).turn: "card"}


def advance(state: State, action: Action) -> Step:
    assert isinstance(action, Play)
    step = _put(state, _phase(state), action.hand, action.card)
    while isinstance(phase := step.state.phase, Raspasy) and phase.turn == DUMMY:
        more = _put(state, phase, DUMMY, lowest(playable(phase.hands[DUMMY - 1], led(phase), None)))
        step = Step(more.state, (*step.events, *more.events))
    return step


def lowest(cards: Cards) -> Card:
    """The dummy's card: the lowest rank, of equals spades, clubs, diamonds, hearts (RULES 8, `hussar_raspasy`)."""
    return min(cards, key=lambda c: (c.rank, c.index))


def _put(state: State, phase: Raspasy, hand: Seat, card: Card) -> Step:
    """One card more on the table of `phase`, by the action that `state` awaits."""
    deal, seq = state.deal, state.seq + 1
    assert deal is not None
    hands = with_hand(phase.hands, hand, tricks.without(phase.hands[hand - 1], card))
    trick = (*phase.trick, (hand, card))
    around = played_hands(state)
    if len(trick) - (trick[0][0] not in around) < len(around):
        turn = tricks.following(around, hand)
        shown, past, open_ = phase.shown, phase.past, phase.opened
        return Step(state.to(Raspasy(seq, phase.auction, hands, turn, phase.taken, shown, trick, past, open_)))
    suit = led(phase)
    assert suit is not None
    winner = trick[takes([c for _, c in trick], suit, None)][0]
    taken, past = tricks.one_more(phase.taken, winner), (*phase.past, trick)
    if not hands[hand - 1]:
        return over(state, phase, taken)
    shown = deal.talon[1] if len(past) == 1 and phase.shown else None
    turn = leader(state, phase, winner, len(past) + 1)
    after = Raspasy(seq, phase.auction, hands, turn, taken, shown, talon_lead(state, shown), past, phase.opened)
    return Step(state.to(after), (Event("trick_taken", data=(winner, trick)),))


def over(state: State, phase: Raspasy, taken: tuple[int, ...]) -> Step:
    """All tricks have been taken: so many by each hand."""
    assert state.deal is not None
    own, dark = state.table.of_seats(taken), tuple(sorted(h for h, call in phase.auction if call == DARK_PASS))
    dealer, talon, step = state.deal.dealer, state.deal.talon, state.table.series + 1
    return deals.close(state, Result("raspasy", dealer, tricks=own, talon=talon, step=step, dark=dark))


def leader(state: State, phase: Raspasy, winner: Seat, number: int) -> Seat:
    """Who leads, or plays first to a talon card, in trick `number`: forehand up to the third trick (Codex 3.7.6, fn
    47)."""
    deal = state.deal
    assert deal is not None
    answers = state.table.agreement.answers
    if not answers["raspasy_talon"] or number > 3:
        return winner
    if number == 3 and answers["third_lead"] == "winner" and winner in deal.playing:
        return winner
    return deal.forehand


def _phase(state: State) -> Raspasy:
    assert isinstance(state.phase, Raspasy)
    return state.phase
