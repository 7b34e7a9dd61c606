"""What is sent goes into the topic that is named; an edit needs none."""

from __future__ import annotations

from bot.delivery import calls
from bot.screens.screen import Screen

GROUP = -100


async def test_screens_words_and_documents_go_into_their_topic(delivery, telegram, world):
    delivery.show([world.board("board", 1, thread=7)])
    delivery.say(world.group, Screen("word"), thread=8)
    await delivery.document(world.group, "a.pref", b"a", "record", thread=9)
    await delivery.settle(5)
    assert {m.message_thread_id for m in telegram.messages[GROUP].values()} == {7, 8, 9}
    delivery.show([world.board("next", 2, thread=7)])
    await delivery.settle(5)
    assert "next" in telegram.texts(GROUP)


def test_where_no_topic_is_named_none_is_sent():
    assert calls.send(1, Screen("x")).message_thread_id is None
