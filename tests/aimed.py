"""Aimed random play: whole deals and pulkas that surely go where chance alone would not.

Naive random play met six spades in 0 of 600 deals. Here every deal has an `Aim`: what is said in the auction and in
the defence, as far as the rules permit it, and whether the declarer shall succeed. All else is chance from a seed, so
the same seed plays the same pulka. What was reached is for `tests.reached` to say. Where the clock may strike, it does
so by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from random import Random
from typing import NamedTuple

from bot.game import rules
from bot.game.actions import (
    Action,
    Annul,
    Back,
    Bid,
    Cut,
    Deck,
    Drop,
    GiveUp,
    Look,
    Play,
    Plays,
    Ready,
    Refuse,
    Seat,
    Stand,
    Take,
    TimeUp,
)
from bot.game.cards import DECK, Card
from bot.game.contracts import LADDER, MISERE, Contract, contract, step
from bot.game.presets import preset
from bot.game.proposals import CHAIR_AT, Agree, Begin, Chair, Claim, Fine, Object, Resume, Undo
from bot.game.state import (
    Auction,
    Between,
    Defence,
    Ended,
    Exchange,
    Game,
    Helping,
    State,
    Step,
    Tricks,
    new_table,
)


@dataclass(frozen=True)
class Aim:
    """Where a deal shall go. Words are said one after another by whoever is asked; what may not be said is replaced."""

    auction: str
    """From the forehand on: `pass 7d`. Then everybody passes."""
    answers: str = ""
    """What is said to the contract: `pass half whist open`. Then chance."""
    order: str = ""
    """The contract that is named, if it is not the bid."""
    lucky: bool = False
    """The declarer gets the cards for it, plays well, and the defence badly."""
    talon: str = ""
    """What a declarer does, where it is agreed: `refuse`, `giveup`, `annul` or `stand`."""

    @property
    def goal(self) -> Contract | None:
        """What is to be played; None on raspasy."""
        words = [w.removeprefix("dark-") for w in self.auction.split()]
        bids = [step(w) for w in words if w not in ("pass", "here", "turn")]
        if not bids or self.order:
            return contract(self.order) if self.order else None
        return MISERE if bids[-1].is_misere else contract("9n") if bids[-1].closed else bids[-1]

    @property
    def declarer(self) -> int:
        """Who is to play it, 0 for the forehand, when each calls once."""
        words = self.auction.split()
        return next((i for i, w in reversed(list(enumerate(words[:3]))) if not w.endswith("pass")), 0)


SPOKEN = (
    "whist whist",
    "whist pass open",
    "whist pass dark",
    "pass whist open",
    "pass whist dark",
    "pass pass pass",
    "pass pass look pass",
    "pass pass look whist open",
    "pass pass look whist dark",
    "pass half pass pass",
    "pass half whist open",
    "pass half whist dark",
    "pass half pass look pass",
    "pass half pass look whist open",
    "pass half pass look whist dark",
)
DOUBTED = ("catch", "believe catch", "believe believe")
BY_HAND = tuple("pass " * i for i in range(3))
RASPASY = Aim("pass pass pass")
"""Everybody passes; the lucky one is dealt low cards."""
IN_THE_DARK = (
    *[Aim(words) for words in ("dark-pass dark-pass dark-pass", "dark-pass pass pass", "pass dark-pass dark-pass")] * 4,
    *(Aim(f"dark-{c}", answers, lucky=c.level == 7) for c in LADDER for answers in ("whist whist", "pass pass")),
    Aim("dark-pass dark-7h pass", "pass half whist open"),
    Aim("dark-6s dark-6c dark-pass dark-here pass", "whist whist"),
    Aim("dark-6s 7c 7d pass", "whist pass open"),
    Aim("pass dark-6d pass turn", "catch"),
    Aim("dark-mis dark-9s pass", "whist whist"),
    Aim("dark-mis 10h pass", "whist whist"),
)
"""Calls before looking, where they may be made; any other aim calls so sometimes by chance."""

AIMS: tuple[Aim, ...] = (
    *(
        Aim(f"{before}{c}", answers, lucky=lucky)
        for c, before, lucky in product(LADDER, BY_HAND, (False, True))
        for answers in (DOUBTED if c.level in (0, 10) else SPOKEN)
    ),
    *(Aim(f"pass {low}", "whist pass", high, True) for low, high in (("6s", "6h"), ("6c", "8n"), ("7h", "9d"))),
    *(Aim(f"mis {nine} {after}", lucky=True) for nine in ("9s", "9n", "10h") for after in ("pass", "pass pass")),
    Aim("mis 9s 9c here pass", "pass pass"),
    Aim("pass mis 9d", "whist pass"),
    Aim("6s 6c pass here pass", "pass half pass"),
    Aim("6s pass 6c here 6d here 7s here pass", "whist whist"),
    Aim("6d 6h 6n 7s pass 7c pass", "pass whist"),
    *[RASPASY] * 40,
    *[replace(RASPASY, lucky=True)] * 40,
)
"""Every contract of the ladder from every hand, with every way to answer it; and what needs an auction of its own."""

AIMS_FOR_TWO: tuple[Aim, ...] = (
    *(
        Aim(f"{before}{c}", answer, lucky=lucky)
        for c, before, lucky in product(LADDER, BY_HAND[:2], (False, True))
        for answer in (("catch", "believe") if c.level in (0, 10) else ("whist", "whist", "whist", "pass"))
    ),
    *(Aim("6s 6c here 6d here 7s pass", answer, high) for answer in ("whist", "pass") for high in ("7s", "8h")),
    *(Aim(f"mis {nine} pass", "whist", lucky=True) for nine in ("9s", "9n", "10h")),
    *[RASPASY] * 20,
    *[replace(RASPASY, lucky=True)] * 10,
)
"""The same for hussar, in which only one answers."""


def aims(players: int) -> tuple[Aim, ...]:
    """All aims of a table of so many."""
    return AIMS_FOR_TWO if players == 2 else AIMS


HOUSE_AIMS: dict[str, tuple[Aim, ...]] = {
    "whist_pass_half": tuple(
        Aim(f"{before}{six}", f"whist pass half {then}")
        for before, six in (("", "6s"), ("pass ", "7d"), ("pass pass ", "6h"))
        for then in (
            "pass pass",
            "whist open",
            "whist dark",
            "pass look pass",
            "pass look whist open",
            "pass whist dark",
        )
    ),
    "dealer_peek": tuple(
        Aim(bid, f"pass {second} {then}")
        for bid, second in (("8s", "pass"), ("pass 9h", "pass"), ("pass pass 6d", "half pass"))
        for then in (
            "pass",
            "whist open",
            "whist dark",
            "look pass",
            "look whist dark",
            "look look pass",
            "look look whist open",
            "look look whist dark",
        )
    ),
    "open_cards": tuple(
        Aim(f"{before}{bid}", answers)
        for before in BY_HAND
        for bid in ("6s", "7h", "8n")
        for answers in ("whist pass open", "whist pass dark", "pass whist open", "pass half whist dark")
    ),
    "misere_partnership": tuple(
        Aim(f"{before}mis", f"{answers} {doubts}", lucky=lucky)
        for before in BY_HAND
        for answers in ("alone", "invite share", "invite decline")
        for doubts, lucky in (("catch", False), ("believe catch", True), ("believe believe", True))
    ),
    "talon_refusal": tuple(
        Aim(f"{before}{bid}", "whist pass", talon="refuse") for before in BY_HAND for bid in ("6s", "9h", "mis")
    ),
    "giveup": tuple(Aim(f"{before}{bid}", talon="giveup") for before in BY_HAND for bid in ("6s", "7d", "8n", "mis")),
    "trump_slip": tuple(
        Aim(f"{before}{bid}", talon=talon)
        for before in BY_HAND * 2
        for bid in ("6s", "7d", "8c", "9h")
        for talon in ("annul", "stand")
    ),
    "misere_without_talon": tuple(
        Aim(said, answers, order=order, lucky=True)
        for said, order in (
            ("mis 9s mis-closed pass", ""),
            ("mis-closed", ""),
            ("pass mis-closed", ""),
            ("9-closed", "9s"),
            ("pass pass 9-closed", "10c"),
            ("mis 9s pass mis-closed 9-closed pass", "9h"),
            ("mis 9h pass mis-closed 10s pass", "10s"),
            ("9s 9-closed pass here", "9n"),
        )
        for answers in ("catch", "whist pass open")
    ),
    "help_target": tuple(aim for aim in AIMS if aim.lucky and aim.goal and aim.goal.level >= 9)[::4],
}
"""What a house rule needs besides: it asks something that Sochi does not."""
OFTEN = 1 / 60
"""How often the clock strikes, of all actions of a deal."""


SELDOM = 1 / 12
"""How often what ends the pulka is said, of all that is said about the table."""


class Turn(NamedTuple):
    """One action of a pulka: what was, what was done, what came of it."""

    before: State
    action: Action
    step: Step


def start(players: int = 3, computers: Sequence[Seat] = (), **options: str) -> State:
    """A pulka in Sochi, between two in hussar, some options changed, before its first deal; the last seat deals."""
    return new_table(preset(usual(players)).but(**options), players, players, computers)


def usual(players: int) -> str:
    """The preset that so many play where nothing else is said."""
    return "hussar" if players == 2 else "sochi"


def pulka(
    state: State, rng: Random, given: Iterable[Aim] | None = None, deals: int | None = None, talk: float = 0
) -> Iterator[Turn]:
    """Plays to the end of the pulka, or through so many deals; an aim a deal, drawn from all unless given. `talk` is
    how often people do something about the table instead of playing on ."""
    remaining = iter(given) if given is not None else None
    drawn = aims(state.table.players)
    while not isinstance(state.phase, Ended) and deals != 0:
        aim = rng.choice(drawn) if remaining is None else next(remaining, None)
        if aim is None:
            return
        for turn in deal(state, rng, aim, talk):
            yield turn
            state = turn.step.state
        deals = None if deals is None else deals - 1


def pulkas(begun: State, rng: Random, given: Iterable[Aim], talk: float = 0) -> Iterator[Turn]:
    """Plays every aim once, in one pulka after another from the same beginning."""
    remaining = iter(given)
    for aim in remaining:
        yield from pulka(begun, rng, chain([aim], remaining), talk=talk)


def sweep(players: int, seed: int) -> Iterator[Turn]:
    """Plays all aims in an order of chance; last a long series of raspasy."""
    rng, every = Random(seed), aims(players)
    return pulkas(start(players), rng, [*rng.sample(every, len(every)), *[RASPASY] * 4])


def deal(state: State, rng: Random, aim: Aim, talk: float = 0) -> Iterator[Turn]:
    """Plays one deal, from its deck to its score."""
    closed = state.table.deals
    player = Player(aim, rng)
    while state.table.deals == closed and not isinstance(state.phase, Ended):
        talks = state.stopped or (talk and rng.random() < talk)
        action = (said_of_the_table(state, rng) if talks else None) or player.choose(state)
        step = rules.apply(state, action)
        yield Turn(state, action, step)
        state = step.state
    if rules.admits(state, TimeUp(0)) and rng.random() < 0.1:
        yield from late(state, rng)


def late(state: State, rng: Random) -> Iterator[Turn]:
    """The clock strikes between two deals: some time after the next deck was drawn, or just before."""
    actions: list[Action] = [TimeUp(0)]
    if rng.random() < 0.8:
        actions.insert(0, Deck(0, tuple(rng.sample(DECK, len(DECK))), f"{rng.getrandbits(256):064x}"))
    for action in actions:
        step = rules.apply(state, action)
        yield Turn(state, action, step)
        state = step.state


def said_of_the_table(state: State, rng: Random) -> Action | None:
    """What somebody offers, answers or decides about the table, by chance; None where nothing can be said. Most offers
    are agreed to, and a pause is soon over."""
    kinds = ("pause", "resume", "computer", "person", "replace", "join", "end")
    seats = range(1, state.table.players + 2)
    chairs = [Chair(0, what, at) for what in kinds for at in (seats if what in CHAIR_AT else (0,))]
    decided = [a for a in (*chairs, *(Fine(0, at) for at in seats), Begin(0)) if rules.admits(state, a)]
    said = [a for a in rules.proposals(state) if not isinstance(a, Object) or rng.random() < 0.5]
    claims = [a for a in said if isinstance(a, Claim)]
    said = [a for a in said if a not in claims]
    if claims and rng.random() < 0.3:
        return rng.choice(claims)
    joins = [a for a in decided if a.word.startswith("join")]
    wanted = [a for a in said if isinstance(a, Agree | Undo | Resume)] or joins
    pool = wanted if wanted and rng.random() < 0.7 else [*said, *decided]
    ends = [a for a in pool if a.word in ("end", "finish")]
    pool = [a for a in pool if a not in ends or rng.random() < SELDOM]
    return rng.choice(pool) if pool else None


class Player:
    """All seats of one deal."""

    def __init__(self, aim: Aim, rng: Random) -> None:
        self.aim, self.rng = aim, rng
        self.said = aim.auction.split()
        self.answered = aim.answers.split()
        self.cut = rng.randint(4, 28)

    def choose(self, state: State) -> Action:
        """A legal action, or the deck."""
        phase = state.phase
        legal = rules.legal(state)
        if rules.admits(state, TimeUp(0)) and not isinstance(phase, Between) and self.rng.random() < OFTEN:
            return TimeUp(0)
        if isinstance(phase, Helping):
            return self.rng.choice(legal)
        if isinstance(phase, Between):
            return self._open(state, legal)
        if isinstance(phase, Auction):
            return self._call(legal)
        if isinstance(phase, Exchange):
            return self._exchange(legal, phase)
        if isinstance(phase, Defence):
            second = [a for a in legal if isinstance(a, Annul | Stand)]
            wanted = next((a for a in second if a.word == self.aim.talon), None)
            if second and (wanted or self.rng.random() < 0.3):
                return wanted or second[-1]
            legal = tuple(a for a in legal if a not in second)
            word = self.answered.pop(0) if self.answered else ""
            fitting = [a for a in legal if a.word.partition("-")[0] == word]
            return self.rng.choice(fitting or legal)
        game = phase.game if isinstance(phase, Tricks) else None
        return self._card([a for a in legal if isinstance(a, Play)], game)

    def _open(self, state: State, legal: tuple[Action, ...]) -> Action:
        if not legal:
            forehand = state.table.cutter is None
            dealt = self.aim.declarer * (2 if state.table.players == 2 else 1)  # between two the second is the dummy's
            return deck(self.rng, self.aim, 0 if forehand else self.cut, dealt)
        cuts = [a for a in legal if isinstance(a, Cut) and a.count == self.cut]
        return self.rng.choice([*cuts, *(a for a in legal if isinstance(a, Ready))])

    def _call(self, legal: tuple[Action, ...]) -> Action:
        """What the aim says, before looking if it says so, or by chance."""
        take, look = (next((a for a in legal if isinstance(a, kind)), None) for kind in (Take, Look))
        if take is not None:
            return legal[-1] if self.said[:1] == ["turn"] else take
        if look is not None and not self._in_the_dark():
            return look
        word = self.said.pop(0).removeprefix("dark-") if self.said else "pass"
        wanted = next((a for a in legal if a.word == word), None)
        if wanted is not None:
            return wanted
        bids = [a for a in legal if isinstance(a, Bid) and a.contract is not MISERE]
        return bids[0] if bids and word not in ("pass", "here") else legal[0]

    def _in_the_dark(self) -> bool:
        return (bool(self.said) and self.said[0].startswith("dark-")) or self.rng.random() < 0.2

    def _exchange(self, legal: tuple[Action, ...], phase: Exchange) -> Action:
        wanted = next((a for a in legal if isinstance(a, Refuse | GiveUp) and a.word == self.aim.talon), None)
        if wanted is not None and self.rng.random() < 0.8:
            return wanted
        drops = [a for a in legal if isinstance(a, Drop)]
        if drops:
            if not self.aim.lucky:
                return self.rng.choice(drops)
            worst = -1 if phase.bid is MISERE else 1
            return min(drops, key=lambda a: worst * sum(value(c, self.aim.goal) for c in a.cards))
        backs = [a for a in legal if isinstance(a, Back)]
        if backs and self.rng.random() < 0.05:
            return backs[0]
        orders = [a for a in legal if isinstance(a, Plays)]
        return next((a for a in orders if a.contract is self.aim.goal), orders[0])

    def _card(self, cards: list[Play], game: Game | None) -> Action:
        if not self.aim.lucky or game is None:
            return self.rng.choice(cards)
        eager = (cards[0].hand == game.declarer) != game.contract.is_misere
        return (max if eager else min)(cards, key=lambda a: value(a.card, game.contract))


def value(c: Card, goal: Contract | None) -> int:
    """How much a card is worth to a declarer who wants tricks."""
    return c.rank + 8 * (goal is not None and c.suit == goal.trump)


def deck(rng: Random, aim: Aim, cut: int, dealt: int) -> Deck:
    """A shuffled deck; for a lucky declarer one that deals him, after this cut, what the aim asks for. Of the three
    hands, forehand first, his is number `dealt` from 0."""
    order = rng.sample(DECK, len(DECK))
    if aim.lucky:
        wants = -1 if aim.goal in (None, MISERE) else 1
        best = sorted(order, key=lambda c: wants * (value(c, aim.goal) + 2 * rng.random()))[-10:]
        rest = [c for c in order if c not in best]
        places = [i for i in range(len(DECK)) if i not in (12, 13) and (i - 2 * (i > 13)) // 2 % 3 == dealt]
        order = [best.pop() if i in places else rest.pop() for i in range(len(DECK))]
        order = order[-cut:] + order[:-cut] if cut else order
    return Deck(0, tuple(order), f"{rng.getrandbits(256):064x}")
