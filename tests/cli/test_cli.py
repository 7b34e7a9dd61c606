"""The program `preferans`: every subcommand explains itself, refuses in one sentence, and costs nothing to ask."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys

import pytest

from bot import cli

SLOW_TO_IMPORT = {"aiogram", "aiohttp", "pydantic", "pydantic_settings", "aiosqlite", "emulator", "babel"}
NAMES = [name.replace("_", "-") for name in cli.COMMANDS]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, and what was said on either stream."""
    try:
        code = cli.main(words)
    except SystemExit as left:
        code = left.code
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("module", cli.COMMANDS)
def test_a_subcommand_is_called_as_its_file(module: str):
    name = importlib.import_module(f"bot.cli.{module}").NAME
    assert name == module.replace("_", "-")


def test_help_lists_every_subcommand_with_its_line(capsys):
    code, out, err = answer(capsys, "--help")
    assert (code, err) == (0, "")
    for module in cli.COMMANDS:
        command = importlib.import_module(f"bot.cli.{module}")
        assert command.NAME in out
        assert command.HELP.split()[0] in out


@pytest.mark.parametrize("name", NAMES)
def test_every_subcommand_has_help(capsys, name: str):
    code, out, err = answer(capsys, name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: preferans {name}")


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_argument_is_refused_in_one_sentence_by_the_subcommand(capsys, name: str):
    code, out, err = answer(capsys, name, "--no-such-option")
    assert (code, out) == (2, "")
    assert err.startswith(f"preferans {name}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("no-such-command",), ("--no-such-option",)])
def test_no_subcommand_is_refused_in_one_sentence(capsys, words: tuple[str, ...]):
    code, out, err = answer(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("preferans: ")
    assert err.count("\n") == 1


def test_a_complaint_is_one_sentence_and_exit_code_2(capsys, monkeypatch):
    def complain(args: object) -> int:
        raise cli.Complaint("The file x.pref does not exist.")

    monkeypatch.setattr("bot.cli.version.run", complain)
    assert answer(capsys, "version") == (2, "", "preferans version: The file x.pref does not exist.\n")


def test_an_interrupt_ends_quietly(capsys, monkeypatch):
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.cli.version.run", interrupt)
    assert answer(capsys, "version") == (130, "", "")


def test_version_is_one_line_for_a_bug_report(capsys):
    code, out, err = answer(capsys, "version")
    assert (code, err) == (0, "")
    assert out.startswith("preferans ")
    assert out.count("\n") == 1


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in NAMES)])
def test_asking_for_help_imports_nothing_slow(words: list[str]):
    script = (
        "import json, sys\n"
        "from bot.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("usage: preferans")
    assert SLOW_TO_IMPORT.isdisjoint(json.loads(ran.stderr))


def test_the_module_is_the_program():
    ran = subprocess.run([sys.executable, "-m", "bot", "version"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("preferans ")
