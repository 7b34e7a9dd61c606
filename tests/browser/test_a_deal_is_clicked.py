"""The web chat, by clicking what is seen: on a desk four people side by side, on a phone one at a time."""

from __future__ import annotations

from functools import partial

import pytest

from tests.browser.onscreen import OnScreen, opened
from tests.e2e.evening import evening
from tests.e2e.openings import SMALL, SPADES, eight_spades, misere

DESK, PHONE = (1440, 900), (390, 844)


pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_deal_is_clicked_to_its_result(tmp_path, chromium, window):
    async with (
        evening(tmp_path, [SPADES]) as tonight,
        opened(chromium, tonight.world.base_url, *window) as page,
    ):
        tonight.befriends = partial(OnScreen, page=page)
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        group = tonight.group
        await page.locator("section[data-person]").first.wait_for()
        assert await page.locator("section[data-person]").count() == (4 if window == DESK else 1)

        await tonight.sits_down(vira, anna, boris)
        await anna.sees("Стол 1 · пулька началась", group)
        await tonight.deal(1)
        await boris.sees("Слово: Anna", group)
        await boris.person.presses("Мои карты", group)
        await boris.sees("Ваши карты", group)
        assert await boris.is_told("Мои карты", group) == "♠ 9 8  ♣ Д В  ♦ Т К Д  ♥ К Д 10"
        assert await gleb.is_told("Мои карты", group) == "You do not sit at this table"

        await eight_spades(anna, boris, vira)
        await vira.sees("Anna играет 8♠", group)
        await boris.presses("Вист")
        await vira.presses("Пас")
        tonight.may_be_seen(SPADES.second, SPADES.third)
        await boris.presses("В светлую")
        tonight.played_by = {"Віра": boris}
        await anna.sees("Борис — карты открыты", group)
        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        await anna.sees("Взятки: Anna 1, Борис 0, Віра 0")
        await tonight.trick("Anna ♣Т")
        assert await boris.is_told("♦Д") == "Есть масть ♣: ходите в неё"
        await tonight.trick("Борис ♣В, Віра ♣7")
        await tonight.trick("Anna ♣К, Борис ♣Д, Віра ♣9")
        await tonight.trick("Anna ♣8")
        assert await boris.is_told("♦Т") == "Масти нет: нужно бить козырем ♠"
        await tonight.trick("Борис ♠9, Віра ♣10")
        assert await boris.is_told("Последняя взятка") == "Последняя взятка: Anna ♣8, Борис ♠9, Віра ♣10"
        await tonight.trick("Борис ♦Т, Віра ♦8, Anna ♠10")
        await tonight.trick("Anna ♥Т, Борис ♥10, Віра ♥8")
        await tonight.trick("Anna ♥7, Борис ♥К, Віра ♥9")
        await tonight.trick("Борис ♦К, Віра ♦10, Anna ♠В")
        await tonight.trick("Anna ♠Д, Борис ♥Д, Віра ♥В")
        await tonight.trick("Anna ♠К, Борис ♦Д, Віра ♦В")
        await vira.sees("Anna — сыграно 8♠: 6 в пулю", group)
        await vira.sees("Борис — вист: 2 взятки × 6 = 12 → Anna", group)

        await gleb.sees("Стол 1 · сдача 2", group)
        assert "♦ТКД ♥КД10" in await anna.is_told("Все карты", group)


async def test_three_miseres_are_clicked_to_the_settlement_on_a_phone(tmp_path, chromium):
    async with (
        evening(tmp_path, [SMALL, SMALL, SMALL]) as tonight,
        opened(chromium, tonight.world.base_url, *PHONE) as page,
    ):
        tonight.befriends = partial(OnScreen, page=page)
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal(1)
        await misere(anna, boris, vira)
        await gleb.sees("Anna — мизер: 10 в пулю", group)
        await tonight.deal(2)
        await misere(boris, vira, anna)
        await gleb.sees("Борис — мизер: 10 в пулю", group)
        await tonight.deal(3)
        await misere(vira, anna, boris)
        settled = await gleb.sees("Стол 1 · расчёт", group)
        assert "Итог в вистах\nВіра: 0\nAnna: 0\nБорис: 0\nПобеду делят: Віра, Anna, Борис\n" in settled
        assert settled.endswith("Сумма\nВіра: 0 0 = 0\nAnna: 0 0 = 0\nБорис: 0 0 = 0")
        await anna.sees("Пулька окончена. Ваш итог: 0")
        await vira.sees("Пульку закінчено. Ваш підсумок: 0")
