"""The warm parent of all bots that are killed, and what undisturbed evenings looked like: each made once a session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.crash.bots import Mortal, Warm
from tests.crash.calm import Calm, undisturbed
from tests.crash.evening import Evening
from tests.crash.script import Script, script


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    with Warm() as parent:
        yield parent


@pytest.fixture(scope="session")
def undisturbed_by_players(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Calm]:
    """The pulka for so many people when nothing goes wrong."""

    @cache
    def played(players: int) -> Calm:
        with asyncio.Runner() as runner:
            return runner.run(undisturbed(script(players), tmp_path_factory.mktemp("calm")))

    return played


@pytest.fixture
def calm(players: int, undisturbed_by_players: Callable[[int], Calm]) -> Calm:
    """The same for the number of people that a test is parametrized with."""
    return undisturbed_by_players(players)


@pytest.fixture
def bot_at(warm: Warm, tmp_path: Path) -> Callable[[Evening, Script], Mortal]:
    """The bot that an evening's people will meet, with a script's decks; not started yet."""

    def mortal(tonight: Evening, played: Script) -> Mortal:
        where = {"api_url": tonight.url, "token": tonight.telegram.bot.token, "database": str(tonight.database)}
        return Mortal(warm, {"host": where, "decks": [d.token for d in played.decks]}, tmp_path / "bot.log")

    return mortal


@pytest.fixture
def program_at(warm: Warm, tmp_path: Path) -> Callable[..., Mortal]:
    """The same bot as the program `preferans play`."""

    def mortal(tonight: Evening, played: Script, log: str = "bot.log") -> Mortal:
        order = {"play": tonight.settings, "decks": [d.token for d in played.decks]}
        return Mortal(warm, order, tmp_path / log)

    return mortal
