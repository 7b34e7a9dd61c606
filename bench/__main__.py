"""`python -m bench [--quick] [NAME ...]`: run the measurements that are named, or all of them."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
PACKAGES = ("aiogram", "aiohttp", "aiosqlite", "pokerkit", "preferans", "pydantic")
"""Whose versions the figures depend on."""


def main(arguments: list[str]) -> int:
    """Prints each line as it is measured. Exit code 2 when there is no such measurement."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure: ratios against yardsticks.")
    parser.add_argument("--quick", action="store_true", help="a look at each in seconds; the figures are rough")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(NAMES)} (default: all)")
    told = parser.parse_args(arguments)
    unknown = [name for name in told.names if name not in NAMES]
    if unknown:
        print(f"bench: there is no measurement {unknown[0]}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for line in machine():
        print(f"machine: {line}", flush=True)
    for name in told.names or NAMES:
        for line in import_module(f"bench.{name}").measure(quick=told.quick):
            print(f"{name}: {line}", flush=True)
    return 0


def machine() -> Iterator[str]:
    """Where the figures come from. Other work on the machine shows in the load, and in seconds by the wall clock."""
    busy = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    yield f"{os.cpu_count()} cores{busy}, {platform.system()} {platform.machine()}"
    yield f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    yield ", ".join(f"{name} {version(name)}" for name in PACKAGES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
