"""Reading the table before a card is played: whose the trick is, who may hold what, who is out of which suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.game.actions import Play, Seat
from bot.game.cards import SUITS, Card, takes
from bot.game.view import View
from bot.players.evaluate import Shape, shape


@dataclass(frozen=True)
class Reading:
    """What the hand to play can tell from a view. Everything is a deduction; nothing is guessed."""

    view: View

    @cached_property
    def hand(self) -> Seat:
        """The hand that plays: the seat's own, or another that it controls."""
        return self.view.turn

    @cached_property
    def legal(self) -> tuple[Card, ...]:
        """Cards it may play, low to high in each suit."""
        return tuple(a.card for a in self.view.legal if isinstance(a, Play))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return self.view.hands[self.hand]

    @cached_property
    def trump(self) -> str | None:
        return self.view.contract.trump if self.view.contract else None

    @cached_property
    def declarer(self) -> Seat:
        """0 on raspasy."""
        return self.view.declarer

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """The other hands that are played, clockwise: two, or one on raspasy of two hands."""
        playing = self.view.playing
        i = playing.index(self.hand)
        return (*playing[i + 1 :], *playing[:i])

    @cached_property
    def partner(self) -> Seat:
        """The other defender, for a defender."""
        return next(h for h in self.others if h != self.declarer)

    @cached_property
    def after(self) -> tuple[Seat, ...]:
        """Hands that play to this trick after this one."""
        played = {h for h, _ in self.view.trick}
        return tuple(h for h in self.others if h not in played)

    @cached_property
    def best(self) -> tuple[Seat, Card] | None:
        """The card that takes the trick so far, and whose it is; None before one is led."""
        trick, led = self.view.trick, self.view.led
        if not trick or led is None:
            return None
        i = takes([c for _, c in trick], led, self.trump)
        # Where the talon shows the suit, cards of other suits take nothing, even alone on the table.
        return trick[i] if trick[i][1].suit in (led, self.trump) else None

    @cached_property
    def voids(self) -> frozenset[tuple[Seat, str]]:
        """(hand, suit) of hands that once could not follow, or could not even trump."""
        found: set[tuple[Seat, str]] = set()
        for i, trick in enumerate(self.view.past):
            self._note(found, trick, self._led(i))
        if self.view.trick and self.view.led:
            self._note(found, self.view.trick, self.view.led)
        return frozenset(found)

    def _led(self, i: int) -> str:
        """The suit that was led to trick `i`: on raspasy the talon's cards lead the first two."""
        view = self.view
        if view.stage == "raspasy" and i < len(view.talon):
            return view.talon[i].suit
        return view.past[i][0][1].suit

    def _note(self, found: set[tuple[Seat, str]], trick: tuple[tuple[Seat, Card], ...], led: str) -> None:
        for hand, c in trick:
            if c.suit != led and hand in self.view.playing:
                found.add((hand, led))
                if self.trump and c.suit != self.trump:
                    found.add((hand, self.trump))

    @cached_property
    def hidden(self) -> tuple[Card, ...]:
        """Cards that lie in hands this seat does not see, or in the discard."""
        return self.view.unseen

    @cached_property
    def sees_all(self) -> bool:
        """Whether both other hands lie open."""
        return all(h in self.view.hands for h in self.others)

    def holding(self, hand: Seat) -> tuple[Card, ...]:
        """The cards of another hand: those it has if they are seen, else those that it may have."""
        seen = self.view.hands.get(hand)
        if seen is not None:
            return seen
        return tuple(c for c in self.hidden if (hand, c.suit) not in self.voids)

    @cached_property
    def held(self) -> dict[Seat, Shape]:
        """`holding` of the other hands as shapes: four masks of ranks, in the order of `SUITS`."""
        return {h: shape(self.holding(h)) for h in self.others}

    @cached_property
    def own(self) -> Shape:
        """This hand as a shape."""
        return shape(self.cards)

    def mine(self, suit: str) -> int:
        return self.own[SUITS.index(suit)]

    def theirs(self, suit: str, *hands: Seat) -> int:
        """Ranks of a suit that some of `hands` (by default: of all others) may hold."""
        s, mask = SUITS.index(suit), 0
        for h in hands or self.others:
            mask |= self.held[h][s]
        return mask

    def above(self, c: Card, *hands: Seat) -> int:
        """Ranks higher than `c` in its suit that some of `hands` may hold."""
        return self.theirs(c.suit, *hands) & -(2 << c.rank)

    def is_master(self, c: Card) -> bool:
        """Whether no higher card of its suit is out."""
        return not self.above(c)

    def beats(self, c: Card, other: Card) -> bool:
        """Whether `c`, played after `other`, takes it."""
        return c.rank > other.rank if c.suit == other.suit else c.suit == self.trump

    def can_beat(self, hand: Seat, c: Card) -> bool:
        """Whether a hand that plays later may be able to beat `c`, which then takes the trick."""
        led = self.view.led or c.suit
        held = self.held[hand]
        if c.suit == self.trump != led:
            return self.is_out(hand, led) and bool(held[SUITS.index(c.suit)] & -(2 << c.rank))
        if held[SUITS.index(led)] & -(2 << c.rank):
            return True
        if self.trump is None or led == self.trump:
            return False
        return self.is_out(hand, led) and bool(held[SUITS.index(self.trump)])

    def is_out(self, hand: Seat, suit: str) -> bool:
        """Whether a hand certainly has no card of `suit`."""
        return not self.held[hand][SUITS.index(suit)]

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """Legal cards that take the trick as it lies now."""
        led = self.view.led
        if self.best is None:
            return tuple(c for c in self.legal if led is None or c.suit == led)
        top = self.best[1]
        return tuple(c for c in self.legal if self.beats(c, top))
