"""Playing a contract: leads, following suit, taking tricks (Codex 3.9, RULES 1.5)."""

from __future__ import annotations

from bot.game import deal as deals
from bot.game import defence
from bot.game.actions import Action, Play, Seat, play
from bot.game.cards import Card, playable, takes
from bot.game.errors import MustFollow, MustTrump, NotHeld, NotNow, NotYourTurn, Refusal
from bot.game.events import Event
from bot.game.state import Cards, Game, State, Step, Trick, Tricks, with_hand


def begin(state: State, game: Game, hands: tuple[Cards, ...], begun: Trick = (), past: tuple[Trick, ...] = ()) -> Step:
    """The first lead is always the hand's to the dealer's left, whatever the contract (Codex 3.9.1).

    Where the defenders are asked after cards have been played, it goes on from those.
    """
    assert state.deal is not None
    taken = counted(state.table.players, past, game.contract.trump)
    turn = winner(past[-1], game.contract.trump) if past else state.deal.forehand
    if begun:
        turn = following(state.deal.playing, begun[-1][0])
    return Step(state.to(Tricks(state.seq + 1, game, hands, turn, taken, begun, past)))


def winner(trick: Trick, trump: str | None) -> Seat:
    """The hand that takes a trick."""
    return trick[takes([c for _, c in trick], trick[0][1].suit, trump)][0]


def counted(players: int, past: tuple[Trick, ...], trump: str | None) -> tuple[int, ...]:
    """How many of the tricks each seat has taken, indexed by seat - 1."""
    taken = (0,) * players
    for trick in past:
        taken = one_more(taken, winner(trick, trump))
    return taken


def following(playing: tuple[Seat, ...], hand: Seat) -> Seat:
    """The next of the three hands, clockwise."""
    return playing[(playing.index(hand) + 1) % 3]


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    turn = phase.turn
    led = phase.trick[0][1].suit if phase.trick else None
    return tuple([play(turn, c) for c in playable(phase.hands[turn - 1], led, phase.game.contract.trump)])


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    led = phase.trick[0][1].suit if phase.trick else None
    return why_not(action, phase.turn, phase.hands[phase.turn - 1], led, phase.game.contract.trump)


def why_not(action: Action, turn: Seat, held: Cards, led: str | None, trump: str | None) -> Refusal:
    """Why a card may not be played, in a fixed order: the wrong kind, the wrong hand, not held, the suit led, the
    trump."""
    if not isinstance(action, Play):
        return NotNow()
    if action.hand != turn:
        return NotYourTurn(hand=turn)
    if action.card not in held:
        return NotHeld(card=action.card)
    if any(c.suit == led for c in held):
        return MustFollow(suit=led)
    return MustTrump(suit=trump)


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    return {phase.game.control[phase.turn - 1]: "card"}


def advance(state: State, action: Action) -> Step:
    assert isinstance(action, Play) and state.deal is not None
    phase, game, playing = _phase(state), _phase(state).game, state.deal.playing
    hand, seq = action.hand, state.seq + 1
    hands = with_hand(phase.hands, hand, without(phase.hands[hand - 1], action.card))
    trick = (*phase.trick, (hand, action.card))
    if len(trick) < 3:
        if len(trick) == game.asks_after:
            return defence.resume(state, game, hands, trick, phase.past)
        turn = following(playing, hand)
        return Step(State(state.table, Tricks(seq, game, hands, turn, phase.taken, trick, phase.past), state.deal, seq))
    taker = winner(trick, game.contract.trump)
    taken, past = one_more(phase.taken, taker), (*phase.past, trick)
    if not hands[hand - 1]:
        return deals.close(state, defence.result(state, game, taken), game.dropped)
    told = (Event("trick_taken", data=(taker, trick)),)
    if 3 * len(past) == game.asks_after:
        return Step(defence.resume(state, game, hands, (), past).state, told)
    return Step(State(state.table, Tricks(seq, game, hands, taker, taken, (), past), state.deal, seq), told)


def without(held: Cards, c: Card) -> Cards:
    return tuple([h for h in held if h is not c])


def one_more(taken: tuple[int, ...], winner: Seat) -> tuple[int, ...]:
    """The counts of tricks with one more for `winner`."""
    return (*taken[: winner - 1], taken[winner - 1] + 1, *taken[winner:])


def _phase(state: State) -> Tricks:
    assert isinstance(state.phase, Tricks)
    return state.phase
