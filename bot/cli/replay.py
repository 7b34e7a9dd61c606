"""`preferans replay FILE`: a record told deal by deal, or step by step, as the rules play it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import Complaint
from bot.cli.files import text_of

if TYPE_CHECKING:
    from bot.game.notation import Record

NAME = "replay"
HELP = "Play a record again and tell its deals: auction, contract, tricks, score."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and what of it is told."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.pref)")
    parser.add_argument("--deal", metavar="N", type=int, help="tell this deal only")
    parser.add_argument("--step", action="store_true", help="show the state after each token")


def run(args: argparse.Namespace) -> int:
    """Print the deals as they are replayed; 1 if the record does not replay, with the place where it breaks."""
    from bot.game.errors import RecordError
    from bot.game.notation import as_far

    text = text_of(args.file)
    try:
        record, wrong = as_far(text)
        if args.deal is not None and not 1 <= args.deal <= len(record.deals):
            deals = f"1 to {len(record.deals)}" if record.deals else "none"
            raise Complaint(f"--deal {args.deal}: the record has deals {deals}.")
        for line in _told(record, args.deal, args.step):
            print(line)
        if wrong is not None:
            raise wrong
    except RecordError as error:
        sys.stdout.flush()
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    return 0


def _told(record: Record, only: int | None, steps: bool) -> Iterator[str]:
    from bot.game.replay import replay
    from bot.telling import Telling

    yield f"{', '.join(f'{name} ({seat})' for seat, name in enumerate(record.seats, 1))}; {record.agreement.code}"
    telling = Telling(record.seats, steps)
    for moment in replay(record):
        lines = telling.next(moment)
        if only is None or moment.place.split(",")[0] == f"deal {only}":
            yield from lines
