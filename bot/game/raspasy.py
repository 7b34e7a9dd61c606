"""Raspasy: all have passed, the fewest tricks are best (Codex 3.7, RULES 4.1).

With four the two talon cards are the dealer's real leads; with three they only show the suit and take nothing. The
first
three leads are made from the dealer's left, whoever took the tricks before.
"""

from __future__ import annotations

from bot.game import deal as deals
from bot.game import tricks
from bot.game.actions import Action, Play, Seat, play
from bot.game.cards import Card, playable, takes
from bot.game.errors import Refusal
from bot.game.events import Event
from bot.game.scoring import Result
from bot.game.state import DARK_PASS, Call, Raspasy, State, Step, Trick, with_hand


def begin(state: State, auction: tuple[Call, ...]) -> Step:
    """Everybody has passed (Codex 3.3.12); the first talon card is turned unless the talon stays closed."""
    deal = state.deal
    assert deal is not None
    shown = deal.talon[0] if state.table.agreement.answers["raspasy_talon"] else None
    taken = (0,) * state.table.players
    phase = Raspasy(state.seq + 1, auction, deal.hands, deal.forehand, taken, shown, talon_lead(state, shown))
    return Step(state.to(phase))


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
    assert isinstance(action, Play) and state.deal is not None
    phase, deal = _phase(state), state.deal
    hand, seq = action.hand, state.seq + 1
    hands = with_hand(phase.hands, hand, tricks.without(phase.hands[hand - 1], action.card))
    trick = (*phase.trick, (hand, action.card))
    played = len(trick) - (trick[0][0] not in deal.playing)
    if played < 3:
        turn = tricks.following(deal.playing, hand)
        return Step(state.to(Raspasy(seq, phase.auction, hands, turn, phase.taken, phase.shown, trick, phase.past)))
    suit = led(phase)
    assert suit is not None
    winner = trick[takes([c for _, c in trick], suit, None)][0]
    taken, past = tricks.one_more(phase.taken, winner), (*phase.past, trick)
    if not hands[hand - 1]:
        dark = tuple(sorted(seat for seat, call in phase.auction if call == DARK_PASS))
        ended = Result("raspasy", deal.dealer, tricks=taken, talon=deal.talon, step=state.table.series + 1, dark=dark)
        return deals.close(state, ended)
    shown = deal.talon[1] if len(past) == 1 and phase.shown else None
    turn = leader(state, phase, winner, len(past) + 1)
    after = Raspasy(seq, phase.auction, hands, turn, taken, shown, talon_lead(state, shown), past)
    return Step(state.to(after), (Event("trick_taken", data=(winner, trick)),))


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
