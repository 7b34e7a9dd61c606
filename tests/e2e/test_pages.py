"""Pages of no table: one's own choices and tables, the pulkas that were played, the group's language, help."""

from __future__ import annotations

from bot import cli
from bot.app import menus
from bot.delivery.menus import SCOPES, offer_commands
from bot.texts import locales
from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades


async def three(tonight: Evening) -> list[Friend]:
    """Віра deals, Anna is to call first."""
    vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
    await tonight.sits_down(vira, anna, boris)
    await tonight.deal()
    await anna.sees("Ваше слово")
    return [vira, anna, boris]


async def test_ones_settings_are_turned_in_one_message_and_hold(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        _, anna, _ = await three(tonight)
        await anna.says("/settings", tonight.group)
        first = await anna.sees("Ваши настройки")
        await anna.presses("Единственная карта")
        await anna.presses("играется сама")
        await anna.presses("Тихие часы")
        await anna.presses("Включить")
        await anna.sees("Который у вас час?")
        await anna.says("/settings")
        await anna.no_longer_sees(first)
        again = await anna.sees("Единственная карта: играется сама")
        await anna.presses("Язык")
        await anna.presses("English")
        await anna.sees("Your call")  # her cards too
        assert "Слово: Anna" in await anna.reads(tonight.group)
        await tonight.bot.away_for(60)
        await anna.says("/settings")
        await anna.no_longer_sees(again)
        await anna.sees("Forced cards: they play themselves")


async def test_forced_cards_play_themselves_for_who_wants_it(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight)
        await vira.says("/settings")
        await vira.sees("налаштування")
        await vira.presses("Єдина карта")
        await vira.presses("грається сама")
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")
        tonight.may_be_seen("♠Т ♠8 ♠7")  # the last is the only spade of Віра's
        await anna.presses("♠Т")
        await boris.presses("♠8")
        assert await anna.is_told("Последняя взятка") == "Последняя взятка: Anna ♠Т, Борис ♠8, Віра ♠7"


async def test_what_is_for_ones_own_eyes_is_not_shown_to_a_group(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, gleb = tonight.friends("Anna", "Борис", "Gleb")
        group = tonight.group
        await gleb.says("/settings", group)
        door = await anna.sees("Это я покажу только вам", group)
        way = door.button("Открыть личный чат")
        assert way is not None and way.url is not None
        await gleb.person.opens(way.url)
        await gleb.sees("Your settings")
        await boris.says("/my", group)
        told = await boris.is_told("Мои столы", group)
        assert told == "Вы сейчас не за столом. /play — в группе с людьми, здесь с компьютером."
        await gleb.says("/my", group)
        assert "You sit at no table" in plain((await gleb.sees("Your tables")).text)
        await anna.says("/history", group)
        await anna.sees("Ещё ни одной пульки", group)


async def test_my_tables_say_whose_move_it_is_and_bring_the_hand_down(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight)
        hand = await anna.sees("Ваше слово")
        await anna.says("/play", tonight.group)
        await anna.sees("Стол 2", tonight.group)
        await anna.presses("Сесть", tonight.group)
        await anna.says("/my", tonight.group)
        mine = plain((await anna.sees("Ваши столы")).text)
        assert mine.index("Сдача 1: ждут вас") < mine.index("Нужны ещё 2 игрока")
        assert not await anna.is_told("Карты: \u2068Стол 1\u2069")
        await anna.no_longer_sees(hand)
        await anna.sees("Ваше слово")
        await boris.says("/my")
        assert "Сдача 1, ждём: Anna" in plain((await boris.sees("Ваши столы")).text)
        await anna.presses("6♠")
        await boris.sees("Ваше слово")
        assert not await boris.is_told("Обновить")
        await boris.sees("Сдача 1: ждут вас")
        assert "Здача 1" not in await vira.reads(tonight.group)


async def test_the_pulkas_of_a_group_and_of_a_person_can_be_read_again(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight)
        gleb, group = tonight.friend("Gleb"), tonight.group
        await eight_spades(anna, boris, vira)
        await boris.presses("Пас")
        tonight.may_be_seen(*SPADES)
        await vira.presses("Пас")
        await anna.sees("никто не вистует", group)
        await boris.says("/history")
        assert "Играют: Віра, Anna, Борис. Сыграна 1 сдача" in plain((await boris.sees("Пульки")).text)
        await boris.presses("\u2068Стол 1\u2069: запись")
        assert "Пуля Гора" in await boris.reads()
        assert not await boris.is_told("Файл со сдачами")
        record = tmp_path / "pulka.pref"
        record.write_bytes(await tonight.downloads(boris, boris.id))
        assert cli.main(["verify", str(record)]) == 0
        await gleb.starts()
        await gleb.says("/history")
        await gleb.sees("No pulka yet")
        forged = await boris.carries("Файл со сдачами")
        assert await gleb.forges(forged) != ""
        await gleb.says("/history", group)
        await anna.sees("Играют: Віра, Anna, Борис", group)
        assert await gleb.is_told("\u2068Стол 1\u2069: файл", group) == "Look into the private chat"


async def test_the_language_of_a_group_is_its_administrators(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await three(tonight)
        group = tonight.group
        await boris.says("/language", group)
        await boris.sees("Язык этого чата", group)
        assert await boris.is_told("English", group) == "Язык чата выбирают администраторы"
        await anna.presses("English", group)
        await boris.sees("The language of this chat", group)
        await boris.sees("To call: Anna", group)
        await anna.sees("Ваше слово")
        await vira.says("/play", group)
        await boris.sees("Table 2", group)


async def test_a_command_that_there_is_not_and_words_that_are_none(tmp_path):
    async with evening(tmp_path) as tonight:
        gleb, group = tonight.friend("Gleb"), tonight.group
        await gleb.starts()
        await gleb.says("/setings")
        await gleb.sees("There is no such command. Did you mean /settings?")
        await gleb.says("/xyzzy")
        await gleb.sees("There is no such command")
        await gleb.says("what now?")
        await gleb.sees("/play")
        said = len(await gleb.person.sees(group))
        await gleb.says("/xyzzy", group)
        await gleb.says("/help", group)
        await gleb.sees("/play", group)
        assert len(await gleb.person.sees(group)) == said + 3, "in a group other bots may know it"


async def test_the_menus_of_commands_are_set_once_a_kind_of_chat_and_language(tmp_path):
    async with evening(tmp_path) as tonight:
        bot = tonight.bot.parts.bot
        await offer_commands(bot, menus())
        assert len(await tonight.world.calls("setMyCommands")) == len(SCOPES) * len(locales())
        for menu in menus():
            offered = await bot.get_my_commands(scope=SCOPES[menu.where](), language_code=menu.language or None)
            assert tuple((c.command, c.description) for c in offered) == menu.commands
        await offer_commands(bot, menus())
        assert len(await tonight.world.calls("setMyCommands")) == len(menus()), "they were as they should be"
