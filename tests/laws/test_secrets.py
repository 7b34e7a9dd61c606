"""No hidden card gets out: in another world, with all cards changed that a seat cannot know, it sees the same.

At every step of aimed random deals, for every seat and for the group: the view with what may be answered, the refusal
of what may not, and what is announced. The hash of the deck differs between worlds, of course; it tells nothing and is
masked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.game import deal as deals
from bot.game import rules, undo
from bot.game import view as views
from bot.game.actions import Action
from bot.game.cards import Card
from bot.game.state import Auction, Closed, State
from bot.game.view import view
from bot.screens.alerts import last_trick, own_hand
from bot.screens.board import board
from bot.screens.hand import hand
from tests.aimed import HOUSE_AIMS, IN_THE_DARK, RASPASY, Aim, Turn, aims, pulkas, start
from tests.laws.knowledge import Knowledge, Viewer, exchanged
from tests.laws.laws import every_card_is_somewhere_once, everything, refusal
from tests.screens.dealing import frame

DEALS = 60
TABLES = {
    "sochi of three": (3, {}),
    "sochi of four": (4, {}),
    "talon closed": (4, {"talon_shown": "closed", "raspasy_talon": "closed"}),
    "talon shown all through": (3, {"talon_visible": "whole_deal", "raspasy_talon": "suit_only"}),
    "ten whisted, always light": (4, {"ten": "whisted", "single_whist_play": "light", "dealer_whist": "any"}),
    "hussar": (2, {}),
    "hussar, the dummy plays on raspasy": (2, {"hussar_raspasy": "dummy_lowest", "talon_shown": "closed"}),
    "hussar, opened after the first trick": (2, {"open_cards": "after_first_trick", "ten": "whisted"}),
    "hussar, calls in the dark": (2, {"dark_bids": "on", "dark_misere": "on"}),
    "calls in the dark": (3, {"dark_bids": "on", "dark_misere": "on"}),
    "calls in the dark of four": (4, {"dark_bids": "on", "dark_misere": "on", "talon_visible": "whole_deal"}),
    "second thoughts": (4, {"talon_refusal": "2", "giveup": "without_three", "trump_slip": "annul"}),
    "without the talon": (3, {"misere_without_talon": "on", "trump_slip": "annul", "talon_shown": "closed"}),
    "ten whisted, always dark": (3, {"ten": "whisted", "single_whist_play": "dark", "bid_jumps": "in_order"}),
    "after the lead, both hands": (
        4,
        {"open_cards": "after_declarer_lead", "dealer_peek": "both", "misere_partnership": "on"},
    ),
    "after the first trick, unseen": (
        4,
        {
            "open_cards": "after_first_trick",
            "dealer_peek": "none",
            "whist_pay": "gentleman",
            "whist_pass_half": "on",
        },
    ),
}


@pytest.fixture(autouse=True)
def _masked_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "commitment", lambda deck: "masked")


def worlds(
    players: int, rng: Random, options: dict[str, str], count: int, talk: float = 0
) -> Iterator[tuple[Turn, Knowledge]]:
    """Aimed deals, and after every turn what each viewer knows."""
    begun = start(players, **options)
    knowledge = Knowledge(players)
    aimed = in_the_dark if options.get("dark_bids") == "on" else sample
    house = [aim for key in options for aim in HOUSE_AIMS.get(key, ())]
    for turn in pulkas(begun, rng, [*aimed(players, rng, count), *rng.sample(house, min(len(house), count))], talk):
        knowledge.learn(turn)
        yield turn, knowledge


def sample(players: int, rng: Random, count: int) -> list[Aim]:
    """A sample of all aims with what is rare among them: raspasy, misere, ten."""
    every = aims(players)
    rare = [aim for aim in every if aim.goal is None or aim.goal.level in (0, 10)]
    return [RASPASY, *rng.sample(every, count // 2), *rng.sample(rare, count - count // 2 - 1)]


def in_the_dark(players: int, rng: Random, count: int) -> list[Aim]:
    """The same where one may call before looking: half of them are such calls."""
    return [*rng.sample(IN_THE_DARK, count // 2), *sample(players, rng, count - count // 2)]


def leaks(state: State, viewer: Viewer, known: set[Card], rng: Random) -> Iterator[str]:
    """What tells `viewer` in which of two worlds he is."""
    other = exchanged(state, known, rng)
    if view(state, viewer) != view(other, viewer):
        yield "view"
    for a in presses(state, viewer, rng):
        here, there = refusal(state, a), refusal(other, a)
        if type(here) is not type(there) or (here and there and here.params != there.params):
            yield f"answer to {a.token}"


def presses(state: State, viewer: Viewer, rng: Random) -> list[Action]:
    """Some of what a seat may try; a press for a hand that it does not play gets no further than the host."""
    if viewer is None:
        return []
    tried = [rng.choice(rng.choice(everything(rng.randint(0, 4))[:-1])) for _ in range(4)]
    return [a for a in tried if rules.actor(state, a) == viewer]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_a_seat_cannot_tell_the_worlds_apart(table: str, seed: int):
    players, options = TABLES[table]
    rng = Random(seed)
    for turn, knowledge in worlds(players, rng, options, DEALS):
        for viewer in knowledge.viewers:
            found = list(leaks(turn.step.state, viewer, knowledge.known[viewer], rng))
            assert not found, f"{viewer or 'the group'} after {turn.action}: {found}"
            assert cards_announced(turn, viewer) <= knowledge.known[viewer]


def gives_away(turn: Turn, knowledge: Knowledge, rng: Random) -> Iterator[Viewer]:
    """Whom it tells something that another seat did this: he sees more than that in only one of two worlds."""
    before, action, after = turn.before, turn.action, turn.step.state
    if before.deal is None or after.deal is None:
        return
    for viewer in knowledge.viewers:
        if viewer != rules.actor(before, action):
            other = exchanged(before, knowledge.known[viewer], rng)
            if refusal(other, action) is None and view(after, viewer) != view(rules.apply(other, action).state, viewer):
                yield viewer


@pytest.mark.parametrize(
    "table", [name for name in TABLES if "the dummy plays" not in name]
)  # by itself, what it holds
def test_nor_by_what_an_action_leads_to(table: str):
    """What another seat does, it does in both worlds: what may then be offered or taken back tells nothing. People talk
    of the table meanwhile."""
    players, options = TABLES[table]
    rng = Random(6)
    for turn, knowledge in worlds(players, rng, options, DEALS // 3, talk=0.15):
        assert not list(gives_away(turn, knowledge, rng)), turn.action


@pytest.mark.parametrize(
    "table",
    [
        "sochi of four",
        "hussar",
        "calls in the dark",
        "after the lead, both hands",
        *(
            pytest.param(table, marks=pytest.mark.soak)
            for table in (
                "sochi of three",
                "talon closed",
                "hussar, calls in the dark",
                "after the first trick, unseen",
            )
        ),
    ],
)
def test_nor_do_the_screens_tell_them_apart(table: str):
    """The hand, what unfolds beside it, the board and what answers a press: drawn from views alone, so that they keep
    what views keep. People claim, take back and pause meanwhile."""
    players, options = TABLES[table]
    chance, met = Random(5), Counter[str]()
    for turn, knowledge in worlds(players, Random(4), {**options, "history_visibility": "all"}, DEALS // 4, talk=0.2):
        state = turn.step.state
        met[state.offer.kind if state.offer else ""] += 1
        for viewer in knowledge.viewers:
            other = exchanged(state, knowledge.known[viewer], chance)
            assert shown(state, viewer) == shown(other, viewer)
    assert min(met[kind] for kind in ("undo", "claim", "pause")) > 2


def shown(state: State, viewer: Viewer) -> list[object]:
    """Everything that a viewer's screens and alerts say."""
    drawn = frame(state, viewer)
    if viewer is None:
        return [board(drawn)]
    unfolded = [hand(replace(drawn, aside=aside)) for aside in ("", "on", "tricks", "claim", "claim-0")]
    return [*unfolded, own_hand("ru", drawn.view), last_trick("ru", drawn.view, drawn.names)]


def cards_announced(turn: Turn, viewer: Viewer) -> set[Card]:
    """Cards in the events that a viewer hears, those of a closed deal apart: it is public."""
    heard = (e.data for e in turn.step.events if e.seen_by is None or viewer in e.seen_by)
    return {c for data in heard if not isinstance(data, Closed) for c in cards_in(data)}


def cards_in(data: object) -> Iterator[Card]:
    if isinstance(data, Card):
        yield data
    elif isinstance(data, tuple):
        for part in data:
            yield from cards_in(part)


def test_another_world_is_a_deal_like_this_one():
    """All 32 cards lie somewhere, hands are as long as they were, and what can be hidden has changed places."""
    rng = Random(3)
    for turn, knowledge in worlds(4, rng, {}, DEALS // 4):
        state = turn.step.state
        other = exchanged(state, knowledge.known[None], rng)
        every_card_is_somewhere_once(other)
        if isinstance(state.phase, Auction):
            assert [len(h) for h in other.deal.hands] == [len(h) for h in state.deal.hands]
            assert other.deal.hands != state.deal.hands
            assert other.deal.deck != state.deal.deck


def test_a_seat_knows_what_it_is_shown():
    """Otherwise the exchange would prove little: every card of a view is one that the seat knows."""
    rng = Random(1)
    for turn, knowledge in worlds(4, rng, {"talon_visible": "whole_deal"}, DEALS):
        for viewer in knowledge.viewers:
            seen = view(turn.step.state, viewer)
            shown = {c for hand in seen.hands.values() for c in hand}.union(seen.talon, seen.dropped)
            assert shown <= knowledge.known[viewer]
            if seen.stage == "tricks" and viewer in seen.playing:
                assert len(knowledge.known[viewer]) >= 10


LEAKS: dict[str, tuple[int, str, Callable[..., object]]] = {
    "other hands": (3, "_shown_to", lambda phase, dealer, seat: (1, 2, 3)),
    "the dummy's hand": (2, "_shown_to", lambda phase, dealer, seat: (0,)),
    "the talon that nobody took": (3, "_talon", lambda state, *_, led: state.deal.talon),
    "the hand that its owner has not looked at": (3, "_dark", lambda phase: frozenset()),
    "how many hearts are out": (3, "_silent", lambda state, *_: sum(c.suit == "h" for c in state.deal.talon)),
}


@pytest.mark.parametrize("what", LEAKS)
def test_a_leak_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch):
    players, name, leaking = LEAKS[what]
    monkeypatch.setattr(views, name, leaking)
    rng = Random(2)
    assert any(
        "view" in leaks(turn.step.state, viewer, knowledge.known[viewer], rng)
        for turn, knowledge in worlds(players, rng, {"talon_shown": "closed", "dark_bids": "on"}, 12)
        for viewer in knowledge.viewers
    )


def test_that_a_card_was_forced_would_be_noticed(monkeypatch: pytest.MonkeyPatch):
    """An undo that goes back over cards of which only their owner sees that they were forced."""
    monkeypatch.setattr(undo, "follows", lambda before, action, actor, choices: choices == 1)
    rng = Random(2)
    assert any(list(gives_away(*world, rng)) for world in worlds(3, rng, {}, 12, talk=0.15))
