"""The lobby: who sits where, and when it is too late to change one's mind."""

from __future__ import annotations

import pytest

from bot.storage import Conflict, tables

NOON = 1_800_000_000.0


async def seats(db, world):
    table = await db.ask(tables.get, world.table)
    return [(seat.number, seat.person or seat.computer, seat.ready) for seat in table.seats]


async def test_people_take_the_lowest_free_seat_and_a_doubled_press_takes_no_second_one(db, world):
    assert await db.write(tables.sit, world.table, world.anna) == 1
    assert await db.write(tables.sit, world.table, world.boris) == 2
    assert await db.write(tables.sit, world.table, world.anna) == 1
    await db.write(tables.stand, world.table, 1)
    assert await db.write(tables.sit, world.table, world.vera) == 1
    assert await seats(db, world) == [(1, world.vera, False), (2, world.boris, False)]


async def test_a_computer_player_is_always_ready(db, world):
    await db.write(tables.sit, world.table, world.anna)
    assert await db.write(tables.sit_computer, world.table, "maxim", "thumb") == 2
    assert await seats(db, world) == [(1, world.anna, False), (2, "maxim", True)]


async def test_a_full_table_takes_nobody(db, world):
    for person in (world.anna, world.boris):
        await db.write(tables.sit, world.table, person)
    await db.write(tables.sit_computer, world.table, "maxim", "thumb")
    with pytest.raises(Conflict, match="is full"):
        await db.write(tables.sit, world.table, world.vera)


async def test_an_empty_seat_can_neither_stand_up_nor_be_ready(db, world):
    for refused in (tables.stand, tables.set_ready):
        with pytest.raises(Conflict, match="nobody sits on seat 2"):
            await db.write(refused, world.table, 2, *([True] if refused is tables.set_ready else []))


async def test_other_rules_take_back_every_ready(db, world):
    await db.write(tables.sit, world.table, world.anna)
    await db.write(tables.sit_computer, world.table, "maxim", "thumb")
    await db.write(tables.set_ready, world.table, 1, True)
    assert await seats(db, world) == [(1, world.anna, True), (2, "maxim", True)]
    await db.write(tables.set_agreement, world.table, "preset=rostov")
    assert await seats(db, world) == [(1, world.anna, False), (2, "maxim", True)]


async def test_a_table_shrinks_only_to_those_who_sit(db, world):
    for person in (world.anna, world.boris, world.vera):
        await db.write(tables.sit, world.table, person)
    with pytest.raises(Conflict, match="cannot shrink to 2"):
        await db.write(tables.set_size, world.table, 2)
    await db.write(tables.stand, world.table, 1)
    await db.write(tables.set_size, world.table, 2)
    assert await seats(db, world) == [(1, world.boris, False), (2, world.vera, False)]


async def test_the_drawn_order_becomes_the_seats(db, world):
    for person in (world.anna, world.boris, world.vera):
        await db.write(tables.sit, world.table, person)
    begun = await db.write(tables.start, world.table, order=(3, 1, 2), first_dealer=1, start="as it begins")
    assert [seat.person for seat in begun] == [world.vera, world.anna, world.boris]
    table = await db.ask(tables.get, world.table)
    assert (table.status, table.first_dealer, table.start) == ("playing", 1, "as it begins")


async def test_a_pulka_needs_all_its_people(db, world):
    await db.write(tables.sit, world.table, world.anna)
    with pytest.raises(Conflict, match="needs 3 people"):
        await db.write(tables.start, world.table, order=(1,), first_dealer=1, start="")
    assert (await db.ask(tables.get, world.table)).status == "lobby"


@pytest.mark.parametrize(
    "late",
    [
        lambda conn, world: tables.sit(conn, world.table, world.anna),
        lambda conn, world: tables.sit_computer(conn, world.table, "maxim", "thumb"),
        lambda conn, world: tables.stand(conn, world.table, 1),
        lambda conn, world: tables.set_ready(conn, world.table, 1, True),
        lambda conn, world: tables.set_agreement(conn, world.table, "preset=rostov"),
        lambda conn, world: tables.set_size(conn, world.table, 4),
        lambda conn, world: tables.cancel(conn, world.table),
        lambda conn, world: tables.start(conn, world.table, order=(1, 2, 3), first_dealer=1, start=""),
    ],
)
async def test_nothing_of_the_lobby_is_possible_once_the_pulka_runs(late, db, playing):
    before = await db.ask(tables.get, playing.table)
    with pytest.raises(Conflict, match="no longer a lobby but playing"):
        await db.write(late, playing)
    assert await db.ask(tables.get, playing.table) == before


async def test_only_a_running_pulka_is_settled_and_only_once(db, playing):
    await db.write(tables.end, playing.table, "1 +12; 2 -12; 3 0")
    with pytest.raises(Conflict, match="no pulka is running"):
        await db.write(tables.end, playing.table, "otherwise")
    assert (await db.ask(tables.get, playing.table)).settled == "1 +12; 2 -12; 3 0"


async def test_open_tables_are_found_by_chat_and_by_person(db, world):
    second = await db.write(
        tables.open_table, chat=world.group, opened_by=world.vera, size=4, agreement="", at=NOON, thread=7
    )
    await db.write(tables.sit, second, world.boris)
    assert [table.id for table in await db.ask(tables.open_tables, world.group)] == [world.table, second]
    assert [table.id for table in await db.ask(tables.tables_of, world.boris)] == [second]
    await db.write(tables.cancel, second)
    assert [table.id for table in await db.ask(tables.open_tables)] == [world.table]
    assert await db.ask(tables.tables_of, world.boris) == ()


async def test_pulkas_that_have_begun_are_found_by_their_chat_and_by_who_sat_there(db, playing):
    """The newest first, and no lobby."""
    await db.write(tables.end, playing.table, "1 +12; 2 -12; 3 0")
    await db.write(tables.open_table, chat=playing.group, opened_by=playing.vera, size=3, agreement="", at=NOON)
    for whose in ({"chat": playing.group}, {"person": playing.vera}):
        count, found = await db.ask(tables.begun, limit=5, **whose)
        assert (count, [table.id for table in found]) == (1, [playing.table])
        assert await db.ask(tables.begun, limit=5, offset=1, **whose) == (1, ())
    assert await db.ask(tables.begun, limit=5, chat=playing.group + 1) == (0, ())
    assert await db.ask(tables.begun, limit=5, person=playing.vera + 100) == (0, ())


async def test_an_unknown_table_is_an_error(db):
    with pytest.raises(LookupError, match="no table 9"):
        await db.ask(tables.get, 9)
