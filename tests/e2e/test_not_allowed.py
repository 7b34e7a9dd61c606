"""The bot may not write in the group, or is not in it: the pulka goes on in private, and the board comes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades

BOT = 7000
Deed = Callable[[Friend, int], Awaitable[None]]


async def restricts(owner: Friend, group: int) -> None:
    await owner.person.gives_standing(BOT, "restricted", group)


async def frees(owner: Friend, group: int) -> None:
    await owner.person.gives_standing(BOT, "member", group)


async def kicks(owner: Friend, group: int) -> None:
    await owner.person.removes_bot(group)


async def adds(owner: Friend, group: int) -> None:
    await owner.person.adds_bot(group)


async def silences(owner: Friend, group: int) -> None:
    await owner.person.silences(group)


async def speaks_again(owner: Friend, group: int) -> None:
    """Nobody tells the bot that all may write again: somebody has to speak to it."""
    await owner.person.silences(group, False)
    await owner.says("/help", group)


async def promotes(owner: Friend, group: int) -> None:
    await owner.person.gives_standing(BOT, "administrator", group)


WAYS = [
    pytest.param(restricts, frees, id="restricted and freed"),
    pytest.param(restricts, promotes, id="restricted and promoted"),
    pytest.param(kicks, adds, id="thrown out and added again"),
    pytest.param(silences, speaks_again, id="all silenced, and allowed to write again"),
    pytest.param(silences, promotes, id="all silenced, and the bot promoted"),
]


async def told(friend: Friend, text: str = "личных чатах") -> int:
    """How often he was told in private."""
    return sum(text in plain(message.text) for message in await friend.person.sees())


async def boards(tonight: Evening) -> list[str]:
    return [plain(m.text) for m in await tonight.world.messages(tonight.group) if m.by_bot]


@pytest.mark.parametrize(("away", "back"), WAYS)
async def test_people_are_told_once_they_play_on_and_the_board_comes_back(away: Deed, back: Deed, tmp_path):
    async with evening(tmp_path, [SPADES, SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await anna.sees("Слово: Anna", group)

        await away(anna, group)
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        await vira.presses("Пас")
        for friend, text in ((anna, "личных чатах"), (boris, "личных чатах"), (vira, "особистих чатах")):
            await friend.sees(text)
            assert await told(friend, text) == 1
        await boris.presses("Следующая сдача")

        await back(anna, group)
        await anna.sees("Anna: 8♠ — никто не вистует", group)
        await anna.sees("сдача 2", group)
        shown = await boards(tonight)
        assert sum("сыграно 8♠: 6 в пулю" in text for text in shown) == 1
        assert sum("сдача 2" in text for text in shown) == 1
        assert await told(anna) == 1


async def test_who_asks_for_something_meanwhile_makes_no_noise(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await anna.sees("Слово: Anna", group)
        await anna.person.silences(group)
        for command in ("/help", "/rules", "/pulka", "/record"):
            await anna.says(command, group)
        await anna.presses("6♠")
        await boris.presses("Пас")
        assert await told(anna) == 1
        refused = [call for call in await tonight.world.calls() if call["error_code"]]
        assert len(refused) <= 6, "each command is tried once, and the table is not tried for each press"


async def test_a_lobby_waits_and_who_opened_it_is_told(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await boris.starts()
        await boris.says("/play", group)
        await boris.sees("новый стол", group)
        await anna.person.gives_standing(BOT, "restricted", group)
        await boris.sees("Стол 1 подождёт")
        await anna.person.gives_standing(BOT, "member", group)
        await boris.presses("Сесть", group)
        await boris.sees("1. Борис", group)


async def test_who_adds_it_where_it_may_not_write_is_told_so(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris = tonight.friends("Anna", "Борис")
        await anna.starts()
        dacha = await anna.person.founds("Дача <3", boris.person, with_bot=False)
        await anna.person.silences(dacha)
        await anna.person.adds_bot(dacha)
        await anna.sees("В группе Дача <3 мне нельзя писать")
        await anna.person.silences(dacha, False)
        await anna.says("/play", dacha)
        await anna.sees("новый стол", dacha)


async def test_thrown_out_of_one_group_it_goes_on_in_the_other(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        dacha = await anna.person.founds("Дача", boris.person)
        await anna.sees("Я веду столы преферанса", dacha)
        await anna.person.removes_bot(group)
        await anna.says("/play", dacha)
        await anna.sees("новый стол", dacha)


async def test_restricted_while_the_bot_was_away_it_finds_out_by_itself(tmp_path):
    """Telegram keeps an update for a day; a bot that was down for longer is never told."""
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        reason = "Bad Request: not enough rights to send text messages to the chat"
        await tonight.world.fail("editMessageText", 1, status=400, description=reason, chat_id=group)
        await anna.presses("6♠")
        await anna.sees("личных чатах")
        await boris.presses("Пас")
        await anna.says("/help", group)
        await anna.sees("Слово: Віра", group)
        assert await told(anna) == 1
