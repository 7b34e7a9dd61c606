"""Whatever a file holds, reading it ends in a record or in a RecordError: nothing else, and nothing half."""

from __future__ import annotations

import re
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.game.actions import action
from bot.game.cards import card, hand, pack
from bot.game.contracts import contract
from bot.game.errors import NotationError, RecordError
from bot.game.forms import result, result_text, score
from bot.game.notation import dumps, loads
from bot.game.presets import preset
from bot.game.record_file import LARGEST
from bot.game.replay import replay, verify
from tests.records.test_golden import PATHS

GOLDEN = [path.read_text(encoding="utf-8") for path in PATHS]
AGREED = st.sampled_from([preset().text, preset("hussar").text])
WORDS = (
    "undo agree object claim-3 chair:end chair:join-4 chair:computer-1 clock:fine-2 clock:deal deck "
    "0: 1: 2: 3: 4: pass whist half 6s 7c mis 10n here drop-sA.sK plays-6s back open dark look-1 catch believe ready "
    "cut-7 sA dT pas tricks 3-4-3 talon sAhA times without partner 0 7 99 -1 ; / . > pool hill whists 1>2 deck-"
)
SENTENCES = st.lists(st.one_of(st.sampled_from([" ", *WORDS.split()]), st.text(max_size=3)), max_size=12).map("".join)


def survives(text: str) -> None:
    """`text` is read, can be written, and is played, or it is refused with a place."""
    try:
        record = loads(text)
    except RecordError as error:
        assert error.params["place"]  # noqa: PT017 - both ends are good ones
        return
    written = dumps(record)
    assert len(written) > LARGEST or loads(written) == record
    try:
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
    keys = draw(st.sets(st.sampled_from(("deck", "cut", "cards", "calls", "play", "log", "score", "result"))))
    lines = [f"{key} = '''{draw(SENTENCES)}'''" for key in sorted(keys)]
    return "\n".join(["[[deal]]", f"dealer = {draw(st.integers(-1, 5))}", *lines])


@given(
    AGREED,
    st.integers(1, 5),
    st.lists(deals(), max_size=3),
    st.sampled_from(["", "order = [2, 1, 3]", "order = [2, 1]", "computers = [1]", "players = 3"]),
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


@pytest.mark.parametrize("text", [GOLDEN[0], *(text for text in GOLDEN if "log =" in text)])
def test_any_line_with_nothing_in_it(text: str):
    """Of the last deal, each of its lines."""
    before, last = text.rsplit("[[deal]]", 1)
    for line in re.findall(r'^\w+ = ".*"$', last, re.MULTILINE):
        empty = line.partition('"')[0] + '""'
        survives(f"{before}[[deal]]{last.replace(line, empty)}")
    dealer = re.search("dealer = .", last)
    assert dealer
    for line in ("log", "calls", "play", "cards", "deck", "result"):
        survives(f'{before}[[deal]]\n{dealer[0]}\n{line} = ""')


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


CHANGES = st.tuples(st.floats(0, 1), st.integers(0, 8), st.binary(max_size=8))
"""Where, how many bytes go, and what comes instead."""


@given(st.sampled_from(GOLDEN), st.lists(CHANGES, max_size=4))
def test_any_bytes_in_a_real_record(text: str, edits: list[tuple[float, int, bytes]]):
    content = text.encode()
    for where, gone, instead in edits:
        at = int(where * len(content))
        content = content[:at] + instead + content[at + gone :]
    read_as_a_file(content)


@given(st.binary(max_size=400))
@example(b"\xff\xfe\x00")
@example(b"\xef\xbb\xbfpref = 1")
def test_any_bytes(content: bytes):
    read_as_a_file(content)


def read_as_a_file(content: bytes) -> None:
    """What the command line reads: UTF-8, or one sentence."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    survives(text)


NUMBERS = st.one_of(
    st.integers(),
    st.integers(3000, 6000).map(lambda digits: "9" * digits),
    st.integers(3000, 6000).map(lambda digits: "0x" + "f" * digits),
    st.sampled_from(["-0", "0o17", "0b1", "1_0", "1e400", "inf", "-nan", "true", "1979-05-27T07:32:00Z", "07:32:00"]),
)


@given(st.sampled_from(["pref = 1", "dealer = 3", "order = [1", "computers = [2"]), NUMBERS, st.sampled_from(GOLDEN))
def test_any_number_where_a_number_stands(line: str, number: object, text: str):
    survives(text.replace(line, f"{line[:-1]}{number}", 1))


BRACKETS = [("[", "]"), ("{a=", "}"), ("[{a=", "}]"), ("a.", ""), ('"a".', ""), (" a . ", "")]
HEADS = ["a = ", "", "[", "[[", "deal = ", "seats = ", "computers = ", "[[deal]]\ndealer = "]


@st.composite
def nested(draw: st.DrawFn) -> str:
    """TOML in TOML in TOML, closed or not."""
    depth = draw(st.sampled_from([1, 3, 21, 100, 3000, 60000]))
    opening, closing = draw(st.sampled_from(BRACKETS))
    inside = draw(st.sampled_from(["1", "", "x", "''"]))
    return draw(st.sampled_from(HEADS)) + opening * depth + inside + closing * draw(st.sampled_from([0, depth]))


@settings(deadline=5000)
@given(nested(), st.sampled_from(["", *GOLDEN]), st.booleans())
@example("a" + ".a" * 200_000 + " = 1", "", False)
def test_any_depth(deep: str, text: str, first: bool):
    survives(f"{deep}\n{text}" if first else f"{text}\n{deep}")


HEAD = f'pref = 1\nagreement = "{preset().text}"\nseats = ["A", "B", "C"]\n'
BY_HAND = f"""{HEAD}[[deal]]
dealer = 3
cards = "sAKQJT98.cA.dA7 s7.cKQJ.dKQJ.hAKQ cT98.dT98.hJT98 c7h7"
"""
MISERE = "1:mis 2:pass 3:pass 1:drop-cA.dA 1:plays-mis "
LARGE = {
    "answers without end": (BY_HAND + 'calls = "', "2:pass ", '"'),
    "a discard taken back without end": (BY_HAND + 'calls = "1:6s 2:pass 3:pass ', "1:drop-c7.h7 1:back ", '"'),
    "doubts without end": (BY_HAND + f'play = "1:d7"\ncalls = "{MISERE}', "2:believe 3:pass ", '"'),
    "raspasy without end": (
        HEAD, "".join(f"[[deal]]\ndealer = {n}\nresult = 'pas; tricks 3-4-3'\n" for n in (1, 2, 3)), ""),
    "empty deals": (HEAD, "[[deal]]\n", ""),
    "a key in a key in a key": ("a", ".a", " = 1"),
    "tables within tables": ("", "[" + "a." * 1000 + "a]\n", ""),
    "tables within tables, not too deep": ("", "[" + "a." * 19 + "a]\n", ""),
    "keys within keys, not too deep": (HEAD, "b." * 19 + "c = 1\n", ""),
    "lists of lists": ("a = ", "[", ""),
    "tables of tables": ("a = ", "{a=", ""),
    "a list": ("computers = [", "1, ", f"]\n{HEAD}"),
    "a name": ("", "x", ""),
    "a version": ("pref = 0x", "f", "\n"),
    "a dealer": (f"{HEAD}[[deal]]\ndealer = 0x", "f", "\n"),
    "a number": ("pref = ", "1", "\n"),
    "a score": (f'{HEAD}[[deal]]\ndealer = 1\nresult = "pas; tricks 3-4-3"\nscore = "', "pool 1 1; ", 'hill 1 1"'),
    "a factor": (f'{HEAD}[[deal]]\ndealer = 1\nresult = "pas; tricks 3-4-3', "; times 99", '"'),
    "house rules": ('pref = 1\nseats = ["A", "B"]\nagreement = "', "amnesty=on ", '"'),
    "a house rule": ('pref = 1\nseats = ["A", "B"]\nagreement = "preset=sochi ', "amnesty", '=on"'),
    "quotes": (HEAD, '"', ""),
    "quotes by turns": (HEAD, "\"'", ""),
    "comments": (HEAD, "#\n", ""),
    "commas and dots": (HEAD, ".\n", ""),
    "headers of deals in one line": (HEAD, "[[deal]] ", ""),
}  # fmt: skip


@pytest.mark.parametrize("what", LARGE)
def test_the_largest_file_takes_seconds(what: str):
    """Processor time, so that a busy machine says nothing against it."""
    head, again, tail = LARGE[what]
    text = head + again * ((LARGEST - len(head) - len(tail)) // len(again)) + tail
    assert LARGEST * 0.9 < len(text) <= LARGEST
    begun = process_time()
    survives(text)
    assert process_time() - begun < 15


def test_a_record_that_is_too_large_is_not_read():
    with pytest.raises(RecordError, match="longer than"):
        loads("#" * (LARGEST + 1))
