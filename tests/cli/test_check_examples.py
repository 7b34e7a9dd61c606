"""`preferans check-examples FILE`: a line an example, and an exit code for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot import cli

FILE = Path(__file__).parents[1] / "scoring_examples.json"
MADE = {
    "id": "six made",
    "players": ["A", "B", "C"],
    "dealer": "C",
    "deal": {"kind": "game", "level": 6, "declarer": "A", "calls": [["B", "pass"], ["C", "pass"]]},
    "expected": {"pool": {"A": 2}},
}


def answer(capsys: pytest.CaptureFixture[str], file: Path) -> tuple[int, str, str]:
    code = cli.main(["check-examples", str(file)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_examples_that_come_out_as_expected(capsys):
    code, out, err = answer(capsys, FILE)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "S01 ok"
    assert all(line.endswith(" ok") for line in out.splitlines())


def test_a_difference_is_exit_code_1_and_says_what_was_expected_and_what_came_out(capsys, tmp_path):
    file = tmp_path / "club.json"
    wrong = {**MADE, "id": "six made dearly", "expected": {"pool": {"A": 3}, "whists": {"B>A": 1}}}
    file.write_text(json.dumps({"deals": [MADE, wrong]}), encoding="utf-8")
    assert answer(capsys, file) == (
        1,
        "six made ok\nsix made dearly differs: pool A: expected 3, got 2; whists B>A: expected 1, got 0\n",
        "",
    )


def test_what_cannot_be_read_is_exit_code_2_and_one_sentence(capsys, tmp_path):
    file = tmp_path / "club.json"
    wrong = {key: value for key, value in MADE.items() if key != "dealer"}
    file.write_text(json.dumps({"deals": [{**wrong, "id": "no dealer"}, MADE, wrong]}), encoding="utf-8")
    code, out, err = answer(capsys, file)
    assert (code, out) == (2, "six made ok\n")
    assert err == f"preferans check-examples: {file}: no dealer: dealer is missing (and 1 more that cannot be read)\n"


@pytest.mark.parametrize("content", [b"", b"not JSON", b"\xff\xfe", b"[]", b"{}", b'{"deals": 3}', b'{"x": []}'])
def test_what_is_no_file_of_examples_is_one_sentence(capsys, tmp_path, content: bytes):
    file = tmp_path / "club.json"
    file.write_bytes(content)
    code, out, err = answer(capsys, file)
    assert (code, out) == (2, "")
    assert err.startswith(f"preferans check-examples: {file}: ")
    assert err.count("\n") == 1


def test_no_file_at_all(capsys, tmp_path):
    code, out, err = answer(capsys, tmp_path / "none.json")
    assert (code, out) == (2, "")
    assert err == f"preferans check-examples: {tmp_path / 'none.json'}: No such file or directory\n"


def test_a_directory_is_no_file(capsys, tmp_path):
    assert answer(capsys, tmp_path)[0] == 2


def test_a_file_from_an_editor_that_marks_utf_8(capsys, tmp_path):
    file = tmp_path / "club.json"
    file.write_text(json.dumps({"deals": [MADE]}), encoding="utf-8-sig")
    assert answer(capsys, file) == (0, "six made ok\n", "")
