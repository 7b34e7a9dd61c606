"""`preferans check-examples FILE`: does the bot score a club's worked examples as the club does?"""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli import Complaint

NAME = "check-examples"
HELP = "Score the worked examples of a file and say which come out as expected."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, in the format of docs/examples.md."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="JSON with deals, help, settlements, valuations, matches"
    )


def run(args: argparse.Namespace) -> int:
    """A line an example: `S01 ok`, or its id with what was expected and what came out; 1 if anything differs."""
    from bot.game.errors import ExampleError
    from bot.game.examples import check

    try:
        text = args.file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Complaint(f"{args.file}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Complaint(f"{args.file}: not UTF-8 (byte {error.start})") from None
    unreadable, differ = [], False
    try:
        for outcome in check(text):
            if outcome.unreadable:
                unreadable.append(outcome.unreadable)
            elif outcome.differences:
                differ = True
                print(f"{outcome.id} differs: {'; '.join(outcome.differences)}")
            else:
                print(f"{outcome.id} ok")
    except ExampleError as error:
        raise Complaint(f"{args.file}: {error}") from None
    if unreadable:
        more = f" (and {len(unreadable) - 1} more that cannot be read)" if len(unreadable) > 1 else ""
        raise Complaint(f"{args.file}: {unreadable[0]}{more}")
    return 1 if differ else 0
