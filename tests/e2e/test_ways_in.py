"""Both ways in, on bad days: updates doubled, late, out of order and hours old, and a bot that was away meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades
from tests.e2e.test_a_pulka import asked, presses_one, proved

WAYS = pytest.mark.parametrize("by_webhook", [False, True], ids=["polling", "webhook"])
BAD_DAY: dict[str, Any] = {"double": True, "delay": 0.04, "reorder": True, "pause": 0.01}


@pytest.mark.timeout(300)
@WAYS
async def test_a_pulka_to_the_end_on_a_bad_day(tmp_path, by_webhook: bool):
    """Every update comes twice, late, and others pass it; the sheet is none the worse for it."""
    async with evening(tmp_path, seed=6, patience=30, by_webhook=by_webhook) as tonight:
        await tonight.world.mischief(**BAD_DAY)
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.starts()
        await anna.says("/play", group)
        for label in ("Сесть", "+ компьютер", "+ компьютер", "Готов"):
            await anna.presses(label, group)
        while choices := await asked(anna):
            await presses_one(anna, choices)
        await anna.sees("Стол 1 · расчёт", group)
        await proved(tonight, anna, tmp_path)
        await all_taken(tonight)
        assert not [m for m in await anna.person.sees(group) if "Стол 2" in plain(m.text)]


@WAYS
async def test_three_at_once_on_a_bad_day(tmp_path, by_webhook: bool):
    async with evening(tmp_path, [SPADES], by_webhook=by_webhook) as tonight:
        await tonight.world.mischief(**BAD_DAY)
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")
        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        tonight.may_be_seen("♠К", "♠9")
        told = await asyncio.gather(restless(anna), restless(tonight.friend("Anna")), restless(boris))
        assert told[:2].count("") == 1, "of two fingers on one card one played it"
        await vira.sees("На столі: Anna ♠К")


async def restless(friend: Friend) -> str:
    """Presses the spade that he has if it is his turn, and what he is told."""
    newest = [m for m in await friend.person.sees() if m.buttons][-1]
    label = next((label for row in newest.labels for label in row if label[:1] == "♠"), newest.labels[0][0])
    return (await friend.answer(label)).text or ""


@WAYS
async def test_presses_made_while_it_was_away_are_done(tmp_path, by_webhook: bool):
    async with evening(tmp_path, [SPADES], by_webhook=by_webhook) as tonight:
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await tonight.bot.stops()
        await boris.person.presses("Вист")
        await gleb.says("/play", tonight.group)
        await tonight.bot.starts()
        await vira.presses("Віст")
        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        await gleb.sees("Стол 2", tonight.group)


@WAYS
async def test_commands_said_long_before_it_came_back_are_dropped(tmp_path, by_webhook: bool):
    async with evening(tmp_path, by_webhook=by_webhook) as tonight:
        anna, boris, gleb = tonight.friends("Anna", "Борис", "Gleb")
        await anna.starts()
        await tonight.bot.stops()
        await gleb.says("/play", tonight.group)
        await anna.says("/play")
        await boris.starts()
        tonight.bot.goes_ahead(3600)
        await tonight.bot.starts()
        await boris.sees("Здравствуйте, Борис")  # Start is the leave to write: it keeps
        await gleb.says("/play", tonight.group)
        await gleb.sees("Стол 1", tonight.group)
        await all_taken(tonight)
        assert not [m for m in await gleb.person.sees(tonight.group) if "Стол 2" in plain(m.text)]


@WAYS
async def test_a_press_hours_old_does_no_harm(tmp_path, by_webhook: bool):
    """Telegram would have forgotten it; should it come all the same, it can no longer be answered."""
    async with evening(tmp_path, [SPADES], by_webhook=by_webhook) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        pressed = await anna.carries("6♠")
        await eight_spades(anna, boris, vira)
        before = await boris.reads()
        await tonight.bot.away_for(4 * 3600)
        for data in (pressed, pressed, "no such button", "x" * 64):
            await tonight.world.inject({"callback_query": press_of(anna, data, tonight.group)})
        await all_taken(tonight)
        assert await boris.reads() == before
        await boris.presses("Вист")


def press_of(friend: Friend, data: str, group: int) -> dict[str, Any]:
    who = {"id": friend.id, "is_bot": False, "first_name": friend.name, "language_code": friend.language}
    chat = {"id": group, "type": "supergroup", "title": "Преферанс по пятницам"}
    message = {"chat": chat, "message_id": 1, "date": 0}
    return {"id": "1", "from": who, "chat_instance": "1", "data": data, "message": message}


async def all_taken(tonight: Evening) -> None:
    """Everything that waited at Telegram's is dealt with, and shown."""
    async with asyncio.timeout(10):
        while not await dealt_with(tonight):
            await asyncio.sleep(0.05)
    await tonight.bot.parts.delivery.settle(10)


async def dealt_with(tonight: Evening) -> bool:
    world = tonight.bot.telegram.world
    if world.hook.url and len(world.updates):
        return False
    (known,) = await tonight.bot.parts.db.read(
        "SELECT max(update_id) AS newest, sum(done_at IS NULL) AS waiting FROM inbox"
    )
    newest = max((update.id for update in world.updates.waiting()), default=0)
    return known["waiting"] == 0 and known["newest"] >= newest
