"""Two play hussar: the one who whists plays the dummy's cards too."""

from __future__ import annotations

from tests.e2e.evening import evening
from tests.e2e.openings import SMALL, SPADES


async def test_the_whister_plays_both_hands_and_on_raspasy_the_dummy_lies_aside(tmp_path):
    async with evening(tmp_path, [SPADES, SMALL]) as tonight:
        boris, anna = tonight.friends("Борис", "Anna")
        group = tonight.group
        await tonight.sits_down(boris, anna)
        await anna.sees("Правила: Гусарик", group)

        await tonight.deal(1)
        await anna.sees("Сдаёт Борис, первая рука Anna")
        await anna.presses("6♠")
        tonight.may_be_seen(SPADES.talon)
        await boris.presses("Пас")
        for label in ("♦9", "♦7", "Снести ♦7 ♦9", "8…", "8♠", "Играю 8♠"):
            await anna.presses(label)
        await boris.sees("Картами болвана играете вы")
        tonight.may_be_seen(SPADES.second, SPADES.third)
        await boris.presses("Вист")
        tonight.played_by = {"Болван": boris}
        await anna.sees("Болван — карты открыты")
        await tonight.trick("Anna ♠Т, Болван ♠8, Борис ♠7")
        await tonight.trick("Anna ♠К, Болван ♠9, Борис ♥8")
        await tonight.trick("Anna ♠Д, Болван ♥10, Борис ♥9")
        await tonight.trick("Anna ♥Т, Болван ♥Д, Борис ♥В")
        await tonight.trick("Anna ♣Т, Болван ♣В, Борис ♣7")
        await tonight.trick("Anna ♣К, Болван ♣Д, Борис ♣9")
        await tonight.trick("Anna ♣8, Болван ♦Д, Борис ♣10")
        await tonight.trick("Борис ♦В, Anna ♠10, Болван ♦Т")
        await tonight.trick("Anna ♠В, Болван ♦К, Борис ♦8")
        await tonight.trick("Anna ♥7")
        await anna.sees("Ход: Борис, карты: Болван", group)
        await tonight.trick("Болван ♥К, Борис ♦10")
        await anna.sees("Anna — сыграно 8♠: 6 в пулю", group)
        await anna.sees("Борис — вист: 2 взятки × 6 = 12 → Anna", group)
        tonight.witness.rests()
        assert "Болван" in await anna.is_told("Все карты", group)

        await tonight.deal(2)
        await boris.sees("Сдаёт Anna, первая рука Борис")
        await boris.presses("Пас")
        await anna.presses("Пас")
        await tonight.trick("Борис ♠7, Anna ♠В")
        await tonight.trick("Anna ♠Д, Борис ♠9")
        await tonight.trick("Anna ♣К, Борис ♣8")
        await tonight.trick("Anna ♣В, Борис ♣7")
        await tonight.trick("Anna ♣10, Борис ♥10")
        await tonight.trick("Anna ♦К, Борис ♦9")
        await tonight.trick("Anna ♦В, Борис ♦8")
        await tonight.trick("Anna ♦10, Борис ♦7")
        await tonight.trick("Anna ♥Д, Борис ♥8")
        await tonight.trick("Anna ♥9, Борис ♥7")
        await anna.sees("Распасы: Борис 0, Anna 10", group)
        await anna.sees("Борис — ни одной взятки: 1 в пулю", group)
        await anna.sees("Anna — распасы: 10 взяток × 1 = 10 в гору", group)
