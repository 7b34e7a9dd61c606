"""The log: a line an action for machines, sentences for people, and nothing that is anybody's secret."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game.actions import action
from bot.handlers import pressed
from bot.host.accepted import Accepted, kind
from bot.intake.webhook import secret_of
from bot.operate import journal, logs
from tests.crash.calm import _bot
from tests.crash.evening import evening
from tests.crash.script import script
from tests.operate.test_disk import begun, is_told, plays

pytestmark = pytest.mark.timeout(120)

CARDS = re.compile(r"\b[scdh](?:[789TJQKA])\b|[♠♣♦♥]|deck-|drop-|\bcut-\d")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Logging belongs to the whole process."""
    root = logging.getLogger()
    names = (*logs.LIBRARIES, logs.ACTIONS)
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in names}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in names:
        logging.getLogger(name).setLevel(levels[name])


async def test_a_deal_is_logged_action_by_action_and_nothing_of_it_is_told(tmp_path: Path, monkeypatch):
    """At the most talkative level, in both forms; with presses that are refused, and one that finds a bug."""
    machines, people = io.StringIO(), io.StringIO()
    logs.set_up("DEBUG", "json", machines)
    beside = logging.StreamHandler(people)
    beside.setFormatter(logs.Sentences())
    logging.getLogger().addHandler(beside)
    played = script(3)
    deal = [number for number, point in enumerate(played.points) if point.before.table.deals == 0]
    async with evening(tmp_path / "preferans.db") as tonight:
        async with _bot(tonight, played) as parts:
            await begun(tonight, parts, played, 3)
            for number in deal[3:]:
                await plays(tonight, played, number)
            assert await is_told(tonight, played, deal[-1]) != ""
            with monkeypatch.context() as patch:
                found = f"{tonight.telegram.bot.token} {tonight.log()[0]}"
                patch.setattr(pressed.presses, "unpack", _fails_with(found))
                await tonight.people[0].forges("q|1|0|cards", tonight.hands(1)[-1][0])
                await tonight.telegram.until(lambda: "is set aside" in people.getvalue(), people.getvalue)
        log, token = tonight.log(), tonight.telegram.bot.token
        names = [person.first_name for person in tonight.telegram.people.values()]
    for said in (machines.getvalue(), people.getvalue()):
        for secret in (token, token.partition(":")[2], secret_of(token).get_secret_value(), *names):
            assert secret not in said
        assert CARDS.findall(said) == []
    lines = [json.loads(line) for line in machines.getvalue().splitlines()]
    actions = [line for line in lines if line["from"] == logs.ACTIONS]
    assert [line["seq"] for line in actions] == list(range(1, len(log) + 1))
    assert {line["table"] for line in actions} == {1}
    assert [line["kind"] for line in actions] == [kind(action(token)) for token in log]
    assert all(0 <= line["ms"] < 60_000 for line in actions)
    assert len(people.getvalue().splitlines()) == len(lines)


def _fails_with(text: str):
    def fail(*_: object) -> None:
        raise RuntimeError(text)

    return fail


def written(level: str, form: str, *, do) -> str:
    stream = io.StringIO()
    logs.set_up(level, form, stream)
    do()
    return stream.getvalue()


def act() -> None:
    journal.accepted(Accepted(7, 56, "bid", 0.00312))


def test_a_line_an_action():
    line = json.loads(written("INFO", "json", do=act))
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "INFO", "from": "bot.actions", "said": "table 7: action 56, bid, 3.1 ms",
        "table": 7, "seq": 56, "kind": "bid", "ms": 3.1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("level", "form", "lines"),
    [("INFO", "text", 0), ("DEBUG", "text", 1), ("INFO", "json", 1), ("DEBUG", "json", 1), ("WARNING", "json", 0)],
)
def test_on_a_terminal_actions_are_told_at_debug_only(level: str, form: str, lines: int):
    assert len(written(level, form, do=act).splitlines()) == lines


@pytest.mark.parametrize(("level", "heard"), [("DEBUG", "WARNING"), ("INFO", "WARNING"), ("ERROR", "ERROR")])
def test_libraries_do_not_chatter(level: str, heard: str):
    logs.set_up(level, "text", io.StringIO())
    for talker in ("aiogram.event", "aiogram.dispatcher", "aiosqlite", "aiohttp.access", "asyncio"):
        assert logging.getLevelName(logging.getLogger(talker).getEffectiveLevel()) == heard


@pytest.mark.parametrize("form", ["text", "json"])
def test_of_an_error_only_its_kind_and_place_are_told(form: str):
    """Whatever a library logs with a traceback: the text may be a message, an address with the token, a card."""

    def fails() -> None:
        try:
            try:
                raise ValueError("deck-sAsK")
            except ValueError as error:
                raise RuntimeError("https://api.telegram.org/bot123:SECRET/getMe") from error
        except RuntimeError:
            logging.getLogger("aiohttp").exception("Error handling request", stack_info=True)

    said = written("DEBUG", form, do=fails)
    assert "RuntimeError < fails, " in said
    assert "test_logs.py:" in said
    assert "SECRET" not in said
    assert "sAsK" not in said
    assert len(said.splitlines()) == (1 if form == "json" else 2)


async def test_of_a_task_that_failed_unheard_too():
    async def fails() -> None:
        raise RuntimeError("deck-sAsK")

    stream = io.StringIO()
    logs.set_up("DEBUG", "text", stream)
    task = asyncio.get_running_loop().create_task(fails(), name="computers at table 1")
    await asyncio.wait({task})
    del task
    gc.collect()
    assert "Task exception was never retrieved\nRuntimeError < fails, " in stream.getvalue()
    assert "sAsK" not in stream.getvalue()


def test_a_newline_does_not_make_two_lines_for_machines():
    said = written("INFO", "json", do=lambda: logging.getLogger("bot").info("one\ntwo"))
    assert [json.loads(line)["said"] for line in said.splitlines()] == ["one\ntwo"]
