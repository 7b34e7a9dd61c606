"""`preferans backup FILE`: one moment of the database as a file of its own, while the bot plays on."""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path

from bot.cli import Complaint
from bot.cli.files import counted, own_database

NAME = "backup"
HELP = "Copy the bot's database to a new file, also while the bot runs, and check the copy."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to, and of what."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the new file; one that exists is never replaced")
    parser.add_argument("--database", metavar="FILE", type=Path, help="default: the bot's own database")


def run(args: argparse.Namespace) -> int:
    """Print what is in the copy. It is complete and checked, or there is none."""
    from bot.storage.copying import Faulty, backup
    from bot.storage.errors import StorageError

    source = args.database or own_database()
    if not source.is_file():
        raise Complaint(f"{source}: no such file.")
    try:
        copied = backup(source, args.file)
    except FileExistsError:
        raise Complaint(f"{args.file} exists already, and a backup replaces nothing.") from None
    except Faulty as broken:
        raise Complaint(f"no backup was made of {source}: {broken}; preferans check says more.") from None
    except StorageError as refused:
        raise Complaint(f"no backup was made: {refused}.") from None
    except sqlite3.DatabaseError as error:
        raise Complaint(f"no backup was made of {source}: {error}.") from None
    except OSError as error:
        raise Complaint(f"{args.file} cannot be written: {error.strerror or error}.") from None
    rows = ", ".join(counted(copied.rows[what], what.removesuffix("s")) for what in ("tables", "deals", "actions"))
    print(f"{args.file}: {rows}, schema {copied.schema}, {copied.size // 1024} KB, checked")
    return 0
