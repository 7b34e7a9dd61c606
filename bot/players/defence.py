"""Answering a contract: whist, pass, half; the whist returned; the dealer's look; light or dark; catch or believe; a
misere shared."""

from __future__ import annotations

from itertools import combinations
from math import prod

from bot.game.actions import (
    Action,
    Alone,
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
    Whist,
)
from bot.game.cards import SUITS, Card
from bot.game.contracts import Contract
from bot.game.view import View
from bot.players.evaluate import FULL, bits, shape, suit_safety

ACE, KING, QUEEN, JACK = 128, 64, 32, 16

PARTNER = {6: 2.25, 7: 1.25, 8: 0.5, 9: 0.0, 10: 0.0}
"""Tricks to expect from a partner of whom nothing is known, by level."""
RUFFED = 0.25
"""How much of its worth a side suit keeps against nine and ten in a suit: the declarer is short in it."""
LESS = {"pass": 1.0, "half": 0.5, "whist": 0.0}
"""How much less he has, on six, after what he said; on higher levels half of that."""
LIGHT = 0.25
"""What it is worth to a lone whister to see and to play both hands."""
INVITING = 0.7
"""A misere less safe than this is offered to the dealer: half of a loss is better than all of it."""
SHARING = 0.4
"""A misere at least as safe as this is shared: one hole, of which the catchers do not know whether it was discarded."""


def answer(view: View) -> Action:
    """Whist when the pair's duty will be covered; half a whist with something in hand; pass on rubbish."""
    contract = view.contract
    assert contract is not None
    own = tricks_against(view.own, contract)
    said = {word for _, word in view.answers}
    half = next((a for a in view.legal if isinstance(a, Half)), None)
    if "whist" in said:
        # Each of two answers for his half of the duty, and on eight and higher the second alone (Codex 3.8.6).
        return _say(view, Whist if own >= max(1, contract.duty / 2) else Pass)
    if own + partner(contract, view.answers) >= contract.duty:
        return _say(view, Whist)
    return half if half and own >= contract.duty / 8 else _say(view, Pass)


def returned(view: View) -> Action:
    """The first passer, after a half: the partner has something, and both hands will be played as one."""
    contract = view.contract
    assert contract is not None
    others = tuple((seat, word) for seat, word in view.answers if seat != view.seat)
    enough = tricks_against(view.own, contract) + partner(contract, others[-1:]) >= contract.duty
    return _say(view, Whist if enough else Pass)


def look(view: View) -> Action:
    """A dealer may always look: it costs nothing. The hand that went for half a whist promises most."""
    stronger = next((seat for seat, word in view.answers if word == "half"), None)
    looks = [a for a in view.legal if isinstance(a, Look)]
    return next((a for a in looks if a.at == stronger), looks[0])


def looked(view: View) -> Action:
    """A dealer whists if the hand that he has seen and an average one of a passer cover the duty.

    Where he may see both he does; then he counts them, and takes the stronger one's place. Unseen he would count two
    average hands of passers, which never are enough.
    """
    more = next((a for a in view.legal if isinstance(a, Look)), None)
    if more is not None:
        return more
    contract = view.contract
    assert contract is not None
    counts = {hand: tricks_against(cards, contract) for hand, cards in view.hands.items() if hand != view.seat}
    if len(counts) == 2:
        best = max(counts, key=lambda hand: counts[hand])
        places = [a for a in view.legal if isinstance(a, Whist) and a.at == best]
        return places[0] if sum(counts.values()) + LIGHT >= contract.duty else _say(view, Pass)
    place = view.place
    unseen = tuple((seat, word) for seat, word in view.answers if seat != place)
    own = counts.get(place, partner(contract, ((place, "pass"),)) - LIGHT)
    return _say(view, Whist if own + partner(contract, unseen[-1:]) >= contract.duty else Pass)


def light(view: View) -> Action:
    """Light, where the agreement lets him choose: two hands are played better as one. Half a whist, where he may still
    go for it, if after the other's pass the duty is out of reach."""
    half = next((a for a in view.legal if isinstance(a, Half)), None)
    if half is not None and view.contract is not None:
        passed = tuple((seat, word) for seat, word in view.answers if seat != view.seat)
        taken = sum(n for hand, n in view.taken.items() if hand != view.declarer)
        if taken + tricks_against(view.own, view.contract) + partner(view.contract, passed) < view.contract.duty:
            return half
    return _say(view, Open if any(isinstance(a, Open) for a in view.legal) else Dark)


def invite(view: View) -> Action:
    """The declarer of a misere offers it to the dealer if it is not safe."""
    return _say(view, Invite if misere_safety(view.own) < INVITING else Alone)


def share(view: View) -> Action:
    """The dealer of four shares a misere that he sees to have one hole at most."""
    return _say(view, Share if misere_safety(view.hands[view.declarer]) >= SHARING else Decline)


def misere_safety(cards: tuple[Card, ...]) -> float:
    """How likely ten cards take no trick, when all others are out."""
    return prod(suit_safety(mine, FULL ^ mine) for mine in shape(cards))


def doubt(view: View) -> Action:
    """Catching costs nothing: believe only what cannot be beaten."""
    assert view.contract is not None
    beaten = _misere_is_safe(view) if view.contract.is_misere else not _ten_can_fail(view)
    return _say(view, Believe if beaten else Catch)


def partner(contract: Contract, said: tuple[tuple[Seat, str], ...]) -> float:
    """Tricks to expect from the other hand, and from playing it in the light; `said`: what it has answered."""
    less = max((LESS[word] for _, word in said), default=0.0)
    return PARTNER[contract.level] - less * (1 if contract.level == 6 else 0.5) + LIGHT * bool(said)


def tricks_against(cards: tuple[Card, ...], contract: Contract) -> float:
    """Tricks of a defender's hand: aces, guarded kings, a queen that is guarded well, trumps by length."""
    trump = SUITS.index(contract.trump) if contract.trump else None
    side = RUFFED if contract.trump and contract.level >= 9 else 1.0
    return sum(_trumps(m) if s == trump else side * _side(m) for s, m in enumerate(shape(cards)))


def _side(m: int) -> float:
    n, ace, king, queen = m.bit_count(), bool(m & ACE), bool(m & KING), bool(m & QUEEN)
    kings = (0.8 if ace else 0.5 if n > 1 else 0.15) * king
    queens = (0.35 if king and n > 1 else 0.2 if n > 2 and not king else 0) * queen
    return 0.9 * ace + kings + queens


def _trumps(m: int) -> float:
    n, ace, king, queen = m.bit_count(), bool(m & ACE), bool(m & KING), bool(m & QUEEN)
    kings = (0.9 if ace else 0.6) * (king and n > 1)
    low = 0.5 if (queen and n > 2) or (not queen and m & JACK and n > 3) else 0
    return ace + kings + low + 0.4 * max(0, n - 3)


def _misere_is_safe(view: View) -> bool:
    """Whether every ten of the twelve cards that the declarer can have is safe in every suit."""
    led = tuple(c for _, c in view.trick)  # his own lead, if he had it, is still to be beaten
    others = shape(c for hand in view.hands.values() for c in hand)
    dropped = len(view.unseen) - view.counts[view.declarer]
    for gone in combinations(view.unseen, dropped):
        left = shape((*led, *(c for c in view.unseen if c not in gone)))
        if any(suit_safety(m, out) < 1 for m, out in zip(left, others, strict=True)):
            return False
    return True


def _ten_can_fail(view: View) -> bool:
    """Whether a defender has a card that is not drowned: fewer cards above it are out than its suit is long."""
    unknown = shape(view.unseen)
    for seat, cards in view.hands.items():
        if seat == view.declarer:
            continue
        for mine, out in zip(shape(cards), unknown, strict=True):
            if any((out & -(c << 1)).bit_count() < mine.bit_count() for c in bits(mine)):
                return True
    return False


def _say(view: View, kind: type[Action]) -> Action:
    return next(a for a in view.legal if isinstance(a, kind))
