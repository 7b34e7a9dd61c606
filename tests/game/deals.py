"""How the tests of play are set up: a table in a few words, a deal of known cards, and tokens that are said.

    said("players=4 dealer_whist=any", "8h", "2:pass 3:pass 4:look-3")

is a table of four by the rules of Sochi with one house rule changed, at which hand 1 plays eight hearts, after two
passes and the dealer's look. The last seat deals, so that hand 1 is the forehand.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game import deal as deals
from bot.game import forms, rules
from bot.game.actions import Action, action
from bot.game.cards import hand, pack
from bot.game.errors import Refusal
from bot.game.state import Between, Cards, Ended, State, Step, new_table
from tests.game.scores import agreed

HANDS = "sAKQJT98.cA.dA7 s7.cKQJ.dKQJ.hAKQ cT98.dT98.hJT98"
"""The three hands, forehand first: nine sure tricks in spades; two long suits; nothing much."""
TALON = "c7h7"
"""In the order in which raspasy turns it. Every declarer of these tests discards it again."""


def start(about: str = "", cards: str = HANDS, talon: str = TALON) -> State:
    """An auction about to begin. `about` are house rules, and `players=4`, `k=2` (raspasy of this series so far), `n=1`
    (those of them that followed a pass in the dark), `dealer=1`, `order=132`, `computers=13`."""
    words = dict(word.split("=") for word in about.split() if "=" in word)
    presets = [word for word in about.split() if "=" not in word]
    players = int(words.pop("players", "3"))
    dealer = int(words.pop("dealer", players))
    series, dark_passes = int(words.pop("k", "0")), int(words.pop("n", "0"))
    order = tuple(map(int, words.pop("order", "1234"[:players])))
    computers = [int(s) for s in words.pop("computers", "")]
    agreement = agreed(" ".join([*presets, *(f"{k}={v}" for k, v in words.items())]))
    state = new_table(agreement, players, dealer, computers, order)
    table = replace(state.table, series=series, dark_passes=dark_passes)
    three = tuple(hand(text) for text in cards.split())
    return deals.begin(replace(state, table=table, deal=deals.lay(table, three, pack(talon)))).state


def after(state: State, tokens: str) -> State:
    """The state after tokens, each of which must be permitted; `/` between tricks is for the eye."""
    for token in tokens.replace("/", " ").split():
        state = rules.apply(state, action(token)).state
    return state


def last_step(state: State, tokens: str) -> Step:
    """The step of the last of the tokens, with its events."""
    *before, last = tokens.replace("/", " ").split()
    return rules.apply(after(state, " ".join(before)), action(last))


def said(about: str, contract: str, tokens: str = "", cards: str = HANDS) -> State:
    """The state when `contract` has been bid, the talon discarded, the contract named, and the tokens said.

    Hand 1 declares unless the contract is written like `6s by 2`.
    """
    name, _, by = contract.partition(" by ")
    state, declarer = start(about, cards), int(by or "1")
    assert state.deal is not None
    for h in state.deal.seated:
        state = after(state, f"{h}:{name if h == declarer else 'pass'}")
    return after(state, f"{declarer}:drop-{TALON[:2]}.{TALON[2:]} {declarer}:plays-{name} {tokens}")


def may(state: State, token: str) -> str:
    """`may`, or the code of the refusal; a refused action leaves the state alone, which is a value anyway."""
    wanted: Action = action(token)
    if wanted in rules.legal(state) or rules.admits(state, wanted):
        return "may"
    try:
        rules.apply(state, wanted)
    except Refusal as refusal:
        return refusal.code
    raise AssertionError(f"{token} is neither legal nor refused")


def where(state: State) -> str:
    """Who is asked what, for example `2 whist`; after a deal what it came to: `closed: pool 1 2`."""
    if isinstance(state.phase, Between | Ended) and state.phase.last is not None:
        return f"closed: {forms.score_text(state.phase.last.lines)}"
    return ", ".join(f"{seat} {question.about}" for seat, question in sorted(rules.asked(state).items()))


def cards_of(state: State, seat: int) -> Cards:
    """What a hand holds now."""
    assert state.deal is not None
    return getattr(state.phase, "hands", state.deal.hands)[seat - 1]
