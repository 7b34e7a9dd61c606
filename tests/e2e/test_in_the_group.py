"""Hands in the group, seen by their owners alone: *My cards*, private chats that close, a deal played without one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import presses
from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades

CLOSED = "Нет личного чата: Борис"


@asynccontextmanager
async def three(folder: Path, **how: bool) -> AsyncIterator[tuple[Evening, Friend, Friend, Friend]]:
    """Віра deals, Anna calls first, Борис plays after her; the cards are dealt."""
    async with evening(folder, [SPADES], **how) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        yield tonight, anna, boris, vira


async def plays_from_the_group(tonight: Evening, asks: Friend, *agree: tuple[Friend, str]) -> None:
    """Somebody proposes it, the others agree."""
    group = tonight.group
    assert not await asks.is_told("Стол…", group)
    await asks.presses("Играть и из группы…", group)
    told = plain((await asks.sees("Играть и прямо из группы?", group)).text)
    assert "15 секунд" in told
    assert "сколько боту можно писать в группу" in told
    for friend, label in agree:
        await friend.presses(label, group)
    await asks.sees("Играть можно и из группы", group)


async def hidden(friend: Friend, group: int) -> list[int]:
    """The numbers of what he alone sees there."""
    return [m.id for m in await friend.person.sees(group) if m.only_for is not None]


@pytest.mark.parametrize("name", ["Anna", "Борис", "Віра"])
async def test_my_cards_where_telegram_refuses_them_are_an_alert(tmp_path, name):
    async with three(tmp_path) as (tonight, *_):
        friend, group = tonight.friend(name), tonight.group
        await friend.sees("Слово: Anna", group)
        await tonight.world.fail("sendMessage", status=400, description="Bad Request: BOT_NOT_ADMIN", chat_id=group)
        told = await friend.answer("Мои карты", group)
        assert told.alert
        assert "♠" in told.text
        assert await hidden(friend, group) == []
        assert not await friend.is_told("Мои карты", group), "the next one is taken"
        assert len(await hidden(friend, group)) == 1


async def test_where_the_group_is_full_the_alert_answers_at_once(tmp_path):
    async with three(tmp_path, at_telegrams_pace=True) as (tonight, anna, boris, vira):
        group = tonight.group
        await anna.sees("Слово: Anna", group)
        answers = [await friend.answer("Мои карты", group) for friend in (anna, boris, vira) * 2]
        assert any(told.alert for told in answers)
        assert all(told.after < 3000 for told in answers)
        assert all("♠" in told.text for told in answers if told.alert)


async def test_a_private_chat_closes_in_mid_game_and_opens_again(tmp_path):
    async with three(tmp_path) as (tonight, anna, boris, _):
        group = tonight.group
        await boris.person.blocks()
        board = await anna.sees(CLOSED, group)
        assert plain(board.text).count("Борис.") == 1
        await anna.presses("6♠")
        await anna.sees("Слово: Борис", group)
        assert not await boris.is_told("Мои карты", group)
        before = await boris.person.sees()
        await boris.person.unblocks()
        fresh = await boris.sees("Ваше слово")
        assert fresh.id not in {m.id for m in before}
        await anna.reads_no_more(CLOSED, group)
        await boris.presses("Пас")


async def test_a_chat_that_only_a_call_shows_to_be_closed_is_told_once(tmp_path):
    async with three(tmp_path) as (tonight, anna, boris, _):
        blocked = {"status": 403, "description": "Forbidden: bot was blocked by the user", "chat_id": boris.id}
        await tonight.world.fail("editMessageText", 1, **blocked)
        await anna.presses("6♠")
        await anna.sees(CLOSED, tonight.group)
        await boris.starts()
        await boris.sees("Ваше слово")
        await anna.reads_no_more(CLOSED, tonight.group)


@pytest.mark.parametrize("admin", [True, False])
async def test_a_deal_played_from_the_group(tmp_path, admin):
    async with three(tmp_path) as (tonight, anna, boris, vira):
        group = tonight.group
        if admin:
            await anna.person.gives_standing(tonight.world._told["bot"]["id"], "administrator", group)
        await plays_from_the_group(tonight, boris, (anna, "Согласен"), (vira, "Согласен"))
        await boris.person.blocks()
        await anna.sees("Нет личного чата: Борис. Карты и ходы", group)

        async def turn(*labels: str) -> None:
            await anna.sees("Борис", group)
            if not admin:
                assert not await boris.is_told("Мои карты", group)
            for label in labels:
                await boris.presses(label, group)
            assert len(await hidden(boris, group)) == 1

        await anna.presses("6♠")
        await turn("Пас")
        tonight.may_be_seen(SPADES.talon)
        await vira.presses("Пас")
        for label in ("♦9", "♦7", "Снести ♦7 ♦9", "8…", "8♠", "Играю 8♠"):
            await anna.presses(label)
        await turn("Вист")
        await vira.presses("Віст")
        tricks = [
            ("♠Т", "♠8", "♠7"), ("♠К", "♠9", "♥8"), ("♠Д", "♥10", "♥9"), ("♠В", "♥Д", "♥В"), ("♠10", "♣В", "♦8"),
            ("♥Т", "♥К", "♦10"), ("♣Т", "♣Д", "♣7"), ("♣К", "♦Д", "♣9"), ("♣8", "♦К", "♣10"), ("♥7", "♦Т", "♦В"),
        ]  # fmt: skip
        for number, (first, second, third) in enumerate(tricks[:9], 1):
            for card in (first, second, third):
                tonight.witness.allows(card)
            await anna.presses(first)
            await turn(second)
            await vira.presses(third)
            if number == 9:
                break
        tonight.may_be_seen(*SPADES)
        await vira.presses("♦В")
        await anna.presses("♥7")
        if not admin:
            assert not await boris.is_told("Мои карты", group)
        await boris.tries("♦Т", group)
        await anna.sees("сыграно 8♠", group)


async def test_strangers_and_old_buttons(tmp_path):
    async with three(tmp_path) as (tonight, anna, boris, vira):
        group, gleb = tonight.group, tonight.friend("Gleb")
        await plays_from_the_group(tonight, anna, (boris, "Согласен"), (vira, "Согласен"))
        assert not await anna.is_told("Мои карты", group)
        bid = await anna.carries("6♠", group)
        number = (await hidden(anna, group))[0]
        press = {
            "id": "77", "chat_instance": "1", "data": bid,
            "from": {"id": gleb.id, "is_bot": False, "first_name": "Gleb"},
            "message": {
                "message_id": 0, "ephemeral_message_id": -number, "date": 1, "text": "x",
                "chat": {"id": group, "type": "supergroup", "title": "x"},
            },
        }  # fmt: skip
        await tonight.world.inject({"callback_query": press})
        assert await gleb.forges(bid, group) == "You do not sit at this table"
        assert await hidden(gleb, group) == []
        await anna.presses("6♠", group)
        assert await anna.forges(bid, group) == "На это уже отвечено: смотрите новый экран"
        assert await boris.forges(bid, group) == "На это уже отвечено: смотрите новый экран"
        assert presses.unpack(bid).kind == "answer"


async def test_what_has_vanished_is_sent_again_and_a_refused_edit_too(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.whispers.AT_ONCE", 0.0)
    async with three(tmp_path) as (tonight, anna, boris, vira):
        group = tonight.group
        await plays_from_the_group(tonight, anna, (boris, "Согласен"), (vira, "Согласен"))
        assert not await anna.is_told("Мои карты", group)
        await tonight.world.fail(
            "editEphemeralMessageText", status=400, description="Bad Request: MEDIA_CAPTION_TOO_LONG"
        )
        assert not await anna.is_told("7…", group)
        assert await anna.carries("7♠", group), "sent anew"

        async def look() -> bool:
            return len(await hidden(anna, group)) == 1

        async def otherwise() -> str:
            return f"Anna sees {await hidden(anna, group)}"

        await tonight.world.until(look, otherwise)
        assert await tonight.world.vanishes(anna.id) >= 1
        assert not await anna.is_told("Мои карты", group)
        assert len(await hidden(anna, group)) == 1
        await anna.presses("7♠", group)


async def test_back_to_private_chats_only(tmp_path):
    async with three(tmp_path) as (tonight, anna, boris, vira):
        group = tonight.group
        await plays_from_the_group(tonight, anna, (boris, "Согласен"), (vira, "Согласен"))
        assert not await anna.is_told("Стол…", group)
        await anna.presses("Играть только в личных чатах…", group)
        await boris.presses("Согласен", group)
        await vira.presses("Согласен", group)
        await anna.sees("Играем только в личных чатах", group)
        assert not await anna.is_told("Мои карты", group)
        assert not (await anna.sees("Ваши карты", group)).buttons


async def test_advice_in_light_play(tmp_path):
    async with three(tmp_path) as (tonight, anna, boris, vira):
        group, gleb = tonight.group, tonight.friend("Gleb")
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Пас")
        tonight.may_be_seen(SPADES.second, SPADES.third)
        await boris.presses("В светлую")
        await tonight.trick("Anna ♠Т")
        await vira.sees("можна підказати")
        word = await vira.carries("♠9")
        assert await gleb.forges(word, group) == "You do not sit at this table"
        for player in (anna, boris):
            assert await player.forges(word) == "На это уже отвечено: смотрите новый экран"
        await vira.presses("♠9")
        await boris.sees("Віра советует ♠9")
        assert await boris.carries("★ ♠9")
        assert "★" not in str((await anna.person.sees())[-1].labels)
        await vira.presses("✓ ♠9")
        await boris.reads_no_more("советует")
        await vira.presses("♠9")
        await boris.sees("Віра советует ♠9")
        await boris.presses("♠8")
        assert await vira.forges(word) == "На це вже відповіли: дивіться новий екран"
        await vira.presses("♠7")
        await boris.sees("Віра советует ♠7")
        await boris.presses("♠7")
        await boris.reads_no_more("советует")
