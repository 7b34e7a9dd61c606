"""How fast the rules are: players' actions a second through `legal` and `apply`, against PokerKit's state machine.

Ours: pulkas of three by aimed random play, so that every contract, phase and call occurs. PokerKit's: no-limit hold'em
of three with all automations on. Both replay what players chose before the clock started; before each action
both ask what may be done (there the three questions that a betting player's choices come to). Dealing, cutting, scoring
and paying out are in the time and not in the count. Seconds are the processor's, so that a busy machine does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem
from pokerkit import State as Hand

from bot.game import rules
from bot.game.actions import Action, Cut, Deck, Ready
from bot.game.state import State
from tests.aimed import pulka, start

GOAL = 8
RUNS = 5
PULKAS, HANDS = 60, 400
BLINDS, STACK = (1, 2), 200

Bets = list[int | None]
"""A hand's actions: None folds, 0 checks or calls, an amount bets or raises to it."""


def measure(quick: bool = False) -> Iterator[str]:
    """Five interleaved runs: the medians and their ratio. Quick: three runs of a fifth of the load."""
    less = 5 if quick else 1
    pulkas = [_recorded(seed) for seed in range(PULKAS // less)]
    hands = [_betted(Random(seed)) for seed in range(HANDS // less)]
    ours, theirs = list[float](), list[float]()
    for run in range(1, (3 if quick else RUNS) + 1):
        ours.append(rate(play_pulkas, pulkas))
        theirs.append(rate(_play_hands, hands))
        yield f"run {run}: preferans {ours[-1]:,.0f} actions/s, PokerKit {theirs[-1]:,.0f}"
    ratio = median(ours) / median(theirs)
    yield f"median: preferans {median(ours):,.0f} actions/s, PokerKit {median(theirs):,.0f}"
    yield f"ratio {ratio:.1f} (goal: at least {GOAL}) {'reached' if ratio >= GOAL else 'MISSED'}"


def rate(play: Callable[[list[Any]], int], load: list[Any]) -> float:
    """Actions a second of the processor's time."""
    begun = process_time()
    return play(load) / (process_time() - begun)


def _recorded(seed: int) -> tuple[State, list[Action]]:
    begun = start(3)
    return begun, [turn.action for turn in pulka(begun, Random(seed))]


def play_pulkas(load: list[tuple[State, list[Action]]]) -> int:
    """Replays pulkas; -> how many actions of players that were."""
    count = 0
    for state, log in load:
        for action in log:
            rules.legal(state)
            state = rules.apply(state, action).state
            count += not isinstance(action, Deck | Cut | Ready)
    return count


def _dealt() -> Hand:
    return NoLimitTexasHoldem.create_state(
        automations=tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=BLINDS,
        min_bet=BLINDS[1],
        raw_starting_stacks=STACK,
        player_count=3,
    )


def _betted(rng: Random) -> Bets:
    """A hand played at random: what was bet. It depends on no card, so it can be replayed with any."""
    hand, bets = _dealt(), Bets()
    while hand.status:
        choices: Bets = [None] if hand.can_fold() else []
        choices += [0, 0, 0]
        if hand.can_complete_bet_or_raise_to():
            least = hand.min_completion_betting_or_raising_to_amount or 0
            most = hand.max_completion_betting_or_raising_to_amount or 0
            choices.append(rng.randint(least, min(most, 2 * least)))
        bets.append(rng.choice(choices))
        _act(hand, bets[-1])
    return bets


def _act(hand: Hand, bet: int | None) -> None:
    if bet is None:
        hand.fold()
    elif bet == 0:
        hand.check_or_call()
    else:
        hand.complete_bet_or_raise_to(bet)


def _play_hands(load: list[Bets]) -> int:
    """Replays hands; -> how many actions of players that were."""
    for bets in load:
        hand = _dealt()
        for bet in bets:
            hand.can_fold(), hand.can_check_or_call(), hand.can_complete_bet_or_raise_to()
            _act(hand, bet)
    return sum(map(len, load))
