"""What holds after every step of every pulka, whatever has been agreed. Each law is a function that asserts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

from bot.game import lapse, rules
from bot.game.actions import (
    DUMMY,
    Action,
    Alone,
    Annul,
    Back,
    Believe,
    Bid,
    Catch,
    Cut,
    Dark,
    Deck,
    Decline,
    Drop,
    GiveUp,
    Half,
    Help,
    Here,
    Invite,
    Look,
    Open,
    Pass,
    Play,
    Plays,
    Ready,
    Refuse,
    Share,
    Stand,
    Take,
    TimeUp,
    Whist,
    action,
)
from bot.game.cards import DECK
from bot.game.contracts import LADDER, STEPS
from bot.game.errors import Refusal
from bot.game.notation import dumps, loads
from bot.game.proposals import ANSWERS, CHAIR, CHAIR_AT, OF_THE_TABLE, PROPOSALS, Begin, Chair, Claim, Fine
from bot.game.replay import record, replay, verify
from bot.game.settlement import settle
from bot.game.state import Auction, Between, Cards, Defence, Ended, Exchange, Game, Raspasy, State, Tricks
from tests.aimed import Turn


def every_card_is_somewhere_once(state: State) -> None:
    """In hands, in the talon or the discard, on the table, or in tricks that were taken: 32 in all."""
    if state.deal is not None:
        assert sorted(c.index for c in lying(state)) == list(range(32))


def lying(state: State) -> Cards:
    """All cards of a deal in progress, wherever they lie."""
    deal, phase = state.deal, state.phase
    assert deal is not None
    held = deal.hands if isinstance(phase, Auction) else phase.hands
    cards = [c for hand in held for c in hand]
    if isinstance(phase, Auction):
        cards += deal.talon
    elif isinstance(phase, Exchange):
        cards += aside(state, phase)
    elif isinstance(phase, Defence):
        cards += [*aside(state, phase.game), *(c for trick in (*phase.past, phase.begun) for _, c in trick)]
    else:
        down = [c for trick in (*phase.past, phase.trick) for _, c in trick]
        left = aside(state, phase.game) if isinstance(phase, Tricks) else [c for c in deal.talon if c not in down]
        cards += [*down, *left]
    return tuple(cards)


def aside(state: State, won: Exchange | Game) -> Cards:
    """The discard, or the talon that nobody took."""
    assert state.deal is not None
    return state.deal.talon if won.talon == "closed" else won.dropped


def three_hands_are_equally_long(state: State) -> None:
    """No hand is more than a card ahead, except the declarer's while he holds the talon."""
    if isinstance(state.phase, Defence | Tricks | Raspasy):
        assert state.deal is not None
        playing = list(state.deal.playing)
        aside = isinstance(state.phase, Raspasy) and state.table.agreement["hussar_raspasy"] == "two_hands"
        if aside and DUMMY in playing:
            playing.remove(DUMMY)
            assert len(state.phase.hands[DUMMY - 1]) == 10
        lengths = [len(state.phase.hands[seat - 1]) for seat in playing]
        assert max(lengths) - min(lengths) <= 1
    if isinstance(state.phase, Tricks | Raspasy):
        assert sum(state.phase.taken) == len(state.phase.past)


def somebody_can_go_on(state: State) -> None:
    """A seat may act, or a deck is due, or the pulka is over; and whoever is asked has an answer, and nobody else."""
    legal, asked = rules.legal(state), rules.asked(state)
    if isinstance(state.phase, Ended):
        assert not legal
    elif isinstance(state.phase, Between) and state.phase.deck is None:
        assert not legal
        assert rules.admits(state, Deck(0, DECK, "0" * 64))
    elif state.stopped:
        assert not legal
        assert rules.proposals(state) or not state.table.people
    else:
        assert legal
    assert {rules.actor(state, a) for a in legal} == set(asked)
    assert all(question.number <= state.seq for question in asked.values())


def what_is_listed_is_accepted(state: State) -> None:
    """`legal` and `proposals` list nothing twice, `apply` accepts all of it, and comes to what `advance` comes to
    unasked."""
    legal = (*rules.legal(state), *rules.proposals(state))
    assert len(set(legal)) == len(legal)
    for a in legal:
        assert rules.apply(state, a) == rules.advance(state, a)


def what_is_not_listed_is_refused(state: State, others: list[Action]) -> None:
    """By a Refusal."""
    legal = {*rules.legal(state), *rules.proposals(state)}
    for a in others:
        if a in legal or rules.admits(state, a):
            assert action(a.token) == a
            continue
        rules.actor(state, a)  # the host asks this of any press, a forged one too
        assert refusal(state, a) is not None, f"{a} was accepted, although it is not listed"


def refusal(state: State, a: Action) -> Refusal | None:
    """Why an action is refused now; None when it is accepted. Anything but a Refusal passes through."""
    try:
        rules.apply(state, a)
    except Refusal as why:
        return why
    return None


def an_action_is_its_token(state: State) -> None:
    """Everything that may be done round-trips through its text."""
    for a in (*rules.legal(state), *rules.proposals(state)):
        assert action(a.token) == a


def an_offer_waits_for_people(state: State) -> None:
    """For somebody, who is no computer and not who made it; what nobody has to agree to has happened already."""
    offer = state.offer
    if offer is not None:
        assert offer.waiting
        assert set(offer.waiting) <= set(state.table.people) - {offer.by}
        assert offer.number <= state.talk.number <= state.seq
        assert set(rules.offered(state)) == set(offer.waiting)
    speakers = {a.hand for a in rules.proposals(state)}
    assert speakers <= set(state.table.people)
    if state.stopped:
        assert not rules.asked(state)


def who_is_silent_can_be_moved(state: State) -> None:
    """The automatic move of whoever is asked is permitted, his own, and the same each time."""
    for seat in rules.asked(state):
        a = lapse.move(state, seat)
        assert a in rules.legal(state) or rules.admits(state, a)
        assert rules.actor(state, a) in (seat, 0)
        assert lapse.move(state, seat) == a
    for seat in rules.offered(state):
        assert lapse.silence(state, seat) in rules.proposals(state)


def the_suit_is_followed_or_trumped(turn: Turn) -> None:
    """Codex 3.9.3: who has the suit led plays it; who has not, trumps if he can."""
    phase, played = turn.before.phase, turn.action
    if not isinstance(played, Play) or not isinstance(phase, Tricks | Raspasy):
        return
    trump = phase.game.contract.trump if isinstance(phase, Tricks) else None
    shown = phase.shown if isinstance(phase, Raspasy) else None
    if not (phase.trick or shown):
        return
    led = shown.suit if shown else phase.trick[0][1].suit
    suits = {c.suit for c in phase.hands[played.hand - 1]}
    assert played.card.suit == (led if led in suits else trump if trump in suits else played.card.suit)


def the_best_card_takes_the_trick(turn: Turn) -> None:
    """Codex 3.9.4: the highest trump, else the highest of the suit led; with three, the talon's card takes nothing."""
    for event in turn.step.events:
        if event.kind == "trick_taken":
            phase = turn.before.phase
            assert isinstance(phase, Tricks | Raspasy)
            winner, trick = event.data  # type: ignore[misc]
            trump = phase.game.contract.trump if isinstance(phase, Tricks) else None
            led = phase.shown.suit if isinstance(phase, Raspasy) and phase.shown else trick[0][1].suit
            best = max(trick, key=lambda card: ((card[1].suit == trump) + (card[1].suit in (led, trump)), card[1].rank))
            assert winner == best[0]


def the_sheet_comes_to_nothing(state: State) -> None:
    """What some win the others lose: exactly, and in the whole numbers that are shown."""
    table = state.table
    answers = table.agreement.answers
    settled = settle(table.sheet, answers["pool_unit"], table.order, answers["hussar_hill"])
    assert sum(settled.exact) == 0
    assert sum(settled.shown) == 0
    assert all(abs(shown - exact) < 1 for shown, exact in zip(settled.shown, settled.exact, strict=True))
    if isinstance(state.phase, Ended):
        assert sum(state.phase.settlement.exact) == sum(state.phase.settlement.shown) == 0


PACKS = (DECK, DECK[:-1], (*DECK[:-1], DECK[0]))
"""A full pack, one with a card missing, one with a card twice."""


@cache
def everything(hand: int) -> tuple[tuple[Action, ...], ...]:
    """All that this hand could ever do, grouped by kind."""
    plain = (Ready, Pass, Here, Take, Refuse, GiveUp, Back, Annul, Stand, Whist, Half, Open, Dark, Catch, Believe)
    plain += (Invite, Alone, Share, Decline, TimeUp, *PROPOSALS.values(), *ANSWERS.values())
    return (
        tuple(kind(hand) for kind in plain),
        tuple(Bid(hand, c) for c in STEPS),
        tuple(Plays(hand, c) for c in LADDER),
        tuple(Play(hand, c) for c in DECK),
        tuple(kind(hand, at) for kind in (Look, Whist, Help) for at in range(1, 5)),
        (TimeUp(0), Begin(0), Begin(hand)),
        tuple(Chair(who, what, at) for who in (0, 1) for what in (*CHAIR, *CHAIR_AT) for at in range(6)),
        tuple(Claim(hand, n) for n in range(12)),
        tuple(Fine(who, at) for who in (0, 1) for at in range(6)),
        tuple(Cut(hand, n) for n in range(1, 32)),
        tuple(Drop(hand, pair) for pair in combinations(DECK, 2)),
        tuple(Deck(who, order, nonce) for who in (0, 1) for order in PACKS for nonce in ("0" * 64, "0" * 63, "G" * 64)),
    )


def some_others(state: State, rng: Random, count: int) -> list[Action]:
    """Actions of any kind, half of them of a hand that is asked."""
    hands = [a.hand for a in rules.legal(state)[:1]] or [1]
    return [rng.choice(rng.choice(everything(rng.choice([*hands, rng.randint(0, 4)])))) for _ in range(count)]


def all_others() -> list[Action]:
    """All that any hand could ever do."""
    return [a for hand in range(5) for group in everything(hand) for a in group]


def hold_after(turn: Turn, rng: Random) -> None:
    """All laws, for what a turn has led to. The costly ones are held against some of the steps, by chance."""
    state = turn.step.state
    assert state.seq == turn.before.seq + 1
    every_card_is_somewhere_once(state)
    three_hands_are_equally_long(state)
    somebody_can_go_on(state)
    the_suit_is_followed_or_trumped(turn)
    the_best_card_takes_the_trick(turn)
    assert rules.advance(turn.before, turn.action) == turn.step
    what_is_not_listed_is_refused(state, some_others(state, rng, 12))
    an_offer_waits_for_people(state)
    if turn.action.hand and not isinstance(turn.action, OF_THE_TABLE):
        assert rules.actor(turn.before, turn.action) in rules.asked(turn.before)
    if state.table is not turn.before.table:
        the_sheet_comes_to_nothing(state)
    if rng.random() < 0.05:
        an_action_is_its_token(state)
        what_is_listed_is_accepted(state)
        who_is_silent_can_be_moved(state)
    if rng.random() < 0.005:
        before = repr(state)
        what_is_not_listed_is_refused(state, all_others())
        assert repr(state) == before


def names(state: State) -> tuple[str, ...]:
    return ("Анна", "Борис", "Вера", "Гриша")[: state.table.players]


def the_log_is_the_pulka(before: State, log: Sequence[Action], state: State) -> None:
    """The log alone leads to the same state: as tokens, and between two deals as a record."""
    folded = before
    for token in [a.token for a in log]:
        folded = rules.advance(folded, action(token)).state
    assert folded == state
    closed = isinstance(state.phase, Between) and state.phase.deck is None and state.phase.since == state.seq
    if isinstance(state.phase, Ended) or (closed and state.table.deals):
        written = record(before, log, names(state))
        assert loads(dumps(written)) == written
        *_, last = replay(loads(dumps(written)))
        found = last.step.state
        if getattr(state.phase, "between", False):  # the deck from which nobody was dealt stays out of the record
            found = replace(found, seq=state.seq, phase=replace(found.phase, since=state.seq))
        assert found == state
        assert not any("WRONG" in finding for finding in verify(written))


def hold(before: State, turns: Iterable[Turn], rng: Random) -> State:
    """Plays under all laws; the state it comes to."""
    state, log = before, list[Action]()
    for turn in turns:
        hold_after(turn, rng)
        log.append(turn.action)
        state = turn.step.state
    the_log_is_the_pulka(before, log, state)
    return state
