"""People who talk over the cards: an undo, a claim, a pause, and a bot that is restarted meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades

STALE = "На это уже отвечено: смотрите новый экран"
STRANGE = "Эта кнопка не читается: возьмите экран поновее"
DECLARERS = "♠ТКДВ10 ♣ТК8 ♥Т7"


@asynccontextmanager
async def eight_spades_whisted(folder: Path) -> AsyncIterator[tuple[Evening, Friend, Friend, Friend]]:
    """Anna plays eight spades, both whist, and she has taken a trick."""
    async with evening(folder, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        await tonight.sits_down(vira, anna, boris)
        await tonight.deal()
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")
        await tonight.trick("Anna ♠Т, Борис ♠8, Віра ♠7")
        yield tonight, anna, boris, vira


async def claims(friend: Friend, count: int) -> None:
    """Anna says how many of the tricks that are left she takes, and shows her cards."""
    await friend.presses("Ещё…")
    await friend.presses("Не доигрывать…")
    await friend.presses(str(count))
    friend.evening.may_be_seen(DECLARERS)
    await friend.presses("Да, открываю карты")


async def test_an_undo_to_which_all_agree(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        group, gleb = tonight.group, tonight.friend("Gleb")
        await tonight.trick("Anna ♣Т")
        await anna.presses("Ещё…")
        wish = await anna.carries("Вернуть: ♣Т")
        await anna.presses("Вернуть: ♣Т")
        await anna.sees("Anna просит вернуть: ♣Т", group)
        await vira.sees("Чекаємо згоди: Віра, Борис")
        agree = await boris.carries("Согласен")
        for late in (wish, agree):
            assert await gleb.forges(late, group) == "You do not sit at this table"
        assert await anna.forges(wish) == STALE
        assert await vira.forges(agree) == "На це вже відповіли: дивіться новий екран"
        assert await boris.forges(agree.replace("|3:", "|1:")) == STALE
        await boris.presses("Согласен")
        assert await boris.forges(agree) == STALE
        await vira.presses("Згоден")
        await anna.sees("Ваш ход")
        assert "На столе" not in await boris.reads(group)
        assert await vira.forges(agree.replace("|3:", "|1:")) == "На це вже відповіли: дивіться новий екран"
        assert await anna.forges(wish) == STALE
        await tonight.trick("Anna ♥Т, Борис ♥10, Віра ♥8")


async def test_an_undo_to_which_somebody_objects(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, _, vira):
        await tonight.trick("Anna ♣Т")
        await anna.presses("Ещё…")
        await anna.presses("Вернуть: ♣Т")
        await vira.presses("Проти")
        await anna.sees("Віра против: ход остаётся.", tonight.group)
        await anna.sees("Віра против: ход остаётся.")
        await tonight.trick("Борис ♣В, Віра ♣7")
        assert "против" not in await anna.reads(tonight.group)


async def test_play_goes_on_meanwhile_and_the_wish_lapses(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, _, vira):
        await tonight.trick("Anna ♣Т")
        await anna.presses("Ещё…")
        await anna.presses("Вернуть: ♣Т")
        agree = await vira.carries("Згоден")
        await tonight.trick("Борис ♣В")
        assert await vira.forges(agree) == "На це вже відповіли: дивіться новий екран"
        await tonight.trick("Віра ♣7")


async def test_a_claim_to_which_all_agree_ends_the_deal(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        more = await anna.carries("Ещё…")
        assert await tonight.friend("Gleb").forges(more, tonight.group) == "You do not sit at this table"
        assert await boris.forges(more.replace("more-on", "more-all")) == STRANGE
        await claims(anna, 7)
        told = plain((await boris.sees("Anna: из оставшихся взяток (9) беру 7.")).text)
        assert "Станет: Anna 8, Борис 1, Віра 1" in told
        assert "Anna — карты открыты\n♠ К Д В 10\n♣ Т К 8\n♥ Т 7" in told
        await vira.sees("Anna: з решти взяток (9) беру 7.")
        await boris.presses("Согласен")
        tonight.witness.rests()
        await vira.presses("Згоден")
        shown = plain((await anna.sees("Anna — сыграно 8♠: 6 в пулю", tonight.group)).text)
        assert "Anna: 8♠ — сыграно, 8 взяток" in shown
        assert "Віра — вист: 1 взятка × 6 = 6 → Anna" in shown
        assert "Борис — вист: 1 взятка × 6 = 6 → Anna" in shown
        await anna.sees("сдача 2", tonight.group)
        assert await boris.forges(more) == STALE, "it belongs to a deal that is over"


async def test_who_claims_may_give_tricks_away_and_a_claim_that_is_taken_back_has_shown_the_cards(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, _, vira):
        await anna.presses("Ещё…")
        await anna.presses("Не доигрывать…")
        await anna.presses("0")
        await anna.sees("Anna: отдаю все оставшиеся взятки (9).")
        await anna.presses("Другое число")
        await anna.presses("Свернуть")
        await anna.sees("Ваш ход")
        await claims(anna, 9)
        await anna.presses("Беру назад")
        await anna.sees("Anna больше не предлагает", tonight.group)
        await vira.sees("Anna — карти відкриті")
        await tonight.trick("Anna ♥Т, Борис ♥10, Віра ♥8")


async def test_a_claim_to_which_somebody_objects_is_played_out_with_open_cards(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        group, card = tonight.group, await anna.carries("♥Т")
        await claims(anna, 9)
        assert await anna.forges(card) == STALE
        number = card.split("|")[2]
        agree = await boris.carries("Согласен")
        assert await boris.forges(agree.replace("agree", "claim-3")) == "Сначала нужен ответ на предложение (Anna)"
        assert await boris.forges(f"a|1|{number}|3:agree") == STALE
        await boris.presses("Против")
        shown = plain((await vira.sees("Борис против: играем дальше, карты остаются открытыми.", group)).text)
        assert "Anna — карты открыты" in shown
        await tonight.trick("Anna ♥Т, Борис ♥10, Віра ♥8")
        assert "Anna — карты открыты\n♠ К Д В 10\n♣ Т К 8\n♥ 7" in await boris.reads(group)
        await tonight.trick("Anna ♠К, Борис ♠9, Віра ♥9")


async def test_a_pause_of_which_the_hands_tell(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        group, card = tonight.group, await anna.carries("♥Т")
        assert not await boris.is_told("Стол…", group)
        await boris.presses("Предложить паузу", group)
        await anna.sees("Борис предлагает паузу")
        await anna.presses("Согласен")
        await vira.presses("Згоден")
        await boris.sees("Пауза. Все согласны", group)
        await boris.sees("Пауза: никто не ходит, часы стоят.")
        assert await anna.forges(card) == STALE
        resume = await vira.carries("Продовжити гру")
        await vira.presses("Продовжити гру")
        await boris.sees("Віра предлагает продолжить", group)
        assert await vira.forges(resume) == "На це вже відповіли: дивіться новий екран"
        await anna.presses("Согласен")
        await boris.presses("Согласен")
        await tonight.trick("Anna ♥Т, Борис ♥10, Віра ♥8")
        assert all(m.button("Продолжить игру") is None for m in await boris.person.sees(group))


async def test_from_the_board_too_one_goes_on(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        group = tonight.group
        assert not await boris.is_told("Стол…", group)
        await boris.presses("Предложить паузу", group)
        await anna.presses("Согласен", group)
        await vira.presses("Згоден")
        await anna.presses("Продолжить игру", group)
        await boris.presses("Согласен", group)
        await vira.presses("Згоден")
        await anna.sees("Ваш ход")


async def test_a_restart_in_the_middle_of_a_claim_and_of_an_undo(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        await tonight.trick("Anna ♥Т, Борис ♥10")
        await boris.presses("Ещё…")
        await boris.presses("Вернуть: ♥10")
        await anna.presses("Согласен")
        await tonight.bot.away_for(1)
        await vira.presses("Згоден")
        await tonight.trick("Борис ♥Д, Віра ♥8")
        await claims(anna, 8)
        await boris.presses("Согласен")
        await tonight.bot.away_for(1)
        assert plain((await vira.sees("Стане: Anna 10, Борис 0, Віра 0")).text).endswith("Чекаємо згоди: Віра\nЗгодні?")
        tonight.witness.rests()
        await vira.presses("Згоден")
        await anna.sees("Anna: 8♠", tonight.group)


async def test_a_claim_may_be_answered_where_people_talk_of_the_table(tmp_path):
    async with eight_spades_whisted(tmp_path) as (tonight, anna, boris, vira):
        group = tonight.group
        assert not await boris.is_told("Стол…", group)
        await boris.sees("о столе", group)
        await claims(anna, 8)
        await boris.sees("о столе\n\nAnna: из оставшихся взяток (9) беру 8.\nСтанет: Anna 9, Борис 1, Віра 0", group)
        await vira.presses("Згоден")
        assert await anna.is_told("Согласен", group) == STALE, "she is not asked"
        tonight.witness.rests()
        await boris.presses("Согласен", group)
        await anna.sees("Договорились не доигрывать.", group)
        await anna.sees("Anna — сыграно 8♠: 6 в пулю", group)


async def test_among_computers_nobody_is_asked(tmp_path):
    """What they have done since is taken back with one's own decision."""
    async with evening(tmp_path) as tonight:
        anna = tonight.friend("Anna")
        await anna.starts()
        await anna.says("/play")
        await anna.presses("Готов")
        await anna.presses("Следующая сдача")
        await anna.sees("Ваше слово")
        await anna.presses("Пас")
        first = await anna.carries("Вист")
        await anna.presses("Вист")
        await anna.presses("Ещё…")
        await anna.presses("Вернуть: вист")
        await anna.sees("Вистуете?")
        assert await anna.forges(first) == STALE
        await anna.presses("Вист")
