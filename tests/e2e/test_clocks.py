"""Clocks as people see them: a reminder that rings, what is done when the time is over, the next deal by itself."""

from __future__ import annotations

from tests.e2e.evening import Evening, Friend, evening
from tests.e2e.openings import SPADES, eight_spades

OVER = 62
"""Seconds after which a minute is over, with what a press may take on its way."""


async def three(tonight: Evening, code: str) -> list[Friend]:
    """Anna is to call first, by these rules; Віра deals."""
    vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
    await tonight.agrees(f"preset=sochi {code}")
    await tonight.sits_down(vira, anna, boris)
    await tonight.deal()
    await anna.sees("Ваше слово")
    return [vira, anna, boris]


async def test_who_takes_long_is_reminded_with_sound_and_the_table_is_told_whom_it_waits_for(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        _, anna, boris = await three(tonight, "time_per_action=1m time_bank=2m")
        group = tonight.group
        await boris.sees("На ход: 1 мин", group)
        await boris.sees("Запас времени: Anna 2:00", group)
        before = await anna.sees("Сверх того в запасе: 2:00")
        await tonight.later(46)
        reminded = await anna.sees("Время на исходе")
        assert reminded.id != before.id
        await anna.no_longer_sees(before)
        await tonight.later(40)
        await anna.presses("6♠")
        await boris.presses("Пас")
        await anna.sees("Слово: Віра", group)
        await tonight.later(OVER + 120)
        await anna.sees("Время вышло, ждём: Віра", group)
        assert (await tonight.friend("Віра").sees("Ваш час вийшов")).buttons


async def test_a_move_is_made_by_itself(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight, "time_per_action=1m on_timeout=auto_move")
        group = tonight.group
        await tonight.later(OVER)
        await boris.sees("Время вышло, ходит автомат: Anna", group)
        await boris.presses("6♦")
        await vira.sees("Anna пас", group)
        assert "ходит автомат" in await anna.reads(group)
        await anna.is_told("Пулька")  # whatever she presses, she is there
        await vira.sees("Борис 6♦", group)
        await boris.sees("Слово: Віра", group)
        await anna.reads_no_more("автомат", group)


async def test_a_computer_plays_until_he_is_back(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight, "time_per_action=1m on_timeout=computer")
        group = tonight.group
        await tonight.later(OVER)
        await boris.sees("Пока играет компьютер: Anna", group)
        await boris.sees("Слово: Борис", group)
        await anna.sees("За вас играет компьютер, пока вы не вернётесь")
        assert await anna.is_told("Вернуться за стол") == "Вы снова играете сами"
        await boris.presses("Пас")
        await boris.reads_no_more("компьютер", group)

        await vira.sees("Слово: Віра", group)
        tonight.may_be_seen(SPADES.talon)  # Віра is the last to pass
        await tonight.later(OVER)
        await boris.sees("Пока играет компьютер: Віра", group)
        await vira.says("/back", group)
        await vira.sees("Вы снова играете сами", group)
        await vira.says("/back")
        await vira.sees("За вас ніхто не грає")


async def test_each_minute_over_costs_two_and_everybody_sees_it(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight, "time_per_action=1m time_fine=on")
        group = tonight.group
        await tonight.later(OVER)
        await boris.sees("Время вышло, ждём: Anna", group)
        await tonight.later(60)
        await boris.sees("Anna: просрочена 1 минута, в гору 2", group)
        await anna.sees("Просрочена 1 минута: в гору 2")
        await tonight.later(60)
        await boris.sees("Anna: просрочены 2 минуты, в гору 4", group)
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        tonight.may_be_seen(*SPADES)
        await vira.presses("Пас")
        result = await boris.sees("Пуля Гора", group)
        rows = [line.split()[1:3] for line in result.text.splitlines() if "Anna" in line]
        assert ["6", "4"] in rows, "eight spades in the pool, two minutes on the hill"


async def test_the_next_deal_begins_by_itself_and_nobody_has_cut(tmp_path):
    async with evening(tmp_path) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.agrees("preset=sochi next_deal=15s")
        await tonight.sits_down(vira, anna, boris)
        await boris.sees("Сдача начнётся сама через 15 с", tonight.group)
        await anna.presses("Следующая сдача")
        await tonight.later(15)
        await boris.sees("Слово: Anna", tonight.group)


async def test_a_restart_takes_nobodys_time(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        _, anna, boris = await three(tonight, "time_per_action=3m on_timeout=auto_move")
        await tonight.later(100)
        await tonight.bot.away_for(3600)
        await anna.sees("Ваше слово")
        await anna.presses("6♠")
        await boris.sees("Ваше слово")
        await tonight.later(182)
        await anna.sees("Время вышло, ходит автомат: Борис", tonight.group)
