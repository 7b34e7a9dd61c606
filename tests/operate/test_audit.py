"""What is installed is pinned by hashes, and asked about; a check that did not take place does not look like one."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
VERSION = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer(**packages: object) -> str:
    """As pip-audit writes it: a package is fine, was skipped (a text), or has vulnerabilities."""
    known = []
    for name, told in packages.items():
        if isinstance(told, str):
            known.append({"name": name, "skip_reason": told})
        else:
            known.append({"name": name, "version": "1.0", "vulns": told})
    return json.dumps({"dependencies": known, "fixes": []})


HOLE = [{"id": "PYSEC-2026-1", "fix_versions": ["1.1"], "aliases": [], "description": "..."}]


@pytest.mark.parametrize(
    ("told", "code", "said"),
    [
        (answer(aiogram=[], yarl=[]), 0, r"run\.lock: 2 packages, no known vulnerabilities"),
        (
            answer(aiogram=HOLE, yarl=[]),
            1,
            r"VULNERABLE: aiogram 1\.0: PYSEC-2026-1, mended in 1\.1\n.*, 1 ",
        ),
        (answer(aiogram="not found", yarl=[]), 0, r"!!! run\.lock: not audited: aiogram !!!"),
        (
            answer(aiogram="not found", yarl=HOLE),
            1,
            r"VULNERABLE: yarl 1\.0(.|\n)*not audited: aiogram !!!",
        ),
        (answer(aiogram="not found", yarl="not found"), 0, r"!!! run\.lock WAS NOT AUDITED: the register .* had !!!"),
        ("{broken", 0, r"!!! run\.lock WAS NOT AUDITED: "),
        (
            OSError("Failed to resolve 'pypi.org'"),
            0,
            r"WAS NOT AUDITED: Failed to resolve 'pypi\.org' !!!",
        ),
    ],
)
def test_what_is_said_of_an_answer(audit: ModuleType, told: str | OSError, code: int, said: str):
    def ask(lock: Path) -> str:
        if isinstance(told, OSError):
            raise told
        return told

    lines, found = audit.audit([ROOT / "requirements" / "run.lock"], ask)
    assert found == code
    assert re.search(said, "\n".join(lines))


def test_one_vulnerable_lock_among_several_is_a_failure(audit: ModuleType):
    answers = iter([answer(aiogram=HOLE), answer(yarl=[]), "{broken"])
    assert audit.audit([ROOT / f"{n}.lock" for n in "abc"], lambda lock: next(answers))[1] == 1


def test_every_lock_is_asked_about(audit: ModuleType):
    assert audit.LOCKS == LOCKS
    assert {lock.stem for lock in LOCKS} == {"audit", "build", "dev", "run"}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_line_of_a_lock_names_one_version_and_its_hashes(lock: Path):
    """`--require-hashes` refuses what has none; here it is seen before anybody installs."""
    entries = re.sub(r" \\\n\s*", " ", lock.read_text("utf-8")).splitlines()
    entries = [entry for entry in entries if entry and not entry.startswith("#")]
    assert len(entries) > 3
    for entry in entries:
        assert re.match(r"[a-z0-9._\[\]-]+==[^ ;]+( ; [^#]+?)?( --hash=sha256:[0-9a-f]{64})+$", entry), entry


def test_who_runs_the_bot_gets_the_versions_that_were_tested():
    tested, run = (
        dict(VERSION.findall((ROOT / "requirements" / f"{name}.lock").read_text("utf-8"))) for name in ("dev", "run")
    )
    assert run.items() <= tested.items()
    assert {"aiogram", "aiosqlite", "prometheus-client"} <= run.keys()


def test_ci_audits():
    assert "make audit" in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
