"""The program `preferans`: one subcommand, one file of this package.

A subcommand's module offers `NAME`, `HELP` (one line), `add_arguments(parser)` and `run(args) -> exit code`.
To add one, write the file and add its name to `COMMANDS`. The module is imported whenever somebody asks for
help, so what takes long to import (aiogram takes seconds) is imported inside `run`; a test holds that.

Exit codes: 0 it went well; 1 what was looked for is not so (a record that does not replay); 2 the command or
a setting is wrong, which is said in one sentence on the error stream; 130 interrupted;
141 nobody read the output to its end.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

COMMANDS = (
    "agreement", "backup", "check", "check_examples", "conventions", "health", "play", "replay", "restore", "verify",
    "version",
)  # fmt: skip


class Complaint(Exception):
    """What the person at the keyboard must put right, as one sentence: `run` raises it, the program exits with 2."""


class Command(Protocol):
    """A subcommand's module, seen from here."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of argparse's usage lines."""
        self.exit(2, f"{self.prog}: {message} (try {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that `argv` (by default the process's arguments) names; return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    named = words[0].replace("-", "_") if words else ""
    parser = _Parser(
        prog="preferans", description="A Telegram bot that hosts tables of Russian preferans.", allow_abbrev=False
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (named,) if named in COMMANDS else COMMANDS:
        command = cast(Command, importlib.import_module(f"bot.cli.{module}"))
        door = commands.add_parser(command.NAME, help=command.HELP, description=command.HELP, allow_abbrev=False)
        command.add_arguments(door)
        door.set_defaults(command=command, door=door)
    args, unknown = parser.parse_known_args(words)
    if unknown:
        args.door.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        return cast(Command, args.command).run(args)
    except Complaint as complaint:
        print(f"{args.door.prog}: {complaint}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has had enough: `preferans replay FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
