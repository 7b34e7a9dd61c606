"""A table in the middle of life: a pause, somebody who leaves, another in his seat, an early end."""

from __future__ import annotations

from tests.e2e.evening import evening, plain


async def test_a_pause_by_consent_and_on(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, vira = tonight.friends("Anna", "Борис", "Віра")
        group = tonight.group
        await tonight.sits_down(anna, boris, vira)
        assert not await anna.is_told("Стол…", group)
        await anna.sees("о столе", group)
        await anna.presses("Предложить паузу", group)
        await boris.presses("Согласен", group)
        await vira.presses("Согласен", group)
        await anna.sees("Пауза. Все согласны", group)
        assert not await boris.is_told("Стол…", group)
        await boris.presses("Продолжить игру", group)
        await anna.presses("Согласен", group)
        await vira.presses("Согласен", group)
        await anna.sees("Играем дальше", group)
        await anna.sees("Готовы к сдаче?")


async def test_another_takes_the_seat_of_who_has_left(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, vira, gleb = tonight.friends("Anna", "Борис", "Віра", "Gleb")
        group = tonight.group
        await gleb.starts()
        await tonight.sits_down(anna, boris, vira)
        assert not await vira.is_told("Стол…", group)
        await vira.presses("Встаю из-за стола", group)
        await gleb.presses("Сесть на место: Віра", group)
        await anna.presses("Согласен", group)
        await boris.presses("Согласен", group)
        await anna.sees("Gleb садится за стол вместо ушедшего", group)
        await gleb.sees("You cut")
        await vira.sees("ви більше не сидите за цим столом")


async def test_who_leaves_the_group_holds_nobody_up(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, vira = tonight.friends("Anna", "Борис", "Віра")
        group = tonight.group
        await tonight.sits_down(anna, boris, vira)
        await vira.person.leaves(group)
        await anna.sees("Віра встал из-за стола", group)
        await anna.presses("Компьютер на место: Віра", group)
        await boris.presses("Согласен", group)
        await anna.sees("Место занимает компьютер", group)


async def test_an_administrator_ends_a_pulka_of_others(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, vira, gleb = tonight.friends("Anna", "Борис", "Віра", "Gleb")
        group = tonight.group
        await tonight.sits_down(boris, vira, gleb)
        assert not await anna.is_told("Стол…", group)
        assert "предложите закончить" in await boris.is_told("Закончить пульку", group)
        await anna.presses("Закончить пульку", group)
        await anna.presses("Согласен", group)
        await boris.sees("так решает администратор (Anna)", group)
        shown = plain((await boris.sees("Итог в вистах", group)).text)
        assert "Борис" in shown
        assert await boris.is_told("Ещё раз", group) == ""
        await boris.sees("Стол 2 · новый стол", group)
        assert await vira.is_told("Ещё раз", group) == "Новий стіл уже відкрито: стіл 2"
