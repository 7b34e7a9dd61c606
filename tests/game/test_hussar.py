"""Hussar, preferans for two (RULES 9, 9a.11; C4), a row per sentence.

Hand 1 is the forehand and seat 2 deals unless a row says else; hand 0 is the dummy. Of `HANDS` hand 1 has spades, the
dummy two long suits, hand 2 nothing much.
"""

from __future__ import annotations

import pytest

from bot.game import forms, rules
from bot.game.actions import Play
from bot.game.cards import hand, pack
from bot.game.errors import AgreementError
from bot.game.notation import DealRecord, Record, dumps, loads
from bot.game.possible import completed, why_impossible
from bot.game.presets import preset
from bot.game.replay import dealt_by_hand, replay
from bot.game.state import Between, State, Tricks, new_table
from bot.game.view import view
from tests.game.deals import HANDS, after, last_step, may, said, start, where
from tests.game.rulebook import rows
from tests.game.scores import agreed, table, written

TWO = "hussar players=2"
LOW = "s79.c789.d789.h78 sTJ.cTJQ.dTJ.h9TJ sQKA.cKA.dQA.hQKA"
"""Hand 1 low, the dummy middle, hand 2 high; the eight of spades and the king of diamonds are the talon."""
STRONG_DUMMY = " ".join(LOW.split()[i] for i in (0, 2, 1))
"""The same with the high cards in the dummy."""


def table_of(about: str, cards: str = HANDS, talon: str = "c7h7") -> State:
    return start(f"{TWO} {about}", cards, talon)


def passed(about: str, cards: str = LOW) -> State:
    """Both have passed."""
    state = table_of(about, cards, "s8dK")
    assert state.deal is not None
    for h in state.deal.seated:
        state = after(state, f"{h}:pass")
    return state


@pytest.mark.parametrize(
    ("about", "playing", "cutter"),
    rows(
        """
RULES 9: the one who does not deal is first hand, the dummy second, the dealer third; he also cuts
    dealer=2 | 1 0 2 | 1
    dealer=1 | 2 0 1 | 2
RULES 9: the circle of seats changes nothing between two
    dealer=2 order=21 | 1 0 2 | 1
C 3.2.7: a computer does not cut, and the dealer never does
    dealer=2 computers=1 | 1 0 2 | None
    dealer=2 computers=2 | 1 0 2 | 1
"""
    ),
)
def test_three_hands_are_dealt(about: str, playing: str, cutter: object):
    state = table_of(about)
    assert state.deal is not None
    assert " ".join(map(str, state.deal.playing)) == playing
    assert str(state.table.cutter) == str(cutter)
    dealt = dict(zip(state.deal.playing, HANDS.split(), strict=True))
    assert all(state.deal.hands[h - 1] == hand(cards) for h, cards in dealt.items())


def test_the_deal_alternates():
    first = said(TWO, "6s", "2:pass")
    assert (first.table.dealer, first.table.hands) == (1, (2, 0, 1))
    assert played_out(passed("")).table.dealer == 1


@pytest.mark.parametrize(
    ("about", "tokens", "next_"),
    rows(
        """
RULES 9: the dummy takes no part in the auction
    dealer=2 | -> 1 auction
    dealer=2 | 1:pass -> 2 auction
    dealer=1 | 2:6s -> 1 auction
C 3.3.13: one passes, the other takes the talon
    dealer=2 | 1:6s 2:pass -> 1 discard
    dealer=2 | 1:pass 2:6c -> 2 discard
C 3.3.8: two bidders remain from the first word on, and the first hand is the senior
    dealer=2 | 1:6s 2:6c 1:here 2:pass -> 1 discard
C 3.3.12: both pass: raspasy, and the forehand leads
    dealer=2 | 1:pass 2:pass -> 1 card
    dealer=1 | 2:pass 1:pass -> 2 card
RULES 1.3.4: a misere that is outbid is out at once
    dealer=2 | 1:mis 2:9s -> 2 discard
"""
    ),
)
def test_the_auction(about: str, tokens: str, next_: str):
    assert where(after(table_of(about), tokens)) == next_


@pytest.mark.parametrize("token", ["0:sA", "0:h7"])
def test_the_dummy_says_nothing_and_waits_its_turn(token: str):
    assert may(table_of(""), token) == "not_now"
    assert may(said(TWO, "6s", "2:whist"), token) == "not_your_turn"


def test_the_dealer_may_take_the_talon_silently_after_one_pass():
    """RULES 8, `third_hand_silent`; written as the lowest legal bid."""
    assert view(table_of(""), 1).silent is None
    state = after(table_of(""), "1:pass")
    silent = view(state, 2).silent
    assert silent is not None
    assert silent.text == "6s"
    assert view(after(table_of("third_hand_silent=off"), "1:pass"), 2).silent is None


@pytest.mark.parametrize(
    ("about", "contract", "answers", "next_"),
    rows(
        """
RULES 9: only the other player answers
    hussar | 6s | -> 2 whist
    hussar | 6s by 2 | -> 1 whist
C 3.8.1: he passes, and it counts as made
    hussar | 6s | 2:pass -> closed: pool 1 2
    hussar | 8h | 2:pass -> closed: pool 1 6
    hussar | 9n by 2 | 1:pass -> closed: pool 2 8
RULES 9: he whists, and plays both hands: there is nothing to choose; the forehand leads
    hussar | 6s | 2:whist -> 1 card
    hussar | 6s by 2 | 1:whist -> 1 card
    hussar | 8h | 2:whist -> 1 card
RULES 9: between two there is no half, whatever is agreed for more
    hussar half_whist=on | 6s | -> 2 whist
    hussar half_whist=on return_whist=passer_dealer | 7s | 2:pass -> closed: pool 1 4
RULES 8: nor does an agreement on how a lone whister plays mean anything
    hussar single_whist_play=dark | 6s | 2:whist -> 1 card
C fn 50: a misere is caught or believed by the one opponent, after a declarer's lead
    hussar | mis by 2 | -> 1 doubt
    hussar | mis by 2 | 1:believe -> closed: pool 2 10
    hussar | mis by 2 | 1:catch -> 1 card
004 U21: a checked ten likewise
    hussar | 10s | -> 2 doubt
    hussar | 10s | 2:believe -> closed: pool 1 10
    hussar | 10s | 2:catch -> 1 card
    hussar ten=whisted | 10s | -> 2 whist
C fn 59: Stalingrad leaves him no choice either
    hussar stalingrad=on | 6s | -> 2 whist
"""
    ),
)
def test_the_answer(about: str, contract: str, answers: str, next_: str):
    assert where(said(f"players=2 {about}", contract, answers)) == next_


@pytest.mark.parametrize(
    ("about", "contract", "token", "verdict"),
    rows(
        """
RULES 9: no half
    hussar | 6s | 2:half -> no_half
    hussar half_whist=on | 6s | 2:half -> no_half
    hussar | 6s | 2:pass -> may
C fn 59: and on six spades in Stalingrad no pass
    hussar stalingrad=on | 6s | 2:pass -> must_whist
    hussar stalingrad=on | 6c | 2:pass -> may
"""
    ),
)
def test_what_may_be_answered(about: str, contract: str, token: str, verdict: str):
    assert may(said(f"players=2 {about}", contract), token) == verdict


@pytest.mark.parametrize(
    ("contract", "answers", "opened"),
    rows(
        """
RULES 9a.11: the whister's cards and the dummy's lie open for all
    6s | 2:whist -> 0 2
    6s by 2 | 1:whist -> 0 1
RULES 9: a misere is caught openly
    mis by 2 | -> 0 1
004 U21: a ten is checked openly
    10s | -> 0 2
RULES 9: before that the dummy is seen by nobody
    6s | ->
"""
    ),
)
def test_what_lies_open(contract: str, answers: str, opened: str):
    state = said(TWO, contract, answers)
    for seat in (None, 1, 2):
        seen = view(state, seat)
        assert sorted(seen.opened) == [int(h) for h in opened.split()]
        assert set(seen.hands) == {*seen.opened, *([seat] if seat else [])}


@pytest.mark.parametrize(
    ("open_cards", "contract", "tokens", "opened"),
    rows(
        """
001 1.1: a declarer leads in the dark; then there is nothing to choose, both hands are laid down
    after_declarer_lead | 6s | 2:whist ->
    after_declarer_lead | 6s | 2:whist 1:sA -> 0 2
001 1.2: where the defence leads they lie open before
    after_declarer_lead | 6s by 2 | 1:whist -> 0 1
GH-L: the first card is always dark
    after_first_card | 6s by 2 | 1:whist ->
    after_first_card | 6s by 2 | 1:whist 1:dA -> 0 1
GH-S: the whole first trick
    after_first_trick | 6s | 2:whist 1:sA 0:s7 ->
    after_first_trick | 6s | 2:whist 1:sA 0:s7 2:cT -> 0 2
"""
    ),
)
def test_they_may_lie_open_later(open_cards: str, contract: str, tokens: str, opened: str):
    """Until then the whister alone sees the dummy, which he plays."""
    state = said(f"{TWO} open_cards={open_cards}", contract, tokens)
    declarer, whister = (2, 1) if contract.endswith("2") else (1, 2)
    wanted = {int(h) for h in opened.split()}
    assert set(view(state, None).hands) == wanted
    assert set(view(state, declarer).hands) == {declarer, *wanted}
    assert set(view(state, whister).hands) == {0, whister}
    assert "light" not in where(state)


def test_who_answers_for_the_dummy_plays_its_cards():
    """RULES 9a.11: declarer, dummy, dealer; where the dummy has taken a trick the next is led from it."""
    state = said(TWO, "6n", "2:whist 1:sA")
    assert where(state) == "2 card"
    assert view(state, 2).turn == 0
    assert [a.token for a in view(state, 2).legal] == ["0:s7"]
    assert view(state, 1).legal == ()
    assert may(state, "2:cT") == "not_your_turn"
    state = after(state, "0:s7 2:cT 1:d7 0:dQ 2:dT")
    assert isinstance(state.phase, Tricks)
    assert (state.phase.turn, where(state)) == (0, "2 card")
    assert view(state, None).taken == {1: 1, 0: 1, 2: 0}


def test_a_misere_is_led_before_the_dummy_is_opened():
    """Codex 3.6.6."""
    state = after(table_of("", LOW, "s8dK"), "1:mis 2:pass 1:drop-s8.dK 1:plays-mis")
    assert where(state) == "1 card"
    assert set(view(state, 2).hands) == {2}
    state = after(state, "1:s7")
    assert where(state) == "2 doubt"
    assert set(view(state, 1).hands) == {0, 1, 2}
    assert where(after(state, "2:catch")) == "2 card"


@pytest.mark.parametrize(
    ("about", "contract", "answer", "score"),
    rows(
        """
RULES 9: the whister alone has the duty of the pair, and the tricks of both hands are his
    hussar | 6s | whist -> pool 1 2; hill 2 6; whists 2>1 2
    hussar | 7s | whist -> pool 1 4; hill 2 4; whists 2>1 4
    hussar | 8s | whist -> pool 1 6; whists 2>1 6
C 3.8.1.2: a declarer who fails: whists for the tricks, and consolation
    hussar ten=whisted | 10s | whist -> hill 1 10; whists 2>1 20
C 3.8.14: there is no passer with whom a gentleman would share
    hussar ten=whisted whist_pay=gentleman | 10s | whist -> hill 1 10; whists 2>1 20
004 U21: a checked ten: the only defender has it all
    hussar | 10s | catch -> hill 1 10; whists 2>1 20
C 3.6: a misere that is caught is written on the hill
    hussar | mis | catch -> hill 1 90
SH-L: Leningrad between two
    leningrad raspasy_talon=closed | 6s | whist -> pool 1 2; hill 2 6; whists 2>1 4
"""
    ),
)
def test_a_whole_deal(about: str, contract: str, answer: str, score: str):
    """Hand 1 gives the seven of diamonds away, to the dummy, and takes nine tricks."""
    state = said(f"players=2 {about}", contract, "1:sA" if contract == "mis" else "")
    state = after(state, f"2:{answer}")
    assert where(played_out(state)) == f"closed: {score}"


def test_the_last_of_whole_deals_is_written_on_the_whister():
    closed = played_out(said(TWO, "6s", "2:whist")).phase.last
    assert closed.result.tricks == (9, 1), "a place for every seat, none for the dummy"
    assert forms.result_text(closed.result) == "6s 1; whist 2; tricks 9-1; talon c7h7"


def played_out(state: State) -> State:
    """Everybody plays his first card in the order of the deck, the seven of diamonds before all others."""
    while not isinstance(state.phase, Between):
        cards = sorted((a for a in rules.legal(state) if isinstance(a, Play)), key=lambda a: a.card.text != "d7")
        state = rules.apply(state, cards[0]).state
    return state


@pytest.mark.parametrize(
    ("about", "cards", "next_", "allowed", "taken"),
    rows(
        """
C 3.7.6.4: the talon is not opened; the forehand leads any card
    two_hands | -> 1 card | s7 s9 c7 c8 c9 d7 d8 d9 h7 h8 | 0 0 0
RULES 9a.11: two hands play, two cards are a trick
    two_hands | 1:s7 -> 2 card | sQ sK sA | 0 0 0
    two_hands | 1:s7 2:sQ -> 2 card | sK sA cK cA dQ dA hQ hK hA | 0 1 0
RULES 8, `hussar_raspasy`: or the dummy plays its lowest card by itself
    dummy_lowest | -> 1 card | s7 s9 c7 c8 c9 d7 d8 d9 h7 h8 | 0 0 0
    dummy_lowest | 1:s7 -> 2 card | sQ sK sA | 0 0 0
    dummy_lowest | 1:s7 2:sQ -> 2 card | sK sA cK cA dQ dA hQ hK hA | 0 1 0
"""
    ),
)
def test_raspasy(about: str, cards: str, next_: str, allowed: str, taken: str):
    state = after(passed(f"hussar_raspasy={about}"), cards)
    assert where(state) == next_
    assert " ".join(a.card.text for a in rules.legal(state) if isinstance(a, Play)) == allowed
    assert " ".join(str(n) for n in state.phase.taken) == taken
    assert view(state, None).talon == ()


@pytest.mark.parametrize(
    ("cards", "tricks"),
    rows(
        """
RULES 8: it follows with the lowest of the suit
    1:s7 2:sQ -> 1:s7 0:sT 2:sQ
void of it the lowest rank of all, of equals spades, clubs, diamonds, hearts
    1:s7 2:sQ / 2:sK 1:s9 / 2:sA 1:c7 -> 2:sA 1:c7 0:h9
    1:s7 2:sQ / 2:sK 1:s9 / 2:sA 1:c7 / 2:hA 1:h7 / 2:hK 1:h8 / 2:hQ 1:d7 / 2:cA 1:c8 -> 2:cA 1:c8 0:cJ
"""
    ),
)
def test_the_dummy_plays_its_lowest(cards: str, tricks: str):
    state = after(passed("hussar_raspasy=dummy_lowest"), cards)
    assert " ".join(f"{h}:{c}" for h, c in state.phase.past[-1]) == tricks


def test_the_dummy_leads_by_itself_when_it_has_taken_a_trick():
    """In one step with the card that ended the trick: nobody is asked for it, and no token is written."""
    step = last_step(passed("hussar_raspasy=dummy_lowest", STRONG_DUMMY), "1:s7 2:sT")
    phase = step.state.phase
    assert [event.data[0] for event in step.events if event.kind == "trick_taken"] == [0]
    assert [f"{h}:{c}" for h, c in phase.trick] == ["0:dQ"]
    assert where(step.state) == "2 card"


def test_tricks_of_the_dummy_count_to_nobody():
    """And the tricks that are left are less than ten."""
    last = played_out(passed("hussar_raspasy=dummy_lowest", STRONG_DUMMY)).phase.last
    assert sum(last.result.tricks) < 10
    assert why_impossible(table("hussar hussar_raspasy=dummy_lowest", 2), last.result) == ""
    assert why_impossible(table("hussar", 2), last.result) == f"tricks: 10 in all, not {sum(last.result.tricks)}"


@pytest.mark.parametrize(
    ("about", "result", "complaint"),
    rows(
        """
RULES 9: results of deals with real cards: one defender answers
    | 6s 1; whist 2; tricks 7-3 ->
    | 6s 1; pass 2 ->
    | mis 2; tricks 0 ->
    | pas; tricks 6-4 ->
    hussar_raspasy=dummy_lowest | pas; tricks 5-3 ->
    | 6s 1; whist 2; pass 2; tricks 7-3 -> answers: whist, pass cannot be what the defenders said
    | 6s 1; half 2 -> answers: half cannot be what the defenders said
    | 6s 1; whist 1; tricks 7-3 -> answers: seat 2 is asked first
    | 6s 1; whist 2; tricks 7-2 -> tricks: 10 in all, not 9
    | pas; tricks 5-3 -> tricks: 10 in all, not 8
    hussar_raspasy=dummy_lowest | pas; tricks 8-3 -> tricks: 10 in all, not 11
C 3.3.19b: a six in the dark is whisted by the one there is
    dark_bids=on | 6s 1; dark 1; whist 2; tricks 7-3 ->
    dark_bids=on | 6s 1; dark 1; pass 2 -> answers: a six that was bid in the dark is whisted by both
"""
    ),
)
def test_results_that_are_entered(about: str, result: str, complaint: str):
    at = table(f"hussar {about}", 2)
    assert why_impossible(at, forms.result(result, at.dealer, 2)) == complaint


def test_one_answer_is_not_enough_where_two_are_asked():
    at = table("", 3)
    assert why_impossible(at, forms.result("6s 1; whist 2; tricks 6-4-0", 3, 3)).startswith("answers: whist cannot")


def test_what_is_written_between_two():
    """Worked examples D43 and D55."""
    assert written("6s 1; whist 2; tricks 7-3", "hussar", 2) == "pool 1 2; hill 2 2; whists 2>1 6"
    assert written("pas; tricks 6-4", "hussar", 2) == "hill 1 2"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("hussar", ""),
        ("rostov", ""),
        ("leningrad raspasy_talon=closed", ""),
        ("sochi", "raspasy_talon"),
        ("hussar raspasy_talon=suit_only", "raspasy_talon"),
    ],
)
def test_by_which_rules_two_can_play(text: str, key: str):
    """Codex 3.7.6.4: the talon of raspasy is closed between two in every variant."""
    if key:
        with pytest.raises(AgreementError) as error:
            agreed(text).check(2)
        assert error.value.params["key"] == key
    else:
        agreed(text).check(2)


@pytest.mark.parametrize(
    ("tokens", "next_"),
    rows(
        """
RULES 4.7: each of the two looks or calls in the dark; the dummy's hand is nobody's to look at
    -> 1 dark
    1:pass -> 2 dark
    1:pass 2:pass -> 1 card
    1:6s 2:pass -> 1 talon
C 3.3.19b: a six in the dark is whisted, and there is only one to do it; RULES 9a.11: he plays both hands, open
    1:6s 2:pass 1:take 1:drop-c7.h7 1:plays-6s -> 2 whist
    1:6s 2:pass 1:take 1:drop-c7.h7 1:plays-6s 2:whist -> 1 card
C 3.6.5: a misere in the dark is caught, and nobody is asked
    1:mis 2:pass 1:drop-c7.h7 1:plays-mis -> 1 card
    1:mis 2:pass 1:drop-c7.h7 1:plays-mis 1:sA -> 2 card
"""
    ),
)
def test_calls_in_the_dark(tokens: str, next_: str):
    state = after(table_of("dark_bids=on dark_misere=on"), tokens)
    assert where(state) == next_
    assert 0 not in view(state, 1).dark
    assert not tokens.endswith("plays-6s") or may(state, "2:pass") == "dark_six"


def test_who_plays_the_dummy_against_a_misere_in_the_dark_alone_sees_it():
    state = after(table_of("dark_bids=on dark_misere=on"), "1:mis 2:pass 1:drop-c7.h7 1:plays-mis 1:sA")
    assert may(state, "0:s7") == "may"
    assert [set(view(state, seat).hands) for seat in (None, 1, 2)] == [set(), {1}, {0, 2}]


def test_forced_raspasy_are_a_pass_in_the_dark_of_the_two():
    """C 3.7.9: as many as play make a round."""
    begun = new_table(agreed("hussar forced_raspasy=1 bombs=on"), 2, 2)
    assert begun.table.forced == 2
    state = played_out(start(f"{TWO} forced_raspasy=1 bombs=on", LOW, "s8dK"))
    assert state.table.forced == 1
    assert state.table.bombs == ((2,), (2,))
    assert isinstance(state.phase, Between)
    assert state.phase.last is not None
    assert state.phase.last.result.dark == (1, 2)
    at = begun.table
    assert why_impossible(at, forms.result("pas; tricks 6-4", at.dealer, 2)) == ""
    assert completed(at, forms.result("pas; tricks 6-4", at.dealer, 2)).dark == (1, 2)


def test_a_deal_by_hand_lists_the_dummy_last():
    begun = new_table(preset("hussar"), 2, 1)
    one, two, dummy = (hand(text) for text in HANDS.split())
    state = dealt_by_hand(begun, (one, two, dummy), pack("c7h7")).state
    assert state.deal is not None
    assert state.deal.playing == (2, 0, 1)
    assert (state.deal.hands[0], state.deal.hands[1], state.deal.hands[-1]) == (one, two, dummy)
    cards = ((one, two, dummy), pack("c7h7"))
    record = Record(preset("hussar"), ("A", "B"), (DealRecord(1, cards=cards, actions=()),))
    assert loads(dumps(record)) == record
    assert [m.step.state.deal.hands for m in replay(record)] == [(one, two, dummy)]
