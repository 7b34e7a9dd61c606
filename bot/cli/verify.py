"""`preferans verify FILE`: does a record hold together, and did its decks stand before anybody cut?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.cli.files import text_of

NAME = "verify"
HELP = "Replay a record and check its decks against the hashes that were published."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.pref)")


def run(args: argparse.Namespace) -> int:
    """A line a deal: proven, not proven and why, or WRONG; 1 if anything is wrong, or if the record does not replay."""
    from bot.game.errors import RecordError
    from bot.game.notation import as_far
    from bot.game.replay import verify

    text = text_of(args.file)
    try:
        record, wrong = as_far(text)
        findings = verify(record)
        if wrong is not None:
            raise wrong
    except RecordError as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    print(*findings or ("there is no deal in it",), sep="\n")
    return 1 if any("WRONG" in finding for finding in findings) else 0
