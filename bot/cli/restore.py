"""`preferans restore FILE`: a backup takes the place of the database; the old one is kept beside it."""

from __future__ import annotations

import argparse
import sqlite3
from datetime import datetime
from pathlib import Path

from bot.cli import Complaint
from bot.cli.files import counted, own_database

NAME = "restore"
HELP = "Check a backup and put it in the place of the bot's database, which is kept beside it; the bot must not run."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """From where, and of what."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a backup, of this or an earlier version")
    parser.add_argument("--database", metavar="FILE", type=Path, help="default: the bot's own database")


def run(args: argparse.Namespace) -> int:
    """Say what was found in the backup and where the old database is now. What is refused changes nothing."""
    from bot.storage.copying import restore
    from bot.storage.errors import Busy, StorageError
    from bot.storage.migrate import newest

    database = args.database or own_database()
    if not args.file.is_file():
        raise Complaint(f"{args.file}: no such file.")
    if database.exists() and database.samefile(args.file):
        raise Complaint(f"{args.file} is the database itself.")
    try:
        differing = _differing(args.file)
        copied = restore(args.file, database, f"{datetime.now().astimezone():before-%Y%m%d-%H%M%S}")
    except Busy:
        raise Complaint(f"{database} is in use: stop the bot first.") from None
    except StorageError as refused:
        raise Complaint(f"nothing was restored: {args.file}: {refused}.") from None
    except sqlite3.DatabaseError as error:
        raise Complaint(f"nothing was restored: {args.file}: {error}.") from None
    except OSError as error:
        raise Complaint(f"nothing was restored: {error.filename or database}: {error.strerror or error}.") from None
    rows = ", ".join(counted(copied.rows[what], what.removesuffix("s")) for what in ("tables", "deals", "actions"))
    print(f"{database}: {rows} from {args.file}")
    if copied.schema < newest():
        print(f"It had schema {copied.schema} and was brought to {newest()}.")
    if differing:
        print(f"Pulkas that differ from the rules of this version: {differing}; preferans check says where.")
    if copied.kept is not None:
        print(f"The database that was there is now {copied.kept}.")
    return 0


def _differing(file: Path) -> int:
    """How many pulkas of a sound file do not come to what is stored. That is told and hinders nothing: facts stand."""
    from bot import checking
    from bot.storage.copying import Faulty
    from bot.storage.reading import faults, reading

    with reading(file) as conn:
        if broken := faults(conn):
            raise Faulty(f"the file is broken: {broken[0]}")
        return sum(_differs(conn, table) for table in checking.begun(conn))


def _differs(conn: sqlite3.Connection, table: int) -> bool:
    from bot import checking

    try:
        return any(checking.differences(checking.load(conn, table)))
    except ValueError:  # a row holds what nobody can read
        return True
