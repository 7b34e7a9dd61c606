"""Everything that has a text form reads back to the same value: cards, contracts, actions, results, scores, tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import forms
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
    play,
)
from bot.game.cards import DECK, RANKS, SUITS, card, hand, hand_text, in_order, pack, pack_text
from bot.game.contracts import LADDER, MISERE, STEPS, contract, step
from bot.game.errors import NotationError
from bot.game.presets import agreement
from bot.game.proposals import (
    ANSWERS,
    CHAIR,
    CHAIR_AT,
    PROPOSALS,
    Agree,
    Begin,
    Chair,
    Claim,
    Fine,
    Finish,
    Object,
    Pause,
    Resume,
    Undo,
    Withdraw,
)
from bot.game.scoring import Result
from bot.game.settlement import Leaver
from bot.game.sheet import Line, Sheet, because, reason, whole
from bot.game.state import Table
from tests.game.scores import agreed

SEATS = st.integers(1, 4)
PLAIN = (Ready, Pass, Here, Take, Refuse, GiveUp, Back, Annul, Stand, Whist, Half, Open, Dark, Catch, Believe)
PLAIN += (Invite, Alone, Share, Decline, *PROPOSALS.values(), *ANSWERS.values())
POINTS = st.builds(whole, st.fractions(-999, 999, max_denominator=8))


def test_a_card_is_suit_first_and_there_is_one_object_a_card():
    assert [c.text for c in DECK] == [suit + rank for suit in SUITS for rank in RANKS]
    assert all(card(c.text) is c for c in DECK)
    assert (card("dT").suit, card("dT").rank, card("dT").index) == ("d", 3, 19)


def test_a_contract_is_suit_last_so_that_no_token_is_both():
    assert all(contract(c.text) is c for c in LADDER)
    assert {c.text for c in LADDER}.isdisjoint(c.text for c in DECK)
    assert (contract("10n").level, contract("10n").trump, contract("6s").trump) == (10, None, "s")
    assert MISERE.trump is None
    assert all(step(c.text) is c for c in STEPS)
    assert [c.text for c in STEPS if c.closed] == ["mis-closed", "9-closed"]
    assert all(c.trump is None for c in STEPS if c.closed)


@pytest.mark.parametrize("text", ["", "s", "As", "s10", "S7", "x7", "s1", "sAK", " sA"])
def test_what_is_no_card(text: str):
    with pytest.raises(NotationError):
        card(text)


@pytest.mark.parametrize("text", ["", "s6", "5s", "11s", "6", "10", "6x", "6N", "misere", "MIS"])
def test_what_is_no_contract(text: str):
    with pytest.raises(NotationError):
        contract(text)


@given(st.sets(st.sampled_from(DECK)))
def test_a_hand(cards: set):
    assert hand(hand_text(cards)) == in_order(cards)


def test_a_hand_groups_its_suits_high_cards_first():
    assert hand_text(pack("dTs7sAsK")) == "sAK7.dT"
    assert hand_text(()) == "-"


@pytest.mark.parametrize("text", ["", "s", "sAK7.", ".sA", "sAA", "sA.sA", "sA-cK", "sAcK"])
def test_what_is_no_hand(text: str):
    with pytest.raises(NotationError):
        hand(text)


@given(st.permutations(DECK))
def test_a_pack_keeps_its_order(cards: list):
    assert pack(pack_text(cards)) == tuple(cards)


ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(lambda kind, h: kind(h), st.sampled_from(PLAIN), SEATS),
    st.builds(Bid, SEATS, st.sampled_from(STEPS)),
    st.builds(Plays, SEATS, st.sampled_from(LADDER)),
    st.builds(Cut, SEATS, st.integers(4, 28)),
    st.builds(lambda kind, h, at: kind(h, at), st.sampled_from((Look, Whist, Help)), SEATS, SEATS),
    st.sampled_from([TimeUp(0), Begin(0), *(Chair(0, what) for what in CHAIR)]),
    st.builds(lambda what, at: Chair(0, what, at), st.sampled_from(CHAIR_AT), SEATS),
    st.builds(lambda at: Fine(0, at), SEATS),
    st.builds(Claim, SEATS, st.integers(0, 10)),
    st.builds(play, SEATS | st.just(DUMMY), st.sampled_from(DECK)),
    st.builds(lambda h, two: Drop(h, in_order(two)), SEATS, st.sets(st.sampled_from(DECK), min_size=2, max_size=2)),
    st.builds(
        lambda order, nonce: Deck(0, tuple(order), f"{nonce:064x}"), st.permutations(DECK), st.integers(0, 2**256 - 1)
    ),
)


@given(ACTIONS)
def test_every_action_is_its_token(a: Action):
    assert action(a.token) == a
    assert str(a) == a.token
    speaker = "chair" if isinstance(a, Chair) else "clock" if isinstance(a, Fine | Begin) else str(a.hand)
    assert a.token == (a.word if isinstance(a, Deck | TimeUp) else f"{speaker}:{a.word}")
    assert " " not in a.token


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("1:6s", Bid), ("1:mis", Bid), ("1:10n", Bid), ("2:pass", Pass), ("3:here", Here), ("1:drop-cT.d8", Drop),
        ("1:back", Back), ("1:plays-7c", Plays), ("2:whist", Whist), ("3:half", Half), ("4:look-2", Look),
        ("2:open", Open), ("2:dark", Dark), ("2:catch", Catch), ("3:believe", Believe), ("1:sA", Play),
        ("2:cut-17", Cut), ("1:ready", Ready), ("0:dT", Play), ("1:refuse", Refuse), ("1:giveup", GiveUp),
        ("1:annul", Annul), ("1:stand", Stand), ("1:mis-closed", Bid), ("1:9-closed", Bid), ("1:help-2", Help),
        ("time-up", TimeUp), ("2:undo", Undo), ("2:pause", Pause), ("2:resume", Resume), ("2:finish", Finish),
        ("1:claim-5", Claim), ("3:agree", Agree), ("3:object", Object), ("2:withdraw", Withdraw), ("chair:end", Chair),
        ("chair:pause", Chair), ("chair:resume", Chair), ("chair:computer-2", Chair), ("chair:person-2", Chair),
        ("chair:replace-2", Chair), ("chair:join-4", Chair), ("clock:fine-2", Fine), ("clock:deal", Begin),
    ],
)  # fmt: skip
def test_tokens_as_the_documents_write_them(token: str, kind: type[Action]):
    assert type(action(token)) is kind
    assert action(token).token == token


@pytest.mark.parametrize("token", ["0:pass", "0:6s", "0:plays-6s", "0:ready", "0:mis", "0:", "0:s6"])
def test_the_dummy_does_nothing_but_play_cards(token: str):
    with pytest.raises(NotationError):
        action(token)


def test_the_discard_is_written_in_one_order():
    assert action("1:drop-hA.c7") == action("1:drop-c7.hA")


@pytest.mark.parametrize(
    "token",
    [
        "", "pass", "5:pass", "0:pass", "1:", ":pass", "1:PASS", "1: pass", "1:pass ", "12:pass", "1:passes", "1:6",
        "1:drop", "1:drop-", "1:drop-c7", "1:drop-c7.c8.c9", "1:drop-c7c8", "1:drop-x7.c8", "1:plays", "1:plays-",
        "1:plays-11s", "1:look", "1:look-5", "1:look-0", "1:cut-", "1:cut-0", "1:cut-017", "1:cut-1.5", "1:cut--4",
        "1:sX", "1:x7", "1:6s 2:pass", "deck-", "deck-sA-00", "1:deck", "²:pass", "1:cut-²",
        "chair:", "chair:end-1", "chair:computer", "chair:computer-5", "chair:join-0", "1:chair", "chair:leave-2",
        "clock:", "clock:fine", "clock:fine-0", "clock:end", "1:fine-2", "1:claim", "1:claim-11", "1:claim-01",
        "1:claim--1", "0:agree", "0:undo", "1:agree-2",
        "1:time-up", "time", "time-up ", "1:help", "1:help-5", "1:help-0", "1:plays-9-closed", "1:9s-closed",
    ],
)  # fmt: skip
def test_what_is_no_token(token: str):
    with pytest.raises(NotationError):
        action(token)


CALLS = st.lists(st.tuples(SEATS, st.sampled_from(forms.CALLS)), max_size=5).map(tuple)
TRICKS = st.none() | st.tuples(*[st.integers(0, 10)] * 4)
TALON = st.just(()) | st.permutations(DECK).map(lambda cards: tuple(cards[:2]))
FACTORS = st.lists(st.integers(2, 64), max_size=2).map(tuple)
RESULTS = st.one_of(
    st.builds(
        Result, st.just("game"), SEATS, SEATS, st.sampled_from([c for c in LADDER if c is not MISERE]), CALLS, TRICKS,
        TALON, st.just(1), FACTORS,
    ),
    st.builds(
        Result, st.just("misere"), SEATS, SEATS, st.just(MISERE), st.just(()), TRICKS, TALON, st.just(1), FACTORS,
        st.integers(0, 4),
    ),
    st.builds(
        Result, st.just("giveup"), SEATS, SEATS, st.sampled_from([c for c in LADDER if c is not MISERE]), st.just(()),
        st.none(), TALON, st.just(1), FACTORS, st.just(0), st.integers(1, 10),
    ),
    st.builds(
        Result, st.sampled_from(("game", "annulled")), SEATS, SEATS, st.sampled_from([c for c in LADDER if c.trump]),
        st.just(()), st.none(), TALON, refused=st.booleans(), helped=st.lists(SEATS, max_size=3).map(tuple),
    ),
    st.builds(
        Result, st.just("raspasy"), SEATS, tricks=st.tuples(*[st.integers(0, 10)] * 4), talon=TALON,
        step=st.integers(1, 9), factors=FACTORS,
    ),
)  # fmt: skip


@given(RESULTS)
def test_a_result(result: Result):
    assert forms.result(forms.result_text(result), result.dealer, 4) == result


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("7c 1; whist 2; pass 3; tricks 8-1-1", "7c 1; whist 2; pass 3; tricks 8-1-1"),
        ("pas; tricks 3-4-3", "pas; tricks 3-4-3"),
        ("mis 1; tricks 2", "mis 1; tricks 2-0-0"),
        ("6h 1; pass 2; half 3", "6h 1; pass 2; half 3"),
        ("  6h 1 ;pass 2;  half 3 ", "6h 1; pass 2; half 3"),
        ("6h 1; pass 2; half 3; whist 2; tricks 6-3-1", "6h 1; pass 2; half 3; whist 2; tricks 6-3-1"),
    ],
)
def test_results_as_people_write_them(text: str, full: str):
    assert forms.result_text(forms.result(text, 3, 3)) == full


@pytest.mark.parametrize(
    "text",
    [
        "", "7c", "7c 4", "7c 0", "7c x", "6 1", "pas", "pas; tricks 5-5", "pas; tricks 5-3-2-0", "pas; tricks 1",
        "7c 1; wist 2", "7c 1; whist 9", "7c 1; tricks a-b-c", "7c 1; tricks 100-0-0", "7c 1; times x",
        "7c 1; refused 2", "7c 1; annulled; annulled", "7c 1; help 4", "7c 1; help", "pas; tricks 5-3-2; refused",
        "pas; tricks 5-3-2; annulled", "9-closed 1", "7c 1; talon sA",
        "7c 1; talon xx", "7c 1; tricks 8-1-1; tricks 8-1-1", "7c 1; partner 4", "7c 1;;",
    ],
)  # fmt: skip
def test_what_is_no_result(text: str):
    with pytest.raises(NotationError):
        forms.result(text, 3, 3)


def entries(lines: tuple[Line, ...]) -> set:
    return {(line.column, line.seat, line.on, line.amount) for line in lines}


ENTRIES = st.dictionaries(
    st.tuples(st.sampled_from(("pool", "hill")), SEATS, st.just(0))
    | st.tuples(st.just("whists"), SEATS, SEATS).filter(lambda e: e[1] != e[2]),
    POINTS.filter(bool),
)


@given(ENTRIES)
def test_a_score(amounts: dict):
    lines = tuple(Line(c, s, amount, because("written"), on) for (c, s, on), amount in amounts.items())
    text = forms.score_text(lines)
    assert entries(forms.score(text)) == entries(lines)
    assert forms.score_text(forms.score(text)) == text


def test_a_score_adds_up_what_belongs_together_and_leaves_out_nothing():
    lines = [
        Line("whists", 2, 6, because("whist"), 1),
        Line("whists", 2, 2, because("consolation"), 1),
        Line("pool", 1, 2, because("made")),
        Line("hill", 3, 2, because("fine")),
        Line("hill", 3, -2, because("surplus")),
        Line("hill", 1, Fraction(3, 2), because("fine")),
    ]
    assert forms.score_text(lines) == "pool 1 2; hill 1 3/2; whists 2>1 8"
    assert forms.score_text([]) == "-"
    assert forms.score("-") == ()


@pytest.mark.parametrize(
    "text",
    ["", "pool", "pool 1", "pool 5 1", "pool 1>2 3", "whists 1 3", "hill 1 x", "hill 1 1/0", "hill 1 1.5", "pool 1 2;"],
)
def test_what_is_no_score(text: str):
    with pytest.raises(NotationError):
        forms.score(text)


def test_a_reason():
    why = because("consolation", tricks=2, price=Fraction(7, 2), shares=1)
    assert why.text == "consolation tricks=2 price=7/2 shares=1"
    assert reason(why.text) == why
    assert reason("helped") == because("helped")


LEAVERS = st.builds(
    Leaver, SEATS, st.integers(0, 99), st.fractions(-999, 999, max_denominator=4), st.integers(-999, 999)
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    seats = draw(st.integers(3, 4))
    column = st.tuples(*[POINTS] * seats)
    order = tuple(draw(st.permutations(range(1, seats + 1))))
    return Table(
        agreed(draw(st.sampled_from(["", "rostov", "pool_target=20 whist_pay=gentleman"]))),
        order,
        draw(st.sampled_from(order)),
        draw(st.sampled_from(order)),
        Sheet(draw(column), draw(column), draw(st.tuples(*[column] * seats))),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 99)),
        draw(st.frozensets(st.sampled_from(order))),
        annulled=draw(st.integers(0, 9)),
        time_up=draw(st.booleans()),
        leavers=tuple(draw(st.lists(LEAVERS, max_size=2))),
    )


@given(tables())
def test_a_table(table: Table):
    assert forms.table(forms.table_text(table), agreement) == table


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"sheet": 1}', '{"sheet": {"pool": ["x"]}}'])
def test_what_is_no_stored_table(text: str):
    with pytest.raises(NotationError):
        forms.table(text, agreement)
