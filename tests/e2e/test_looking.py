"""What may be looked at, by whom."""

from __future__ import annotations

from bot import cli
from tests.e2e.evening import evening, plain
from tests.e2e.openings import SPADES, eight_spades


async def test_cards_last_trick_sheet_and_all_cards(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()

        await anna.sees("Слово: Anna", group)
        shown = await boris.answer("Мои карты", group)
        assert not shown.text, "the message speaks for itself"
        alone = await boris.sees("Ваши карты", group)
        assert alone.only_for == boris.id
        assert not alone.buttons
        assert "♠ 9 8\n♣ Д В\n♦ Т К Д\n♥ К Д 10" in plain(alone.text)
        shown = await boris.answer("Мои карты", group)
        assert shown.alert, "who asks again has not seen it"
        assert shown.text == "♠ 9 8  ♣ Д В  ♦ Т К Д  ♥ К Д 10"
        assert await gleb.is_told("Мои карты", group) == "You do not sit at this table"
        await eight_spades(anna, boris, vira)
        assert not await anna.is_told("Мои карты", group)
        assert "Снос: ♦7 ♦9" in plain((await anna.sees("Ваши карты", group)).text)
        assert await anna.is_told("Мои карты", group) == "♠ Т К Д В 10  ♣ Т К 8  ♥ Т 7\nСнос: ♦7 ♦9"
        await boris.presses("Вист")
        await vira.presses("Віст")
        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        assert await anna.is_told("Последняя взятка") == "Последняя взятка: Anna ♠Т, Борис ♠8, Віра ♠7"
        assert await vira.is_told("Последняя взятка", group) == "Остання взятка: Anna ♠Т, Борис ♠8, Віра ♠7"
        assert await gleb.is_told("Последняя взятка", group) == "You do not sit at this table"

        assert await boris.is_told("Пулька", group) == "Смотрите в личном чате"
        assert "Пуля" in (await boris.sees("Стол 1 · пулька")).text
        await gleb.says("/pulka", group)
        await gleb.sees("Стол 1 · пулька", group)


async def test_when_a_deal_is_over_anybody_may_see_all_cards_and_the_record_proves_them(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        tonight.may_be_seen(*SPADES)
        await vira.presses("Пас")
        await anna.sees("Anna: 8♠ — никто не вистует", group)
        assert await gleb.is_told("Все карты", group) == (
            "Anna ♠AKQJ ♣AK8 ♦97 ♥7\nБорис ♠98 ♣QJ ♦AKQ ♥KQ10\nВіра ♠7 ♣1097 ♦J108 ♥J98\nTalon: ♠10 ♥A\nDiscard: ♦7 ♦9"
        )

        await gleb.says("/record", group)
        record = tmp_path / "pulka.pref"
        record.write_bytes(await tonight.downloads(gleb, group))
        assert cli.main(["verify", str(record)]) == 0


async def test_where_nobody_plays_there_is_nothing_to_see(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.says("/pulka", group)
        await anna.sees("Здесь сейчас не играют", group)


async def test_rules_and_help(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, gleb, group = *tonight.friends("Anna", "Gleb"), tonight.group
        await anna.says("/rules", group)
        await anna.sees("Сочинка", group)
        await anna.says("/help", group)
        await anna.sees("/play", group)
        await gleb.starts()
        await gleb.says("what now?")
        assert "/play" in plain((await gleb.sees("Preferans")).text)
