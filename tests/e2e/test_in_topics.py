"""A group with topics: tables live where they were opened, also when that place changes."""

from __future__ import annotations

from emulator.seen import Seen
from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades


async def thread_of(friend: Friend, text: str) -> int | None:
    """The topic in which the newest message with this text stands."""
    return (await friend.sees(text, friend.evening.group)).thread


async def sit_down_in(tonight: Evening, thread: int | None, *friends: Friend, number: int = 1) -> None:
    """They sit down at a table in this topic and begin."""
    for friend in friends:
        await friend.starts()
    await friends[0].person.says(tonight.group, "/play", thread=thread)
    await friends[0].sees(f"Стол {number} · новый стол", tonight.group)
    for friend in friends:
        await friend.presses("Сесть", tonight.group)
    for friend in friends:
        await friend.presses("Готов", tonight.group)
    tonight.order = list(friends)


async def test_every_answer_comes_where_it_was_asked_for(tmp_path):
    async with evening(tmp_path) as tonight:
        (anna, *others), group = tonight.friends("Anna", "Борис", "Gleb"), tonight.group
        await anna.person.sets_forum(group)
        first = await anna.person.opens_topic("Пулька", group)
        second = await anna.person.opens_topic("Болтовня", group)
        answers = {
            "/help": "Начало",
            "/rules": "Сочинка",
            "/pulka": "Здесь сейчас не играют",
            "/play": "новый стол",
        }
        for friend, thread in zip((anna, *others), (first, None, second), strict=True):  # each says no more than he may
            for command, answer in answers.items():
                before = len([m for m in await anna.person.sees(group) if m.by_bot])
                await friend.person.says(group, command, thread=thread)

                async def look(before: int = before) -> Seen | None:
                    told = [m for m in await anna.person.sees(group) if m.by_bot]
                    return told[-1] if len(told) > before else None

                async def otherwise(command: str = command) -> str:
                    return f"{command} was not answered"

                told = await tonight.world.until(look, otherwise)
                assert told.thread == thread, f"{command} was answered in {told.thread}, not in {thread}"
                assert answer in plain(told.text)


async def test_two_tables_in_two_topics_stay_apart(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
        group = tonight.group
        await anna.person.sets_forum(group)
        here = await anna.person.opens_topic("Пулька", group)
        there = await anna.person.opens_topic("Вторая", group)
        await anna.person.says(group, "/play", thread=there)
        assert await thread_of(anna, "Стол 1 · новый стол") == there
        await sit_down_in(tonight, here, vira, anna, boris, number=2)
        assert await thread_of(anna, "пулька началась") == here
        await tonight.deal()
        assert await thread_of(anna, "Слово: Anna") == here
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        await vira.presses("Пас")
        assert await thread_of(anna, "никто не вистует") == here
        assert await thread_of(anna, "сдача 2") == here
        await anna.person.says(group, "/record", thread=there)
        await tonight.downloads(anna, group)
        assert [m.thread for m in await anna.person.sees(group) if m.document] == [there]


async def test_a_button_of_the_greeting_opens_the_table_in_its_own_topic(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.person.sets_forum(group)
        thread = await anna.person.opens_topic("Пулька", group)
        await anna.person.says(group, "/start", thread=thread)
        assert not (await anna.answer("Новый стол", group)).text
        assert await thread_of(anna, "новый стол") == thread


class TestATopicThatIsNoMore:
    async def test_closed_the_table_goes_on_in_general_and_says_so_once(self, tmp_path):
        async with evening(tmp_path, [SPADES]) as tonight:
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await anna.person.sets_forum(group)
            thread = await anna.person.opens_topic("Пулька", group)
            await sit_down_in(tonight, thread, vira, anna, boris)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            await anna.person.closes_topic(thread, group)
            await anna.sees("Стол 1: пулька идёт дальше здесь", group)
            old = await anna.sees("Слово: Anna", group)
            if old.thread is not None:
                await anna.no_longer_sees(old, group)
            assert await thread_of(anna, "Слово: Anna") is None
            await eight_spades(anna, boris, vira)
            await boris.presses("Пас")
            await vira.presses("Пас")
            await anna.sees("сдача 2", group)
            shown = [(plain(m.text), m.thread) for m in await anna.person.sees(group) if m.by_bot]
            assert sum("идёт дальше здесь" in text for text, _ in shown) == 1
            assert [thread for text, thread in shown if "сдача 2" in text] == [None]
            assert sum("сыграно 8♠: 6 в пулю" in text for text, _ in shown) == 1

    async def test_deleted_the_bot_finds_out_with_the_next_board(self, tmp_path):
        async with evening(tmp_path, [SPADES]) as tonight:
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await anna.person.sets_forum(group)
            thread = await anna.person.opens_topic("Пулька", group)
            await sit_down_in(tonight, thread, vira, anna, boris)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            await anna.person.deletes_topic(thread, group)
            await anna.presses("6♠")
            await anna.sees("Стол 1: пулька идёт дальше здесь", group)
            board = await anna.sees("Слово: Борис", group)
            assert board.thread is None
            await boris.presses("Пас")
            await anna.sees("Слово: Віра", group)
            assert len([m for m in await anna.person.sees(group) if m.by_bot]) == 2

    async def test_if_general_is_closed_as_well_people_are_told_in_private_and_the_board_comes_back(self, tmp_path):
        async with evening(tmp_path, [SPADES]) as tonight:
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await anna.person.sets_forum(group)
            thread = await anna.person.opens_topic("Пулька", group)
            await sit_down_in(tonight, thread, vira, anna, boris)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            await anna.person.closes_topic(1, group)
            await anna.person.closes_topic(thread, group)
            for friend, text in ((anna, "личных чатах"), (boris, "личных чатах"), (vira, "особистих чатах")):
                await friend.sees(text)
            await eight_spades(anna, boris, vira)
            await boris.presses("Пас")
            await vira.presses("Пас")
            await anna.person.reopens_topic(1, group)
            await anna.sees("сдача 2", group)
            shown = [plain(m.text) for m in await anna.person.sees(group) if m.by_bot and m.thread is None]
            assert sum("сыграно 8♠: 6 в пулю" in text for text in shown) == 1
            told = [plain(m.text) for m in await anna.person.sees() if "личных чатах" in m.text]
            assert len(told) == 1


class TestTopicsThatComeAndGoInMidGame:
    async def test_switched_on_the_table_stands_in_general(self, tmp_path):
        async with evening(tmp_path, [SPADES]) as tonight:
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await tonight.sits_down(vira, anna, boris)
            await anna.person.sets_forum(group)
            await anna.person.opens_topic("Болтовня", group)
            await tonight.deal()
            board = await anna.sees("Слово: Anna", group)
            assert board.thread is None
            await eight_spades(anna, boris, vira)
            await boris.presses("Пас")
            await vira.presses("Пас")
            assert await thread_of(anna, "сдача 2") is None

    async def test_switched_off_and_on_again_the_table_stays_where_it_is(self, tmp_path):
        async with evening(tmp_path, [SPADES]) as tonight:
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await anna.person.sets_forum(group)
            thread = await anna.person.opens_topic("Пулька", group)
            await sit_down_in(tonight, thread, vira, anna, boris)
            await anna.person.sets_forum(group, False)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            await eight_spades(anna, boris, vira)
            await boris.presses("Пас")
            await anna.person.sets_forum(group)
            await vira.presses("Пас")
            assert await thread_of(anna, "сдача 2") == thread

    async def test_an_older_telegram_that_does_not_know_the_topic_any_more(self, tmp_path):
        """Servers before Bot API 9 refuse the number of a topic where there are none (tucnak/telebot#762)."""
        async with evening(tmp_path, [SPADES]) as tonight:
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await anna.person.sets_forum(group)
            thread = await anna.person.opens_topic("Пулька", group)
            await sit_down_in(tonight, thread, vira, anna, boris)
            await anna.person.sets_forum(group, False)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            reason = "Bad Request: message thread not found"
            await tonight.world.fail("sendMessage", 1, status=400, description=reason, chat_id=group)
            await eight_spades(anna, boris, vira)
            await boris.presses("Пас")
            await vira.presses("Пас")
            await anna.sees("Стол 1: пулька идёт дальше здесь", group)
            await anna.sees("сдача 2", group)

    async def test_a_chain_of_replies_is_no_topic(self, tmp_path):
        async with evening(tmp_path) as tonight:
            anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
            question = await boris.person.says(group, "Сыграем?")
            await anna.person.says(group, "/play", reply_to=question)
            await anna.sees("новый стол", group)
            sent = await tonight.world.calls("sendMessage")
            assert all("message_thread_id" not in call["parameters"] for call in sent)
