"""The lobby as people find it: an agreement is an agreement, nobody waits for a silent one, and they play again."""

from __future__ import annotations

from tests.e2e.evening import evening, plain

ANNA, BORIS = 101, 102


async def test_a_change_takes_back_what_was_agreed_and_says_why(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await anna.starts()
        await boris.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        await boris.presses("Сесть", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("Готов", group)
        await boris.sees("Ждём «Готов»: Борис", group)
        await boris.presses("До 20", group)
        await anna.sees("Правила стола изменились: согласитесь ещё раз", group)
        await anna.sees("Ждём «Готов»: Anna, Борис", group)
        await anna.presses("Готов", group)
        await anna.presses("Готов", group)
        await boris.presses("Готов", group)
        await boris.sees("Ждём «Готов»: Anna", group)


async def test_a_silent_one_is_sent_away_by_who_opened_the_table_or_by_an_admin(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, gleb, group = *tonight.friends("Anna", "Борис", "Gleb"), tonight.group
        for friend in (anna, boris, gleb):
            await friend.starts()
        await boris.says("/play", group)
        await boris.presses("Сесть", group)
        await gleb.presses("Сесть", group)
        await boris.presses("+ компьютер", group)
        assert "✕ Gleb" not in str((await boris.sees("новый стол", group)).labels), "nobody waits for him yet"
        await boris.presses("Готов", group)
        await boris.sees("Ждём «Готов»: Gleb", group)
        assert await gleb.is_told("✕ Gleb", group) == "Only who sits here or opened the table may do that"
        await anna.presses("✕ Gleb", group)  # the group's administrator
        await boris.sees("Нужен ещё 1 игрок", group)
        assert "Gleb" not in plain(await boris.reads(group))


async def test_an_admin_calls_off_a_table_of_others(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await boris.says("/play", group)
        await anna.presses("Отменить стол", group)
        assert (await boris.sees("стол отменён", group)).labels == []


async def test_seats_as_people_sit_and_a_volunteer_deals_first(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        for friend in (anna, boris):
            await friend.starts()
        await anna.says("/rules first_dealer=volunteer", group)
        await anna.sees("меняет правила чата", group)
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        await boris.presses("Сесть", group)
        await anna.presses("Места: по жребию", group)
        await anna.presses("Пересесть на 3", group)
        await anna.sees("3. Anna", group)
        await boris.presses("Сдаю первым", group)
        assert await anna.is_told("Сдаю первым", group) == "Это место уже занято"
        await boris.presses("+ компьютер", group)
        for friend in (anna, boris):
            await friend.presses("Готов", group)
        begun = plain((await anna.sees("пулька началась", group)).text)
        assert "1. Алёша" in begun
        assert "2. Борис" in begun
        assert "3. Anna" in begun
        assert "Первая сдача: Борис" in begun


async def test_a_computer_that_is_not_there_cannot_go(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        assert await anna.is_told("− компьютер", group) == "За столом нет компьютера"


async def test_a_table_against_computers_in_the_private_chat(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris = tonight.friends("Anna", "Борис")
        await anna.starts()
        await anna.says("/play")
        lobby = plain((await anna.sees("новый стол")).text)
        assert "1. Anna" in lobby
        assert "3. Белла 🤖" in lobby
        await anna.presses("4 игрока")
        await anna.sees("4. Виктор 🤖")
        await anna.presses("2 игрока")
        await anna.sees("Правила: Гусарик")
        await anna.presses("3 игрока")
        await anna.presses("Готов")
        await anna.sees("пулька началась")
        shown = [plain(m.text) for m in await anna.person.sees()]
        await anna.sees("сдача 1")
        assert sum("сдача 1" in text for text in [plain(m.text) for m in await anna.person.sees()]) == 1, shown
        button = (await anna.sees("сдача 1")).buttons[0]
        await boris.starts()
        await boris.sees("Здравствуйте")
        assert await boris.forges(str(button.data)) == "Вы не сидите за этим столом"
