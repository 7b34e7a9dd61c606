"""The program as anybody starts it, killed in the middle of a deal and started again: only chance is not arranged."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.state import Between, State
from tests.crash.bots import Cold
from tests.crash.evening import Evening, Shown, evening
from tests.crash.seen import starts
from tests.crash.staged import as_shown, wanted

IMPORTS = 60.0
"""Seconds for which a start is waited for: aiogram alone takes five, on a machine with nothing else to do."""
ACTIONS = 8
"""Ready, ready, the cut, and some way into the deal."""


@pytest.mark.timeout(240)
async def test_killed_in_mid_deal_and_started_again(tmp_path: Path):
    async with evening(tmp_path / "preferans.db") as tonight:
        bot = Cold(tonight.settings, tmp_path / "bot.log")
        try:
            await starts(bot, tonight, IMPORTS)
            await tonight.begins(3)
            tonight.people = seated(tonight)
            for _ in range(ACTIONS):
                await acts(tonight)
            bot.kill()  # answered, perhaps not shown
            before = playing(tonight)
            assert not isinstance(before.phase, Between)

            await starts(bot, tonight, IMPORTS)
            assert playing(tonight) == before
            await tonight.telegram.until(lambda: lacking(tonight) == [], lambda: f"{lacking(tonight)} is not shown")
            await acts(tonight)
            await tonight.telegram.until(lambda: lacking(tonight) == [], lambda: f"{lacking(tonight)} is not shown")

            bot.told(signal.SIGTERM)
            assert await bot.ends() == 0
            assert playing(tonight).seq == before.seq + 1
            assert "Traceback" not in bot.said()
        finally:
            bot.kill()


async def acts(tonight: Evening) -> None:
    """Whoever is asked first does the first thing that he may do, and it is accepted."""
    state = playing(tonight)
    action = rules.legal(state)[0]
    seat = rules.actor(state, action)
    await tonight.acts(action, state, seat)
    toast = await tonight.people[seat - 1].toast()
    assert not toast.text, f"{action}: {toast.text}"


def playing(tonight: Evening) -> State:
    state = tonight.state()
    assert state is not None
    return state


def seated(tonight: Evening) -> list:
    """The people by their seats, which are drawn by lot."""
    ids = tonight.rows("SELECT telegram_id FROM seats JOIN people ON people.id = person_id ORDER BY number")
    by_id = {person.id: person for person in tonight.people}
    return [by_id[number] for (number,) in ids]


def lacking(tonight: Evening) -> list[Shown]:
    """What the table as the log has it should look like to each person and to the group, and does not."""
    scene = tonight.scene()
    places = {sitter.chat: tonight.people[sitter.seat - 1].id for sitter in scene.sitters} | {scene.chat: tonight.group}
    right = [(places[w.place.chat], as_shown(tonight.telegram, w)) for w in wanted(scene) if not w.final]
    return [shown for chat, shown in right if shown not in [seen for _, seen in tonight.telegram.said(chat)]]
