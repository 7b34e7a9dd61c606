"""The defenders answer: whist, pass, half a whist; the whist returned; the dealer in another's place; light or dark;
catch or believe; before that, a misere shared with the dealer (Codex 3.6.9, 3.8, RULES 2.3, 9a).

Most of it comes before the first card. A misere that its declarer leads, and light cards that are laid down later
(`open_cards`), interrupt the play: its cards wait in the phase until all is answered. By agreement the declarer
may annul a slip until the first answer.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game import deal as deals
from bot.game import tricks
from bot.game.actions import (
    DUMMY,
    Action,
    Alone,
    Annul,
    Believe,
    Catch,
    Dark,
    Decline,
    Half,
    Invite,
    Look,
    Open,
    Pass,
    Seat,
    Share,
    Stand,
    Whist,
)
from bot.game.errors import EnoughTrumps, NoHalf, NotNow, NotYourTurn, Refusal
from bot.game.scoring import Result
from bot.game.state import Cards, Defence, Game, State, Step, Trick, changed, with_hand

ANSWERS = Whist | Half | Pass | Look | Open | Dark | Catch | Believe | Invite | Alone | Share | Decline
"""What can be answered at all."""


def begin(state: State, game: Game, hands: tuple[Cards, ...]) -> Step:
    """The contract has been named. Misere and a checked ten are not whisted: they are doubted with open hands.

    Codex 3.6.9 excepts no misere from the invitation: one in the dark may be shared too. It comes after talon and
    discard, when its declarer has seen his cards.
    """
    answers = state.table.agreement.answers
    phase = Defence(state.seq, "whist", answering(state, game)[0], game, hands)
    if game.contract.is_misere:
        if answers["misere_partnership"] and state.table.players == 4:
            return _ask(state, phase, "invite", game.declarer)
        return _misere(state, phase)
    if game.contract.level == 10 and answers["ten"] == "checked":
        return _doubt(state, phase)
    slip = game.contract.trump is not None and answers["trump_slip"]
    return _ask(state, replace(phase, slip=slip), "whist", phase.turn)


def resume(state: State, game: Game, hands: tuple[Cards, ...], begun: Trick, past: tuple[Trick, ...]) -> Step:
    """So many cards have been played as had to be before the defenders answer what is left: a misere that its declarer
    has led, or light or dark."""
    phase = Defence(state.seq, "light", 0, replace(game, asks_after=0), hands, begun, past)
    if game.contract.is_misere:
        return _doubt(state, phase)
    return _ask_how(state, phase)


def _misere(state: State, phase: Defence) -> Step:
    """A declarer who has the lead leads before the hands are opened (Codex 3.6.6). In the dark no hand is opened: it is
    caught in the dark, and nobody is asked (3.6.5): each defender plays his own, and between two the dummy's too."""
    assert state.deal is not None
    if phase.game.dark:
        return tricks.begin(state, _with_the_dummy(state, phase.game), phase.hands)
    if state.deal.forehand == phase.game.declarer:
        return tricks.begin(state, replace(phase.game, asks_after=1), phase.hands)
    return _doubt(state, phase)


def _doubt(state: State, phase: Defence) -> Step:
    """Both defenders' hands are opened, then each in turn catches or believes (RULES 9a.13)."""
    game = _with_the_dummy(state, replace(phase.game, opened=defenders(state, phase.game)))
    return _ask(state, replace(phase, game=game), "doubt", answering(state, game)[0])


def _with_the_dummy(state: State, game: Game) -> Game:
    """The hussar's one defender plays the dummy's hand too (RULES 9)."""
    assert state.deal is not None
    if DUMMY not in state.deal.playing:
        return game
    return replace(game, control=with_hand(game.control, DUMMY, answering(state, game)[0]))


def answering(state: State, game: Game) -> tuple[Seat, ...]:
    """The defenders that answer, in order (Codex 3.8.1, 3.8.3): the hussar's dummy is a defender and says nothing."""
    assert state.deal is not None
    return tuple(h for h in defenders(state, game) if h in state.deal.seated)


def defenders(state: State, game: Game) -> tuple[Seat, Seat]:
    """The two hands that are played against the declarer, clockwise from him."""
    assert state.deal is not None
    playing = state.deal.playing
    i = playing.index(game.declarer)
    return playing[(i + 1) % 3], playing[(i + 2) % 3]


def legal(state: State) -> tuple[Action, ...]:
    phase = _phase(state)
    return (*state.table.agreement.permitted(state, _answers(state, phase)), *_second_thoughts(phase))


def _second_thoughts(phase: Defence) -> tuple[Action, ...]:
    """The declarer, beside the first defender: a trump of which he has two cards at most may be annulled (004 U17)."""
    if not phase.slip:
        return ()
    hand = phase.game.declarer
    return (*((Annul(hand),) if _few_trumps(phase) else ()), Stand(hand))


def _few_trumps(phase: Defence) -> bool:
    trump = phase.game.contract.trump
    return sum(c.suit == trump for c in phase.hands[phase.game.declarer - 1]) <= 2


def _answers(state: State, phase: Defence) -> tuple[Action, ...]:
    """What may be answered before house rules forbid anything."""
    turn, asks = phase.turn, phase.asks
    if asks == "whist":
        half = phase.game.calls and phase.game.calls[0][1] == "pass" and phase.game.contract.level <= 7
        return (Whist(turn), *((Half(turn),) if half else ()), Pass(turn))
    if asks == "dealer":
        return (*(Look(turn, at) for at in defenders(state, phase.game)), Pass(turn))
    if asks == "look":
        return _in_a_place(state, phase)
    if asks == "light":
        withdrawal = (Half(turn),) if may_withdraw(phase.game) else ()
        return (Open(turn), Dark(turn), *withdrawal)
    if asks in PAIRS:
        return tuple(kind(turn) for kind in PAIRS[asks])
    return Whist(turn), Pass(turn)


PAIRS: dict[str, tuple[type[Action], type[Action]]] = {
    "doubt": (Catch, Believe),
    "invite": (Invite, Alone),
    "share": (Share, Decline),
}
"""Questions with two answers of their own."""


def _in_a_place(state: State, phase: Defence) -> tuple[Action, ...]:
    """A dealer of four whists in the place of the hand that he has looked at, or passes (004 U37, RULES 2.3.3-4).

    Who may see both looks at the other too, and then says in whose place; who may see none is offered the first
    passer's place unseen (`dealer_peek`).
    """
    turn, looked = phase.turn, phase.game.looked
    if len(looked) == 2:
        return (*(Whist(turn, at) for at in defenders(state, phase.game)), Pass(turn))
    more = [at for at in defenders(state, phase.game) if at not in looked] if looked else []
    both = state.table.agreement.answers["dealer_peek"] == 2
    return (Whist(turn), *(Look(turn, at) for at in more if both), Pass(turn))


def may_withdraw(game: Game) -> bool:
    """The first whisted, the second passed, the game is six or seven: half a whist instead, if house rules permit
    it (Codex 3.8.14, RULES 9a.7)."""
    return game.contract.level <= 7 and tuple(word for _, word in game.calls) == ("whist", "pass")


def refusal(state: State, action: Action) -> Refusal:
    phase = _phase(state)
    if isinstance(action, Annul) and phase.slip and action.hand == phase.game.declarer:
        return EnoughTrumps()
    if not isinstance(action, ANSWERS):
        return NotNow()
    if action.hand != phase.turn:
        return NotYourTurn(hand=phase.turn)
    if isinstance(action, Half) and phase.asks in ("whist", "light"):
        return state.table.agreement.forbidden(state, action) or NoHalf()
    return state.table.agreement.forbidden(state, action) or NotNow()


def asked(state: State) -> dict[Seat, str]:
    phase = _phase(state)
    return {phase.turn: phase.asks, **({phase.game.declarer: "slip"} if phase.slip else {})}


def advance(state: State, action: Action) -> Step:
    phase = _phase(state)
    game = phase.game
    if isinstance(action, Annul):
        return deals.close(state, replace(result(state, game, None), kind="annulled"), game.dropped)
    phase = replace(phase, slip=False)
    if isinstance(action, Stand):
        return Step(state.to(phase))
    if isinstance(action, Open | Dark):
        return _light_or_dark(state, phase, isinstance(action, Open))
    if isinstance(action, Look):
        looked = (*game.looked, action.at)
        return _ask(state, phase, "look", phase.turn, looked=looked, place=action.at if len(looked) == 1 else 0)
    if isinstance(action, Alone):
        return _misere(state, phase)
    phase = replace(phase, game=replace(game, calls=(*game.calls, (phase.turn, action.word.partition("-")[0]))))
    if phase.asks == "doubt":
        return _doubted(state, phase, action)
    if isinstance(action, Invite):
        return _ask(state, phase, "share", state.table.dealer, looked=(game.declarer,))
    if isinstance(action, Share | Decline):
        return _shared(state, phase, isinstance(action, Share))
    if isinstance(action, Whist) and phase.asks != "whist":
        return _lone_whister(state, phase, action.at or game.place)
    return _answered(state, phase)


def _shared(state: State, phase: Defence, shared: bool) -> Step:
    """A dealer who shares goes on seeing the declarer's cards; one who does not has no part in the deal any more."""
    game = replace(phase.game, partner=phase.turn) if shared else replace(phase.game, looked=())
    return _misere(state, replace(phase, game=game))


def _answered(state: State, phase: Defence) -> Step:
    """Who is asked next, by what has been said so far (the table of RULES 2.3)."""
    game, answers = phase.game, state.table.agreement.answers
    passer = next((seat for seat, word in game.calls if word == "pass"), 0)
    others = answering(state, game)[1:]
    match tuple(word for _, word in game.calls):
        case ("whist",) if not others:
            return _lone_whister(state, phase)
        case (_,) if others:
            return _ask(state, phase, "whist", others[0])
        case ("whist", "whist"):
            return tricks.begin(state, game, phase.hands)
        case ("whist", "pass") | ("pass", "whist"):
            return _lone_whister(state, phase)
        case ("pass", "half") | ("whist", "pass", "half") if "passer" in answers["return_whist"]:
            return _ask(state, phase, "return", passer)
        case ("pass", "half", "pass") | ("whist", "pass", "half", "pass") if "dealer" in answers["return_whist"]:
            return _ask_dealer(state, phase, passer)
        case ("pass", "pass") if game.contract.level >= lowest_for_dealer(state):
            return _ask_dealer(state, phase, passer)
    return unplayed(state, game)


def _ask_dealer(state: State, phase: Defence, passer: Seat) -> Step:
    """A dealer of four is asked whether he whists: after a look, or unseen in the first passer's place; with three
    players there is nobody left to ask."""
    if state.table.players < 4:
        return unplayed(state, phase.game)
    if not state.table.agreement.answers["dealer_peek"]:
        return _ask(state, phase, "look", state.table.dealer, place=passer)
    return _ask(state, phase, "dealer", state.table.dealer)


def lowest_for_dealer(state: State) -> int:
    """The lowest level on which the dealer of four is asked after two plain passes (Codex 3.8.8.1, RULES 8
    `dealer_whist`)."""
    answers = state.table.agreement.answers
    level = answers["dealer_whist"]
    return 6 if level == 8 and not answers["half_whist"] else level


def lone_whister(game: Game) -> Seat:
    """Who was the last to whist."""
    return next(seat for seat, word in reversed(game.calls) if word == "whist")


def _lone_whister(state: State, phase: Defence, place: Seat = 0) -> Step:
    """One whister: he chooses light or dark, before the first card or, by `open_cards`, after some have been played,
    by each hand its own. A dealer plays the hand in whose place he whists."""
    game = _with_the_dummy(state, phase.game)
    if place:
        control, looked = with_hand(game.control, place, lone_whister(game)), game.looked or (place,)
        game = replace(game, control=control, looked=looked, place=place)
    assert state.deal is not None
    first = state.table.agreement.answers["open_cards"][state.deal.forehand != game.declarer]
    if first > len(phase.begun) + 3 * len(phase.past):
        return tricks.begin(state, replace(game, asks_after=first), phase.hands)
    return _ask_how(state, replace(phase, game=game))


def _ask_how(state: State, phase: Defence) -> Step:
    """Light or dark? Who plays the hussar's dummy too has nothing to choose: both hands are opened (RULES 9a.11)."""
    whister = lone_whister(phase.game)
    assert state.deal is not None
    if DUMMY in state.deal.playing:
        return _light_or_dark(state, replace(phase, turn=whister), light=True)
    return _ask(state, phase, "light", whister)


def _light_or_dark(state: State, phase: Defence, light: bool) -> Step:
    """In the light both hands lie open and the whister plays both; in the dark each plays his own (Codex 3.8.5)."""
    game = phase.game
    if light:
        pair = defenders(state, game)
        control = with_hand(with_hand(game.control, pair[0], phase.turn), pair[1], phase.turn)
        game = replace(game, control=control, opened=pair)
    return tricks.begin(state, game, phase.hands, phase.begun, phase.past)


def _doubted(state: State, phase: Defence, action: Action) -> Step:
    """One defender who catches is enough to play it out; believed by both, it counts as made."""
    if isinstance(action, Catch):
        return tricks.begin(state, phase.game, phase.hands, phase.begun)
    last = answering(state, phase.game)[-1]
    if phase.turn == last:
        return unplayed(state, phase.game)
    return _ask(state, phase, "doubt", last)


def unplayed(state: State, game: Game) -> Step:
    """Nobody plays against it: the contract counts as made (Codex 3.8.1), a half-whister writes his half."""
    return deals.close(state, result(state, game, None), game.dropped)


def result(state: State, game: Game, taken: tuple[int, ...] | None) -> Result:
    """The deal's `Result`; `taken` are the tricks by hand, None when it was not played."""
    assert state.deal is not None
    taken = taken and state.table.of_seats(taken, game.control[DUMMY - 1])
    kind = "misere" if game.contract.is_misere else "game"
    calls = tuple((seat, word) for seat, word in game.calls if word in ("whist", "pass", "half"))
    dealer, dark = state.deal.dealer, (game.declarer,) if game.dark else ()
    return Result(
        kind,
        dealer,
        game.declarer,
        game.contract,
        calls,
        taken,
        () if game.talon == "closed" else state.deal.talon,
        partner=game.partner,
        dark=dark,
        refused=game.talon == "refused",
    )


def _ask(state: State, phase: Defence, asks: str, turn: Seat, **of_the_game: object) -> Step:
    """The next question of the phase; some fields of its game change with it."""
    game = changed(phase.game, **of_the_game) if of_the_game else phase.game
    return Step(state.to(replace(phase, since=state.seq + 1, asks=asks, turn=turn, game=game)))


def _phase(state: State) -> Defence:
    assert isinstance(state.phase, Defence)
    return state.phase
