"""/rules in a group: who may, changes them by pressing; everybody is told; what runs goes on as it began."""

from __future__ import annotations

from tests.e2e.evening import evening, plain


async def test_an_admin_changes_two_rules_and_the_group_is_told_once(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await anna.says("/rules", group)
        await anna.presses("Пуля и расчёт", group)
        await anna.presses("Пулька: до 10", group)
        await anna.presses("до 20", group)
        told = await boris.sees("Anna меняет правила чата", group)
        await anna.presses("К началу", group)
        await anna.presses("Вист", group)
        await anna.presses("Вист: жлобский", group)
        await anna.presses("джентльменский", group)
        await boris.sees("жлобский → джентльменский", group)
        assert [m.id for m in await boris.person.sees(group) if "меняет правила" in m.text] == [told.id]
        await anna.presses("К началу", group)
        await anna.presses("Готово", group)
        shut = await boris.sees("Правила этого чата", group)
        assert not shut.buttons
        assert "до 20" in plain(shut.text)


async def test_who_is_no_admin_reads_and_changes_nothing(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, gleb, group = *tonight.friends("Anna", "Gleb"), tonight.group
        await gleb.says("/rules", group)
        await gleb.presses("Пуля и расчёт", group)
        await gleb.presses("Пулька: до 10", group)
        assert "Not everybody may change the rules here" in await gleb.is_told("до 20", group)
        await gleb.presses("К началу", group)
        await gleb.presses("Кто меняет правила", group)
        assert "Not everybody" in await gleb.is_told("все участники", group)
        await anna.presses("все участники", group)
        await gleb.presses("Пуля и расчёт", group)
        await gleb.presses("Пулька: до 10", group)
        await gleb.presses("до 20", group)
        await anna.sees("Gleb меняет правила чата", group)


async def test_an_anonymous_admin_works(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.person.is_anonymous(group)
        await anna.says("/rules", group)
        await anna.presses("Код", group)
        assert not await anna.is_told("Вставить код", group)
        await anna.sees("Ответьте на это сообщение", group)
        await anna.person.answers("preset=rostov pool_target=30", group)
        await anna.sees("Администратор меняет правила чата", group)
        await anna.sees("Правила: Ростов", group)


async def test_a_code_is_pasted_by_a_reply_and_a_wrong_one_names_the_nearest_rule(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await anna.says("/rules", group)
        await anna.presses("Код", group)
        assert not await anna.is_told("Вставить код", group)
        await anna.sees("Ответьте на это сообщение", group)
        await anna.person.answers("preset=sochi wist_pay=greedy", group)
        await anna.sees("whist_pay", group)
        await boris.person.answers("preset=rostov", group)
        await boris.sees("меняют не все", group)
        await anna.person.answers("preset=rostov ten=checked", group)
        await anna.sees("Правила: Ростов", group)


async def test_rules_of_a_table_take_back_who_was_ready(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        await anna.starts()
        await anna.says("/play", group)
        await anna.presses("Сесть", group)
        await anna.presses("+ компьютер", group)
        lobby = await anna.sees("новый стол", group)
        assert not await anna.is_told("Правила этого стола", group)
        await anna.sees("Правила стола", group)
        await anna.presses("Пуля и расчёт", group)
        await anna.presses("Пулька: до 10", group)
        assert "не сидите" in await boris.is_told("до 20", group)
        await anna.presses("до 20", group)
        shown = await anna.sees("Правила: Сочинка\nПулька: до 20\n\nНужен ещё", group)
        assert shown.id == lobby.id
        assert not [m for m in await boris.person.sees(group) if "меняет правила" in m.text]


async def test_two_who_edit_at_once_do_each_other_no_harm(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, group = tonight.friend("Anna"), tonight.group
        await anna.says("/rules", group)
        await anna.presses("Пуля и расчёт", group)
        await anna.presses("Пулька: до 10", group)
        stale = await anna.carries("до 20", group)
        await anna.presses("до 30", group)
        rules = await anna.sees("Правила этого чата", group)
        await anna.person.forges(stale, rules.id, group)
        assert "Правила уже сменил кто-то другой" in ((await anna.person.toast()).text or "")
        labels = (await anna.sees("Правила этого чата", group)).labels
        assert any("✓ до 30" in label for row in labels for label in row)


async def test_a_forged_button_is_refused(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, gleb, group = *tonight.friends("Anna", "Gleb"), tonight.group
        await anna.says("/rules", group)
        await anna.sees("Правила этого чата", group)
        for data in (
            "r|0|0|set:x:y:0000",
            "r|0|0|set:whist_pay",
            "r|0|0|take:moscow:0000",
            "r|9|0|top",
            "r|0|0|allow:me",
        ):
            assert await gleb.forges(data, group)


async def test_a_running_pulka_goes_on_by_its_rules(tmp_path):
    async with evening(tmp_path) as tonight:
        anna, boris, vira = tonight.friends("Anna", "Борис", "Віра")
        await tonight.sits_down(anna, boris, vira)
        await anna.says("/rules preset=rostov", tonight.group)
        await anna.sees("Правила: Ростов", tonight.group)
        await boris.says("/pulka", tonight.group)
        sheet = await boris.sees("пулька", tonight.group)
        assert "Ростов" not in plain(sheet.text)
