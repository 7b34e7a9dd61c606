"""docs/operating.md says what is so: settings, figures, commands and sentences of the log are those of the program."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bot import cli
from bot.operate.metrics import Metrics
from bot.settings import Settings
from tests.operate.test_image import read

ROOT = Path(__file__).parents[2]
PAPER = (ROOT / "docs" / "operating.md").read_text("utf-8")
NAME = re.compile(r"`([A-Z][A-Z_]+)`")


def table(head: str) -> list[list[str]]:
    """The rows of the table whose first line begins so, by cells."""
    lines = PAPER[PAPER.index(f"\n| {head}") + 1 :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_its_settings_are_the_settings():
    named = [name for first, *_ in table("variable") for name in NAME.findall(first)]
    assert sorted(named) == sorted(name.upper() for name in Settings.model_fields)


def test_its_defaults_are_the_defaults():
    for first, _, default in table("variable"):
        names, said = NAME.findall(first), default.split(", ")
        for name, value in zip(names, said if len(said) == len(names) else said * len(names), strict=True):
            actual = Settings.model_fields[name.lower()].default
            if actual is None:
                assert value.startswith(("none", "made from", "that of")), name
            else:
                assert value.strip("`") == str(actual), name


def test_what_it_says_of_the_image_is_in_the_image():
    variables = next(said for word, said in read(ROOT / "Dockerfile") if word == "ENV")
    for first, what, _ in table("variable"):
        if found := re.search(r"\(in the image: (.*)\)", what):
            values = re.findall(r"`([^`]+)`", found[1])
            names = NAME.findall(first)[-len(values) :]
            for name, value in zip(names, values, strict=True):
                assert f"{name}={value}" in variables.split()


def test_the_example_file_has_all_settings():
    example = (ROOT / ".env.example").read_text("utf-8")
    assert set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == {n.upper() for n in Settings.model_fields}


def test_its_figures_are_the_figures():
    page = Metrics().page(tables={}, queues={"inbox": 0, "delivery": 0}, writable=True, ready=True).decode()
    told = set(re.findall(r"^# HELP preferans_(\S+)", page, re.MULTILINE))
    process = {name for name in told if name.startswith("process_")}
    named = {
        re.sub(r"\{.*", "", name) for first, *_ in table("figure") for name in re.findall(r"`([a-z_]+[^`]*)`", first)
    }
    assert process
    assert named - {"process_*", "preferans_..."} == told - process


def test_its_commands_are_the_commands():
    for name in re.findall(r"preferans ([a-z]+)\b", PAPER):
        assert name in cli.COMMANDS, name


def test_the_sentences_of_the_log_are_those_of_the_program():
    """Each of the quoted ones stands in the source as text that is logged or told."""
    texts = [
        node.value
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    for quoted, _ in table("the log says"):
        for sentence in re.findall(r"`([^`]+)`", quoted):
            for part in re.split(r"\.\.\.|\(\.\.\.\)|\b[NS]\b", sentence):
                words = part.strip(" :()")
                assert not words or any(words in text for text in texts), words


def test_it_is_one_page():
    assert len(PAPER.split()) < 1400
    assert len(PAPER.splitlines()) < 110


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", PAPER))
def test_its_links_lead_somewhere(link: str):
    assert (ROOT / "docs" / link).resolve().is_file()
