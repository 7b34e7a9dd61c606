"""What each seat and the group can know of a deal's cards: worked out from what was said and played, not from a view.

A seat knows its own hand (where one may call before looking: from its look, or the end of the auction), the discard
that it made, a talon that was shown to it, hands that were laid open, that it was let to look at or in whose place it
whists, and every card that was played. Nobody forgets, whatever the screens show later.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.game.actions import DUMMY, Alone, Deck, Decline, Invite, Look, Open, Play, Plays, Seat, Share, Whist
from bot.game.cards import DECK, Card, in_order
from bot.game.contracts import MISERE
from bot.game.proposals import OF_THE_TABLE, Claim
from bot.game.state import Auction, Between, Cards, Exchange, Phase, Raspasy, State, Tricks
from tests.aimed import Turn

Viewer = Seat | None
"""A seat, or None for the group."""


class Knowledge:
    """The cards that each viewer knows in the deal that is being played."""

    def __init__(self, players: int) -> None:
        self.viewers: tuple[Viewer, ...] = (None, *range(1, players + 1))
        self.known: dict[Viewer, set[Card]] = {v: set() for v in self.viewers}

    def learn(self, turn: Turn) -> None:
        """Takes in what a turn has shown, and to whom. When a deal has ended, the next one is wholly unknown."""
        before, action, after = turn.before, turn.action, turn.step.state
        if after.deal is None:
            self.viewers = (None, *range(1, after.table.players + 1))
            self.known = {v: set() for v in self.viewers}
            return
        if isinstance(action, OF_THE_TABLE) and before.deal is not None:
            if isinstance(action, Claim) and action.hand in after.deal.playing:
                self._see(_hand(after, action.hand))
            return
        called = isinstance(before.phase, Auction) and not isinstance(action, Look)
        bidding = isinstance(after.phase, Auction) and not (called and _alone(after))
        if not bidding or (before.deal is None and after.table.agreement["dark_bids"] == "off"):
            for seat in after.deal.playing:
                if seat != DUMMY:
                    self._see(after.deal.hands[seat - 1], seat)
        if isinstance(action, Play):
            self._see([action.card])
        if isinstance(after.phase, Raspasy):  # the dummy plays by itself
            self._see([c for trick in (*after.phase.past[-1:], after.phase.trick) for _, c in trick])
        if isinstance(action, Look):
            self._see(_hand(after, action.at), action.hand)
        if isinstance(action, Whist) and DUMMY in after.deal.playing:
            self._see(_hand(after, DUMMY), action.hand)  # he is going to play it
        if isinstance(action, Plays) and action.contract is MISERE and before.phase.dark:  # type: ignore[union-attr]
            for hand in set(after.deal.playing) & {DUMMY}:  # nobody is asked, who plays against it plays it
                self._see(_hand(after, hand), *(h for h in after.deal.seated if h != action.hand))
        if isinstance(action, Whist) and action.hand not in after.deal.playing:
            self._see(_hand(after, after.phase.game.place), action.hand)  # type: ignore[union-attr]
        if isinstance(action, Invite):
            self._see(_hand(after, action.hand), after.deal.dealer)
        if isinstance(before.phase, Auction) and isinstance(after.phase, Exchange):
            shown = after.phase.bid is MISERE or after.table.agreement["talon_shown"] == "open"
            shown = shown and not after.phase.dark
            if not after.phase.bid.closed:
                self._see(after.deal.talon, *(() if shown else (after.phase.declarer,)))
        if isinstance(after.phase, Raspasy) and after.table.agreement["raspasy_talon"] != "closed":
            self._see(after.deal.talon[: 1 + (len(after.phase.past) > 0)])
        if laid_open(turn):
            declarer = after.phase.game.declarer  # type: ignore[union-attr]
            for seat in after.deal.playing:
                if seat != declarer:
                    self._see(_hand(after, seat))

    def _see(self, cards: Cards | list[Card], *viewers: Viewer) -> None:
        for viewer in viewers or self.viewers:
            self.known[viewer].update(cards)


def laid_open(turn: Turn) -> bool:
    """The defenders lay down their hands: in the light; on a misere and a checked ten before anybody else leads, when
    it is settled whether the misere is shared."""
    before, action, after, deal = turn.before, turn.action, turn.step.state, turn.step.state.deal
    assert deal is not None
    checked = before.table.agreement["ten"] == "checked"
    shared = before.table.agreement["misere_partnership"] == "on" and before.table.players == 4
    if isinstance(action, Alone | Share | Decline):
        game = after.phase.game  # type: ignore[union-attr]
        return game.declarer != deal.forehand and not game.dark
    if isinstance(action, Plays):
        if action.contract is MISERE:
            return action.hand != deal.forehand and not shared and not before.phase.dark  # type: ignore[union-attr]
        return action.contract.level == 10 and checked
    if isinstance(action, Open) or opened_between_two(turn):
        return True
    if getattr(getattr(before.phase, "game", None), "dark", False):
        return False
    first = isinstance(action, Play) and before.phase.trick == before.phase.past == ()  # type: ignore[union-attr]
    led_by_misere = first and not isinstance(before.phase, Raspasy) and before.phase.game.contract is MISERE  # type: ignore[union-attr]
    return led_by_misere and action.hand == before.phase.game.declarer  # type: ignore[union-attr]


def opened_between_two(turn: Turn) -> bool:
    """Hussar: who whists has nothing to choose, his cards and the dummy's are laid down when `open_cards` says so."""
    action, table, phase = turn.action, turn.before.table, turn.step.state.phase
    if table.players != 2 or not isinstance(phase, Tricks) or not any(word == "whist" for _, word in phase.game.calls):
        return False
    led = turn.step.state.deal.forehand == phase.game.declarer  # type: ignore[union-attr]
    wanted = {"before_lead": 0, "after_declarer_lead": int(led), "after_first_card": 1, "after_first_trick": 3}
    lie = len(phase.trick) + 3 * len(phase.past)
    return isinstance(action, Whist | Play) and lie == wanted[table.agreement["open_cards"]]


def _hand(state: State, seat: Seat) -> Cards:
    if isinstance(state.phase, Auction):
        assert state.deal is not None
        return state.deal.hands[seat - 1]
    return state.phase.hands[seat - 1]  # type: ignore[union-attr]


def _alone(state: State) -> bool:
    """Whether one bidder is left: the auction is over, and everybody takes up his cards."""
    assert state.deal is not None
    assert isinstance(state.phase, Auction)
    said = dict(state.phase.calls)
    return len([h for h in state.deal.seated if not said.get(h, "").endswith("pass")]) == 1


def exchanged(state: State, known: set[Card], rng: Random) -> State:
    """The state in another world: all cards but the known ones change places, wherever the state holds them.

    Hands keep their sizes, what was said and played stays, and deals that have ended are public and stay as well.
    """
    unknown = [c for c in DECK if c not in known]
    swap = dict(zip(unknown, rng.sample(unknown, len(unknown)), strict=True))
    nonce = f"{rng.getrandbits(256):064x}"

    def moved(cards: Cards) -> Cards:
        return tuple(swap.get(c, c) for c in cards)

    def hands(held: tuple[Cards, ...]) -> tuple[Cards, ...]:
        return tuple(in_order(moved(cards)) for cards in held)

    def decked(deck: Deck | None) -> Deck | None:
        return deck and Deck(0, moved(deck.order), nonce)

    def phased(phase: Phase) -> Phase:
        changes: dict[str, object] = {}
        if not isinstance(phase, Auction):
            changes["hands"] = hands(phase.hands)  # type: ignore[union-attr]
        if isinstance(phase, Exchange):
            changes["dropped"] = in_order(moved(phase.dropped))
        elif hasattr(phase, "game"):
            changes["game"] = replace(phase.game, dropped=in_order(moved(phase.game.dropped)))
        return replace(phase, **changes)  # type: ignore[type-var]

    deal, phase = state.deal, state.phase
    if isinstance(phase, Between):
        return replace(state, phase=replace(phase, deck=decked(phase.deck)))
    if deal is None:
        return state
    deal = replace(deal, hands=hands(deal.hands), talon=moved(deal.talon), deck=decked(deal.deck))
    undoable = state.undoable and replace(state.undoable, phase=phased(state.undoable.phase))
    return replace(state, deal=deal, phase=phased(phase), undoable=undoable)
