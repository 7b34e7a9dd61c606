"""The image and the compose file: no root, one volume, a health check. There is no Docker where this runs: they are
read, and what they would run is run elsewhere (`tests/cli/test_health.py`, `tests/crash/test_stopping.py`)."""

from __future__ import annotations

import json
import re
import shlex
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from bot import cli
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
Step = tuple[str, str]


def read(path: Path) -> list[Step]:
    """Instructions and what they say; lines that go on are joined, comments left out."""
    text = re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines if line.strip()]


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return read(ROOT / "Dockerfile")


@pytest.fixture(scope="module")
def final(steps: list[Step]) -> list[Step]:
    """Of the stage that becomes the image."""
    begins = max(number for number, (word, _) in enumerate(steps) if word == "FROM")
    return steps[begins:]


@pytest.fixture(scope="module")
def variables(final: list[Step]) -> dict[str, str]:
    words = [word for instruction, said in final if instruction == "ENV" for word in shlex.split(said)]
    return dict(word.split("=", 1) for word in words)


@pytest.fixture(scope="module")
def service() -> dict[str, object]:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    assert list(services) == ["bot"]
    return services["bot"]


def one(steps: list[Step], word: str) -> str:
    (said,) = [said for instruction, said in steps if instruction == word]
    return said


def test_it_runs_as_somebody_who_is_not_root(final: list[Step]):
    user = one(final, "USER")
    words = [word for word, _ in final]
    made = next(said for word, said in final if word == "RUN")
    assert user == made.split()[-1] != "root"
    assert re.search(r"--uid 1\d{4}\b", made)
    assert words.index("USER") < words.index("CMD")


def test_everything_that_is_kept_is_in_the_volume(final: list[Step], variables: dict[str, str]):
    volume = one(final, "VOLUME")
    assert Path(variables["DATABASE"]).parent == Path(volume)
    made = next(said for word, said in final if word == "RUN")
    assert f"--home-dir {volume} --create-home" in made  # so that it belongs to who runs


def test_what_is_asked_and_run_are_subcommands(final: list[Step]):
    check = one(final, "HEALTHCHECK")
    options, _, command = check.partition(" CMD ")
    assert re.search(r"--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d", options)
    for words in (json.loads(command), json.loads(one(final, "CMD"))):
        assert words[0] == "preferans"
        assert words[1] in cli.COMMANDS


def test_its_variables_are_settings_and_say_no_secret(variables: dict[str, str]):
    own = {name: value for name, value in variables.items() if name.lower() in Settings.model_fields}
    assert own.keys() == variables.keys() - {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert not [name for name in own if "TOKEN" in name or "SECRET" in name]
    read = Settings(**{name.lower(): value for name, value in own.items() if name != "DATABASE"}, _env_file=None)
    assert (read.listens_on, read.log_format) == (8080, "json")


def test_only_pinned_versions_get_in(steps: list[Step]):
    installs = [
        part.strip() for word, said in steps if word == "RUN" for part in said.split("&&") if "pip install" in part
    ]
    assert installs
    for install in installs:
        assert "--require-hashes" in install or "--no-deps" in install, install
        for lock in re.findall(r"--requirement (\S+)", install):
            assert (ROOT / lock).is_file()


def test_what_the_build_needs_is_let_in_and_nothing_of_a_person(steps: list[Step]):
    """`.dockerignore`: the last line that fits a path decides."""
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"]

    def let_in(path: str) -> bool:
        allowed = True
        for rule in rules:
            pattern = rule.removeprefix("!")
            parts = [path, *(str(parent) for parent in Path(path).parents)]
            if any(fnmatch(part, pattern) or fnmatch(part, pattern.removeprefix("**/")) for part in parts):
                allowed = rule.startswith("!")
        return allowed

    needed = ("bot/app.py", "bot/storage/migrations/0001.sql", "emulator/server.py", "pyproject.toml", "LICENSE",
              "locales/ru/LC_MESSAGES/preferans.po", "requirements/run.lock", "build_locales.py")  # fmt: skip
    for path in needed:
        assert (ROOT / path).is_file(), path
        assert let_in(path), path
    for path in (".env", "preferans.db", "preferans.db-wal", ".git/config", ".venv/bin/python", "tests/conftest.py"):
        assert not let_in(path), path


def test_the_service_comes_back_and_is_asked_how_it_is(service: dict[str, object], final: list[Step]):
    assert service["restart"] == "unless-stopped"
    assert service["env_file"] == ".env"
    check = service["healthcheck"]
    assert check["test"] == ["CMD", *json.loads(one(final, "HEALTHCHECK").partition(" CMD ")[2])]
    assert {"interval", "timeout", "start_period", "retries"} < check.keys()
    assert int(re.match(r"\d+", service["stop_grace_period"])[0]) >= 30


def test_the_service_keeps_its_volume_and_has_no_right_that_it_does_not_need(
    service: dict[str, object], final: list[Step]
):
    volumes = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["volumes"]
    assert service["volumes"] == [f"{next(iter(volumes))}:{one(final, 'VOLUME')}"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "user" not in service
    assert "ports" not in service  # nothing is open to the world unless somebody wants it
    assert "environment" not in service  # a token in there would be committed one day


def test_the_service_writes_no_log_without_end(service: dict[str, object]):
    assert {"max-size", "max-file"} <= service["logging"]["options"].keys()
