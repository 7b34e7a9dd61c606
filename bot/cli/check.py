"""`preferans check [FILE]`: is everything that is stored as the rules have it?"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from bot.cli import Complaint
from bot.cli.files import counted, own_database, text_of

NAME = "check"
HELP = "Play all pulkas of a database, or a record, again and say what differs from what is stored."
RECORD = ".pref"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is checked."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", type=Path,
        help="a database, also of a bot that is running, or a record (.pref); default: the bot's own database",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """A line a pulka, its differences below it, and a summary; 1 if anything differs or the file is broken."""
    file = args.file or own_database()
    return _record(file) if file.suffix == RECORD else _database(file)


def _record(file: Path) -> int:
    from bot.game.errors import RecordError
    from bot.game.notation import as_far
    from bot.game.replay import replay

    text = text_of(file)
    try:
        record, wrong = as_far(text)
        actions = sum(moment.action is not None for moment in replay(record))
        if wrong is not None:
            raise wrong
    except RecordError as error:
        print(f"{file}: {error}", file=sys.stderr)
        return 1
    print(f"{file}: ok: {counted(len(record.deals), 'deal')}, {counted(actions, 'action')}")
    return 0


def _database(file: Path) -> int:
    from bot import checking
    from bot.storage.reading import faults

    wrong, counts = list[str](), Counter[str]()
    with ExitStack() as stack:
        try:
            conn = _opened(file, stack)
            broken = faults(conn)
            begun = checking.begun(conn)
        except sqlite3.DatabaseError as error:
            broken, begun = [str(error)], []
        for fault in broken:
            print(f"{file}: {fault}")
        wrong += ["the file is broken"] if broken else []
        for table in begun:
            differs, deals, actions = _told(conn, table)
            counts.update(pulka=1, deal=deals, action=actions)
            wrong += [f"table {table}"] if differs else []
    told = f"differences: {', '.join(wrong)}" if wrong else "all is as the rules have it"
    print(f"{', '.join(counted(counts[what], what) for what in ('pulka', 'deal', 'action'))}: {told}")
    return 1 if wrong else 0


def _opened(file: Path, stack: ExitStack) -> sqlite3.Connection:
    from bot.storage.errors import StorageError
    from bot.storage.reading import reading

    try:
        return stack.enter_context(reading(file))
    except OSError as error:
        raise Complaint(f"{file}: {error.strerror or error}") from None
    except StorageError as error:
        raise Complaint(str(error)) from None


def _told(conn: sqlite3.Connection, table: int) -> tuple[bool, int, int]:
    """Prints what there is to say of a pulka; -> (whether anything differs, its deals, its actions)."""
    from bot import checking

    try:
        pulka = checking.load(conn, table)
    except (sqlite3.DatabaseError, ValueError) as error:
        # A complaint about text that is no UTF-8 would repeat the text, a deck perhaps.
        why = str(error) if getattr(error, "sqlite_errorname", "") else "a row holds what nobody can read"
        print(f"table {table}: cannot be read: {why}")
        return True, 0, 0
    found, deals, actions = list(checking.differences(pulka)), len(pulka.deals), len(pulka.actions)
    how = counted(len(found), "difference") if found else "ok"
    print(f"table {table}: {how}: {pulka.row.status}, {counted(deals, 'deal')}, {counted(actions, 'action')}")
    for difference in found:
        print(f"  {difference}")
    return bool(found), deals, actions
