"""Deals in which nobody wants tricks."""

from __future__ import annotations

from tests.e2e.evening import evening, plain
from tests.e2e.openings import SMALL

RASPASY = (
    "Anna ♠9, Борис ♠К, Віра ♠Д",
    "Anna ♥10, Борис ♥В, Віра ♥9",
    "Anna ♦9, Борис ♦Т, Віра ♦К",
    "Борис ♠8, Віра ♠В, Anna ♠7",
    "Віра ♣10, Anna ♣8, Борис ♣9",
    "Віра ♥Д, Anna ♥8, Борис ♥Т",
    "Борис ♦Д, Віра ♦10, Anna ♦8",
    "Борис ♠10, Віра ♣К, Anna ♥7",
    "Борис ♣Д, Віра ♣В, Anna ♣7",
    "Борис ♣Т, Віра ♦В, Anna ♦7",
)
"""All tricks of `SMALL`; the talon asks for spades in the first and for hearts in the second."""


async def test_a_misere_is_caught_with_open_cards_and_made(tmp_path):
    async with evening(tmp_path, [SMALL]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()

        await anna.presses("Мизер…")
        await anna.sees("Мизер: не взять ни одной. Точно?")
        await anna.presses("Нет, назад")
        await anna.presses("Мизер…")
        await anna.presses("Да, мизер")
        await boris.presses("Пас")
        tonight.may_be_seen(SMALL.talon)
        await vira.presses("Пас")
        await boris.sees("Прикуп: ♠Т ♥К", group)
        await anna.presses("♠Т")
        await anna.presses("♥К")
        await anna.presses("Снести ♠Т ♥К")
        await anna.presses("Играю мизер")

        tonight.may_be_seen(*SMALL)  # both hands are laid down, and the rest can be counted
        await anna.presses("♣7")
        await vira.sees("Борис — карты открыты", group)
        chart = plain((await boris.sees("Anna — на руке 9 из этих карт")).text)
        assert "♠ Т 9 7" in chart, "which of these she holds is hers to know"
        await boris.presses("Верю")
        await vira.presses("Ловлю")
        await tonight.trick("Борис ♣9, Віра ♣10")
        await tonight.trick("Віра ♠В, Anna ♠9, Борис ♠К")
        await tonight.trick("Борис ♠10, Віра ♠Д, Anna ♠7")
        await tonight.trick("Віра ♥Д, Anna ♥10, Борис ♥Т")
        await tonight.trick("Борис ♥В, Віра ♥9, Anna ♥8")
        await tonight.trick("Борис ♠8, Віра ♣К, Anna ♦9")
        await tonight.trick("Борис ♣Т, Віра ♣В, Anna ♣8")
        await tonight.trick("Борис ♣Д, Віра ♦10, Anna ♥7")
        await tonight.trick("Борис ♦Т, Віра ♦К, Anna ♦8")
        await tonight.trick("Борис ♦Д, Віра ♦В, Anna ♦7")

        await boris.sees("Anna: мизер сыгран", group)
        await boris.sees("Anna — мизер: 10 в пулю", group)


async def test_believed_by_both_a_misere_is_made_at_once(tmp_path):
    async with evening(tmp_path, [SMALL]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await anna.presses("Мизер…")
        await anna.presses("Да, мизер")
        await boris.presses("Пас")
        tonight.may_be_seen(SMALL.talon)
        await vira.presses("Пас")
        await anna.presses("♠Т")
        await anna.presses("♥К")
        await anna.presses("Снести")
        await anna.presses("Играю мизер")
        tonight.may_be_seen(*SMALL)
        await anna.presses("♣7")
        await boris.presses("Верю")
        await vira.presses("Довіряю")
        await anna.sees("Anna: мизер — поверили", tonight.group)


async def test_raspasy_of_three(tmp_path):
    async with evening(tmp_path, [SMALL]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await anna.presses("Пас")
        await boris.presses("Пас")
        tonight.may_be_seen("♠Т")
        await vira.presses("Пас")
        await boris.sees("Прикуп: ♠Т", group)
        await anna.sees("Ходят в масть ♠")
        assert await anna.is_told("♥7") == "Есть масть ♠: ходите в неё"
        first, *others = RASPASY
        tonight.may_be_seen("♥К")
        await tonight.trick(first)
        await boris.sees("Прикуп: ♠Т ♥К", group)
        for trick in others:
            await tonight.trick(trick)
        await anna.sees("Распасы: Віра 2, Anna 0, Борис 8", group)
        await anna.sees("Борис — распасы: 8 взяток × 1 = 8 в гору", group)


async def test_raspasy_of_four_where_the_talon_is_led_by_the_dealer(tmp_path):
    async with evening(tmp_path, [SMALL]) as tonight:
        gleb, anna, boris, vira = tonight.friends("Gleb", "Anna", "Борис", "Віра")
        await tonight.sits_down(gleb, anna, boris, vira)
        await tonight.deal()
        await gleb.sees("You sit this deal out")
        await anna.presses("Пас")
        await boris.presses("Пас")
        tonight.may_be_seen("♠Т")
        await vira.presses("Пас")
        await anna.sees("На столе: Gleb ♠Т")
        first, *others = RASPASY
        tonight.may_be_seen("♥К")
        await tonight.trick(first)
        await anna.sees("На столе: Gleb ♥К")
        for trick in others:
            await tonight.trick(trick)
        await gleb.sees("Распасы: Gleb 2, Anna 0, Борис 6, Віра 2", tonight.group)
