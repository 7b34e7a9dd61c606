"""Whatever a file holds, reading it ends in a record or in a RecordError: nothing else, and nothing half."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game.actions import action
from bot.game.cards import card, hand, pack
from bot.game.contracts import contract
from bot.game.errors import NotationError, RecordError
from bot.game.forms import result, result_text, score
from bot.game.notation import LARGEST, dumps, loads
from bot.game.presets import preset
from bot.game.replay import replay, verify
from tests.records.test_golden import PATHS

GOLDEN = [path.read_text(encoding="utf-8") for path in PATHS]
AGREED = st.sampled_from([preset().text, preset("hussar").text])
WORDS = (
    "0: 1: 2: 3: 4: pass whist half 6s 7c mis 10n here drop-sA.sK plays-6s back open dark look-1 catch believe ready "
    "cut-7 sA dT pas tricks 3-4-3 talon sAhA times without partner 0 7 99 -1 ; / . > pool hill whists 1>2 deck-"
)
SENTENCES = st.lists(st.one_of(st.sampled_from([" ", *WORDS.split()]), st.text(max_size=3)), max_size=12).map("".join)


def survives(text: str) -> None:
    """`text` is read and played, or refused with a place."""
    try:
        record = loads(text)
        assert loads(dumps(record)) == record
        list(replay(record))
        verify(record)
    except RecordError as error:
        assert error.params["place"]  # noqa: PT017 - both ends are good ones


@given(st.text(max_size=200))
@example("")
@example("\x00")
@example("pref = 1\nagreement = 'preset=sochi'\nseats = ['a', 'b']")
@example("a = " + "[" * 5000)
@example("pref = 1979-05-27")
@example("pref = inf")
@example("pref = 1" + "1" * 5000)
def test_any_text(text: str):
    survives(text)


@st.composite
def deals(draw: st.DrawFn) -> str:
    """A deal of the right keys, with sentences out of the right words."""
    keys = draw(st.sets(st.sampled_from(("deck", "cut", "cards", "calls", "play", "score", "result"))))
    lines = [f"{key} = '''{draw(SENTENCES)}'''" for key in sorted(keys)]
    return "\n".join(["[[deal]]", f"dealer = {draw(st.integers(-1, 5))}", *lines])


@given(
    AGREED,
    st.integers(1, 5),
    st.lists(deals(), max_size=3),
    st.sampled_from(["", "order = [2, 1, 3]", "order = [2, 1]", "computers = [1]"]),
)
def test_any_record_of_the_right_keys(agreed: str, seats: int, parts: list[str], more: str):
    names = ", ".join(f"'{n}'" for n in range(seats))
    survives("\n".join(["pref = 1", f'agreement = "{agreed}"', f"seats = [{names}]", more, *parts]))


@given(st.sampled_from(GOLDEN), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4), SENTENCES), max_size=3))
def test_any_damage_to_a_real_record(text: str, edits: list[tuple[float, int, str]]):
    for where, gone, instead in edits:
        at = int(where * len(text))
        text = text[:at] + instead + text[at + gone :]
    survives(text)


@st.composite
def results(draw: st.DrawFn) -> str:
    """Results that can be read, possible or not."""
    seat, digits = st.integers(1, 4), st.integers(0, 11)
    head = draw(st.sampled_from(["pas", "6s", "7h", "8n", "10d", "mis"]))
    head = head if head == "pas" else f"{head} {draw(seat)}"
    calls = [f"{draw(st.sampled_from(['whist', 'pass', 'half']))} {draw(seat)}" for _ in range(draw(st.integers(0, 4)))]
    tricks = draw(st.lists(digits, min_size=2, max_size=4))
    more = draw(st.sets(st.sampled_from(["times 2", "without 3", "partner 1", "step 2", "talon sAhA"])))
    counted = [f"tricks {'-'.join(map(str, tricks))}"] if draw(st.booleans()) else []
    return "; ".join([head, *calls, *counted, *more])


@given(AGREED, results(), st.integers(1, 4), st.integers(2, 4))
@example(preset().text, "pas; pass 1; tricks 3-4-3-0", 4, 4)
@example(preset("hussar").text, "6s 1; whist 2; tricks 7-3", 2, 2)
def test_any_result_is_entered_or_refused(agreed: str, text: str, dealer: int, seats: int):
    head = ["pref = 1", f'agreement = "{agreed}"', f"seats = {list('ABCD'[:seats])}"]
    survives("\n".join([*head, "[[deal]]", f"dealer = {dealer}", f"result = '{text}'"]))


@given(st.one_of(SENTENCES, results()), st.integers(2, 4))
def test_any_result_that_is_read_is_written_again(text: str, seats: int):
    try:
        read = result(text, 1, seats)
    except NotationError:
        return
    assert result(result_text(read), 1, seats) == read


@pytest.mark.parametrize("read", [action, card, contract, hand, pack, score], ids=lambda read: read.__name__)
@given(text=SENTENCES)
def test_any_piece(read, text: str):
    try:
        read(text)
    except NotationError as error:
        assert str(error)  # noqa: PT017 - both ends are good ones


def test_a_record_that_is_too_large_is_not_read():
    with pytest.raises(RecordError, match="longer than"):
        loads("#" * (LARGEST + 1))
