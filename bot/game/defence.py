"""The defenders answer: whist, pass, half a whist; the whist returned; the dealer in another's place; light or dark;
catch or believe (Codex 3.8, RULES 2.3, 9a)."""

from __future__ import annotations

from dataclasses import replace

from bot.game import deal as deals
from bot.game import tricks
from bot.game.actions import Action, Believe, Catch, Dark, Half, Look, Open, Pass, Seat, Whist
from bot.game.errors import DarkSix, MustWhist, NoHalf, NotNow, NotYourTurn, Refusal
from bot.game.scoring import Result
from bot.game.state import Cards, Defence, Game, State, Step, Trick


def begin(state: State, game: Game, hands: tuple[Cards, ...]) -> Step:
    """The contract has been named. Misere and a checked ten are not whisted: they are doubted with open hands."""
    assert state.deal is not None
    if game.contract.is_misere:
        if game.dark or state.deal.forehand == game.declarer:
            # In the dark it is caught in the dark (3.6.5); else he leads before the hands are opened (3.6.6).
            return tricks.begin(state, game, hands)
        return doubt(state, game, hands)
    if game.contract.level == 10 and state.table.agreement.answers["ten"] == "checked":
        return doubt(state, game, hands)
    return _ask(state, "whist", defenders(state, game)[0], game, hands)


def doubt(state: State, game: Game, hands: tuple[Cards, ...], begun: Trick = ()) -> Step:
    """Both defenders' hands are opened, then each in turn catches or believes (RULES 9a.13)."""
    pair = defenders(state, game)
    return _ask(state, "doubt", pair[0], replace(game, opened=pair), hands, begun)


def defenders(state: State, game: Game) -> tuple[Seat, Seat]:
    """The two opponents that play, clockwise from the declarer: the order in which they answer (Codex 3.8.1, 3.8.3)."""
    assert state.deal is not None
    playing = state.deal.playing
    i = playing.index(game.declarer)
    return playing[(i + 1) % 3], playing[(i + 2) % 3]


def legal(state: State) -> tuple[Action, ...]:
    return state.table.agreement.permitted(state, _answers(state, _phase(state)))


def _answers(state: State, phase: Defence) -> tuple[Action, ...]:
    """What may be answered before house rules forbid anything."""
    turn, asks = phase.turn, phase.asks
    if asks == "whist":
        half = phase.game.calls and phase.game.calls[0][1] == "pass" and phase.game.contract.level <= 7
        return (Whist(turn), *((Half(turn),) if half else ()), Pass(turn))
    if asks == "dealer":
        return (*(Look(turn, at) for at in defenders(state, phase.game)), Pass(turn))
    if asks == "light":
        return Open(turn), Dark(turn)
    if asks == "doubt":
        return Catch(turn), Believe(turn)
    return Whist(turn), Pass(turn)


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    if not isinstance(action, Whist | Half | Pass | Look | Open | Dark | Catch | Believe):
        return NotNow()
    if action.hand != phase.turn:
        return NotYourTurn(hand=phase.turn)
    if isinstance(action, Half) and phase.asks == "whist":
        return state.table.agreement.forbidden(state, action) or NoHalf()
    return state.table.agreement.forbidden(state, action) or NotNow()


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    return {phase.turn: phase.asks}


def advance(state: State, action: Action) -> Step:
    phase = _phase(state)
    game = phase.game
    if phase.asks == "doubt":
        return _doubted(state, phase, action)
    if phase.asks == "light":
        return _light_or_dark(state, phase, isinstance(action, Open))
    if isinstance(action, Look):
        return _ask(state, "look", phase.turn, replace(game, looked=action.at), phase.hands)
    said = replace(game, calls=(*game.calls, (phase.turn, action.word)))
    if isinstance(action, Whist) and phase.asks != "whist":
        return _lone_whister(state, said, phase.hands)
    return _answered(state, said, phase.hands)


def _answered(state: State, game: Game, hands: tuple[Cards, ...]) -> Step:
    """Who is asked next, by what has been said so far (the table of RULES 2.3)."""
    first, second = defenders(state, game)
    words = tuple(word for _, word in game.calls)
    answers = state.table.agreement.answers
    match words:
        case (_,):
            return _ask(state, "whist", second, game, hands)
        case ("whist", "whist"):
            return tricks.begin(state, game, hands)
        case ("whist", "pass") | ("pass", "whist"):
            return _lone_whister(state, game, hands)
        case ("pass", "half") if "passer" in answers["return_whist"]:
            return _ask(state, "return", first, game, hands)
        case ("pass", "half", "pass") if state.table.players == 4 and "dealer" in answers["return_whist"]:
            return _ask(state, "dealer", state.table.dealer, game, hands)
        case ("pass", "pass") if state.table.players == 4 and game.contract.level >= lowest_for_dealer(state):
            return _ask(state, "dealer", state.table.dealer, game, hands)
    return unplayed(state, game)


def lowest_for_dealer(state: State) -> int:
    """The lowest level on which the dealer of four is asked after two plain passes (Codex 3.8.8.1, RULES 8
    `dealer_whist`)."""
    answers = state.table.agreement.answers
    level = answers["dealer_whist"]
    return 6 if level == 8 and not answers["half_whist"] else level


def _lone_whister(state: State, game: Game, hands: tuple[Cards, ...]) -> Step:
    """One whister: he chooses light or dark. A dealer plays the hand that he has looked at."""
    whister = next(seat for seat, word in reversed(game.calls) if word == "whist")
    if game.looked:
        game = replace(game, control=_controlled(game.control, game.looked, whister))
    return _ask(state, "light", whister, game, hands)


def _light_or_dark(state: State, phase: Defence, light: bool) -> Step:
    """In the light both hands lie open and the whister plays both; in the dark each plays his own (Codex 3.8.5)."""
    game = phase.game
    if light:
        pair = defenders(state, game)
        control = _controlled(_controlled(game.control, pair[0], phase.turn), pair[1], phase.turn)
        game = replace(game, control=control, opened=pair)
    return tricks.begin(state, game, phase.hands)


def _doubted(state: State, phase: Defence, action: Action) -> Step:
    """One defender who catches is enough to play it out; believed by both, it counts as made."""
    game = replace(phase.game, calls=(*phase.game.calls, (phase.turn, action.word)))
    if isinstance(action, Catch):
        return tricks.begin(state, game, phase.hands, phase.begun)
    second = defenders(state, game)[1]
    if phase.turn == second:
        return unplayed(state, game)
    return _ask(state, "doubt", second, game, phase.hands, phase.begun)


def unplayed(state: State, game: Game) -> Step:
    """Nobody plays against it: the contract counts as made (Codex 3.8.1), a half-whister writes his half."""
    return deals.close(state, result(state, game, None), game.dropped)


def result(state: State, game: Game, taken: tuple[int, ...] | None) -> Result:
    """The deal's `Result`; `taken` are the tricks by seat, None when it was not played."""
    assert state.deal is not None
    kind = "misere" if game.contract.is_misere else "game"
    calls = tuple((seat, word) for seat, word in game.calls if word in ("whist", "pass", "half"))
    dark = (game.declarer,) if game.dark else ()
    return Result(kind, state.deal.dealer, game.declarer, game.contract, calls, taken, state.deal.talon, dark=dark)


def stalingrad(state: State, action: Action) -> Refusal | None:
    """Six spades must be whisted by both (Codex fn 59): neither pass nor half."""
    phase = state.phase
    if isinstance(phase, Defence) and phase.asks == "whist" and phase.game.contract.text == "6s":
        return MustWhist()
    return None


def dark_six(state: State, action: Action) -> Refusal | None:
    """A six that was bid in the dark is whisted by both, in the dark (Codex 3.3.19b): neither pass nor half."""
    phase = state.phase
    if isinstance(phase, Defence) and phase.asks == "whist" and phase.game.dark and phase.game.contract.level == 6:
        return DarkSix()
    return None


def _controlled(control: tuple[Seat, ...], hand: Seat, seat: Seat) -> tuple[Seat, ...]:
    return (*control[: hand - 1], seat, *control[hand:])


def _ask(state: State, asks: str, turn: Seat, game: Game, hands: tuple[Cards, ...], begun: Trick = ()) -> Step:
    return Step(state.to(Defence(state.seq + 1, asks, turn, game, hands, begun)))


def _phase(state: State) -> Defence:
    assert isinstance(state.phase, Defence)
    return state.phase
