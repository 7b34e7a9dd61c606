"""Presses that are refused: they change nothing, and whoever pressed is told why, in his own language."""

from __future__ import annotations

from emulator.seen import Seen
from tests.e2e.evening import evening, plain
from tests.e2e.openings import SPADES, eight_spades


async def test_suits_are_followed_and_trumps_are_played(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")

        await tonight.trick("Anna ♣Т")
        assert await boris.is_told("♠9") == "Есть масть ♣: ходите в неё"
        await tonight.trick("Борис ♣В")
        assert await vira.is_told("♦В") == "Є масть ♣: ходіть у неї"
        await tonight.trick("Віра ♣7")
        await tonight.trick("Anna ♣К, Борис ♣Д, Віра ♣9")
        await tonight.trick("Anna ♣8")
        assert await boris.is_told("♦Т") == "Масти нет: нужно бить козырем ♠"
        await tonight.trick("Борис ♠8, Віра ♣10")
        await anna.sees("Взятки: Anna 2, Борис 1, Віра 0")


async def test_late_doubled_borrowed_and_forged(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris, gleb = tonight.friends("Віра", "Anna", "Борис", "Gleb")
        group = tonight.group
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()

        bid, talk = await anna.carries("6♠"), await anna.carries("Пас")
        assert await boris.forges(bid) == "На это уже отвечено: смотрите новый экран"
        await anna.presses("6♠")
        assert await anna.forges(bid) == "На это уже отвечено: смотрите новый экран"
        assert await gleb.forges(talk, group) == "You do not sit at this table"
        lower = (await boris.carries("Пас")).replace("pass", "6s")
        assert await boris.forges(lower) == "Нужно больше, чем 6♠"
        for nonsense in ("a|1|", "x", "a|99|1|1:pass", "a|1|1|1:sA:sK", "d|1|1|card-zz", "q|1|0|nothing"):
            assert await boris.forges(nonsense) != ""
        await boris.sees("Anna 6♠")
        await boris.presses("7…")
        await boris.presses("7♠")
        await vira.sees("Слово: Віра", group)


async def test_what_is_over_is_over(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        for friend in (vira, anna, boris):
            await friend.starts()
        await vira.says("/play", group)
        sit = await vira.carries("Сесть", group)
        for friend in (vira, anna, boris):
            await friend.presses("Сесть", group)
        for friend in (vira, anna, boris):
            await friend.presses("Готов", group)
        assert await anna.forges(sit, group) == "Пулька уже началась"


async def test_a_hand_that_was_left_behind_goes_when_somebody_presses_it(tmp_path):
    """Telegram sent Anna's hand, but its answer was lost, so that the bot sent it again: one of them never changes."""
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        for friend in (vira, anna, boris):
            await friend.starts()
            await friend.sees(f"{friend.name}!")
        await vira.says("/play", tonight.group)
        for friend in (vira, anna, boris):
            await friend.presses("Сесть", tonight.group)
        await tonight.world.lose("sendMessage", chat_id=anna.id)
        for friend in (vira, anna, boris):
            await friend.presses("Готов", tonight.group)
        tonight.order = [vira, anna, boris]

        async def sent_again() -> list[Seen]:
            hands = [message for message in await anna.person.sees() if "сдача 1" in plain(message.text)]
            return hands if len(hands) == 2 else []

        left, _ = await tonight.world.until(sent_again, anna.reads)
        ready = await anna.carries("Следующая сдача")
        await tonight.deal()
        await anna.sees("Ваше слово")

        await anna.person.forges(ready, left.id)
        assert plain((await anna.person.toast()).text or "") == "На это уже отвечено: смотрите новый экран"
        await anna.no_longer_sees(left)
        await anna.presses("6♠")
