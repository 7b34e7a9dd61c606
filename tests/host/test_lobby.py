"""Before a pulka: sitting down, agreeing, beginning."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.game.agreement import Agreement
from bot.game.deal import commitment
from bot.game.errors import AgreementError
from bot.game.presets import preset
from bot.game.state import Between
from bot.host import Host
from bot.host.chats import Guest, Person
from bot.host.lobby import Lobbies
from bot.host.refusals import (
    AlreadyBegun,
    AlreadySeated,
    LinkUsed,
    LobbyFull,
    NeedPlayers,
    NoComputer,
    NoTable,
    NotSeated,
    NotYours,
    StartFirst,
)
from bot.storage import chats
from tests.host.tables import GROUP, hosting, people, seated, state_of


async def lobby(host: Host, opener: Person) -> int:
    chat = await host.directory.group(GROUP, "Friday")  # type: ignore[attr-defined]
    return await host.open(chat, opener.id)


async def test_three_sit_agree_and_begin(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris, vera = await people(host, 3)
        table = await lobby(host, anna)
        for person in (anna, boris, vera):
            await host.change_lobby(table, person, "sit")
        await host.change_lobby(table, anna, "ready")
        await host.change_lobby(table, boris, "ready")
        assert stage.scenes[table].state is None
        await host.change_lobby(table, vera, "ready")
        scene = stage.scenes[table]
        assert scene.status == "playing"
        assert sorted(s.person or 0 for s in scene.sitters) == [anna.id, boris.id, vera.id]
        phase = state_of(scene).phase
        assert isinstance(phase, Between)
        assert phase.deck is not None
        assert len(commitment(phase.deck)) == 64  # it stands before anybody can cut


async def test_seats_and_the_first_dealer_are_drawn(tmp_path: Path) -> None:
    """Codex 3.1.1, 3.2.1: in twenty pulkas of one lobby's people not everybody sits and deals the same way."""
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        seen = set()
        for _ in range(20):
            scene = stage.scenes[await seated(host, three)]
            seen.add((tuple(s.person for s in scene.sitters), state_of(scene).table.first_dealer))
        assert len(seen) > 5


@pytest.mark.parametrize("word", ["pulka-20", "size-4", "leave", "computer", "uncomputer"])
async def test_any_change_takes_back_what_was_agreed(tmp_path: Path, word: str) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris = await people(host, 2)
        table = await lobby(host, anna)
        await host.change_lobby(table, anna, "sit")
        await host.change_lobby(table, boris, "sit")
        if word != "computer":
            await host.change_lobby(table, anna, "computer")
            await host.change_lobby(table, anna, "ready")
            assert [s.ready for s in stage.scenes[table].sitters if s.person] == [True, False]
        await host.change_lobby(table, boris, word)
        assert not any(s.ready for s in stage.scenes[table].sitters if s.person)


async def test_ready_again_is_not_ready(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris = await people(host, 2)
        table = await lobby(host, anna)
        for person in (anna, boris):
            await host.change_lobby(table, person, "sit")
        await host.change_lobby(table, anna, "computer")
        for _ in range(2):
            await host.change_lobby(table, anna, "ready")
        await host.change_lobby(table, boris, "ready")
        assert stage.scenes[table].status == "lobby"


async def test_refusals_change_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris, vera, gleb = await people(host, 4)
        table = await lobby(host, anna)
        await host.change_lobby(table, anna, "sit")
        for person, word, error in [
            (anna, "sit", AlreadySeated),
            (anna, "ready", NeedPlayers),
            (boris, "leave", NotSeated),
            (boris, "ready", NotSeated),
            (boris, "computer", NotSeated),
            (boris, "pulka-20", NotSeated),
            (boris, "cancel", NotYours),
            (anna, "pulka-7", AgreementError),
            (anna, "size-9", LobbyFull),
            (anna, "uncomputer", NoComputer),
        ]:
            before = stage.scenes[table]
            with pytest.raises(error):
                await host.change_lobby(table, person, word)
            assert stage.scenes[table] is before
        await host.change_lobby(table, boris, "sit")
        await host.change_lobby(table, vera, "sit")
        with pytest.raises(LobbyFull):
            await host.change_lobby(table, gleb, "sit")
        with pytest.raises(NoTable):
            await host.change_lobby(table + 1, anna, "sit")


async def test_a_cancelled_or_begun_table_is_no_lobby(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, *_ = three = await people(host, 3)
        begun = await seated(host, three)
        cancelled = await lobby(host, anna)
        await host.change_lobby(cancelled, anna, "cancel")
        assert stage.scenes[cancelled].status == "cancelled"
        for table in (begun, cancelled):
            with pytest.raises(AlreadyBegun):
                await host.change_lobby(table, anna, "sit")


async def test_nobody_is_seated_where_his_cards_cannot_be_shown(tmp_path: Path) -> None:
    """Who has no private chat gets a link; Start through it seats him, once, and nobody else."""
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris = await people(host, 2)
        table = await lobby(host, anna)
        shy = await host.directory.person(Guest(999, "Shy"))  # type: ignore[attr-defined]
        with pytest.raises(StartFirst) as missing:
            await host.change_lobby(table, shy, "sit")
        payload = str(missing.value.params["payload"])
        assert len(payload) <= 64
        with pytest.raises(LinkUsed):
            await host.arrive(payload, boris)
        shy = await host.directory.open_private(Guest(999, "Shy"))  # type: ignore[attr-defined]
        assert await host.arrive(payload, shy)
        assert [s.person for s in stage.scenes[table].sitters] == [shy.id]
        with pytest.raises(LinkUsed):
            await host.arrive(payload, shy)
        assert not await host.arrive("", shy)


async def test_a_lobby_survives_a_restart(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris = await people(host, 2)
        table = await lobby(host, anna)
        await host.change_lobby(table, boris, "sit")
        await host.change_lobby(table, boris, "pulka-20")
        before = stage.scenes[table]
    async with hosting(tmp_path / "db") as (host, _):
        after = await host.scene(table)
        assert (after.sitters, after.agreement, after.size) == (before.sitters, before.agreement, before.size)


async def test_killed_between_the_last_ready_and_the_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All have agreed and nobody has anything to press: the pulka begins after the start."""
    async with hosting(tmp_path / "db") as (host, stage):
        three = await people(host, 3)
        table = await lobby(host, three[0])
        with monkeypatch.context() as killed:
            killed.setattr(Lobbies, "begin_if_ready", AsyncMock())
            for word in ("sit", "ready"):
                for person in three:
                    await host.change_lobby(table, person, word)
        assert stage.scenes[table].status == "lobby"
    async with hosting(tmp_path / "db") as (host, stage):
        await host.recover()
        assert stage.scenes[table].status == "playing"


async def two_sit(host: Host, agreement: str | None) -> tuple[int, Person, Person]:
    """A lobby with two people in a group with these rules of its own."""
    anna, boris = await people(host, 2)
    chat = await host.directory.group(GROUP, "Friday")  # type: ignore[attr-defined]
    if agreement:
        await host._db.write(chats.set_agreement, chat, preset_of(agreement).text)
    table = await host.open(chat, anna.id)
    await host.change_lobby(table, anna, "sit")
    await host.change_lobby(table, boris, "sit")
    return table, anna, boris


def preset_of(text: str) -> Agreement:
    name, *rest = text.split()
    return preset(name).but(**dict(word.split("=") for word in rest))


async def test_two_play_hussar(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, anna, boris = await two_sit(host, None)
        assert stage.scenes[table].size == 3
        await host.change_lobby(table, anna, "pulka-20")
        await host.change_lobby(table, anna, "size-2")
        assert not any(s.ready for s in stage.scenes[table].sitters)
        assert stage.scenes[table].agreement == preset("hussar").but(pool_target="20")
        for person in (anna, boris):
            await host.change_lobby(table, person, "ready")
        state = state_of(stage.scenes[table])
        assert state.table.players == 2
        assert state.table.cutter not in (None, state.table.dealer)


@pytest.mark.parametrize(
    ("own", "for_two"),
    [
        (None, "hussar"),
        ("leningrad", "hussar pool_target=20"),
        ("sochi raspasy_talon=closed", "sochi raspasy_talon=closed"),
        ("hussar hussar_hill=indivisible", "hussar hussar_hill=indivisible"),
    ],
)
async def test_the_rules_for_two_are_the_chats_if_they_can_be_played(
    tmp_path: Path, own: str | None, for_two: str
) -> None:
    """Codex 3.7.6.4: not with a talon that is opened on raspasy. With three again they are the chat's."""
    async with hosting(tmp_path / "db") as (host, stage):
        table, anna, _ = await two_sit(host, own)
        await host.change_lobby(table, anna, "size-2")
        assert stage.scenes[table].agreement == preset_of(for_two)
        await host.change_lobby(table, anna, "size-3")
        assert stage.scenes[table].agreement == preset_of(own or "sochi")


async def test_where_hussar_is_played_a_table_is_for_two(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, _, _ = await two_sit(host, "hussar")
        assert stage.scenes[table].size == 2
