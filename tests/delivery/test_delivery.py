"""A place shows what was wanted last, by as few calls as that takes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.delivery import Place, Wanted
from bot.screens.screen import Button, Screen
from bot.storage import chats, screens

GROUP, ANNA = -100, 11


async def shown(delivery, *wanteds):
    delivery.show(wanteds)
    await delivery.settle(5)


async def until(condition):
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.001)


# Send, then edit


async def test_a_place_is_sent_once_and_then_edited(delivery, telegram, world):
    await shown(delivery, world.board("one", 1))
    await shown(delivery, world.board("two", 2))
    assert telegram.texts(GROUP) == ["two"]
    assert [call.method for call in telegram.calls] == ["sendMessage", "editMessageText"]


async def test_a_screen_becomes_html_with_buttons_and_no_link_preview(delivery, telegram, world):
    buttons = ((Button("Pass", data="p|1", style="danger"), Button("6♠", data="b|1")), (Button("Rules", url="t.me/x"),))
    await shown(delivery, replace(world.board("", 1), screen=Screen("<b>Anna</b>", buttons)))
    (message,) = telegram.messages[GROUP].values()
    assert (message.parse_mode, message.link_preview_options.is_disabled) == ("HTML", True)
    rows = message.reply_markup.inline_keyboard
    assert [[(b.text, b.callback_data, b.url, b.style) for b in row] for row in rows] == [
        [("Pass", "p|1", None, "danger"), ("6♠", "b|1", None, None)],
        [("Rules", None, "t.me/x", None)],
    ]


async def test_a_screen_without_buttons_takes_the_old_ones_away(delivery, telegram, world):
    with_button = Screen("one", ((Button("Pass", data="p"),),))
    await shown(delivery, replace(world.board("", 1), screen=with_button))
    await shown(delivery, world.board("one", 2))
    (message,) = telegram.messages[GROUP].values()
    assert message.reply_markup is None


async def test_a_hundred_quick_wishes_take_few_calls_and_the_last_is_shown(delivery, telegram, world, clock):
    await shown(delivery, world.board("start", 0))
    clock.runs.clear()
    for seq in range(1, 101):
        delivery.show([world.board(f"action {seq}", seq)])
        await asyncio.sleep(0.0005)
    clock.runs.set()
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["action 100"]
    assert 2 <= len(telegram.calls) <= 5


async def test_wishes_in_one_breath_take_one_call(delivery, telegram, world):
    await shown(delivery, *(world.board(f"action {seq}", seq) for seq in range(100)))
    assert [call.text for call in telegram.calls] == ["action 99"]


async def test_a_wish_that_comes_late_does_not_undo_a_newer_one(delivery, telegram, world):
    await shown(delivery, world.board("six", 6), world.board("five", 5))
    await shown(delivery, world.board("four", 4))
    assert telegram.texts(GROUP) == ["six"]
    assert len(telegram.calls) == 1


async def test_what_looks_the_same_is_not_sent_but_its_number_is_noted(delivery, telegram, world, db):
    await shown(delivery, world.board("same", 1))
    await shown(delivery, world.board("same", 2))
    assert len(telegram.calls) == 1
    assert (await db.ask(screens.get, world.group, "board:1:1")).seq == 2


async def test_after_a_restart_the_stored_message_is_edited(deliver, telegram, world):
    await shown(await deliver(), world.board("one", 1))
    second = await deliver()
    await shown(second, world.board("one", 1))
    assert len(telegram.calls) == 1
    await shown(second, world.board("two", 3))
    assert telegram.texts(GROUP) == ["two"]


@pytest.mark.parametrize("again", [0, 2], ids=["nothing in the log", "taken back"])
async def test_what_went_there_and_back_is_shown_after_a_restart_that_did_not_note_it(again, deliver, telegram, world):
    first = await deliver()
    await shown(first, world.board("two on the table", 0))
    first.show([world.board("three on the table", again // 2)])
    await until(lambda: telegram.texts(GROUP) == ["three on the table"])
    await shown(await deliver(), world.board("two on the table", again))
    assert telegram.texts(GROUP) == ["two on the table"]


async def test_a_send_is_on_the_disk_before_anything_else_happens(delivery, telegram, world, db):
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("one", 1)])
    await until(lambda: telegram.calls)
    delivery.show([world.board("two", 2)])
    telegram.held.pop(GROUP).set()
    await until(lambda: telegram.count("editMessageText"))
    assert (await db.ask(screens.get, world.group, "board:1:1")).message_id == 1


async def test_an_edit_lost_in_a_crash_is_repeated_and_is_no_error(deliver, telegram, world):
    first = await deliver()
    await shown(first, world.board("one", 1))
    first.show([world.board("two", 2)])
    await until(lambda: telegram.texts(GROUP) == ["two"])  # not noted yet
    await shown(await deliver(), world.board("two", 2))
    assert telegram.texts(GROUP) == ["two"]


# Sound


async def test_a_first_message_comes_silently_and_a_fresh_one_rings_and_replaces_it(delivery, telegram, world):
    await shown(delivery, world.hand("your cards", 1))
    await shown(delivery, world.hand("your move", 2, fresh=True))
    assert telegram.texts(ANNA) == ["your move"]
    sends = [call for call in telegram.calls if call.method == "sendMessage"]
    assert [call.silent for call in sends] == [True, False]
    await shown(delivery, world.hand("your other move", 3))
    assert telegram.texts(ANNA) == ["your other move"]


async def test_one_who_has_moved_already_is_not_rung(delivery, telegram, world):
    await shown(delivery, world.hand("your cards", 1))
    await shown(delivery, world.hand("your move", 2, fresh=True), world.hand("you moved", 3))
    assert telegram.texts(ANNA) == ["you moved"]
    assert telegram.count("sendMessage") == 1


async def test_an_old_message_that_cannot_be_deleted_loses_its_buttons(delivery, telegram, world, faults):
    pressable = replace(world.hand("", 1), screen=Screen("your cards", ((Button("♠A", data="c"),),)))
    await shown(delivery, pressable)
    telegram.faults["deleteMessage"] = [faults.refusal(400, "Bad Request: message can't be deleted")]
    await shown(delivery, world.hand("your move", 2, fresh=True))
    assert sorted(telegram.texts(ANNA)) == ["your cards", "your move"]
    assert all(message.reply_markup is None for message in telegram.messages[ANNA].values())


async def test_an_old_message_that_somebody_deleted_already_takes_no_more_calls(delivery, telegram, world):
    await shown(delivery, world.hand("your cards", 1))
    telegram.messages[ANNA].clear()
    await shown(delivery, world.hand("your move", 2, fresh=True))
    assert [call.method for call in telegram.calls] == ["sendMessage", "sendMessage", "deleteMessage"]


async def test_an_old_message_that_a_killed_process_did_not_get_to_delete_goes_with_the_next(
    deliver, telegram, world, db, clock, faults
):
    first = await deliver()
    await shown(first, world.hand("your cards", 1))
    clock.runs.clear()
    telegram.faults["deleteMessage"] = [faults.Fault()]
    first.show([world.hand("your move", 2, fresh=True)])
    await until(lambda: clock.slept)
    assert telegram.texts(ANNA) == ["your cards", "your move"]

    second = await deliver()
    clock.runs.set()
    await shown(second, world.hand("your move", 2))
    assert telegram.texts(ANNA) == ["your move"]
    assert (await db.ask(screens.get, world.private, "hand:1:1")).former is None


# Once and in order


async def test_a_final_place_is_never_touched_again_also_after_a_restart(deliver, telegram, world):
    first = await deliver()
    await shown(first, world.board("playing", 1))
    await shown(first, world.board("result", 2, final=True))
    await shown(first, world.board("otherwise", 3))
    await shown(await deliver(), world.board("otherwise", 4, fresh=True))
    assert telegram.texts(GROUP) == ["result"]
    assert len(telegram.calls) == 2


async def test_a_result_that_waits_is_not_replaced_by_what_is_not_final(delivery, telegram, world):
    await shown(delivery, world.board("result", 2, final=True), world.board("still playing", 3))
    assert telegram.texts(GROUP) == ["result"]


async def test_the_next_board_comes_after_the_result(delivery, telegram, world):
    await shown(delivery, world.board("playing", 1))
    result = world.board("result", 2, final=True)
    await shown(delivery, world.board("next", 3, deal=2, after=result.place, priority=0), result)
    assert telegram.texts(GROUP) == ["result", "next"]
    assert [call.text for call in telegram.calls] == ["playing", "result", "next"]


async def test_the_next_board_waits_for_a_result_that_was_never_a_board(delivery, telegram, world):
    result = world.board("result", 2, final=True)
    await shown(delivery, world.board("next", 3, deal=2, after=result.place, priority=0), result)
    assert [call.text for call in telegram.calls] == ["result", "next"]


async def test_a_final_word_is_on_the_disk_at_once(delivery, telegram, world, db):
    await shown(delivery, world.board("playing", 1))
    delivery.show([world.board("result", 2, final=True)])
    async with asyncio.timeout(5):
        while not (await db.ask(screens.get, world.group, "board:1:1")).final:
            await asyncio.sleep(0)


async def test_the_next_board_waits_for_a_result_that_fails(delivery, telegram, world, faults):
    await shown(delivery, world.board("playing", 1))
    telegram.faults["editMessageText"] = [faults.Fault(), faults.refusal(429, "Too Many Requests", retry_after=30)]
    result = world.board("result", 2, final=True)
    await shown(delivery, result, world.board("next", 3, deal=2, after=result.place))
    assert [call.text for call in telegram.calls] == ["playing", "result", "result", "result", "next"]


async def test_the_next_board_waits_also_after_a_restart(deliver, telegram, world, faults):
    first = await deliver()
    await shown(first, world.board("playing", 1))
    result = world.board("result", 2, final=True)
    following = world.board("next", 3, deal=2, after=result.place)
    telegram.held[GROUP] = asyncio.Event()
    first.show([result, following])
    await until(lambda: telegram.count("editMessageText"))

    second = await deliver()  # killed while the result was under way
    telegram.held.pop(GROUP)
    second.show([following])
    with pytest.raises(TimeoutError):
        await second.settle(0.05)
    assert telegram.texts(GROUP) == ["playing"]
    await shown(second, result)
    assert telegram.texts(GROUP) == ["result", "next"]


async def test_a_result_that_stands_already_is_not_waited_for(deliver, telegram, world):
    first = await deliver()
    result = world.board("result", 2, final=True)
    await shown(first, result)
    second = await deliver()
    await shown(second, result, world.board("next", 3, deal=2, after=result.place))
    assert [call.text for call in telegram.calls] == ["result", "next"]


async def test_a_result_that_telegram_refuses_does_not_stop_the_pulka(delivery, telegram, world, faults, caplog):
    await shown(delivery, world.board("playing", 1))
    telegram.faults["editMessageText"] = [faults.refusal(400, "Bad Request: MESSAGE_TOO_LONG")]
    result = world.board("very long result", 2, final=True)
    await shown(delivery, result, world.board("next", 3, deal=2, after=result.place))
    assert telegram.texts(GROUP) == ["playing", "next"]
    assert "board:1:1 of chat 1 cannot be shown: " in caplog.text
    assert "very long result" not in caplog.text


def test_places_of_two_chats_do_not_wait_for_each_other():
    with pytest.raises(ValueError, match="its own chat"):
        Wanted(Place(1, "a"), Screen("a"), 1, 1, after=Place(2, "b"))


async def test_what_matters_more_comes_first(delivery, telegram, world):
    for n in range(3):
        delivery.say(world.group, Screen(f"chat {n}"), priority=2)
    await shown(delivery, world.board("board", 1, priority=0))
    assert [call.text for call in telegram.calls] == ["board", "chat 0", "chat 1", "chat 2"]


async def test_a_table_that_changes_all_the_time_does_not_keep_another_table_s_board_waiting(delivery, telegram, world):
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("a 1", 1), world.board("b 1", 1, deal=2)])
    await until(lambda: telegram.calls)
    delivery.show([world.board("a 2", 2)])
    telegram.held.pop(GROUP).set()
    await delivery.settle(5)
    assert [call.text for call in telegram.calls] == ["a 1", "b 1", "a 2"]


async def test_what_matters_less_comes_all_the_same_beside_a_board_that_always_changes(delivery, telegram, world):
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("board 1", 1), world.board("rules", 1, deal=2, priority=3)])
    for seq in range(2, 12):
        await until(lambda: len(telegram.calls) == seq - 1)  # noqa: B023
        delivery.show([world.board(f"board {seq}", seq)])
        answered, telegram.held[GROUP] = telegram.held[GROUP], asyncio.Event()
        answered.set()
    telegram.held.pop(GROUP).set()
    await delivery.settle(5)
    assert 4 <= [call.text for call in telegram.calls].index("rules") <= 8


# One call a chat at a time, and no chat waits for another


async def test_a_chat_that_does_not_answer_delays_no_other(delivery, telegram, world):
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("board", 1), world.hand("hand", 1)])
    delivery.say(world.group, Screen("word"))
    await until(lambda: telegram.texts(ANNA) == ["hand"])
    assert telegram.texts(GROUP) == []
    telegram.held.pop(GROUP).set()
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["board", "word"]
    assert telegram.busiest == 1


async def test_an_idle_chat_costs_no_task(delivery, world):
    before = len(asyncio.all_tasks())
    await shown(delivery, world.board("board", 1), world.hand("hand", 1))
    assert len(asyncio.all_tasks()) == before


async def test_showing_never_waits(delivery, world):
    delivery.show([world.board("board", 1)])
    delivery.say(world.group, Screen("word"))
    delivery.named(world.group, 7, "board:1:1")
    await delivery.settle(5)


# Words and documents


async def test_a_word_is_said_once_and_with_sound(delivery, telegram, world):
    delivery.say(world.group, Screen("help"))
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["help"]
    assert not telegram.calls[0].silent


async def test_a_document_is_there_when_it_is_said_to_be(delivery, telegram, world):
    assert await delivery.document(world.group, "deal.pref", b"pref = 1", "The record") is True
    (message,) = telegram.messages[GROUP].values()
    assert (message.document.filename, message.document.data, message.caption) == (
        "deal.pref",
        b"pref = 1",
        "The record",
    )


@pytest.mark.parametrize(
    ("status", "description", "lost"),
    [
        (400, "Bad Request: file must be non-empty", False),
        (413, "Request Entity Too Large", False),
        (400, "Bad Request: not enough rights to send documents to the chat", False),
        (403, "Forbidden: bot was kicked from the group chat", True),
    ],
)
async def test_a_document_that_cannot_be_brought_is_known_not_to_be_there(
    status, description, lost, delivery, telegram, world, faults, watch, caplog
):
    telegram.faults["sendDocument"] = [faults.refusal(status, description)]
    assert await delivery.document(world.group, "deal.pref", b"pref = 1", "") is False
    await delivery.settle(5)
    assert watch.told == ([("lost", world.group)] if lost else [])
    assert lost or f"a document cannot be brought to chat {world.group}: {description}" in caplog.text


# Chats that close, move and open again


async def test_a_lost_chat_is_told_of_once_and_left_alone(delivery, telegram, world, faults, watch, db):
    telegram.faults["sendMessage"] = [faults.refusal(403, "Forbidden: bot was blocked by the user")] * 2
    await shown(delivery, world.hand("hand", 1))
    assert watch.lost_chats == [world.private]
    assert not (await db.ask(chats.get, world.private)).reachable
    await shown(delivery, world.hand("hand", 2))
    assert len(telegram.calls) == 1
    assert watch.lost_chats == [world.private]


async def test_a_chat_that_opens_again_is_shown_everything(delivery, telegram, world, faults, db):
    telegram.faults["sendMessage"] = [faults.refusal(403, "Forbidden: bot was blocked by the user")]
    await shown(delivery, world.hand("hand", 1))
    await db.write(chats.get_or_create, ANNA, "private")
    await shown(delivery, world.hand("hand", 1))
    assert telegram.texts(ANNA) == ["hand"]


@pytest.mark.parametrize(
    "description",
    [
        "Bad Request: chat not found",
        "Bad Request: not enough rights to send text messages to the chat",
        "Bad Request: CHAT_WRITE_FORBIDDEN",
        "Forbidden: bot was kicked from the supergroup chat",
        "Forbidden: bot can't initiate conversation with a user",
        "Forbidden: user is deactivated",
    ],
)
async def test_every_way_to_lose_a_chat(description, delivery, telegram, world, faults, watch):
    status = 403 if description.startswith("Forbidden") else 400
    await shown(delivery, world.board("one", 1))
    telegram.faults["editMessageText"] = [faults.refusal(status, description)]
    await shown(delivery, world.board("two", 2))
    assert watch.lost_chats == [world.group]


async def test_a_group_that_became_a_supergroup_gets_its_screens_anew(delivery, telegram, world, db):
    await shown(delivery, world.board("one", 1))
    telegram.supergroups[GROUP] = -100200
    await shown(delivery, world.board("two", 2))
    assert telegram.texts(-100200) == ["two"]
    assert (await db.ask(chats.get, world.group)).telegram_id == -100200
    await shown(delivery, world.board("three", 3))
    assert telegram.texts(-100200) == ["three"]


async def test_other_screens_of_the_group_are_wanted_anew_as_well(delivery, telegram, world, watch):
    """One call shows that the group has moved: nobody will ask for what stood beside it otherwise."""
    await shown(delivery, world.board("one", 1), world.board("beside", 1, deal=2))
    watch.then = lambda: delivery.show([world.board("two", 2), world.board("beside", 1, deal=2)])
    telegram.supergroups[GROUP] = -100200
    await shown(delivery, world.board("two", 2))
    assert watch.told == [("moved", world.group)]
    assert sorted(telegram.texts(-100200)) == ["beside", "two"]


async def test_what_was_said_in_the_old_chat_while_it_moved_is_said_again(delivery, telegram, world, db):
    """Its answer comes when the group is another already; the number would be that of some other message there."""
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("one", 1)])
    await until(lambda: telegram.calls)
    await delivery.moved(GROUP, -100200)
    telegram.held.pop(GROUP).set()
    await delivery.settle(5)
    assert (telegram.texts(GROUP), telegram.texts(-100200)) == (["one"], ["one"])
    assert (await db.ask(screens.get, world.group, "board:1:1")).message_id == 2


async def test_nothing_of_the_old_chat_is_deleted_in_the_new_one(delivery, telegram, world, faults, db):
    await shown(delivery, world.board("one", 1))
    telegram.faults["deleteMessage"] = [faults.Fault()] * 3
    await shown(delivery, world.board("two", 2, fresh=True))
    await delivery.moved(GROUP, -100200)
    calls = len(telegram.calls)
    await shown(delivery, world.board("two", 2))
    assert [call.method for call in telegram.calls[calls:]] == ["sendMessage"]
    assert (await db.ask(screens.get, world.group, "board:1:1")).former is None


async def test_a_supergroup_met_before_the_news_is_one_with_the_group(delivery, telegram, world, db, caplog):
    early = (await db.write(chats.get_or_create, -100200, "group", "Friday")).id
    lobby = Wanted(Place(early, "lobby:2"), Screen("lobby"), None, 0)
    await shown(delivery, world.board("board", 1), lobby)
    telegram.held[-100200] = asyncio.Event()
    delivery.show([replace(lobby, screen=Screen("lobby of two"))])
    await until(lambda: telegram.calls[-1].text == "lobby of two")
    await delivery.moved(GROUP, -100200)
    telegram.held.pop(-100200).set()
    await delivery.settle(5)
    delivery.say(early, Screen("word"))
    await shown(delivery, world.board("board", 1), replace(lobby, screen=Screen("lobby of three")))
    assert sorted(telegram.texts(-100200)) == ["board", "lobby of three", "word"]
    assert "ERROR" not in caplog.text
    assert (await db.ask(screens.get, world.group, "lobby:2")).message_id == 2


async def test_a_group_that_was_lost_is_found_with_the_first_thing_that_is_said_there(
    delivery, telegram, world, faults, watch, db
):
    telegram.faults["sendMessage"] = [faults.refusal(400, "Bad Request: CHAT_WRITE_FORBIDDEN")] * 2
    await shown(delivery, world.board("one", 1))
    for _ in range(2):  # somebody speaks there, and it is tried
        await db.write(chats.get_or_create, GROUP, "group")
        delivery.say(world.group, Screen("help"))
        await delivery.settle(5)
    assert watch.told == [("lost", world.group), ("lost", world.group), ("found", world.group)]
    assert (await db.ask(chats.get, world.group)).lost_at is None


async def test_a_group_is_not_found_by_what_is_allowed_to_everybody(delivery, telegram, world, faults, watch, db):
    await shown(delivery, world.board("one", 1))
    telegram.faults["sendMessage"] = [faults.refusal(400, "Bad Request: CHAT_WRITE_FORBIDDEN")] * 9
    await shown(delivery, world.board("two", 2, fresh=True))
    await db.write(chats.get_or_create, GROUP, "group")
    delivery.named(world.group, 99, "board:1:1")  # a twin, which is deleted
    await delivery.settle(5)
    assert telegram.count("deleteMessage") == 1
    assert watch.told == [("lost", world.group)]


async def test_what_cannot_be_said_in_a_group_is_said_otherwise(delivery, telegram, world, faults):
    telegram.faults["sendMessage"] = [faults.refusal(403, "Forbidden: bot was kicked from the group chat")]
    for _ in range(2):
        delivery.say(world.group, Screen("help"), otherwise=(world.private, Screen("no right")))
        await delivery.settle(5)
    assert telegram.texts(ANNA) == ["no right", "no right"]
    assert telegram.texts(GROUP) == []


async def test_the_service_message_of_a_migration_may_come_first_and_twice(delivery, telegram, world, db, watch):
    await shown(delivery, world.board("one", 1))
    for _ in range(2):
        await delivery.moved(GROUP, -100200)
    telegram.supergroups[GROUP] = -100200
    await shown(delivery, world.board("one", 1))
    assert telegram.texts(-100200) == ["one"]
    assert (await db.ask(screens.get, world.group, "board:1:1")).message_id == 2
    assert watch.told == [("moved", world.group)]


# Twins


async def test_the_twin_of_an_uncertain_send_is_deleted_when_a_press_names_it(delivery, telegram, world, faults):
    telegram.faults["sendMessage"] = [faults.Fault(applied=True)]
    await shown(delivery, world.board("board", 1))
    assert telegram.texts(GROUP) == ["board", "board"]
    delivery.named(world.group, 1, "board:1:1")
    await delivery.settle(5)
    assert list(telegram.messages[GROUP]) == [2]


async def test_a_twin_that_is_pressed_before_the_next_try_becomes_the_message(delivery, telegram, world, faults):
    telegram.faults["sendMessage"] = [faults.Fault(applied=True)]
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("board", 1)])
    await until(lambda: telegram.calls)
    delivery.named(world.group, 1, "board:1:1")  # people are quicker than a broken connection
    telegram.held.pop(GROUP).set()
    await delivery.settle(5)
    assert list(telegram.messages[GROUP]) == [1]
    assert telegram.count("sendMessage") == 1


async def test_a_press_while_the_answer_is_on_its_way_deletes_nothing(delivery, telegram, world):
    class Late(asyncio.Event):
        pass

    delivery.show([world.board("board", 1)])
    await until(lambda: telegram.texts(GROUP) == ["board"])
    delivery.named(world.group, 1, "board:1:1")
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["board"]


async def test_the_place_s_own_message_costs_nothing_to_press(delivery, telegram, world):
    await shown(delivery, world.board("board", 1))
    for _ in range(10):
        delivery.named(world.group, 1, "board:1:1")
    await delivery.settle(5)
    assert len(telegram.calls) == 1


async def test_a_forged_button_deletes_no_other_place_s_message(delivery, telegram, world):
    await shown(delivery, world.board("result", 1, final=True), world.board("board", 2, deal=2))
    delivery.named(world.group, 1, "board:1:2")
    delivery.named(world.group, 2, "board:1:1")
    delivery.named(world.group, 1, "board:9:9")
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["result", "board"]


# What is said once


async def said_once(delivery, telegram, world):
    final = replace(world.board("settlement", 3, final=True), opening=Screen("writing…"))
    await shown(delivery, final, world.board("next", 4, deal=2, after=final.place))


async def test_what_is_said_once_is_an_edit_of_a_message_that_is_known(delivery, telegram, world):
    await said_once(delivery, telegram, world)
    assert [(call.method, call.text) for call in telegram.calls] == [
        ("sendMessage", "writing…"),
        ("editMessageText", "settlement"),
        ("sendMessage", "next"),
    ]


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_an_answer_that_is_lost_doubles_nothing_that_is_said_once(method, delivery, telegram, world, faults):
    telegram.faults[method] = [faults.Fault(applied=True)] * 2
    await said_once(delivery, telegram, world)
    assert telegram.texts(GROUP).count("settlement") == 1
    for number in list(telegram.messages[GROUP]):
        delivery.twin(world.group, GROUP, number, world.table)
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["settlement", "next"]


async def test_a_process_that_dies_between_room_and_word_says_it_in_that_room(
    deliver, telegram, world, db, faults, clock
):
    first = await deliver()
    telegram.faults["editMessageText"] = [faults.Fault()] * 99
    place = Place(world.group, f"settlement:{world.table}")
    final = Wanted(place, Screen("settlement"), world.table, 3, final=True, opening=Screen("writing…"))
    clock.runs.clear()
    first.show([final])
    await until(lambda: len(telegram.faults["editMessageText"]) < 99)
    telegram.faults.clear()
    await db.write(lambda conn: conn.execute("UPDATE tables SET status = 'ended', first_dealer = 1, start = ''"))
    assert await db.ask(screens.behind) == (world.table,)
    second = await deliver()
    clock.runs.set()
    await shown(second, final)
    assert telegram.texts(GROUP) == ["settlement"]
    assert await db.ask(screens.behind) == ()


async def test_a_press_elsewhere_or_on_what_is_known_deletes_nothing(delivery, telegram, world, faults):
    telegram.faults["sendMessage"] = [faults.Fault(applied=True)]
    await shown(delivery, world.board("board", 1), world.hand("hand", 1))
    twin, known = telegram.messages[GROUP]
    delivery.twin(world.group, ANNA, twin, world.table)
    delivery.twin(world.group, GROUP, known, world.table)
    delivery.twin(world.group, GROUP, twin, 99)
    delivery.twin(world.private, ANNA, *telegram.messages[ANNA], world.table)
    await delivery.settle(5)
    assert list(telegram.messages[GROUP]) == [twin, known]
    assert telegram.texts(ANNA) == ["hand"]


async def test_a_turn_notice_rings_once_though_its_answer_was_lost(delivery, telegram, world, faults):
    await shown(delivery, world.hand("your cards", 1))
    telegram.faults["sendMessage"] = [faults.Fault(applied=True)]
    await shown(delivery, world.hand("your move", 2, fresh=True))
    assert [call.silent for call in telegram.calls if call.text == "your move"] == [False, True]


# Stopping


async def test_closing_lets_the_call_under_way_end_and_notes_it(deliver, telegram, world, db):
    delivery = await deliver()
    telegram.held[GROUP] = asyncio.Event()
    delivery.show([world.board("one", 1)])
    await until(lambda: telegram.calls)
    closing = asyncio.create_task(delivery.close())
    await asyncio.sleep(0.01)
    assert not closing.done()
    telegram.held.pop(GROUP).set()
    await closing
    assert (await db.ask(screens.get, world.group, "board:1:1")).message_id == 1
    delivery.show([world.board("two", 2)])
    assert await delivery.document(world.group, "a", b"a") is False
    assert len(telegram.calls) == 1


async def test_edits_are_noted_within_a_second(deliver, telegram, world, db):
    delivery = await deliver()
    running = asyncio.create_task(delivery.run())
    await shown(delivery, world.board("one", 1))
    delivery.show([world.board("two", 2)])
    async with asyncio.timeout(5):
        while (await db.ask(screens.get, world.group, "board:1:1")).seq != 2:
            await asyncio.sleep(0)
    await delivery.close()
    await running
