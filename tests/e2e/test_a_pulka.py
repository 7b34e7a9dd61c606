"""A whole pulka, from the lobby to the settlement and the record."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from bot import cli
from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SMALL, SPADES, eight_spades, misere

BEGINNER = ("Следующая сдача", "16", "Вист", "В светлую", "Пас", "Верю")
"""What a beginner presses before the first card: he is ready, cuts, whists, opens the cards, and bids nothing."""

SETTLED = """\
Итог в вистах
Борис: +39
Anna: +12
Віра: −51
Победа: Борис

Как считали

Гора: наименьшую, −3, списывают со всех
Віра: 8 − (−3) = 11
Anna: 2 − (−3) = 5
Борис: −3 − (−3) = 0

Гора × 10 : 3 — столько пишет каждый из остальных
Віра: 11 × 10 : 3 = 36⅔
Anna: 5 × 10 : 3 = 16⅔
Борис: 0 × 10 : 3 = 0

Висты и за гору, минус то же у другого
Віра → Anna: 6 + 16⅔ − 0 − 36⅔ = −14
Віра → Борис: 0 + 0 − 0 − 36⅔ = −36⅔
Anna → Борис: 20 + 0 − 6 − 16⅔ = −2⅔

Сумма
Віра: −14 −36⅔ = −50⅔
Anna: +14 −2⅔ = +11⅓
Борис: +36⅔ +2⅔ = +39⅓

Целые числа: все вниз, и 1 сверху, чтобы сошлось: Anna
Віра: −50⅔ → −51
Anna: +11⅓ → +12
Борис: +39⅓ → +39"""


async def test_five_deals_to_the_settlement_and_the_record_proves_them(tmp_path):
    async with evening(tmp_path, [SPADES, SMALL, SMALL, SPADES, SMALL]) as tonight:
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)

        await tonight.deal(1)
        await anna.sees("Сдаёт Віра, первая рука Anna")
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")
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
        await vira.sees("Anna — сыграно 8♠: 6 в пулю", group)

        await tonight.deal(2)
        await boris.sees("Сдаёт Anna, первая рука Борис")
        await boris.presses("Пас")
        await vira.presses("Пас")
        tonight.may_be_seen("♠Т")
        await anna.presses("Пас")
        tonight.may_be_seen("♥К")
        await tonight.trick("Борис ♠9, Віра ♠К, Anna ♠Д")
        await tonight.trick("Борис ♥10, Віра ♥В, Anna ♥9")
        await tonight.trick("Борис ♦9, Віра ♦Т, Anna ♦К")
        await tonight.trick("Віра ♠8, Anna ♠В, Борис ♠7")
        await tonight.trick("Anna ♣10, Борис ♣8, Віра ♣9")
        await tonight.trick("Anna ♥Д, Борис ♥8, Віра ♥Т")
        await tonight.trick("Віра ♦Д, Anna ♦10, Борис ♦8")
        await tonight.trick("Віра ♠10, Anna ♣К, Борис ♥7")
        await tonight.trick("Віра ♣Д, Anna ♣В, Борис ♣7")
        await tonight.trick("Віра ♣Т, Anna ♦В, Борис ♦7")
        await anna.sees("Распасы: Віра 8, Anna 2, Борис 0", group)
        await anna.sees("Борис — ни одной взятки: 1 в пулю", group)
        await anna.sees("Віра — распасы: 8 взяток × 1 = 8 в гору", group)

        await tonight.deal(3)
        await vira.sees("Здає Борис, перша рука Віра")
        await misere(vira, anna, boris)
        await boris.sees("Віра: мизер — поверили", group)

        await tonight.deal(4)
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        await vira.presses("Пас")
        await boris.sees("Anna — сыграно 8♠: 4 в пулю", group)
        await boris.sees("Борис — помощь, пишет Anna: 2 в пулю", group)
        await boris.sees("Anna — за помощь: 2 очка × 10 = 20 → Борис", group)

        await tonight.deal(5)
        await misere(boris, vira, anna)
        await boris.sees("Борис — мизер: 7 в пулю", group)
        await boris.sees("Борис — помогать некому, лишнее (3 очка): −3 в гору", group)

        settled = plain((await vira.sees("Стол 1 · расчёт", group)).text)
        assert SETTLED in settled
        assert (await anna.sees("Пулька окончена")).labels == [["Пулька"]]
        await anna.sees("сдача 5")
        await anna.sees("Ваш итог: +12")
        await boris.sees("Ваш итог: +39")
        await vira.sees("Ваш підсумок: −51")

        told = await proved(tonight, gleb, tmp_path)
        assert re.findall(r"^deal (\d): proven: the deck stood before seat (\d) cut 16 cards$", told, re.MULTILINE) == [
            ("1", "3"),
            ("2", "1"),
            ("3", "2"),
            ("4", "3"),
            ("5", "1"),
        ]


@pytest.mark.timeout(240)
async def test_one_person_and_two_computers_to_the_end(tmp_path):
    async with evening(tmp_path, seed=6, patience=30) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("+ компьютер", group)
        await anna.presses("Готов", group)
        while choices := await asked(anna):
            await presses_one(anna, choices)
        settled = plain((await anna.sees("Стол 1 · расчёт", group)).text)
        won = re.findall(r"^(.+): ([+−]?\d+)$", settled.partition("Итог в вистах\n")[2], re.MULTILINE)
        assert sorted(name for name, _ in won) == ["Anna", "Алёша", "Белла"]
        assert sum(int(whists.replace("−", "-")) for _, whists in won) == 0
        await proved(tonight, anna, tmp_path)


async def asked(friend: Friend) -> list[str]:
    """What he may press to go on, waited for: one of `BEGINNER`, or any card of the hand that he plays. Nothing once
    the pulka is over."""

    async def look() -> list[str] | None:
        newest = next((m for m in reversed(await friend.person.sees()) if m.buttons), None)
        if newest is None:  # all buttons are gone while the next screen is on its way
            return None
        labels = [label for row in newest.labels for label in row]
        said = [label for label in BEGINNER if label in labels]
        choices = said[:1] or [label for label in labels if label[0] in "♠♣♦♥"]
        return choices or ([""] if "Пулька окончена" in newest.text else None)

    async def otherwise() -> str:
        return f"{friend.name} was asked nothing; he read {await friend.reads()!r}"

    return [label for label in await friend.evening.world.until(look, otherwise) if label]


async def presses_one(friend: Friend, choices: list[str]) -> None:
    """Presses one after the other until something is accepted: whoever may not play a card is told why."""
    for label in choices:
        if not await friend.tries(label):
            return
    raise AssertionError(f"none of {choices} was accepted")


async def proved(tonight: Evening, friend: Friend, folder: Path) -> str:
    """He asks for the record of the pulka, and `preferans verify` finds nothing wrong with it. What it says."""
    await friend.says("/record", tonight.group)
    file = folder / "pulka.pref"
    file.write_bytes(await tonight.downloads(friend, tonight.group))
    said = io.StringIO()
    with redirect_stdout(said):
        assert cli.main(["verify", str(file)]) == 0
    return said.getvalue()
