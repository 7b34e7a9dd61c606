"""Offers by clicking, in a window 360 pixels wide: nothing is cut, and what is asked is seen without scrolling."""

from __future__ import annotations

from functools import partial

import pytest

from tests.browser.onscreen import OnScreen, opened
from tests.e2e.evening import evening
from tests.e2e.openings import SPADES, eight_spades
from tests.e2e.test_offers import claims

NARROW = (360, 740)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def test_an_undo_a_claim_and_a_pause_are_clicked_on_a_phone(tmp_path, chromium):
    async with (
        evening(tmp_path, [SPADES]) as tonight,
        opened(chromium, tonight.world.base_url, *NARROW) as page,
    ):
        tonight.befriends = partial(OnScreen, page=page)
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")
        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")

        await tonight.trick("Anna ♣Т")
        await anna.presses("Ещё…")
        await anna.presses("Вернуть: ♣Т")
        await boris.sees("Anna просит вернуть: ♣Т")
        await boris.presses("Согласен")
        await vira.presses("Проти")
        await anna.sees("Віра против: ход остаётся.", group)
        await tonight.trick("Борис ♣В, Віра ♣7")

        await claims(anna, 7)
        await boris.sees("Станет: Anna 9, Борис 1, Віра 0")
        await anna.sees("Ждём согласия: Віра, Борис", group)
        await boris.presses("Против")
        await vira.sees("Борис проти: граємо далі, карти лишаються відкритими.")

        _, button = await boris._button("Стол…", group)
        await button.click()
        await boris.presses("Предложить паузу", group)
        await anna.presses("Согласен")
        await vira.presses("Згоден")
        await anna.sees("Пауза: никто не ходит, часы стоят.")
        await anna.presses("Продолжить игру")
        await boris.presses("Согласен")
        await vira.presses("Згоден")
        await tonight.trick("Anna ♣К, Борис ♣Д, Віра ♣9")
