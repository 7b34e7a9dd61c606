"""Are the versions that the locks name known to be vulnerable? Exit code 1 if one is.

pip-audit asks a register of vulnerabilities over the network. What it could not ask about is said, loudly: a check that
did not take place must not look like one that found nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

LOCKS = sorted((Path(__file__).parents[1] / "requirements").glob("*.lock"))
BANNER = "!!!!!!!! {} !!!!!!!!"


class Found(NamedTuple):
    """What came of the check."""

    checked: frozenset[str]
    skipped: frozenset[str]
    vulnerable: tuple[str, ...]


def ask(lock: Path) -> str:
    """What pip-audit says of a lock, as JSON. Raises OSError when it says nothing of the kind."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--require-hashes", "--disable-pip"]
    run = subprocess.run(
        [*command, "--progress-spinner", "off", "--format", "json"], capture_output=True, text=True, check=False
    )
    if not run.stdout.startswith("{"):
        raise OSError(run.stderr.strip().splitlines()[-1] if run.stderr.strip() else "no answer")
    return run.stdout


def read(answer: str) -> Found:
    """What stands in pip-audit's JSON."""
    known = json.loads(answer)["dependencies"]
    return Found(
        frozenset(one["name"] for one in known if "skip_reason" not in one),
        frozenset(one["name"] for one in known if "skip_reason" in one),
        tuple(_told(one, found) for one in known for found in one.get("vulns", ())),
    )


def _told(one: dict[str, Any], found: dict[str, Any]) -> str:
    mended = ", ".join(found["fix_versions"]) or "nothing yet"
    return f"{one['name']} {one['version']}: {found['id']}, mended in {mended}"


def audit(locks: Sequence[Path], ask: Callable[[Path], str] = ask) -> tuple[list[str], int]:
    """What there is to say, and the exit code."""
    said, code = list[str](), 0
    for lock in locks:
        try:
            found = read(ask(lock))
        except (OSError, ValueError, KeyError) as error:
            said.append(BANNER.format(f"{lock.name} WAS NOT AUDITED: {error}"))
            continue
        said += [f"{lock.name}: VULNERABLE: {line}" for line in found.vulnerable]
        code = 1 if found.vulnerable else code
        if not found.checked:
            said.append(BANNER.format(f"{lock.name} WAS NOT AUDITED: the register of vulnerabilities is not to be had"))
        elif found.skipped:
            said.append(BANNER.format(f"{lock.name}: not audited: {', '.join(sorted(found.skipped))}"))
        else:
            number = len(found.vulnerable) or "no"
            said.append(f"{lock.name}: {len(found.checked)} packages, {number} known vulnerabilities")
    return said, code


if __name__ == "__main__":
    lines, code = audit(LOCKS)
    print(*lines, sep="\n")
    sys.exit(code)
