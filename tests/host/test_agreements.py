"""A chat's agreement changes by who has seen it, is told once, and touches no table that stands."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.game.errors import AgreementError
from bot.game.presets import preset
from bot.host.agreements import QUIET, Agreements, pasted, preset_taken, seen, taken
from bot.host.refusals import ChangedMeanwhile
from bot.storage import Database, agreements, chats, people, screens, tables
from bot.storage.screens import Shown


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def db(tmp_path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "a.db", bot=1) as opened:
        yield opened


@pytest.fixture
async def chat(db: Database) -> int:
    return (await db.write(chats.get_or_create, -1001, "group", "Friday")).id


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def agreed(db: Database, clock: Clock) -> Agreements:
    return Agreements(db, clock)


async def test_a_change_by_who_has_seen_what_is_agreed(agreed: Agreements, chat: int):
    told = await agreed.change(chat, "Anna", seen(preset().mark, taken("pool_target", "20")))
    assert told is not None
    assert (told.old, told.new, told.who) == (preset(), preset().but(pool_target="20"), "Anna")
    assert (await agreed.of(chat)).agreement["pool_target"] == "20"


async def test_who_saw_another_agreement_changes_nothing(agreed: Agreements, chat: int):
    await agreed.change(chat, "Anna", taken("pool_target", "20"))
    with pytest.raises(ChangedMeanwhile):
        await agreed.change(chat, "Boris", seen(preset().mark, taken("whist_pay", "gentleman")))
    assert (await agreed.of(chat)).agreement == preset().but(pool_target="20")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (taken("pool_target", "none"), "pool_target"),
        (taken("compensation_by_analysis", "on"), "compensation_by_analysis"),
        (taken("whist_pay", "generous"), "whist_pay"),
        (pasted("preset=sochi wist_pay=greedy"), "wist_pay"),
        (pasted("preset=moscow"), "preset"),
        (pasted("hello"), "hello"),
        (pasted(""), ""),
    ],
)
async def test_what_cannot_be_played_is_never_agreed(change, key: str, agreed: Agreements, chat: int):
    if key:
        with pytest.raises(AgreementError) as refused:
            await agreed.change(chat, "Anna", change)
        assert refused.value.params["key"] == key
    assert (await agreed.of(chat)).agreement == preset()


async def test_a_pasted_line_is_a_whole_agreement_or_a_few_rules(agreed: Agreements, chat: int):
    await agreed.change(chat, "Anna", pasted("  preset=rostov \n pool_target=30 "))
    await agreed.change(chat, "Anna", pasted("ten=whisted"))
    assert (await agreed.of(chat)).agreement.code == "preset=rostov pool_target=30 ten=whisted"


async def test_quick_changes_are_told_in_one_message_later_ones_in_the_next(
    agreed: Agreements, clock: Clock, chat: int
):
    first = await agreed.change(chat, "Anna", taken("pool_target", "20"))
    clock.now += QUIET / 2
    second = await agreed.change(chat, "Boris", taken("ten", "whisted"))
    clock.now += QUIET + 1
    third = await agreed.change(chat, "Boris", taken("pool_target", "10"))
    assert [told and told.number for told in (first, second, third)] == [1, 1, 2]
    assert second is not None
    assert third is not None
    assert (second.old, second.who) == (preset(), "Boris")
    assert third.old == second.new


async def test_what_changes_nothing_is_not_told(agreed: Agreements, chat: int):
    assert await agreed.change(chat, "Anna", taken("pool_target", preset()["pool_target"])) is None
    assert await agreed.untold() == ()


async def test_what_a_killed_process_did_not_tell_is_told_later(agreed: Agreements, db: Database, chat: int):
    told = await agreed.change(chat, "Anna", taken("pool_target", "20"))
    assert told is not None
    assert await agreed.untold() == (told,)
    shown = Shown(chat, agreements.place(told.number), None, 5, "ab", agreements.seq(told.at), False)
    await db.write(screens.save, shown)
    assert await agreed.untold() == ()


async def test_open_tables_keep_what_they_began_with(agreed: Agreements, db: Database, chat: int):
    anna = (await db.write(people.upsert, 11, "Anna", None)).id
    began = {"chat": chat, "opened_by": anna, "size": 3, "agreement": preset().text, "at": 1.0}
    table = await db.write(tables.open_table, **began)
    await agreed.change(chat, "Anna", preset_taken("rostov"))
    assert (await db.ask(tables.get, table)).agreement == preset().text


async def test_who_sits_at_an_open_table_of_the_chat(agreed: Agreements, db: Database, chat: int):
    anna, boris = [(await db.write(people.upsert, n, f"{n}", None)).id for n in (11, 12)]
    began = {"chat": chat, "opened_by": anna, "size": 3, "agreement": preset().text, "at": 1.0}
    table = await db.write(tables.open_table, **began)
    await db.write(tables.sit, table, anna)
    assert await agreed.sits_in(chat, anna)
    assert not await agreed.sits_in(chat, boris)
    assert not await agreed.sits_in(chat + 1, anna)
