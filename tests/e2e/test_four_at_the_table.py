"""Four sit at the table, three play, and the dealer is not always idle."""

from __future__ import annotations

from tests.e2e.evening import evening
from tests.e2e.openings import SPADES, eight_spades


async def test_the_dealer_looks_at_a_hand_and_whists_in_its_place(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        gleb, anna, boris, vira = tonight.friends("Gleb", "Anna", "Борис", "Віра")
        group = tonight.group
        await tonight.sits_down(gleb, anna, boris, vira)
        await tonight.deal()
        await gleb.sees("You sit this deal out")
        assert await gleb.is_told("Мои карты", group) == "You hold no cards now"
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        await vira.presses("Пас")

        await gleb.sees("Look at one hand and whist in its place?")
        tonight.may_be_seen(SPADES.second, by=gleb)
        await gleb.presses("Look: Борис")
        await gleb.sees("♦ A K Q")
        await gleb.presses("Whist")
        await gleb.presses("Dark")
        tonight.played_by = {"Борис": gleb}
        await boris.sees("Вашими картами играет Gleb")

        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        await tonight.trick("Anna ♠К, Борис ♠9, Віра ♥8")
        await tonight.trick("Anna ♠Д, Борис ♥10, Віра ♥9")
        await tonight.trick("Anna ♥Т, Борис ♥Д, Віра ♥В")
        await tonight.trick("Anna ♣Т, Борис ♣В, Віра ♣7")
        await tonight.trick("Anna ♣К, Борис ♣Д, Віра ♣9")
        await tonight.trick("Anna ♣8, Борис ♦Д, Віра ♣10")
        await tonight.trick("Віра ♦В, Anna ♠10, Борис ♦Т")
        await tonight.trick("Anna ♠В, Борис ♦К, Віра ♦8")
        await tonight.trick("Anna ♥7, Борис ♥К, Віра ♦10")

        await anna.sees("Gleb — вист: 2 взятки × 6 = 12 → Anna", group)


async def test_the_dealer_may_let_it_go(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        gleb, anna, boris, vira = tonight.friends("Gleb", "Anna", "Борис", "Віра")
        await tonight.sits_down(gleb, anna, boris, vira)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        await vira.presses("Пас")
        await gleb.presses("Pass")
        await anna.sees("Anna: 8♠ — никто не вистует", tonight.group)
        await anna.sees("сдача 2")
        await gleb.sees("You cut")
