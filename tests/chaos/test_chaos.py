"""What watches over the chaos sees what is wrong; and eight kills, for `make soak`."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bench.town.crowd import cast_of
from bench.town.tables import begun, beside
from bot.game import rules
from bot.game.actions import Cut, Ready
from bot.host.sitting import read_sitting
from bot.storage import pulkas
from emulator.methods.common import formatted
from tests.chaos import settings
from tests.chaos.companies import companies
from tests.chaos.follow import Followed
from tests.chaos.sends import Sends
from tests.chaos.settings import Settings, SettingsError
from tests.chaos.town import Town
from tests.crash.evening import Telegram
from tests.crash.staged import wanted


def test_what_is_not_set_has_its_usual_value():
    assert settings.read({"KILLS": "8", "TABLES": ""}) == Settings(kills=8, seed=1, tables=30)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [("KILLS", "none", "1 to 100000"), ("KILLS", "0", "1 to 100000"), ("SEED", "-1", "0 to "), ("TABLES", "2", "3 to")],
)
def test_a_wrong_setting_gets_a_sentence(name: str, text: str, expected: str):
    sentence = f"^{name} is wrong: expected a whole number from {expected}.*, got '{text}'"
    with pytest.raises(SettingsError, match=sentence):
        settings.read({name: text})


def test_every_preset_and_two_three_and_four_are_at_the_tables():
    played = companies(30)
    assert {company.players for company in played} == {2, 3, 4}
    assert {company.agreement.preset for company in played} == {
        *("sochi", "leningrad", "fspr", "rostov", "classic", "hussar"),
    }


class Quiet(NamedTuple):
    """A town without a bot: what a bot would have done is written into its database and its chats."""

    world: Telegram
    town: Town
    conn: sqlite3.Connection
    database: Path

    @property
    def table(self) -> Followed:
        return self.town.circles[0].now

    def logs(self, *tokens: str) -> None:
        with closing(sqlite3.connect(self.database)) as conn, conn:
            conn.row_factory = sqlite3.Row
            seats = [(token, int(token[0])) for token in tokens]
            pulkas.append(conn, self.table.id, self.table.state.seq + 1, seats, at=1.0)
        self.table.follow()

    def says(self, chat: int, text: str, **more: object) -> int:
        return self.world.post(self.world.chats[chat], self.world.bot.id, text, **more).id


@pytest.fixture
async def quiet(tmp_path: Path) -> AsyncIterator[Quiet]:
    played, database = companies(3), tmp_path / "preferans.db"
    world = Telegram(cast_of([company.players for company in played]))
    tables = await begun(database, world, rules=[company.agreement for company in played])
    with beside(database) as conn:
        yield Quiet(world, Town(world, conn, tables, Random(1)), conn, database)


def dealt(quiet: Quiet) -> None:
    """All that wait press, and the deal begins."""
    table = quiet.table
    while table.state.deal is None:
        action = next(a for a in rules.legal(table.state) if isinstance(a, Ready | Cut))
        pressed = table.press(action, 0.0)
        quiet.logs(action.token)
        table.answered(pressed, "")
    assert quiet.town.evidence == []


async def test_what_nobody_pressed_is_seen(quiet: Quiet):
    quiet.logs(next(a.token for a in rules.legal(quiet.table.state)))
    assert [fault.partition(": ")[2] for fault in quiet.town.evidence] == ["nobody pressed it"]


async def test_a_press_that_is_accepted_and_not_in_the_log_is_seen(quiet: Quiet):
    pressed = quiet.table.press(rules.legal(quiet.table.state)[0], 0.0)
    quiet.table.answered(pressed, "")
    assert quiet.town.evidence[0].endswith("answered as done, and not in the log")


async def test_a_legal_press_that_is_refused_or_lost_is_seen(quiet: Quiet):
    pressed = quiet.table.press(rules.legal(quiet.table.state)[0], 0.0)
    assert quiet.town.lost() == [f"table 1: {pressed.action.token} to question 1 is lost"]
    quiet.table.answered(pressed, "No")
    assert quiet.town.evidence[0].endswith("legal, and refused: No")


async def test_what_is_accepted_twice_is_seen(quiet: Quiet):
    action = rules.legal(quiet.table.state)[0]
    pressed = quiet.table.press(action, 0.0)
    quiet.logs(action.token)
    quiet.table.answered(pressed, "")
    quiet.table.answered(pressed, "")
    assert quiet.town.evidence[0].endswith("accepted 2 times")


async def test_a_card_that_its_reader_may_not_know_is_seen(quiet: Quiet):
    dealt(quiet)
    table = quiet.table
    assert table.state.deal is not None
    mine, other = table.state.deal.hands[0][0], table.state.deal.hands[1][0]
    suits, ranks = dict(zip("scdh", "♠♣♦♥", strict=True)), {"A": "Т", "K": "К", "Q": "Д", "J": "В", "T": "10"}
    told = [suits[c.text[0]] + ranks.get(c.text[1], c.text[1]) for c in (mine, other)]
    quiet.says(table.people[1], told[0])
    assert quiet.town.evidence == []
    quiet.says(table.people[1], told[1])
    quiet.says(table.group, told[0])
    assert [fault.partition(": ")[2] for fault in quiet.town.evidence] == [
        f"{other.text} told to 1 in '{told[1]}'",
        f"{mine.text} told to the group in '{told[0]}'",
    ]


async def test_what_is_missing_and_what_is_said_twice_is_seen(quiet: Quiet):
    lacking = quiet.town.screens.lacking(quiet.table)
    assert [fault for fault in lacking if "is missing" in fault] == ["table 1: the announcement lobby:1 is missing"]
    assert [fault for fault in lacking if "never shown" in fault]
    scene = read_sitting(quiet.conn, quiet.table.id).scene(0.0)
    screen = next(w.screen for w in wanted(scene) if w.final)
    text, entities = formatted(quiet.world, screen.text, "HTML", None)
    for _ in range(2):
        quiet.says(quiet.table.group, text, entities=entities)
    assert not [fault for fault in quiet.town.screens.lacking(quiet.table) if "is missing" in fault]
    assert quiet.town.screens.doubled(quiet.table) == {"lobby:1": 1}


async def test_a_stray_is_held_against_the_uncertain_sends(quiet: Quiet):
    sends, group = Sends(quiet.world), quiet.table.group
    quiet.says(group, "first")
    quiet.says(group, "second")
    sends.killed(quiet.conn, 0.0)
    sends.killed(quiet.conn, 0.0)
    assert len(sends.strays(quiet.conn)[group]) == 2
    assert sends.uncertain[group] == 1, "in one chat the newest alone was under way"
    sends.in_trouble("sendmessage", group, 0.0, 0.0)
    quiet.says(group, "third")
    sends.killed(quiet.conn, 0.0)
    assert sends.uncertain[group] == 2


@pytest.mark.soak
def test_eight_kills():
    few = os.environ | {"KILLS": "8", "SEED": "1", "TABLES": "30"}
    run = subprocess.run([sys.executable, "-m", "tests.chaos"], env=few, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1].startswith("chaos: 8 kills, 9 restarts, seed 1, ")
