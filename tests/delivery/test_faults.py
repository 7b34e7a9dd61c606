"""Whatever goes wrong with a call, in the end the right message stands there, once.

The kinds are those that a bot meets: Telegram's refusals, its failures, a proxy's page instead of an answer, a
connection that breaks before the call or after it was applied.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.screens.screen import Screen
from bot.storage import chats

GROUP, ANNA = -100, 11

HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>"


@pytest.fixture
def not_applied(faults):
    """Faults after which nothing has happened."""
    return {
        "429": faults.refusal(429, "Too Many Requests: retry after 7", retry_after=7),
        "429 that does not say how long": faults.refusal(429, "Too Many Requests"),
        "500": faults.refusal(500, "Internal Server Error"),
        "502 of HTML": faults.Fault(502, HTML),
        "200 of nothing": faults.Fault(200, ""),
        "200 of another shape": faults.Fault(200, '{"ok": true, "result": "?"}'),
        "broken before": faults.Fault(),
        "Telegram restarts": faults.refusal(500, "Internal Server Error: restart"),
    }


@pytest.fixture
def applied(faults):
    """Faults after which it has happened all the same, and nobody knows."""
    return {
        "500 but applied": faults.Fault(500, '{"ok": false, "description": "Internal"}', applied=True),
        "502 of HTML but applied": faults.Fault(502, HTML, applied=True),
        "broken after": faults.Fault(applied=True),
    }


NOT_APPLIED = [
    "429",
    "429 that does not say how long",
    "500",
    "502 of HTML",
    "200 of nothing",
    "200 of another shape",
    "broken before",
    "Telegram restarts",
]
APPLIED = ["500 but applied", "502 of HTML but applied", "broken after"]


async def shown(delivery, *wanteds):
    delivery.show(wanteds)
    await delivery.settle(5)


@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize("kind", NOT_APPLIED)
async def test_a_send_that_failed_is_sent_again(kind, times, delivery, telegram, world, not_applied):
    telegram.faults["sendMessage"] = [not_applied[kind]] * times
    await shown(delivery, world.board("board", 1))
    assert telegram.texts(GROUP) == ["board"]


@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize("kind", NOT_APPLIED + APPLIED)
async def test_an_edit_is_simply_repeated(kind, times, delivery, telegram, world, not_applied, applied):
    await shown(delivery, world.board("one", 1))
    telegram.faults["editMessageText"] = [(not_applied | applied)[kind]] * times
    await shown(delivery, world.board("two", 2))
    assert telegram.texts(GROUP) == ["two"]
    assert telegram.count("sendMessage") == 1


@pytest.mark.parametrize("kind", APPLIED)
async def test_a_send_of_unknown_fate_is_sent_again_and_its_twin_goes_with_the_first_press(
    kind, delivery, telegram, world, applied
):
    telegram.faults["sendMessage"] = [applied[kind]]
    await shown(delivery, world.board("board", 1))
    assert telegram.texts(GROUP) == ["board", "board"]
    await shown(delivery, world.board("next", 2))
    for number in list(telegram.messages[GROUP]):
        delivery.named(world.group, number, "board:1:1")
    await delivery.settle(5)
    assert telegram.texts(GROUP) == ["next"]


@pytest.mark.parametrize("reason", ["message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"])
async def test_a_message_that_is_no_more_is_sent_anew(reason, delivery, telegram, world, faults):
    await shown(delivery, world.board("one", 1))
    telegram.messages[GROUP].clear()
    telegram.faults["editMessageText"] = [faults.refusal(400, f"Bad Request: {reason}")]
    await shown(delivery, world.board("two", 2))
    await shown(delivery, world.board("three", 3))
    assert telegram.texts(GROUP) == ["three"]


async def test_a_result_whose_board_was_deleted_is_sent_and_stays(delivery, telegram, world):
    await shown(delivery, world.board("board", 1))
    telegram.messages[GROUP].clear()
    await shown(delivery, world.board("result", 2, final=True))
    await shown(delivery, world.board("otherwise", 3))
    assert telegram.texts(GROUP) == ["result"]


async def test_an_edit_that_changes_nothing_is_a_success(delivery, telegram, world, faults):
    await shown(delivery, world.board("one", 1))
    telegram.faults["editMessageText"] = [faults.refusal(400, "Bad Request: message is not modified: exactly the same")]
    await shown(delivery, world.board("two", 2))
    assert telegram.count("editMessageText") == 1


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_a_screen_that_telegram_refuses_is_given_up_until_another_is_wanted(
    method, delivery, telegram, world, faults, caplog
):
    if method == "editMessageText":
        await shown(delivery, world.board("one", 1))
    telegram.faults[method] = [faults.refusal(400, "Bad Request: can't parse entities: unclosed tag at byte offset 7")]
    await shown(delivery, world.board("♠A is <b>secret", 2))
    assert telegram.count(method) == 1
    assert "secret" not in caplog.text
    await shown(delivery, world.board("better", 3))
    assert telegram.texts(GROUP) == ["better"]


async def test_while_a_chat_waits_its_wishes_gather_and_the_newest_is_shown(delivery, telegram, world, clock, faults):
    await shown(delivery, world.board("one", 1))
    telegram.faults["editMessageText"] = [faults.refusal(429, "Too Many Requests", retry_after=35)]
    delivery.show([world.board("two", 2)])
    while not clock.slept:
        await asyncio.sleep(0)
    delivery.show([world.board("three", 3), world.board("four", 4)])
    await delivery.settle(5)
    assert [call.text for call in telegram.calls] == ["one", "two", "four"]
    assert telegram.calls[-1].at - telegram.calls[-2].at >= 35


async def test_pauses_grow_while_nobody_answers(delivery, telegram, world, clock, faults):
    telegram.faults["sendMessage"] = [faults.Fault()] * 10
    await shown(delivery, world.board("board", 1))
    gaps = [later.at - earlier.at for earlier, later in zip(telegram.calls, telegram.calls[1:], strict=False)]
    assert gaps[0] <= 4
    assert 30 <= gaps[-1] <= 64
    assert sum(gaps) > 150


async def test_one_chat_told_to_wait_delays_no_other(delivery, telegram, world, clock, faults):
    clock.runs.clear()
    telegram.faults["sendMessage"] = [faults.refusal(429, "Too Many Requests", retry_after=20)]
    delivery.show([world.board("board", 1)])
    while not clock.slept:
        await asyncio.sleep(0)
    delivery.show([world.hand("hand", 1)])
    while not telegram.texts(ANNA):
        await asyncio.sleep(0)
    assert telegram.texts(GROUP) == []
    clock.runs.set()
    await delivery.settle(5)


async def test_two_chats_told_to_wait_within_a_second_delay_all(delivery, telegram, world, clock, faults, db):
    third = await db.write(chats.get_or_create, 12, "private")
    telegram.faults["sendMessage"] = [
        faults.refusal(429, "Too Many Requests", retry_after=30),
        faults.refusal(429, "Too Many Requests", retry_after=20),
    ]
    clock.runs.clear()
    delivery.show([world.board("board", 1), world.hand("hand", 1)])
    while len(clock.slept) < 2:
        await asyncio.sleep(0)
    delivery.say(third.id, Screen("word"))
    while len(clock.slept) < 3 and not telegram.texts(12):
        await asyncio.sleep(0)
    assert sorted(clock.slept) == [20, 20, 30]
    clock.runs.set()
    await delivery.settle(5)
    assert telegram.texts(12) == ["word"]


async def test_after_a_success_the_pauses_are_short_again(delivery, telegram, world, clock, faults):
    telegram.faults["sendMessage"] = [faults.Fault()] * 6
    await shown(delivery, world.board("one", 1))
    telegram.faults["editMessageText"] = [faults.Fault()]
    await shown(delivery, world.board("two", 2))
    assert telegram.calls[-1].at - telegram.calls[-2].at <= 5


async def test_words_documents_and_deletions_survive_faults_too(delivery, telegram, world, not_applied):
    for method in ("sendMessage", "sendDocument", "deleteMessage"):
        telegram.faults[method] = list(not_applied.values())
    await shown(delivery, world.board("old", 1))
    telegram.faults["sendMessage"] = list(not_applied.values())
    await delivery.document(world.group, "a.pref", b"a", "record")
    await shown(delivery, world.board("new", 2, fresh=True))
    assert sorted(telegram.texts(GROUP)) == ["new", "record"]


JOBS = ("sendMessage", "editMessageText", "deleteMessage", "editMessageReplyMarkup", "sendDocument")


async def calls_each(delivery, telegram, world, faults):
    """One call of each kind to the group that stands in `JOBS`; what is wanted last is "new"."""
    await shown(delivery, world.board("old", 1))
    telegram.faults.setdefault("deleteMessage", []).append(faults.refusal(400, "message can't be deleted"))
    bringing = asyncio.create_task(delivery.document(world.group, "a.pref", b"a", "record"))
    await shown(delivery, world.board("edited", 2))
    await shown(delivery, world.board("new", 3, fresh=True))
    await bringing
    await shown(delivery, world.board("new", 4))


@pytest.mark.parametrize("method", JOBS)
async def test_whatever_call_shows_it_a_chat_is_lost_once_and_found_again(
    method, delivery, telegram, world, faults, watch, db
):
    telegram.faults[method] = [faults.refusal(403, "Forbidden: bot was kicked from the supergroup chat")]
    if method == "sendMessage":
        await shown(delivery, world.board("first", 0))
    await calls_each(delivery, telegram, world, faults)
    await db.write(chats.set_reachable, world.group, True)
    await shown(delivery, world.board("newest", 5))
    assert watch.told.count(("lost", world.group)) == 1
    assert telegram.texts(GROUP).count("newest") == 1


@pytest.mark.parametrize("method", JOBS)
async def test_whatever_call_shows_it_a_group_has_moved_once(method, delivery, telegram, world, faults, watch):
    moved = faults.refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=-100200)
    telegram.faults[method] = [moved]
    await calls_each(delivery, telegram, world, faults)
    await shown(delivery, world.board("newest", 5))
    assert watch.told == [("moved", world.group)]
    assert telegram.texts(-100200).count("newest") == 1


async def test_the_token_is_in_no_log(delivery, telegram, world, faults, caplog):
    telegram.faults["sendMessage"] = [faults.Fault(), faults.Fault(502, HTML), faults.refusal(401, "Unauthorized")]
    await shown(delivery, world.board("♠A secret", 1))
    assert "42:TEST" not in caplog.text
    assert "secret" not in caplog.text
    assert "Bad Gateway" not in caplog.text
