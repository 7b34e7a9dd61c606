"""Leaving and coming: nobody holds the others to ransom, and a seat changes hands only by consent."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.proposals import Agree
from bot.game.state import Ended
from bot.host import Host
from bot.host.absence import SILENT
from bot.host.chats import Guest, Person
from bot.host.refusals import (
    AlreadySeated,
    LastOne,
    NobodyAway,
    NotAway,
    NotSeated,
    NotYours,
    Petitioned,
    Stale,
    StartFirst,
    WhileDealt,
)
from tests.host.clocks import Hand
from tests.host.tables import GROUP, Watching, answers, hosting, people, seated, state_of
from tests.host.test_press import played


def seat_of(stage: Watching, table: int, person: Person) -> int:
    return next(s.seat for s in stage.scenes[table].sitters if s.person == person.id)


def offer(stage: Watching, table: int, what: str) -> str:
    """The word of a button that offers something now."""
    return f"offer-{what}-{state_of(stage.scenes[table]).talk.number}"


def open_offer(stage: Watching, table: int) -> int:
    found = state_of(stage.scenes[table]).offer
    assert found is not None
    return found.number


def petition(stage: Watching, table: int) -> str:
    talk = stage.scenes[table].talk
    assert talk is not None
    assert talk.petition
    return f"p{talk.number}"


async def a_table(host: Host, count: int = 3, computers: int = 0, **house: str) -> tuple[int, list[Person], Person]:
    """A table that plays, its people, and somebody who does not sit there."""
    *sitters, stranger = await people(host, count + 1)
    return await seated(host, sitters, computers, **house), sitters, stranger


async def test_a_pause_and_its_end_take_everybodys_consent(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), gleb = await a_table(host)
        await host.talk(table, anna, offer(stage, table, "pause"))
        with pytest.raises(NotSeated):
            await host.talk(table, gleb, f"agree-{open_offer(stage, table)}")
        await host.talk(table, boris, f"agree-{open_offer(stage, table)}")
        assert not state_of(stage.scenes[table]).paused
        await host.talk(table, vera, f"agree-{open_offer(stage, table)}")
        assert state_of(stage.scenes[table]).paused
        talk = stage.scenes[table].talk
        assert talk is not None
        assert talk.outcome == "pause"
        await host.talk(table, vera, offer(stage, table, "resume"))
        await host.talk(table, anna, f"object-{open_offer(stage, table)}")
        assert state_of(stage.scenes[table]).paused


async def test_who_is_away_is_not_waited_for(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), _ = await a_table(host)
        await host.talk(table, vera, "go")
        await host.talk(table, anna, offer(stage, table, "pause"))
        await host.talk(table, boris, f"agree-{open_offer(stage, table)}")
        assert state_of(stage.scenes[table]).paused
        await host.talk(table, anna, offer(stage, table, "resume"))
        await host.talk(table, boris, f"agree-{open_offer(stage, table)}")
        assert not state_of(stage.scenes[table]).paused


async def test_a_stale_button_changes_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), _ = await a_table(host)
        first = offer(stage, table, "pause")
        await host.talk(table, anna, first)
        number = open_offer(stage, table)
        await host.talk(table, boris, f"object-{number}")
        for word in (first, f"agree-{number}", "agree-p1", "offer-dance-0", "agree-", "offer", "takeover-x"):
            with pytest.raises((Stale, NotAway, AlreadySeated)):
                await host.talk(table, vera, word)


async def test_another_takes_the_seat_of_who_has_left_when_all_agree(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), gleb = await a_table(host)
        await played(host, stage, table, random.Random(4), 150)
        seat = seat_of(stage, table, vera)
        with pytest.raises(NotAway):
            await host.talk(table, gleb, f"takeover-{seat}")
        await host.talk(table, vera, "go")
        with pytest.raises(AlreadySeated):
            await host.talk(table, anna, f"takeover-{seat}")
        await host.talk(table, gleb, f"takeover-{seat}")
        number = petition(stage, table)
        with pytest.raises(Petitioned):
            await host.talk(table, anna, f"robot-{seat}")
        await host.talk(table, anna, f"agree-{number}")
        assert seat_of(stage, table, vera) == seat
        await host.talk(table, boris, f"agree-{number}")
        assert seat_of(stage, table, gleb) == seat
        assert stage.scenes[table].leavers == (vera.first_name,)
        (leaver,) = state_of(stage.scenes[table]).table.leavers
        assert leaver.seat == seat
        with pytest.raises(NotSeated):
            await host.talk(table, vera, "return")
    async with hosting(tmp_path / "db") as (host, stage):
        scene = await host.scene(table)
        assert [s.person for s in scene.sitters if s.seat == seat] == [gleb.id]
        assert scene.leavers == (vera.first_name,)


async def test_one_objection_keeps_the_seat(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), gleb = await a_table(host)
        seat = seat_of(stage, table, vera)
        await host.talk(table, vera, "go")
        await host.talk(table, gleb, f"takeover-{seat}")
        await host.talk(table, boris, f"object-{petition(stage, table)}")
        assert seat_of(stage, table, vera) == seat
        await host.talk(table, anna, "talk")
        await host.talk(table, vera, "return")
        assert not stage.scenes[table].away


async def test_a_computer_takes_the_seat_and_plays(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), _ = await a_table(host)
        seat = seat_of(stage, table, vera)
        await host.talk(table, vera, "go")
        await host.talk(table, anna, f"robot-{seat}")
        await host.talk(table, boris, f"agree-{petition(stage, table)}")
        scene = stage.scenes[table]
        assert [s.person for s in scene.sitters if s.seat == seat] == [None]
        assert seat in state_of(scene).table.computers


async def test_who_has_not_a_private_chat_opens_it_first(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (_, _, vera), _ = await a_table(host)
        await host.talk(table, vera, "go")
        newcomer = await host.directory.person(Guest(900, "New", None, "ru"))  # type: ignore[attr-defined]
        with pytest.raises(StartFirst):
            await host.talk(table, newcomer, f"takeover-{seat_of(stage, table, vera)}")


async def test_a_fourth_joins_three_between_two_deals(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), gleb = await a_table(host)
        with pytest.raises(WhileDealt):
            await host.talk(table, gleb, "join")  # no deal has been played
        rng = random.Random(4)
        while not state_of(stage.scenes[table]).table.deals:
            await played(host, stage, table, rng, 1)
        await host.talk(table, gleb, "join")
        for person in (anna, boris, vera):
            await host.talk(table, person, f"agree-{petition(stage, table)}")
        scene = stage.scenes[table]
        assert scene.size == 4
        assert seat_of(stage, table, gleb) == 4
        assert state_of(scene).table.dealer == 4


async def test_the_end_when_somebody_keeps_the_others_waiting(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, (anna, boris, vera), gleb = await a_table(host)
        with pytest.raises(NobodyAway):
            await host.talk(table, anna, "end")
        with pytest.raises(NotYours):
            await host.talk(table, gleb, "end")
        await host.talk(table, vera, "go")
        await host.talk(table, anna, "end")
        await host.talk(table, boris, f"agree-{petition(stage, table)}")
        assert isinstance(state_of(stage.scenes[table]).phase, Ended)


async def claimed(host: Host, stage: Watching, table: int) -> tuple[int, int, int]:
    """Somebody claims: his seat, and those of the two who are asked."""
    rng = random.Random(4)
    while not (may := [a for a in rules.proposals(state_of(stage.scenes[table])) if a.word == "claim-1"]):
        await played(host, stage, table, rng, 1)
    await answers(host, table, may[0])
    found = state_of(stage.scenes[table]).offer
    assert found is not None
    return may[0].hand, *found.waiting


async def test_a_claim_of_two_who_are_away_holds_nobody_up(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, sitters, _ = await a_table(host)
        by, first, second = await claimed(host, stage, table)
        at = {seat_of(stage, table, person): person for person in sitters}
        await answers(host, table, Agree(first))
        await host.talk(table, at[second], "go")
        with pytest.raises(Petitioned):  # who claims is there: he may take it back
            await host.talk(table, at[first], f"robot-{second}")
        await host.talk(table, at[by], "go")
        await host.talk(table, at[first], f"robot-{second}")
        state = state_of(stage.scenes[table])
        assert state.offer is None
        assert state.table.computers == {second}
        assert rules.asked(state)


async def test_who_does_not_answer_a_claim_for_a_day_is_away(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, sitters, _ = await a_table(host)
        by, first, second = await claimed(host, stage, table)
        at = {seat_of(stage, table, person): person for person in sitters}
        hand.at += SILENT + 1
        await host.present(table, at[by].id)
        await host.present(table, at[first].id)
        await host.talk(table, at[first], "talk")
        assert stage.scenes[table].away == {second}


async def test_a_day_of_silence_counts_as_away(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table, (anna, _, vera), _ = await a_table(host)
        hand.at += SILENT + 1
        await host.talk(table, anna, "talk")
        assert seat_of(stage, table, vera) in stage.scenes[table].away


async def test_an_administrator_ends_it_and_is_asked_once_more(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, _, gleb = await a_table(host)
        await host.talk(table, gleb, "end", admin=True)
        assert not isinstance(state_of(stage.scenes[table]).phase, Ended)
        with pytest.raises(NotYours):
            await host.talk(table, gleb, f"agree-{petition(stage, table)}")
        await host.talk(table, gleb, f"agree-{petition(stage, table)}", admin=True)
        scene = stage.scenes[table]
        assert isinstance(state_of(scene).phase, Ended)
        assert scene.talk is not None
        assert (scene.talk.outcome, scene.talk.who) == ("end_admin", gleb.first_name)


async def test_the_last_person_to_leave_closes_the_table(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (anna, boris, vera), _ = await a_table(host)
        for person in (anna, boris, vera):
            await host.talk(table, person, "go", 1)
        assert isinstance(state_of(stage.scenes[table]).phase, Ended)
        alone, (anna,), _ = await a_table(host, 1, computers=2)
        with pytest.raises(LastOne):
            await host.talk(alone, anna, "go", 1)
        await host.talk(alone, anna, "end")
        await host.talk(alone, anna, f"agree-{petition(stage, alone)}")
        assert isinstance(state_of(stage.scenes[alone]).phase, Ended)


async def test_who_leaves_the_group_has_left_the_table(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, (_, _, vera), _ = await a_table(host)
        await host.left_the_group(stage.scenes[table].chat, vera.id)
        assert stage.scenes[table].left == {seat_of(stage, table, vera)}
        await host.left_the_group(stage.scenes[table].chat + 1, vera.id)


async def test_who_leaves_the_group_sits_in_no_lobby_of_it(tmp_path: Path) -> None:
    """Who had agreed is asked again, and the last one's lobby is closed; another group's lobby is not touched."""
    async with hosting(tmp_path / "db") as (host, stage):
        anna, boris, vera = await people(host, 3)
        chat = await host.directory.group(GROUP, "Friday")
        table = await host.open(chat, anna.id)
        for person in (anna, boris, vera):
            await host.change_lobby(table, person, "sit")
        await host.change_lobby(table, anna, "ready")
        await host.left_the_group(chat + 1, vera.id)
        assert len(stage.scenes[table].sitters) == 3
        await host.left_the_group(chat, vera.id)
        scene = stage.scenes[table]
        assert [s.person for s in scene.sitters] == [anna.id, boris.id]
        assert not any(s.ready for s in scene.sitters)
        assert scene.note == "seats"
        await host.left_the_group(chat, boris.id)
        await host.left_the_group(chat, anna.id)
        assert (stage.scenes[table].status, stage.scenes[table].note) == ("cancelled", "empty")


async def test_a_press_at_his_seat_brings_him_back(tmp_path: Path) -> None:
    async with hosting(tmp_path / "db") as (host, stage):
        table, sitters, _ = await a_table(host)
        by_seat = {seat_of(stage, table, p): p for p in sitters}
        state = state_of(stage.scenes[table])
        action = rules.legal(state)[0]
        person = by_seat[rules.actor(state, action)]
        await host.talk(table, person, "go")
        assert stage.scenes[table].left
        number = rules.asked(state)[rules.actor(state, action)].number
        await host.answer(table, person.id, number, action.token)
        assert not stage.scenes[table].left
