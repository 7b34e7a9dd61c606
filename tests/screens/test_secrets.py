"""No card that a seat cannot know reaches its screen: all of them are exchanged, and the screen stays as it was."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.game.cards import DECK, Card, in_order
from bot.game.state import State
from bot.game.view import View, view
from bot.screens.alerts import last_trick, own_hand
from bot.screens.board import board
from bot.screens.hand import hand
from tests.screens.dealing import NAMES, frame, played, some_states


def exchanged(state: State, seat: int | None, chance: random.Random) -> State:
    """The state with all cards mixed that `seat` does not see now; what was played and the hash are untouched."""
    deal = state.deal
    assert deal is not None
    seen = in_sight(view(state, seat))
    hidden = [c for c in DECK if c not in seen]
    swap: dict[Card, Card] = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def mixed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order(swap.get(c, c) for c in cards)

    phase, changes = state.phase, {}
    if hasattr(phase, "hands"):
        changes["hands"] = tuple(mixed(h) for h in phase.hands)
    if getattr(phase, "dropped", ()):
        changes["dropped"] = mixed(phase.dropped)
    if hasattr(phase, "game"):
        changes["game"] = replace(phase.game, dropped=mixed(phase.game.dropped))
    talon = tuple(swap.get(c, c) for c in deal.talon)
    mixed_deal = replace(deal, hands=tuple(mixed(h) for h in deal.hands), talon=talon)
    return replace(state, phase=replace(phase, **changes), deal=mixed_deal)


def in_sight(seen: View) -> set[Card]:
    cards = {c for held in seen.hands.values() for c in held} | {*seen.dropped, *seen.talon}
    return cards | {c for trick in (*seen.past, seen.trick) for _, c in trick}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_may_be_exchanged_and_no_screen_changes(seats: int):
    chance, compared = random.Random(4), 0
    for state in some_states(seats, pulkas=9 if seats == 2 else 3):
        if state.deal is None:
            continue
        for seat in (None, *state.table.order):
            other = exchanged(state, seat, chance)
            compared += other != state
            draw = hand if seat else board
            assert draw(frame(other, seat)) == draw(frame(state, seat))
            if seat:
                assert own_hand("ru", view(other, seat)) == own_hand("ru", view(state, seat))
                shown = (last_trick("ru", view(s, seat), NAMES) for s in (state, other))
                assert len(set(shown)) == 1
    assert compared > 1000


def test_the_exchange_does_change_what_others_see():
    """Otherwise the test above would compare nothing."""
    state = next(s for s in some_states(3) if s.deal is not None)
    other = exchanged(state, 1, random.Random(1))
    assert hand(frame(other, 2)) != hand(frame(state, 2))


def test_the_discard_may_be_looked_at_until_the_first_lead():
    """Codex fn 33; later only where the agreement lets all tricks be seen again."""
    dealt = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
    calls = "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:whist 3:whist"
    assert "Снос: ♣7 ♥7" in hand(frame(played(dealt, calls), 1)).text
    assert "Снос" not in hand(frame(played(dealt, calls + " 1:sA"), 1)).text
    assert "Снос" in hand(frame(played(dealt, calls + " 1:sA", history_visibility="all"), 1)).text
    assert "Снос" not in hand(frame(played(dealt, calls), 2)).text + board(frame(played(dealt, calls), None)).text
