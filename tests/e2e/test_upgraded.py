"""The group becomes a supergroup in the middle of a deal: another id, and nothing that stood in it lives."""

from __future__ import annotations

import pytest

from tests.e2e.evening import Evening, evening, plain
from tests.e2e.openings import SPADES, eight_spades

ORDERS = [
    pytest.param((), id="as Telegram says it"),
    pytest.param(("to", "from"), id="to, from"),
    pytest.param(("from", "to"), id="from, to"),
    pytest.param(("to",), id="only that the old one ends"),
    pytest.param(("from",), id="only that the new one begins"),
    pytest.param(("joined",), id="only that the bot has joined"),
    pytest.param(("silently",), id="nobody says it, and a call is refused"),
]


async def in_a_basic_group(tonight: Evening) -> None:
    anna, boris, vira = tonight.friends("Anna", "Борис", "Віра")
    tonight.group = await anna.person.founds("Дача", boris.person, vira.person, basic=True)
    await anna.sees("Я веду столы преферанса", tonight.group)


async def said(tonight: Evening) -> list[str]:
    """All that the bot has said in the group."""
    return [plain(message.text) for message in await tonight.world.messages(tonight.group) if message.by_bot]


@pytest.mark.parametrize("news", ORDERS)
async def test_all_ids_follow_and_the_pulka_goes_on(news: tuple[str, ...], tmp_path):
    async with evening(tmp_path, [SPADES, SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await in_a_basic_group(tonight)
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await anna.sees("Слово: Anna", tonight.group)

        tonight.group = await anna.person.upgrades(tonight.group, *news)
        await eight_spades(anna, boris, vira)
        await anna.sees("Anna играет 8♠", tonight.group)
        await boris.presses("Пас")
        await vira.presses("Пас")
        await anna.sees("Anna: 8♠ — никто не вистует", tonight.group)
        await tonight.deal(2)
        await boris.sees("Слово: Борис", tonight.group)
        assert not await boris.is_told("Мои карты", tonight.group)
        assert (await boris.sees("Ваши карты", tonight.group)).only_for == boris.id

        shown = await said(tonight)
        assert sum("никто не вистует" in text for text in shown) == 1
        assert sum("Слово: Борис" in text for text in shown) == 1
        assert not any("Я веду столы" in text for text in shown), "nobody was introduced to anybody"
        for text in ("/pulka", "/record"):
            await anna.says(text, tonight.group)
        await anna.sees("Стол 1 · пулька", tonight.group)
        await tonight.downloads(anna, tonight.group)


async def test_a_lobby_moves_along_and_its_old_buttons_still_mean_it(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris = tonight.friends("Anna", "Борис")
        await in_a_basic_group(tonight)
        for friend in (anna, boris):
            await friend.starts()
        await anna.says("/play", tonight.group)
        await anna.presses("Сесть", tonight.group)
        old, lobby = tonight.group, await anna.sees("1. Anna", tonight.group)
        sit = await boris.carries("Сесть", old)
        tonight.group = await anna.person.upgrades(old)
        await anna.sees("1. Anna", tonight.group)
        await boris.person.forges(sit, lobby.id, old)
        await anna.sees("2. Борис", tonight.group)
        assert sum("новый стол" in text for text in await said(tonight)) == 1


async def test_a_table_that_was_opened_in_the_supergroup_before_the_news_came_is_one_of_the_group(tmp_path):
    """Presses and messages of several people overtake each other."""
    async with evening(tmp_path) as tonight:
        anna, boris = tonight.friends("Anna", "Борис")
        await in_a_basic_group(tonight)
        for friend in (anna, boris):
            await friend.starts()
        await anna.says("/play", tonight.group)
        await anna.presses("Сесть", tonight.group)
        old, lobby = tonight.group, await anna.sees("1. Anna", tonight.group)
        tonight.group = await anna.person.upgrades(old, "silently")
        await boris.says("/play", tonight.group)
        await boris.sees("Стол 1 · новый стол", tonight.group)
        await anna.person.forges("q|1|0|leave", lobby.id, old)  # what is to be shown in the old chat tells
        await boris.sees("Стол 2 · новый стол", tonight.group)
        await boris.presses("Сесть", tonight.group)
        await boris.sees("1. Борис", tonight.group)
        assert len(await said(tonight)) == 2


async def test_two_tables_move_and_both_are_shown_once(tmp_path):
    async with evening(tmp_path) as tonight:
        anna = tonight.friend("Anna")
        await in_a_basic_group(tonight)
        await anna.starts()
        for number in (1, 2):
            await anna.says("/play", tonight.group)
            await anna.sees(f"Стол {number}", tonight.group)
        tonight.group = await anna.person.upgrades(tonight.group, "to")
        for number in (1, 2):
            await anna.sees(f"Стол {number} · новый стол", tonight.group)
        assert len(await said(tonight)) == 2
