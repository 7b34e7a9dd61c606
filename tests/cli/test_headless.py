"""`preferans play --headless`: a pulka of computers in the terminal, the same for the same seed, with a true record."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from bot import cli
from bot.game import notation, replay
from bot.game.presets import agreement, preset
from bot.game.state import Ended
from bot.headless import play

TWO, THREE, FOUR = (",".join(["computer"] * seats) for seats in (2, 3, 4))


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a pulka prints."""
    assert cli.main(["play", "--headless", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence with which a command is refused; it exits with 2."""
    try:
        code = cli.main(["play", "--headless", *words])
    except SystemExit as left:
        code = left.code
    said = capsys.readouterr()
    assert (code, said.out, said.err.count("\n")) == (2, "", 1)
    return said.err


def test_each_deal_is_told_in_lines_and_the_sheet_stands_below(capsys):
    out = played(capsys, "--seats", THREE, "--pulka", "5", "--seed", "7")
    deals = re.findall(r"^Deal (\d+), dealer ([1-3]): (.+)\.$", out, re.MULTILINE)
    assert [int(number) for number, _, _ in deals] == list(range(1, len(deals) + 1))
    for _, _, told in deals:
        assert re.match(r"[1-3] plays (6|7|8|9|10) (spades|clubs|diamonds|hearts|no trumps)|[1-3] plays mis|ras", told)
        assert re.search(r"tricks 1: \d+, 2: \d+, 3: \d+$|not played out$", told)
    assert out.count("seat  pool  hill") == len(deals)


@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
def test_the_settlement_comes_last_in_exact_fractions_and_whole_numbers_that_sum_to_zero(capsys, seats: str):
    out = played(capsys, "--seats", seats, "--pulka", "5", "--seed", "2")
    told = out[out.index("The pulka is over") :]
    rows = re.findall(r"^  Computer [1-4]: ([+-]?\d+)(?: \(exactly ([+-]?[\d/]+)\))?$", told, re.MULTILINE)
    assert len(rows) == seats.count("computer")
    assert "\n  Hill: the least, " in told
    assert "\n  Sum\n    Computer 1: " in told
    assert sum(int(shown) for shown, _ in rows) == 0
    assert sum(Fraction(exact or shown) for shown, exact in rows) == 0


@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
def test_the_record_replays_to_the_sheet_that_was_printed(capsys, tmp_path: Path, seats: str):
    out = played(capsys, "--seats", seats, "--pulka", "5", "--seed", "11", "--record", "mine.pref")
    assert out.splitlines()[-1] == "The record is in mine.pref."
    record = notation.loads((tmp_path / "mine.pref").read_text(encoding="utf-8"))
    *_, last = replay.replay(record)
    assert isinstance(last.step.state.phase, Ended)
    for name, shown in zip(record.seats, last.step.state.phase.settlement.shown, strict=True):
        assert re.search(rf"^  {name}: \+?{shown}\b", out, re.MULTILINE)
    assert len(replay.verify(record)) == len(record.deals)


def test_two_play_hussar(capsys, tmp_path: Path):
    out = played(capsys, "--seats", TWO, "--pulka", "10", "--seed", "7")
    assert out.startswith("Computer 1, Computer 2; preset=hussar; seed 7.\n")
    record = notation.loads((tmp_path / "pulka-7.pref").read_text(encoding="utf-8"))
    assert record.agreement == preset("hussar").but(pool_target="10")
    assert re.search(r"Deal \d+, dealer [12]: [12] plays .+; [12] whists; tricks 1: \d+, 2: \d+\.", out)


@pytest.mark.parametrize(
    ("code", "seats"),
    [
        ("leningrad pool_target=5", THREE),
        ("rostov pool_target=5 ten=whisted", FOUR),
        ("classic pool_target=5", FOUR),
        ("fspr end_condition=deals end_deals=12", THREE),
        ("hussar hussar_hill=indivisible pool_target=5", TWO),
    ],
)
def test_any_rules_may_be_agreed(capsys, tmp_path: Path, code: str, seats: str):
    out = played(capsys, "--rules", code, "--seats", seats, "--seed", "3")
    record = notation.loads((tmp_path / "pulka-3.pref").read_text(encoding="utf-8"))
    assert record.agreement == agreement(f"preset={code}")
    assert f"; {record.agreement.code}; seed 3." in out.splitlines()[0]
    assert "The pulka is over" in out


def test_the_pools_are_those_of_the_rules_unless_they_are_named(capsys, tmp_path: Path):
    for words, target in (((), "20"), (("--pulka", "5"), "5")):
        played(capsys, "--rules", "rostov", "--seed", "3", *words)
        record = notation.loads((tmp_path / "pulka-3.pref").read_text(encoding="utf-8"))
        assert record.agreement == preset("rostov").but(pool_target=target)


def test_the_same_seed_gives_the_same_pulka_and_another_seed_another(capsys, tmp_path: Path):
    first, again, other = (played(capsys, "--pulka", "5", "--seed", seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first != other
    assert {path.name for path in tmp_path.iterdir()} == {"pulka-7.pref", "pulka-8.pref"}


def test_without_a_seed_chance_decides_and_the_record_is_named_by_the_time(capsys, tmp_path: Path):
    out = played(capsys, "--pulka", "5")
    (path,) = tmp_path.iterdir()
    assert re.fullmatch(r"pulka-\d{8}-\d{6}\.pref", path.name)
    assert path.name in out
    decks = [deal.deck for deal in notation.loads(path.read_text(encoding="utf-8")).deals]
    assert len({deck.nonce for deck in decks}) == len(decks)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "computer,somebody,computer"], "expected two to four times computer"),
        (["--seats", "computer"], "expected two to four times computer"),
        (["--seats", "person,computer,computer"], "; a person plays only in Telegram, real or local"),
        (["--seats", ""], "expected two to four times computer"),
        (["--pulka", "ten"], "expected a number of points from 1, got 'ten'"),
        (["--pulka", "0"], "expected a number of points from 1, got '0'"),
        (["--seed", "x"], "expected a whole number from 0, got 'x'"),
        (["--seed=-3"], "expected a whole number from 0, got '-3'"),
        (["--pulka", "11"], "--pulka 11 cannot be played: expected one of 5, 10, 15, 20, 30, 50."),
        (["--rules", "rostof"], "did you mean rostov?"),
        (["--rules", "rostov leningrad"], "--rules takes one agreement, with one preset."),
        (["--rules", "sochi tem=whisted"], "did you mean ten?"),
        (["--rules", "fspr"], "--rules ends the pulka by time, and computers need none: add end_condition=deals."),
        (["--rules", "leningrad", "--seats", TWO], "--rules cannot be played by 2: "),
        (["--record", "no/such/folder/x.pref"], "cannot be written: expected a file in an existing folder"),
        (["--record", "."], "cannot be written: expected a file in an existing folder"),
        (["--record", "/dev/null"], "cannot be written: expected a file in an existing folder"),
        (["--record", "x" * 300], "cannot be written: "),
    ],
)
def test_what_cannot_be_is_refused_before_a_card_is_dealt(capsys, tmp_path: Path, words: list[str], sentence: str):
    assert sentence in refused(capsys, *words)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_takes_no_file_is_refused_before_a_card_is_dealt(capsys, monkeypatch: pytest.MonkeyPatch):
    def denied(path: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "touch", denied)  # whoever runs the tests may be allowed to write anywhere
    assert "--record pulka-7.pref cannot be written: Permission denied." in refused(capsys, "--seed", "7")


def test_an_earlier_record_stays_until_the_new_one_is_whole(tmp_path: Path):
    record = tmp_path / "mine.pref"
    record.write_text("an earlier evening")
    lines = play(seats=("computer",) * 3, agreement=preset().but(pool_target="5"), seed=7, record=record)
    for _ in range(20):
        next(lines)
    lines.close()
    assert record.read_text() == "an earlier evening"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pref"]


@pytest.mark.parametrize("seats", [THREE, FOUR])
def test_verify_accepts_the_record(capsys, seats: str):
    played(capsys, "--seats", seats, "--pulka", "10", "--seed", "7")
    assert cli.main(["verify", "pulka-7.pref"]) == 0


def test_a_reader_that_leaves_early_is_no_error():
    command = [sys.executable, "-m", "bot", "play", "--headless", "--pulka", "50", "--seed", "7"]
    root = Path(cli.__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stderr is not None
        assert program.stdout.readline().startswith("Computer 1")
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait() == 0


def test_it_needs_no_telegram():
    script = (
        "import sys\n"
        "from bot.cli import main\n"
        "main(['play', '--headless', '--pulka', '5', '--seed', '7', '--record', sys.argv[1]])\n"
        "print(sorted({'aiogram', 'aiohttp', 'aiosqlite', 'pydantic'} & sys.modules.keys()))"
    )
    root = Path(cli.__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", script, str(Path("x.pref").absolute())],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == "[]"
