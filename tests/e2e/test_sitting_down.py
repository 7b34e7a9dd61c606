"""From a bot that is added to a group to people who sit at a table."""

from __future__ import annotations

from tests.e2e.evening import evening, plain


async def test_added_to_a_group_it_says_what_it_does_and_opens_a_table(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris = tonight.friends("Anna", "Борис")
        dacha = await anna.person.founds("Дача", boris.person)
        greeting = await anna.sees("Я веду столы преферанса", dacha)
        assert greeting.labels == [["Новый стол", "Наши правила"]]
        assert await boris.is_told("Наши правила", dacha) == ""
        await boris.sees("Сочинка", dacha)
        assert await boris.is_told("Новый стол", dacha) == ""
        await boris.sees("Стол 1 · новый стол", dacha)


async def test_who_has_not_pressed_start_is_led_to_his_private_chat_and_seated_there(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.says("/play", group)
        invited = await anna.answer("Сесть", group)
        assert "1. свободно" in await anna.reads(group)
        await anna.follows(invited)
        await anna.sees("Вы за столом")
        await anna.sees("1. Anna", group)
        await anna.follows(invited)
        await anna.sees("Эта ссылка уже не действует")


async def test_by_somebody_elses_link_nobody_is_seated(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await anna.says("/play", group)
        invited = await anna.answer("Сесть", group)
        await boris.follows(invited)
        await boris.sees("Эта ссылка уже не действует")
        assert "1. свободно" in await anna.reads(group)
        await anna.follows(invited)
        await anna.sees("1. Anna", group)


async def test_whose_private_chat_is_open_sits_down_at_once(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.starts()
        await anna.sees("Здравствуйте, Anna!")
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        await anna.sees("1. Anna", group)
        assert await anna.is_told("Сесть", group) == "Вы уже за столом"
        await anna.presses("Встать", group)
        assert (await anna.sees("Все встали из-за стола", group)).labels == []


async def test_who_does_not_sit_there_arranges_nothing(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, gleb, group = *tonight.friends("Anna", "Gleb"), tonight.group
        await anna.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        for label in ("4 игрока", "До 20", "+ компьютер", "Готов", "Встать"):
            assert await gleb.is_told(label, group) == "You do not sit at this table"
        assert await gleb.is_told("Отменить стол", group) == "Only who sits here or opened the table may do that"
        assert "До 10" in (await anna.sees("1. Anna", group)).labels[2][0]


async def test_three_or_four_and_computers_among_them(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        for friend in (anna, boris):
            await friend.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        assert "2" in await anna.is_told("Готов", group), "two seats are free"
        await anna.presses("4 игрока", group)
        await anna.sees("4. свободно", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("− компьютер", group)
        await anna.presses("+ компьютер", group)
        await boris.presses("Сесть", group)
        assert await boris.is_told("+ компьютер", group) == "Свободных мест нет"
        assert await boris.is_told("3 игрока", group) == "Свободных мест нет"
        await anna.presses("Готов", group)
        await anna.sees("1. Anna ✓", group)
        await boris.presses("До 20", group)
        assert "✓ До 20" in plain(str((await boris.sees("до 20", group)).labels))
        assert "Anna ✓" not in await boris.reads(group), "she had agreed to something else"
        await anna.presses("Готов", group)
        await boris.presses("Готов", group)
        await boris.sees("Алёша 🤖", group)
        await boris.sees("сдача 1", group)
        await boris.sees("сдача 1")


async def test_a_table_is_called_off(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.says("/play", group)
        await anna.presses("Отменить стол", group)
        assert (await anna.sees("Стол 1 · стол отменён", group)).labels == []


async def test_two_tables_in_one_group(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await anna.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        await anna.says("/play", group)
        await anna.sees("Стол 2", group)
        await anna.presses("Сесть", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("Готов", group)
        await anna.sees("Стол 2 · Преферанс")
        await boris.sees("Стол 1 · новый стол", group)
