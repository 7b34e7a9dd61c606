"""Claims and concessions: how the tricks that are left fall, said and not played (Codex 9.3.22, 3.9.14.4, RULES 7.1).

`1:claim-5`: five of the tricks that are left, the one on the table included, are his side's, the others are the rest's;
few is a concession. His cards lie open from then on. Play stops until those whom it concerns have answered. All agree:
the deal ends with these tricks. One objects: play goes on, and nobody claims again before a card is played.

A declarer claims for himself (on misere: how many more tricks he takes); the defence claims where both its hands lie
open, by whoever plays one of them; on raspasy everybody for himself (club 001 1.6.1). The tricks that go to several are
shared equally, an odd one goes to who has fewer, of equals to the next clockwise from who claims (Decision: it is said
with the claim, and who disagrees objects).

A computer judges no claim: where its cards are concerned only the worst for who claims can be said. Proof comes with
the solver; until then `claim_mode=proved` and `worst_line` ask as `consent` does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bot.game import deal as deals
from bot.game import defence, raspasy, tricks
from bot.game.action import Seat
from bot.game.errors import ClaimedAlready, NotJudged, NotNow, Refusal
from bot.game.offer import Offer
from bot.game.proposals import Claim
from bot.game.state import Phase, Raspasy, State, Step, Tricks

TRICKS = 10


def claims(state: State) -> tuple[Claim, ...]:
    """Everything that may be claimed now."""
    phase = state.phase
    if not isinstance(phase, Tricks | Raspasy) or state.talk.claimed > phase.since:
        return ()
    people, computers = state.table.people, state.table.computers
    found: list[Claim] = []
    for seat in claimants(state, phase):
        if seat in people:
            judged = computers.isdisjoint(concerned(state, phase, seat))
            found += [claim(seat, n) for n in (range(left(phase) + 1) if judged else (worst(phase),))]
    return tuple(found)


@cache
def claim(seat: Seat, count: int) -> Claim:
    """`Claim(seat, count)`, the same object each time: there are 44, and a view asks for them often."""
    return Claim(seat, count)


def left(phase: Tricks | Raspasy) -> int:
    """Tricks that have still to be taken, the one on the table included."""
    return TRICKS - len(phase.past)


def claimants(state: State, phase: Tricks | Raspasy) -> tuple[Seat, ...]:
    """The seats that may claim, if people hold them."""
    if isinstance(phase, Raspasy):
        assert state.deal is not None
        return state.deal.seated
    game = phase.game
    if game.asks_after:  # the defenders have still to answer
        return ()
    pair = defence.defenders(state, game)
    open_ = set(pair) <= set(game.opened)
    return (game.declarer, *(dict.fromkeys(game.control[hand - 1] for hand in pair) if open_ else ()))


def concerned(state: State, phase: Tricks | Raspasy, by: Seat) -> tuple[Seat, ...]:
    """Whose cards a claim is about, or whose part in the deal: all who hold or play a hand, or share a misere."""
    assert state.deal is not None
    seats = list(state.deal.seated)
    if isinstance(phase, Tricks):
        seats += [phase.game.control[hand - 1] for hand in state.deal.playing]
        seats += [phase.game.partner] if phase.game.partner else []
    return tuple(seat for seat in dict.fromkeys(seats) if seat not in (by, 0))


def worst(phase: Tricks | Raspasy) -> int:
    """The claim that gives the others all there is: no trick, or where nobody wants any, all of them."""
    wanted = isinstance(phase, Tricks) and not phase.game.contract.is_misere
    return 0 if wanted else left(phase)


def shown(state: State, by: Seat) -> Phase:
    """The phase with the claimer's cards laid open; those of the defence lie open already."""
    phase = state.phase
    assert isinstance(phase, Tricks | Raspasy)
    if isinstance(phase, Raspasy):
        return replace(phase, opened=tuple(dict.fromkeys((*phase.opened, by))))
    game = phase.game
    if by != game.declarer:
        return phase
    return replace(phase, game=replace(game, opened=tuple(dict.fromkeys((*game.opened, by)))))


def shares(state: State, by: Seat, count: int) -> tuple[int, ...]:
    """Tricks by hand, those that were taken included, when the claimer's side takes so many of those that are left."""
    phase, deal = state.phase, state.deal
    assert isinstance(phase, Tricks | Raspasy)
    assert deal is not None
    side: tuple[Seat, ...] = (by,)
    if isinstance(phase, Tricks) and by != phase.game.declarer:
        side = defence.defenders(state, phase.game)
    hands = deal.seated if isinstance(phase, Raspasy) else deal.playing
    i = hands.index(by) + 1 if by in hands else 0
    around = (*hands[i:], *hands[:i])
    taken = phase.taken
    for belongs, number in ((True, count), (False, left(phase) - count)):
        among = [hand for hand in around if (hand in side) is belongs]
        for _ in range(number):
            taken = tricks.one_more(taken, min(among, key=lambda hand: taken[hand - 1]))
    return taken


def refusal(state: State, action: Claim) -> Refusal:
    """Why this cannot be claimed."""
    phase = state.phase
    if not isinstance(phase, Tricks | Raspasy) or action.hand not in claimants(state, phase):
        return NotNow()
    if state.talk.claimed > phase.since:
        return ClaimedAlready()
    return NotJudged() if 0 <= action.count <= left(phase) else NotNow()


def ended(state: State, offer: Offer) -> Step:
    """Everybody has agreed: the deal is over, with these tricks."""
    phase = state.phase
    if isinstance(phase, Raspasy):
        return raspasy.over(state, phase, offer.tricks)
    assert isinstance(phase, Tricks)
    return deals.close(state, defence.result(state, phase.game, offer.tricks), phase.game.dropped)
