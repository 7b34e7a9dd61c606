"""`preferans replay`, `verify` and `conventions`: what they print, and how they refuse."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import cli
from bot.game.actions import Play
from bot.game.conventions import REGISTRY
from bot.game.notation import loads
from bot.game.replay import replay
from bot.game.state import Ended

RECORDS = Path(__file__).parents[1] / "records"
THREE, FOUR, BY_HAND, REAL = (RECORDS / f"{name}.pref" for name in ("three", "four", "dealt-by-hand", "real-cards"))

THREE_LINES = THREE.read_text(encoding="utf-8").count("\n")

TOLD = """\
Анна (1), Борис (2), Вера (3); preset=sochi

Deal 3, dealer 1.
  hand 2   sKT98.cK8.dQ7.hAQ
  hand 3   sA.cQJT9.d8.hJT87
  hand 1   sQJ.cA7.dAKJT.hK9
  talon    s7 d9
  auction  2 7c, 3 pass, 1 pass
  contract 2 plays 7c; dropped s9 hQ
  answers  3 pass, 1 whist, 1 open
  trick 1  2:sK 3:sA 1:sQ, taken by 3
  trick 2  3:cQ 1:c7 2:c8, taken by 3
  trick 3  3:d8 1:dK 2:dQ, taken by 1
  trick 4  1:cA 2:cK 3:cT, taken by 1
  trick 5  1:hK 2:hA 3:hT, taken by 2
  trick 6  2:d9 3:c9 1:dJ, taken by 3
  trick 7  3:h8 1:h9 2:d7, taken by 1
  trick 8  1:dT 2:sT 3:cJ, taken by 3
  trick 9  3:hJ 1:dA 2:s8, taken by 3
  trick 10 3:h7 1:sJ 2:s7, taken by 3
  result   7c 2; pass 3; whist 1; tricks 3-1-6; talon s7d9
  score    2 hill +24 (without: tricks 6, price 4)
           1 whists on 2 +24 (consolation: tricks 6, price 4, shares 1)
           1 whists on 2 +36 (whist: tricks 9, price 4)
           3 whists on 2 +24 (consolation: tricks 6, price 4, shares 1)
  seat  pool  hill  whists on 1  whists on 2  whists on 3
     1     1     0            -           60            0
     2     0    31            0            -            0
     3     0    11            0           24            -
"""


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """The exit code, and what was said on either stream."""
    code = cli.main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the record of three with something changed."""
    text = THREE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.pref"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_replay_tells_a_deal(capsys):
    code, out, err = said(capsys, "replay", THREE, "--deal", 3)
    assert (code, err) == (0, "")
    assert out == TOLD


TALKED = {"talked", "broken-off", "ended-between", "talked-of-two"}
"""Records of people who did more than play: cards that were taken back, deals that ended in a claim."""
UNTALKED = [path for path in sorted(RECORDS.glob("*.pref")) if path.stem not in TALKED]


@pytest.mark.parametrize("path", UNTALKED, ids=lambda path: path.stem)
def test_replay_tells_every_deal_with_its_score(capsys, path: Path):
    record = loads(path.read_text(encoding="utf-8"))
    code, out, err = said(capsys, "replay", path)
    assert (code, err) == (0, "")
    assert re.findall(r"^Deal (\d+), dealer (\d)\.$", out, re.MULTILINE) == [
        (str(n), str(deal.dealer)) for n, deal in enumerate(record.deals, 1)
    ]
    assert out.count("\n  score    ") == len(record.deals)
    tricks = 0
    for deal in record.deals:
        hands = [a.hand for a in deal.actions if isinstance(a, Play)]
        tricks += len(hands) // (2 if len(record.seats) == 2 and 0 not in hands else 3)
    assert len(re.findall(r"^  trick ", out, re.MULTILINE)) == tricks
    *_, last = replay(record)
    over = isinstance(last.step.state.phase, Ended)
    assert ("The pulka is over" in out, "× 10 : " in out) == (over, over)
    assert over or path.stem not in ("two", "three", "four", "classic", "choice", "by-time")


def test_replay_tells_what_people_did_about_the_table(capsys):
    code, out, err = said(capsys, "replay", RECORDS / "talked.pref")
    assert (code, err) == (0, "")
    for line in (
        "  table    1 offers pause",
        "  table    1 says withdraw",
        "  table    1 offers undo\n           asked: 2 3; s8",
        "  undone   ",
        "  table    chair: another person takes over 2",
        "  table    clock: 1 is over the time\n  written  1 hill +2 (time fine)",
        "  table    chair: a fourth joins as 4",
        "  pause",
        "  goes on",
    ):
        assert line in out, line


def test_replay_tells_that_a_pulka_was_ended(capsys):
    _, out, _ = said(capsys, "replay", RECORDS / "broken-off.pref")
    assert "  broken off: deal 5 counts for nothing\n" in out
    assert "The pulka is over after 4 deals." in out


def test_replay_tells_what_the_dummy_played_by_itself(capsys):
    """Also when its card is the last of a deal; a record has no token for it."""
    _, out, _ = said(capsys, "replay", RECORDS / "two-and-the-dummy.pref", "--deal", 1)
    assert "  trick 1  2:c8 0:cQ 1:c7, taken by 0\n  trick 2  0:s7 1:sQ 2:s8, taken by 1\n" in out
    assert "  trick 10 1:hK 2:sJ 0:hA, taken by 0\n  result   pas; tricks 5-2;" in out


def test_replay_step_by_step_shows_the_state_after_each_token(capsys):
    code, out, _ = said(capsys, "replay", FOUR, "--deal", 3, "--step")
    assert code == 0
    deal = loads(FOUR.read_text(encoding="utf-8")).deals[2]
    for a in deal.actions:
        assert f"\n  {a.token}\n" in out
    assert out.count("\n    tricks, turn of ") == 30
    assert "\n    defence, turn of 2, asked: look\n" in out
    assert "    between, 3 deals closed\n" in out


def test_replay_tells_a_result_with_real_cards_as_it_was_entered(capsys):
    _, out, _ = said(capsys, "replay", REAL, "--deal", 1)
    assert "  result   6s 1; whist 2; pass 3; tricks 6-3-1-0\n" in out
    assert "  score    1 pool +2 (made: contract 6s)\n           2 whists on 1 +8 (whist: tricks 4, price 2)\n" in out
    assert "trick 1" not in out


def test_replay_tells_what_holds_and_then_where_the_record_breaks(capsys, tmp_path: Path):
    path = changed(tmp_path, "2:sK 3:sA", "2:sK 3:cQ")
    code, out, err = said(capsys, "replay", path)
    assert code == 1
    assert err == f"{path}: deal 3, token 10 (3:cQ): must follow (suit s)\n"
    assert "Deal 3, dealer 1." in out
    assert "Deal 4" not in out


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_deal_that_breaks_the_rules_is_named_before_a_later_one_that_cannot_be_read(capsys, tmp_path, command: str):
    path = changed(tmp_path, "2:sK 3:sA", "2:sK 3:cQ")
    path.write_text(path.read_text(encoding="utf-8") + "[[deal]]\ndealer = \n", encoding="utf-8")
    code, _, err = said(capsys, command, path)
    assert (code, err) == (1, f"{path}: deal 3, token 10 (3:cQ): must follow (suit s)\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_holds_of_a_broken_record_is_told_and_then_what_is_wrong(capsys, tmp_path, command: str):
    path = tmp_path / "broken.pref"
    path.write_text(THREE.read_text(encoding="utf-8") + "[[deal]]\ndealer = \n", encoding="utf-8")
    code, out, err = said(capsys, command, path)
    assert (code, err) == (1, f"{path}: record: not TOML: Invalid value (at line {THREE_LINES + 2}, column 10)\n")
    assert ("Deal 12, dealer" in out) == (command == "replay")


@pytest.mark.parametrize("number", [0, 13, -1])
def test_replay_of_a_deal_that_there_is_not(capsys, number: int):
    code, out, err = said(capsys, "replay", THREE, "--deal", number)
    assert (code, out) == (2, "")
    assert err == f"preferans replay: --deal {number}: the record has deals 1 to 12.\n"


def test_replay_may_be_cut_short_by_its_reader():
    command = f"{sys.executable} -m bot replay {FOUR} --step | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=RECORDS.parents[1], check=False)
    assert ran.stdout.startswith("Анна (1)")
    assert ran.stderr == ""


def test_verify_says_of_each_deal_who_cut(capsys):
    code, out, err = said(capsys, "verify", THREE)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "deal 1: proven: the deck stood before seat 1 cut 11 cards"
    assert len(out.splitlines()) == 12


def test_verify_says_why_a_deal_is_not_proven(capsys):
    assert said(capsys, "verify", BY_HAND)[:2] == (
        0,
        "".join(f"deal {n}: not proven: no deck is recorded\n" for n in (1, 2, 3)),
    )


def test_verify_finds_another_deck_than_was_published(capsys, tmp_path: Path):
    path = changed(tmp_path, 'deck = "e2287af0', 'deck = "f2287af0')
    code, out, err = said(capsys, "verify", path)
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == "deal 1: WRONG: the deck is not the one whose hash was published"
    assert "proven" in out.splitlines()[1]


def test_verify_names_the_place_where_a_record_breaks(capsys, tmp_path: Path):
    path = changed(tmp_path, 'score = "hill 2 24', 'score = "hill 2 22')
    code, out, err = said(capsys, "verify", path)
    assert (code, out) == (1, "")
    assert err.startswith(f"{path}: deal 3: score: the record has 'hill 2 22;")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_cannot_be_read_is_one_sentence(capsys, tmp_path: Path, command: str):
    binary = tmp_path / "binary.pref"
    binary.write_bytes(b"\xff\xfe\x00")
    code, out, err = said(capsys, command, binary)
    assert (code, out, err) == (2, "", f"preferans {command}: {binary}: not UTF-8 (byte 0)\n")
    code, out, err = said(capsys, command, tmp_path / "missing.pref")
    assert (code, out) == (2, "")
    assert err == f"preferans {command}: {tmp_path / 'missing.pref'}: No such file or directory\n"
    code, out, err = said(capsys, command, tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_no_record_is_one_sentence(capsys, tmp_path: Path, command: str):
    path = tmp_path / "poem.pref"
    path.write_text("Roses are red", encoding="utf-8")
    code, out, err = said(capsys, command, path)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{path}: record: not TOML: ")


def test_conventions_has_a_line_a_key(capsys):
    code, out, err = said(capsys, "conventions")
    assert (code, err) == (0, "")
    lines = dict(line.split(": ", 1) for line in out.splitlines())
    assert set(lines) == set(REGISTRY.by_key)
    assert lines["pool_target"] == (
        "5, 10, 15, 20, 30, 50, none | sochi 10, leningrad 20, fspr none, rostov 20, classic 20, hussar 10"
    )
    assert lines["claim_mode"].endswith(" | all proved | changes nothing before there are claims that are proved")
    assert lines["help_target"] == "largest, smallest, choice | all largest"
    for key, c in REGISTRY.by_key.items():
        assert lines[key].count("(not played yet)") == len(c.unplayed)
