"""A record that cannot be what it says is refused, and the place is named. One row, one way to be wrong."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from bot.game.errors import RecordError
from bot.game.notation import as_far, dumps, loads
from bot.game.replay import record, replay, verify
from tests.aimed import pulka, start
from tests.records.test_golden import HERE, PATHS

AROUND = ("around-the-talon", "choice", "by-time", "talked", "broken-off")
THREE, FOUR, COMPUTERS, BY_HAND, REAL, LATER, TALON, CHOICE, TIME, TALKED, BROKEN = (
    (HERE / f"{name}.pref").read_text(encoding="utf-8")
    for name in ("three", "four", "with-computers", "dealt-by-hand", "real-cards", "first-trick", *AROUND)
)


def wrong(text: str) -> RecordError:
    """The error that reading or replaying `text` ends in."""
    with pytest.raises(RecordError) as caught:
        list(replay(loads(text)))
    return caught.value


def in_deal(text: str, number: int, pattern: str, instead: str) -> str:
    """`text` with the first match in one deal replaced; there must be one."""
    head, *parts = re.split(r"(?m)^(?=\[\[deal\]\])", text)
    parts[number - 1], count = re.subn(pattern, instead, parts[number - 1], count=1)
    assert count == 1, f"{pattern} is not in deal {number}"
    return head + "".join(parts)


HEAD = {
    "a newer version": ("pref = 1", "pref = 2", "record: version 2"),
    "no version": ("pref = 1\n", "", "record: pref is missing"),
    "a version that is no number": ("pref = 1", 'pref = "1"', "record: pref: a TOML int is expected"),
    "a version that is true": ("pref = 1", "pref = true", "record: pref: a TOML int is expected"),
    "a number of thousands of digits": ("pref = 1", f"pref = {'1' * 5000}", "record: not TOML"),
    "not TOML": ("pref = 1", "pref = ", "record: not TOML"),
    "an unknown key": ("pref = 1", 'pref = 1\ncolour = "red"', "record: unknown key 'colour'"),
    "a key given twice": ("pref = 1", "pref = 1\npref = 1", "record: not TOML"),
    "a chat's id": ("pref = 1", "pref = 1\nchat = -100123", "record: unknown key 'chat'"),
    "no agreement": ("agreement = ", "# ", "record: agreement is missing"),
    "an unknown house rule": ("amnesty=on", "amnety=on", "agreement: there is no house rule 'amnety'; did you mean"),
    "an unknown option": ("amnesty=on", "amnesty=yes", "agreement: amnesty=yes does not exist"),
    "a house rule twice": ("amnesty=on", "amnesty=on amnesty=on", "agreement: amnesty is given twice"),
    "no preset": ("preset=sochi ", "", "agreement: begin with preset="),
    "an option that is not played yet": ("by_analysis=off", "by_analysis=on", "agreement: compensation_by_analysis=on"),
    "options that contradict": ("pool_target=10", "pool_target=none", "agreement: end_condition=each_closed needs"),
    "two seats": ('"Анна", ', "", "deal"),
    "five seats": ('"Анна"', '"Анна", "Д", "Е"', "record: seats: two to four names"),
    "a seat without a name": ('"Анна"', "1", "record: seats: two to four names"),
    "no seats": ("seats = ", "# ", "record: seats is missing"),
    "a computer in no seat": ("seats = ", "computers = [4]\nseats = ", "record: computers: a list of different seats"),
    "a computer twice": ("seats = ", "computers = [1, 1]\nseats = ", "record: computers: a list of different seats"),
    "a computer that cut": ("seats = ", "computers = [1]\nseats = ", "deal 1: not the cutter (seat 3)"),
    "more who began than there are": ("seats = ", "players = 4\nseats = ", "record: players: 3, or 3 where a fourth"),
    "two who began": ("seats = ", "players = 2\nseats = ", "record: players: 3, or 3 where a fourth has joined, not 2"),
    "a circle with a gap": ("seats = ", "order = [1, 2]\nseats = ", "record: order: each seat from 1 to 3 once"),
    "another circle": ("seats = ", "order = [1, 3, 2]\nseats = ", "deal 1: not the cutter (seat 3)"),
    "deals that are no tables": ("[[deal]]", "deal = 1\n[deals]", "record: "),
}  # fmt: skip


@pytest.mark.parametrize("how", HEAD)
def test_a_head_that_is_wrong(how: str):
    pattern, instead, place = HEAD[how]
    assert pattern in THREE
    assert str(wrong(THREE.replace(pattern, instead, 1))).startswith(place)


DEALS = {
    "an unknown key": (THREE, 2, "dealer = 3", "dealer = 3\ntime = 7", "deal 2: unknown key 'time'"),
    "no dealer": (THREE, 2, "dealer = 3\n", "", "deal 2: dealer is missing"),
    "the wrong dealer": (THREE, 2, "dealer = 3", "dealer = 1", "deal 2: dealer: 3 deals, not 1"),
    "a dealer from nowhere": (THREE, 2, "dealer = 3", "dealer = 4", "deal 2: dealer: a seat from 1 to 3, not 4"),
    "a dealer as text": (THREE, 2, "dealer = 3", 'dealer = "3"', "deal 2: dealer: a TOML int is expected"),
    "no deck": (THREE, 2, "deck = ", "# ", "deal 2: exactly one of deck, cards and result"),
    "a deck and a result": (THREE, 2, "deck = ", 'result = "pas; tricks 3-4-3"\ndeck = ', "deal 2: exactly one of"),
    "a card twice in the deck": (THREE, 2, r"(deck = .*)(..)..\"", r'\1\2\2"', "deal 2: "),
    "no nonce": (THREE, 2, r'(deck = "\w{64}) \w{64}', r"\1", "deal 2: "),
    "a deck with more behind it": (THREE, 2, r'(deck = "[^"]*)', r"\1 more", "deal 2: "),
    "a hash that is none": (THREE, 2, 'deck = "....', 'deck = "zzzz', "deal 2: "),
    "no cut": (THREE, 2, "cut = .*\n", "", "deal 2: not the cutter (seat 2)"),
    "another cutter": (THREE, 2, 'cut = "2', 'cut = "1', "deal 2: not the cutter (seat 2)"),
    "a cut too thin": (THREE, 2, 'cut = "2:7"', 'cut = "2:3"', "deal 2: bad cut"),
    "a cut in words": (THREE, 2, 'cut = "2:7"', 'cut = "2:seven"', "deal 2: '2:seven' is not a cut"),
    "a cut of another deck": (THREE, 3, 'cut = "3:23"', 'cut = "3:22"', "deal 3, token"),
    "a cut without a deck": (BY_HAND, 2, "cards = ", 'cut = "2:7"\ncards = ', "deal 2: cut goes with deck, not with"),
    "cards of a result": (REAL, 2, "result = ", 'play = "1:sA"\nresult = ', "deal 2: play goes with deck or cards"),
    "a call that cannot be read": (THREE, 3, "1:whist", "1:wist", "deal 3: 'wist' is not a contract"),
    "a call out of turn": (THREE, 3, "1:whist", "2:whist", "deal 3, token 7 (2:whist): not your turn (hand 1)"),
    "a call left out": (THREE, 3, "3:pass 1:whist", "1:whist", "deal 3, token 6 (1:whist): not your turn (hand 3)"),
    "a bid below the way out": (THREE, 4, "1:7d", "1:6d", "deal 4, token 2 (1:6d): below exit (level 7)"),
    "an order below the bid": (THREE, 4, "plays-7d", "plays-7c", "deal 4, token 5 (1:plays-7c): too low"),
    "a half on eight": (THREE, 12, "2:pass 3:pass\"", '2:pass 3:half"', "deal 12, token 7 (3:half): no half"),
    "a card among the calls": (THREE, 3, "1:whist", "1:whist 3:sA", "deal 3: calls: 3:sA is not a call"),
    "a deck among the calls": (THREE, 3, "1:open", f"1:open deck-{'s7' * 32}-{'0' * 64}", "deal 3: calls: deck-"),
    "a call among the cards": (THREE, 3, "2:sK", "2:open 2:sK", "deal 3: play: 2:open is not a card played"),
    "a card of another hand": (THREE, 3, "2:sK 3:sA", "2:sA 3:sK", "deal 3, token 9 (2:sA): not held (card sA)"),
    "a card played twice": (THREE, 3, "3:cQ 1:c7", "3:sA 1:c7", "deal 3, token 12 (3:sA): not held"),
    "a revoke": (THREE, 3, "2:sK 3:sA", "2:sK 3:cQ", "deal 3, token 10 (3:cQ): must follow (suit s)"),
    "a card of the hand before": (THREE, 3, "2:sK 3:sA", "3:sK 3:sA", "deal 3, token 9 (3:sK): not your turn (hand 2)"),
    "the last card left out": (THREE, 3, ' 2:s7"', '"', "deal 3: the deal is not finished"),
    "a card too many": (THREE, 3, ' 2:s7"', ' 2:s7 2:s8"', "deal 3, token 39 (2:s8): not now"),
    "a choice left out": (LATER, 1, ' 2:open"', '"', "deal 1, token 11 (1:hQ): not now"),
    "a choice made twice": (LATER, 1, '2:open"', '2:open 2:dark"', "deal 1, token 12 (2:dark): not now"),
    "a choice without the trick before it": (LATER, 1, 'play = .*\n', "", "deal 1, token 8 (2:open): not now"),
    "a talon pushed away too late": (TALON, 1, "1:refuse", "1:drop-s7.s8 1:refuse", "deal 1, token"),
    "a give-up where it is played": (THREE, 3, "(.):drop", r"\1:giveup \1:drop", "deal 3, token"),
    "an annulled deal that is played": (TALON, 4, "2:annul", "2:annul 4:whist", "deal 4, token 7 (4:whist): not now"),
    "a closed nine that is bid low": (TALON, 7, "2:plays-9h", "2:plays-8h", "deal 7, token 4 (2:plays-8h): too low"),
    "help for who is closed": (CHOICE, 1, "1:help-2", "1:help-1", "deal 1, token 39 (1:help-1): not helped (seat 1)"),
    "help that nobody chose": (CHOICE, 2, " 3:help-4", "", "deal 2: the deal is not finished"),
    "a clock that strikes twice": (TIME, 4, "time-up", "time-up time-up", "deal 4, token 2 (time-up): not now"),
    "a clock that strikes early": (TIME, 1, "1:pass", "time-up 1:pass", "deal 4: the pulka had ended before it"),
    "a clock in a pulka to a pool": (THREE, 3, "1:whist", "time-up 1:whist", "deal 3, token 7 (time-up): not now"),
    "another score": (THREE, 3, "hill 2 24", "hill 2 23", "deal 3: score: the record has"),
    "a whist left out of the score": (THREE, 3, "; whists 3>2 24", "", "deal 3: score: the record has"),
    "a score that cannot be read": (THREE, 3, "hill 2 24", "hill two", "deal 3: 'hill two' is not a score"),
    "a score before the end": (THREE, 12, " 2:pass 3:pass\"", '"', "deal 12: the deal is not finished"),
    "a deal after the end": (THREE, 12, r"\Z", '[[deal]]\ndealer = 2\nresult = "mis 1"', "deal 13: the pulka"),
    "an offer among the calls": (THREE, 3, "1:whist", "1:pause 1:whist", "deal 3: calls: 1:pause is no call:"),
    "a log and calls": (TALKED, 1, "log = ", 'calls = "1:pass"\nlog = ', "deal 1: calls goes with deck or cards, not"),
    "a log and a cut": (TALKED, 1, "log = ", 'cut = "1:7"\nlog = ', "deal 1: cut goes with deck, not with log"),
    "a log of real cards": (REAL, 1, "result = ", 'log = "1:pause"\nresult = ', "deal 1: log goes with deck or cards"),
    "a log without its deck": (TALKED, 1, '"deck ', '"', "deal 1: log: deck stands once where there is a deck"),
    "an empty log": (BROKEN, 5, r'deck = .*\nlog = ".*"', 'log = ""', "deal 5: log: nothing is in it"),
    "a deck that is not there": (TALKED, 1, "deck = .*\n", "", "deal 1: log: deck stands once where there is a deck"),
    "a deck in the log": (TALKED, 1, '"deck ', f'"deck deck-{"s7" * 32}-{"0" * 64} ', "deal 1: log: a deck is written"),
    "an agreement nobody asked for": (TALKED, 1, "1:pass", "1:pass 2:agree", "deal 1, token 6 (2:agree): nothing"),
    "an undo too late": (TALKED, 1, "2:whist 1:s8", "2:whist 3:undo 1:s8", "deal 1, token 14 (3:undo): nothing"),
    "a claim of more than is left": (TALKED, 1, "2:cT 3:pause", "2:cT 3:claim-9", "deal 1, token 21 (3:claim-9): not"),
    "a fifth who joins": (TALKED, 1, '"deck ', '"deck chair:join-4 ', "deal 1, token 2 (chair:join-4): not now"),
    "a person where there is one": (TALKED, 1, "1:pass", "1:pass chair:person-1", "deal 1, token 6 (chair:person-1)"),
    "another dealer of a log": (TALKED, 2, "dealer = 1", "dealer = 2", "deal 2: dealer: 1 deals, not 2"),
    "a score of what was broken off": (BROKEN, 5, r"\Z", 'score = "pool 1 2"\n', "deal 5: the deal is not finished"),
    "an end before the end": (BROKEN, 4, '"\nscore', ' chair:end"\nscore', "deal 5: the pulka had ended before it"),
    "a hand of nine cards": (BY_HAND, 1, r'cards = "(\w)\w', r'cards = "\1', "deal 1: "),
    "three packets": (BY_HAND, 1, r' \w{4}"', '"', "deal 1: "),
    "a result that cannot be read": (REAL, 1, "whist 2", "wist 2", "deal 1: 'wist 2' is not a part of a result"),
    "eleven tricks": (REAL, 1, "6-3-1-0", "6-3-2-0", "deal 1, result: tricks: 10 in all, not 11"),
    "ninety-nine tricks": (REAL, 4, "0-0-0-2", "99-0-0-0", "deal 4, result: tricks: 10 in all, not 99"),
    "a trick of the dealer's": (REAL, 1, "6-3-1-0", "6-3-0-1", "deal 1, result: tricks: seat 4 deals and takes none"),
    "three talon tricks": (REAL, 5, "2-3-4-1", "0-3-4-3", "deal 5, result: tricks: the dealer takes at most 2"),
    "a dealer who declares": (REAL, 1, "6s 1", "6s 4", "deal 1, result: seat 4 deals and does not play"),
    "a declarer who whists": (REAL, 1, "whist 2", "whist 1", "deal 1, result: answers: seat 2 is asked first"),
    "an answer too few": (REAL, 1, "; pass 3", "", "deal 1, result: answers: whist cannot be"),
    "a half on eight, with real cards": (REAL, 10, "pass 3", "half 3", "deal 10, result: answers: there is no half"),
    "whists without a count": (REAL, 1, "; tricks 6-3-1-0", "", "deal 1, result: tricks are counted when somebody"),
    "a six after two raspasy": (REAL, 6, "7h 2", "6h 2", "deal 6, result: 6h: the lowest bid of this deal is 7"),
    "a misere that is whisted": (REAL, 4, "mis 4", "mis 4; whist 1", "deal 4, result: nobody answers a misere"),
    "a raspasy that is whisted": (REAL, 3, "pas;", "pas; pass 1;", "deal 3: 'pas; pass 1; tricks 3-0-4-3' is not"),
    "a gift": (REAL, 1, "6s 1", "6s 1; without 3", "deal 1, result: nobody may give up"),
    "a bomb": (REAL, 1, "tricks 6", "times 2; tricks 6", "deal 1, result: nothing multiplies this deal"),
    "a partner": (REAL, 4, "mis 4", "mis 4; partner 3", "deal 4, result: nobody shares a misere"),
    "tricks twice": (REAL, 1, "tricks 6", "tricks 7-3-0-0; tricks 6", "deal 1: "),
    "half a talon": (REAL, 9, "sAhA", "sA", "deal 9: 'sA' is not a talon"),
    "a talon of twins": (REAL, 9, "sAhA", "sAsA", "deal 9: 'sAsA' is not a talon"),
}  # fmt: skip


@pytest.mark.parametrize("how", DEALS)
def test_a_deal_that_is_wrong(how: str):
    text, number, pattern, instead, place = DEALS[how]
    assert str(wrong(in_deal(text, number, pattern, instead))).startswith(place)


FIRST = {
    "a revoke before a call that cannot be read": (
        in_deal(in_deal(THREE, 3, "2:sK 3:sA", "2:sK 3:cQ"), 5, 'calls = "', 'calls = "1:wist '),
        "deal 3, token 10 (3:cQ): must follow",
    ),
    "a revoke before a deal that is no TOML": (
        in_deal(in_deal(THREE, 3, "2:sK 3:sA", "2:sK 3:cQ"), 5, 'calls = "', "calls = "),
        "deal 3, token 10 (3:cQ): must follow",
    ),
    "a revoke before an end that breaks off": (
        in_deal(in_deal(THREE, 3, "2:sK 3:sA", "2:sK 3:cQ"), 12, 'score = .*"', 'score = "pool 1'),
        "deal 3, token 10 (3:cQ): must follow",
    ),
    "a score before an unknown key": (
        in_deal(in_deal(THREE, 3, "hill 2 24", "hill 2 23"), 4, "dealer", "time = 7\ndealer"),
        "deal 3: score: the record has",
    ),
    "the wrong dealer before a call that cannot be read": (
        in_deal(in_deal(THREE, 3, "dealer = 1", "dealer = 2"), 3, 'calls = "', 'calls = "1:wist '),
        "deal 3: dealer: 1 deals, not 2",
    ),
    "another cutter before a call that cannot be read": (
        in_deal(in_deal(THREE, 2, 'cut = "2', 'cut = "1'), 2, 'calls = "', 'calls = "1:wist '),
        "deal 2: not the cutter (seat 2)",
    ),
    "a call out of turn before one that cannot be read": (
        in_deal(in_deal(THREE, 3, "1:whist", "2:whist"), 3, "1:open", "1:wide"),
        "deal 3, token 7 (2:whist): not your turn (hand 1)",
    ),
    "a call out of turn before a card that cannot be read": (
        in_deal(in_deal(THREE, 3, "1:whist", "2:whist"), 3, "3:sA", "3:xA"),
        "deal 3, token 7 (2:whist): not your turn (hand 1)",
    ),
    "a call that cannot be read before such a score": (
        in_deal(in_deal(THREE, 3, "1:whist", "1:wist"), 3, "hill 2 24", "hill two"),
        "deal 3: 'wist' is not a contract",
    ),
    "a revoke before a score that is no TOML": (
        in_deal(in_deal(THREE, 3, "2:sK 3:sA", "2:sK 3:cQ"), 3, 'score = "', "score = "),
        "deal 3, token 10 (3:cQ): must follow",
    ),
    "an impossible result before a score that cannot be read": (
        in_deal(in_deal(REAL, 1, "6-3-1-0", "6-3-2-0"), 1, "score = .*", 'score = "nobody won"'),
        "deal 1, result: tricks: 10 in all, not 11",
    ),
    "a preset that there is not before an unknown key": (
        THREE.replace("preset=sochi", "preset=sotchi").replace("seats", 'club = "x"\nseats', 1),
        "agreement: there is no preset 'sotchi'",
    ),
    "an unknown key before a preset that there is not": (
        THREE.replace("preset=sochi", "preset=sotchi").replace("agreement", 'club = "x"\nagreement', 1),
        "record: unknown key 'club'",
    ),
    "a computer that does not sit there before an unknown key": (
        COMPUTERS.replace("computers = [2, 3]", 'computers = [5]\nclub = "x"'),
        "record: computers: a list of different seats",
    ),
    "an unknown key of the head before a deal that is no TOML": (
        in_deal(f"colour = 1\n{THREE}", 5, 'calls = "', "calls = "),
        "record: unknown key 'colour'",
    ),
    "an unknown key before a line that is no TOML": ("variant = 'NT'\nante = \n", "record: unknown key 'variant'"),
    "a line that is no TOML before what is missing": ('pref = 1\n[Event "x"]\n', "record: not TOML: Expected"),
    "a newer version before its new keys": (
        THREE.replace("pref = 1", "pref = 2\nclub = 'x'"),
        "record: version 2: this",
    ),
    "deals that hold, then one that is no TOML": (
        in_deal(THREE, 5, 'calls = "', "calls = "),
        "record: not TOML: ",
    ),
    "a deal that holds, then the end of the file": (THREE[: THREE.index("[[deal]]  # 2") + 30], "record: not TOML: "),
}
"""Records that are wrong in several places."""


def told(text: str) -> tuple[int, str]:
    """What `preferans replay` makes of it: deals that hold, then what is wrong."""
    try:
        record, broken = as_far(text)
        deals = sum(event.kind == "deal_closed" for moment in replay(record) for event in moment.step.events)
    except RecordError as error:
        return 0, str(error)
    return deals, str(broken)


@pytest.mark.parametrize("how", FIRST)
def test_a_record_is_refused_by_its_first_wrong_line(how: str):
    text, place = FIRST[how]
    _, complaint = told(text)
    assert complaint.startswith(place)


@pytest.mark.parametrize("number", [1, 5, 12])
def test_what_stands_before_a_broken_line_is_still_read(number: int):
    """A deal without its calls does not hold; one of which only the score cannot be read does."""
    for broken, held in (('calls = "', number - 1), ('score = "', number)):
        deals, complaint = told(in_deal(THREE, number, broken, broken.rstrip('"')))
        assert (deals, complaint[:17]) == (held, "record: not TOML:")
        deals, complaint = told(in_deal(THREE, number, broken, f"time = 7\n{broken}"))
        assert (deals, complaint) == (held, f"deal {number}: unknown key 'time'; known are dealer, deck, cut, cards, "
                                            "calls, play, log, score, result")  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
@pytest.mark.parametrize("line", ["calls", "play", "score"])
def test_nothing_but_the_broken_line_is_complained_of(path: Path, line: str):
    """Wherever in it a word stands that cannot be read, and whatever happened after that, or was told before it."""
    lines, rng = path.read_text(encoding="utf-8").splitlines(), Random(f"{path.stem} {line}")
    places = [n for n, text in enumerate(lines) if text.startswith(f'{line} = "')]
    for at in rng.sample(places, min(2, len(places))):
        number = sum(text.startswith("[[deal]]") for text in lines[:at])
        words = lines[at].removeprefix(f'{line} = "').rstrip('"').split()
        kept = " ".join(words[: rng.randint(0, len(words))])
        for torn, place in ((f'{kept} jump"', f"deal {number}: "), (f"{kept} jump", "record: not TOML: ")):
            _, complaint = told("\n".join([*lines[:at], f'{line} = "{torn}', *lines[at + 1 :]]))
            assert complaint.startswith(place), torn
            assert "jump" in complaint or "TOML" in complaint


@pytest.mark.parametrize("seed", range(6))
def test_a_log_is_read_as_far_as_it_holds(seed: int):
    """Where people have talked, a fourth has joined perhaps, a deal is written as its log."""
    begun, rng = start(3, pool_target="50"), Random(seed)
    log = [turn.action for turn in pulka(begun, rng, deals=6, talk=0.2)]
    lines = dumps(record(begun, log, ("A", "B", "C", "D")[: 3 + ("chair:join-4" in map(str, log))])).splitlines()
    places = [n for n, text in enumerate(lines) if text.startswith('log = "')]
    for at in places:
        number = sum(text.startswith("[[deal]]") for text in lines[:at])
        words = lines[at].removeprefix('log = "').rstrip('"').split()
        kept = words[: rng.randint(0, len(words))]
        for word, complaint in (("jump", f"deal {number}: 'jump' is not"), ("1:help-1", f"deal {number}")):
            broken = [*lines[:at], f'log = "{" ".join([*kept, word])}"', *lines[at + 1 :]]
            assert told("\n".join(broken))[1].startswith(complaint)
    assert places


OTHERS = {
    "JSON": ('{"game": "preferans", "deals": []}', "record: not TOML: Invalid statement (at line 1, column 1)"),
    "a bridge deal (PBN)": ('% PBN 2.1\n[Event "Club"]\n\n', "record: not TOML: Invalid statement (at line 1"),
    "a chess game (PGN)": ('[Event "Club"]\n[Site "?"]\n\n1. e4 e5\n', "record: not TOML: Expected"),
    "a poker hand (PHH)": (
        'variant = "NT"\nantes = [0, 0]\nmin_bet = 1.5\nactions = ["d dh p1 AcKc"]\n', "record: unknown key 'variant'"
    ),
    "a project": ('[project]\nname = "x"\n', "record: unknown key 'project'"),
    "a table": ("a,b,c\n1,2,3\n", "record: not TOML: Expected '=' after a key in a key/value pair (at line 1"),
    "nothing": ("", "record: pref is missing"),
}  # fmt: skip


@pytest.mark.parametrize("program", OTHERS)
def test_a_record_of_another_program_is_refused_by_its_first_line(program: str):
    text, complaint = OTHERS[program]
    assert str(wrong(text)).startswith(complaint)


@pytest.mark.parametrize("part", ["hash", "nonce"])
def test_a_deck_that_is_not_the_published_one_is_found(part: str):
    """Nothing in the play of the deal shows it: only its hash does."""
    at = {"hash": r'(deck = "\w{63})(\w)', "nonce": r'(deck = "\w{64} \w{63})(\w)'}[part]
    last = re.search(at, THREE.split("[[deal]]")[2])
    assert last is not None
    other = "0" if last[2] != "0" else "1"
    findings = verify(loads(in_deal(THREE, 2, at, rf"\g<1>{other}")))
    assert findings[1] == "deal 2: WRONG: the deck is not the one whose hash was published"
    assert "proven" in findings[0]
    assert "proven" in findings[2]


def test_no_character_of_a_deck_can_be_changed():
    """The record of one deal: whichever letter of its deck is another, it is refused, or its deck is WRONG."""
    one = THREE[: THREE.index("[[deal]]  # 2")]
    begin = one.index('deck = "') + len('deck = "')
    for at in range(begin, begin + 3 * 64 + 2):
        changed = f"{one[:at]}{'s' if one[at] != 's' else 'h'}{one[at + 1 :]}"
        assert "WRONG" in finding(changed), f"letter {at - begin}"


def finding(text: str) -> str:
    """What is found about the first deal, or why it is WRONG to begin with."""
    try:
        return verify(loads(text))[0]
    except RecordError as error:
        return f"WRONG: {error}"
