"""A deal, as three friends play it."""

from __future__ import annotations

from tests.e2e.evening import evening
from tests.e2e.openings import SPADES


async def test_eight_spades_and_one_whister_in_the_light(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await anna.sees("пулька началась", group)
        await anna.sees("Первая сдача: Віра", group)
        await tonight.deal()

        await boris.sees("Слово: Anna", group)
        await anna.presses("6♠")
        await boris.presses("6♦")
        await vira.presses("Пас")
        await anna.presses("7…")
        await anna.presses("7♠")
        tonight.may_be_seen("♠10 ♥Т")
        await boris.presses("Пас")
        await vira.sees("Прикуп: ♠10 ♥Т", group)
        await vira.sees("Anna берёт прикуп на 7♠", group)

        await anna.presses("♦9")
        await anna.presses("♥7")
        await anna.sees("Снести ♦9 ♥7?")
        await anna.presses("✓ ♥7")
        await anna.presses("♦7")
        await anna.presses("Снести ♦7 ♦9")
        await anna.presses("Взять снос обратно")
        await anna.presses("♦7")
        await anna.presses("♦9")
        await anna.presses("Снести ♦7 ♦9")
        await anna.sees("Закажите игру, не ниже 7♠")
        await anna.presses("7♣")
        await anna.presses("8…")
        await anna.presses("8♠")
        await anna.sees("Играем 8♠?")
        await anna.presses("Играю 8♠")
        await vira.sees("Anna играет 8♠", group)

        await boris.sees("Взятка по 6, обязательство — 1 взятка")
        await boris.presses("Вист")
        await vira.presses("Пас")
        tonight.may_be_seen(SPADES.second, SPADES.third)
        await boris.presses("В светлую")
        await anna.sees("Борис — карты открыты", group)
        await anna.sees("Віра — карты открыты", group)
        await vira.sees("Вашими картами грає Борис")
        tonight.played_by = {"Віра": boris}

        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        await anna.sees("Взятки: Anna 1, Борис 0, Віра 0")
        await tonight.trick("Anna ♠К, Борис ♠9, Віра ♥8")
        await tonight.trick("Anna ♠Д, Борис ♥10, Віра ♥9")
        await tonight.trick("Anna ♥Т, Борис ♥Д, Віра ♥В")
        await tonight.trick("Anna ♣Т, Борис ♣В, Віра ♣7")
        await tonight.trick("Anna ♣К, Борис ♣Д, Віра ♣9")
        await tonight.trick("Anna ♣8, Борис ♦Д, Віра ♣10")
        await tonight.trick("Віра ♦В, Anna ♠10, Борис ♦Т")
        await tonight.trick("Anna ♠В, Борис ♦К, Віра ♦8")
        await tonight.trick("Anna ♥7, Борис ♥К, Віра ♦10")

        await vira.sees("Anna: 8♠ — сыграно, 8 взяток", group)
        await vira.sees("Anna — сыграно 8♠: 6 в пулю", group)
        await vira.sees("Борис — вист: 2 взятки × 6 = 12 → Anna", group)
        await anna.sees("Готовы к сдаче?")
