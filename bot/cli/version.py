"""`preferans version`: what to write into a bug report."""

from __future__ import annotations

import argparse
import platform
import sqlite3
from importlib import metadata

NAME = "version"
HELP = "Say which versions of the bot, Python and SQLite these are."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(args: argparse.Namespace) -> int:
    """Print one line."""
    print(
        f"preferans {metadata.version('preferans')}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.system()}"
    )
    return 0
