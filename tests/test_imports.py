"""Who may import whom. Each part of the bot is listed with what it may know, and its source is read."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# What the rules may use of the standard library: nothing with a clock, chance, input or output, or a log.
PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "difflib", "enum", "fractions", "functools",
    "hashlib", "importlib", "itertools", "json", "math", "operator", "pkgutil", "re", "string", "textwrap", "tomllib",
    "types", "typing",
}  # fmt: skip
# Cards and contracts are the words in which a view and an action speak.
SEEN = {"bot.game.view", "bot.game.actions", "bot.game.cards", "bot.game.contracts"}
# A deal that is over, and what has been written: nothing of it is secret. Of the state nothing else may be named.
SCORED = {"bot.game.sheet", "bot.game.settlement", "bot.game.state.Closed", "bot.game.state.Table"}

# Beside itself (and, but for the rules, the standard library) a part may import what stands after it. The longest
# name that fits a module counts; a module that none fits fails, so whoever adds a part adds its row.
MAY_IMPORT: dict[str, set[str]] = {
    "bot.game": PURE,
    "bot.solver": {"bot.game.cards", "bot.game.contracts"},
    "bot.players": SEEN | {"bot.solver"},
    "bot.texts": {"gettext", "babel"},
    "bot.presses": {"bot.game.actions", "bot.game.notation", "bot.game.errors"},
    "bot.screens": SEEN | SCORED | {"bot.game.agreement", "bot.game.errors", "bot.texts", "bot.presses", "bot.zones"},
    "bot.pictures": SEEN | {"bot.game.sheet", "bot.game.agreement", "bot.texts"},
    "bot.storage": {"aiosqlite"},
    "bot.zones": set(),
    "bot.host": {"bot.game", "bot.storage", "bot.players", "bot.solver", "bot.zones"},
    "bot.delivery": {"aiogram", "bot.storage", "bot.screens", "bot.pictures"},
    "bot.framing": {"bot.host", "bot.screens", "bot.game", "bot.texts", "bot.zones"},
    "bot.bells": {"bot.host", "bot.framing", "bot.game"},
    "bot.staging": {"bot.host", "bot.screens", "bot.framing", "bot.bells", "bot.delivery", "bot.game"},
    "bot.whispers": {"bot.host", "bot.screens", "bot.framing", "bot.delivery", "bot.game"},
    "bot.notebook": {"bot.host", "bot.screens", "bot.framing", "bot.delivery", "bot.game", "bot.texts", "bot.zones"},
    "bot.rulebook": {"bot.host", "bot.screens", "bot.framing", "bot.delivery", "bot.game", "bot.storage"},
    "bot.replies": {"bot.host", "bot.screens", "bot.framing", "bot.game"},
    "bot.reach": {"bot.host", "bot.replies", "bot.screens"},
    "bot.handlers": {"aiogram", "bot.host", "bot.presses", "bot.texts", "bot.replies"},
    "bot.intake": {"aiogram", "aiohttp", "pydantic", "bot.storage"},
    "bot.serving": {"aiohttp"},
    "bot.operate": {"aiogram", "aiohttp", "prometheus_client", "bot.host.accepted", "bot.presses", "bot.storage"},
    "bot.operate.logs": set(),
    "bot.settings": {"pydantic", "pydantic_settings"},
    "bot.app": {"bot", "aiogram", "aiohttp"},
    "bot.plain": {"bot.game", "bot.screens"},
    "bot.checking": {"bot.game", "bot.storage", "bot.host"},
    "bot.telling": {"bot.game", "bot.plain"},
    "bot.headless": {"bot.game", "bot.players", "bot.plain"},
    "bot.cli": {"bot"},
    "bot.cli.play": {"bot", "aiogram", "emulator"},
    "bot.__main__": {"bot.cli"},
    "emulator": {"aiohttp"},
}


def sources(top: str) -> list[Path]:
    return sorted(ROOT.glob(f"{top}/**/*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, package: str) -> Iterator[str]:
    """The full name of everything imported anywhere in `source`, in functions and relatively too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            yield from (".".join([*above, *filter(None, [node.module]), alias.name]) for alias in node.names)


def within(name: str, parts: set[str]) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def strangers(module: str, source: str, *, package: str) -> list[str]:
    """What `module` imports although its row does not allow it."""
    rows = [part for part in MAY_IMPORT if within(module, {part})]
    if not rows:
        return [f"{module} has no row in MAY_IMPORT"]
    part = max(rows, key=len)
    allowed = {part} | MAY_IMPORT[part] | (set() if part == "bot.game" else sys.stdlib_module_names)
    return [name for name in imported(source, package) if not within(name, allowed)]


@pytest.mark.parametrize("path", [path for top in ("bot", "emulator") for path in sources(top)], ids=module_name)
def test_a_module_imports_only_what_its_part_may_know(path: Path):
    module = module_name(path)
    if module == "bot":
        assert list(imported(path.read_text(encoding="utf-8"), "bot")) == []
        return
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    assert strangers(module, path.read_text(encoding="utf-8"), package=package) == []


@pytest.mark.parametrize("path", sources("bot/game"), ids=module_name)
def test_the_rules_do_no_input_or_output(path: Path):
    calls = (node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    assert {"open", "print", "input", "exec", "eval"}.isdisjoint(f.id for f in calls if isinstance(f, ast.Name))


@pytest.mark.parametrize(
    ("module", "line", "why"),
    [
        ("bot.game.deal", "import random", "chance in the rules"),
        ("bot.game.deal", "from datetime import datetime", "a clock in the rules"),
        ("bot.game.deal", "from ..texts import Texts", "sentences in the rules, relatively"),
        ("bot.players.bidder", "from bot.game.state import State", "a player that sees the hidden cards"),
        ("bot.players.bidder", "from bot.game import state", "the same, written otherwise"),
        ("bot.screens.board", "def f():\n    import aiogram", "Telegram where only screens are made, in a function"),
        ("bot.storage.tables", "from .. import game", "rules where only rows are kept"),
        ("bot.host.press", "from bot.delivery import send", "the host telling people by itself"),
        ("bot.handlers.press", "import bot.storage.actions", "a handler that writes"),
        ("bot.app", "import emulator.server", "the emulator in the bot"),
        ("emulator.server", "from bot.screens.screen import Screen", "the bot in the emulator"),
        ("bot.newcomer", "", "a part nobody placed"),
    ],
)  # fmt: skip
def test_a_violation_is_found(module: str, line: str, why: str):
    assert strangers(module, line, package=module.rpartition(".")[0]), why


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("bot.game.deal", "from .cards import Card"),
        ("bot.game.deal", "from collections.abc import Iterable"),
        ("bot.players.bidder", "from bot.game.view import View"),
        ("bot.players.bidder", "from bot.game import view"),
        ("bot.cli.play", "def run():\n    from emulator import server"),
    ],
)
def test_what_is_allowed_passes(module: str, line: str):
    assert strangers(module, line, package=module.rpartition(".")[0]) == []
