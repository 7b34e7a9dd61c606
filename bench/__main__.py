"""`python -m bench [NAME ...]`: run the measurements that are named, or all of them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def main(chosen: list[str]) -> int:
    """Prints each line as it is measured. Exit code 2 when there is no such measurement."""
    unknown = [name for name in chosen if name not in NAMES]
    if unknown:
        print(f"bench: there is no measurement {unknown[0]}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in chosen or NAMES:
        for line in import_module(f"bench.{name}").measure():
            print(f"{name}: {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
