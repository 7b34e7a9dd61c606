"""What was shown, which tables a restart has to draw, and when the clock is due."""

from __future__ import annotations

import pytest

from bot.storage import chats, deadlines, pulkas, screens, tables
from bot.storage.screens import Shown

NOON = 1_800_000_000.0


@pytest.fixture
async def at_seq_2(db, playing):
    await db.write(pulkas.append, playing.table, 1, [("deck", None), ("1:pass", 1)], at=NOON)
    return playing


def board(world, **changes) -> Shown:
    return Shown(**{"chat": world.group, "key": "board:1:1", "table": world.table, "message_id": 10, "digest": "ab",
                    "seq": 2, "final": False, **changes})  # fmt: skip


async def test_a_place_is_kept_by_chat_and_key(db, world):
    shown = board(world, uncertain=1, former=7)
    await db.write(screens.save, shown)
    assert await db.ask(screens.get, world.group, "board:1:1") == shown
    assert await db.ask(screens.by_message, world.group, 10) == shown
    assert await db.ask(screens.of_table, world.table) == (shown,)
    assert await db.ask(screens.get, world.group, "board:1:2") is None
    assert await db.ask(screens.by_message, world.group, 11) is None


async def test_a_final_place_stays_as_it_is(db, world):
    await db.write(screens.save, board(world))
    await db.write(screens.save, board(world, digest="result", final=True))
    await db.write(screens.save, board(world, digest="other", message_id=99, final=False))
    assert await db.ask(screens.get, world.group, "board:1:1") == board(world, digest="result", final=True)


async def test_a_table_is_behind_while_its_newest_action_is_on_no_screen(db, at_seq_2):
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(at_seq_2))
    assert await db.ask(screens.behind) == ()


async def test_a_table_is_behind_with_any_screen_that_shows_less_than_the_log(db, at_seq_2):
    hers = await db.write(chats.get_or_create, 1, "private")
    await db.write(screens.save, board(at_seq_2))
    await db.write(screens.save, board(at_seq_2, chat=hers.id, key="hand:1:1", seq=1))
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(at_seq_2, chat=hers.id, key="hand:1:1", seq=2))
    assert await db.ask(screens.behind) == ()


async def test_a_final_result_is_not_behind_but_the_missing_next_board_is(db, at_seq_2):
    await db.write(screens.save, board(at_seq_2, final=True))
    assert await db.ask(screens.behind) == ()
    await db.write(pulkas.append, at_seq_2.table, 3, [("deck", None)], at=NOON)
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(at_seq_2, key="board:1:2", seq=3))
    assert await db.ask(screens.behind) == ()


async def test_a_table_that_is_over_is_behind_until_all_its_screens_are_final(db, at_seq_2):
    await db.write(screens.save, board(at_seq_2))
    await db.write(tables.end, at_seq_2.table, "settled")
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(at_seq_2, final=True))
    assert await db.ask(screens.behind) == ()


@pytest.mark.parametrize("ending", ["settlement:1", "board:1:2"])
@pytest.mark.parametrize("seq", [2, 3], ids=["broken off later", "ended with the deal"])
async def test_a_table_that_is_over_is_behind_while_nothing_final_shows_its_end(db, at_seq_2, seq: int, ending: str):
    """The hands say that it is over, the result of the last deal stands, and the process died before the settlement,
    which is a message of its own or the board of the deal that was waited for."""
    closed = pulkas.Deal(1, seq, "pas", "table")
    await db.write(pulkas.append, at_seq_2.table, 3, [("2:pass", 2)], at=NOON, deal=closed)
    await db.write(screens.save, board(at_seq_2, seq=seq, final=True))
    private = await db.write(chats.get_or_create, 7, "private")
    await db.write(screens.save, board(at_seq_2, chat=private.id, key="hand:1", seq=3, final=True))
    await db.write(tables.end, at_seq_2.table, "settled")
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(at_seq_2, key=ending, seq=3, final=True))
    assert await db.ask(screens.behind) == ()


async def test_a_table_is_behind_while_a_replaced_message_is_still_there(db, at_seq_2):
    await db.write(screens.save, board(at_seq_2, former=9))
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(at_seq_2))
    assert await db.ask(screens.behind) == ()


async def test_a_lobby_is_always_drawn(db, world):
    assert await db.ask(screens.behind) == (1,)
    await db.write(tables.cancel, world.table)
    assert await db.ask(screens.behind) == ()


async def test_a_cancelled_lobby_is_behind_until_it_says_so(db, world):
    await db.write(screens.save, board(world, key="lobby:1", seq=0))
    await db.write(tables.cancel, world.table)
    assert await db.ask(screens.behind) == (1,)
    await db.write(screens.save, board(world, key="lobby:1", seq=0, final=True))
    assert await db.ask(screens.behind) == ()


async def test_nobody_draws_where_nobody_may_write(db, at_seq_2):
    await db.write(chats.set_reachable, at_seq_2.group, False)
    assert await db.ask(screens.behind) == ()


async def test_deadlines_are_put_replaced_cleared_and_come_due(db, world):
    await db.write(deadlines.put, world.table, "move", NOON + 60)
    await db.write(deadlines.put, world.table, "pause", NOON + 30)
    await db.write(deadlines.put, world.table, "move", NOON + 20)
    assert await db.ask(deadlines.next_at) == NOON + 20
    assert await db.ask(deadlines.due, at=NOON + 19) == ()
    assert [due.kind for due in await db.ask(deadlines.due, at=NOON + 30)] == ["move", "pause"]
    await db.write(deadlines.clear, world.table, "move")
    await db.write(deadlines.postpone, 100.0)
    assert await db.ask(deadlines.due, at=NOON + 130) == (deadlines.Deadline(world.table, "pause", NOON + 130),)
    await db.write(deadlines.clear, world.table)
    assert await db.ask(deadlines.next_at) is None


async def test_what_was_away_is_given_back_and_nothing_comes_at_once(db, world):
    await db.write(deadlines.put, world.table, "late-1", NOON + 1)
    await db.write(deadlines.put, world.table, "late-2", NOON + 300)
    await db.write(deadlines.postpone, 10.0, NOON + 60)
    assert await db.ask(deadlines.of_table, world.table) == {"late-1": NOON + 60, "late-2": NOON + 310}
