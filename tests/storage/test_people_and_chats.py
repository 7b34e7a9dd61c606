"""Who is who, where each can be reached, and that a change of Telegram's number loses nobody."""

from __future__ import annotations

from bot.storage import chats, people, screens, tables

NOON = 1_800_000_000.0


async def test_a_person_keeps_his_id_under_a_new_name(db):
    first = await db.write(people.upsert, 5, "Аня", "anya", "uk")
    second = await db.write(people.upsert, 5, "Анна <3", None, "en")
    assert (second.id, second.first_name, second.username, second.locale) == (first.id, "Анна <3", None, "uk")


async def test_a_language_is_chosen_and_forgotten(db):
    anna = await db.write(people.upsert, 5, "Анна", None, "uk")
    await db.write(people.set_locale, anna.id, "en")
    assert (await db.ask(people.get, anna.id)).locale == "en"


async def test_a_private_chat_is_none_then_open_then_blocked_then_open(db):
    anna = await db.write(people.upsert, 5, "Анна", None)
    assert (anna.private, anna.chat) == ("none", None)
    chat = await db.write(chats.get_or_create, 5, "private")
    assert ((await db.ask(people.get, anna.id)).private, (await db.ask(people.get, anna.id)).chat) == ("open", chat.id)
    assert await db.write(chats.set_reachable, chat.id, False) is True
    assert await db.write(chats.set_reachable, chat.id, False) is False
    assert (await db.ask(people.find, 5)).private == "blocked"
    await db.write(chats.get_or_create, 5, "private")
    assert (await db.ask(people.find, 5)).private == "open"


async def test_a_deep_link_works_once_and_for_its_person(db, world):
    token = await db.write(people.issue_token, person=world.boris, table=world.table, at=NOON)
    assert len(token) <= 64 - len("sit_")
    assert await db.write(people.use_token, token, person=world.vera, at=NOON) is None
    assert await db.write(people.use_token, token, person=world.boris, at=NOON) == people.Token(
        world.boris, world.table
    )
    assert await db.write(people.use_token, token, person=world.boris, at=NOON) is None
    assert await db.write(people.use_token, "forged", person=world.boris, at=NOON) is None


async def test_a_deep_link_for_anybody_is_the_first_comers(db, world):
    token = await db.write(people.issue_token, table=world.table, at=NOON)
    assert await db.write(people.use_token, token, person=world.vera, at=NOON) == people.Token(None, world.table)
    assert await db.write(people.use_token, token, person=world.anna, at=NOON) is None


async def test_tokens_that_are_used_or_old_are_forgotten(db, world):
    """Each new one sweeps: the table of tokens does not grow with the links that people never followed."""
    used, old, fresh = [await db.write(people.issue_token, table=world.table, at=NOON + n) for n in (0, 0, 1)]
    await db.write(people.use_token, used, person=world.vera, at=NOON)
    last = await db.write(people.issue_token, table=world.table, at=NOON + people.TOKEN_LIVES + 1)

    def stored(conn):
        return {token for (token,) in conn.execute("SELECT token FROM tokens")}

    assert await db.ask(stored) == {fresh, last}
    assert await db.ask(people.find_token, old, person=world.vera) is None


async def test_a_chat_keeps_its_rules_under_a_new_title(db):
    chat = await db.write(chats.get_or_create, -1, "group", "Friday")
    await db.write(chats.set_agreement, chat.id, "preset=rostov")
    await db.write(chats.set_locale, chat.id, "en")
    again = await db.write(chats.get_or_create, -1, "group", "Saturday")
    assert again == chats.Chat(chat.id, -1, "group", "Saturday", "en", "preset=rostov", True)
    assert (await db.write(chats.get_or_create, -1, "group")).title == "Saturday"


async def test_a_group_that_becomes_a_supergroup_keeps_its_id_and_its_old_messages_are_dead(db, world):
    board = screens.Shown(world.group, "board:1:1", world.table, 10, "ab", 5, False)
    result = screens.Shown(world.group, "board:1:0", world.table, 9, "cd", 4, True)
    for shown in (board, result):
        await db.write(screens.save, shown)
    await db.write(chats.migrate, -100, -100200)
    await db.write(chats.migrate, -100, -100200)
    assert (await db.ask(chats.get, world.group)).telegram_id == -100200
    assert await db.ask(screens.get, world.group, "board:1:1") == screens.Shown(
        world.group, "board:1:1", world.table, None, "", 0, False
    )
    assert await db.ask(screens.get, world.group, "board:1:0") == result


async def test_a_supergroup_met_before_its_migration_becomes_one_with_the_old_group(db, world):
    early = await db.write(chats.get_or_create, -100200, "group", "Friday")
    table = await db.write(tables.open_table, chat=early.id, opened_by=world.anna, size=3, agreement="", at=NOON)
    await db.write(chats.migrate, -100, -100200)
    assert (await db.ask(tables.get, table)).chat == world.group
    assert await db.ask(chats.find, -100) is None
