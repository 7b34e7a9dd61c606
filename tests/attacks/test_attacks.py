"""Whoever means harm: each attack above its test. Nobody else notices, and nobody learns a card."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import pytest
from aiogram.enums import ChatType

from bot.game.errors import NotHeld
from bot.handlers.flood import BURST, EVERY, TooMuch
from tests.e2e.decks import cards_in
from tests.e2e.evening import Evening, Friend, evening, plain
from tests.e2e.openings import SPADES, eight_spades

CARD = re.compile("[♠♣♦♥](?:10|[789ТКДВ])")


async def dealt(tonight: Evening) -> tuple[Friend, Friend, Friend]:
    """Віра deals, Anna has the first word, then Борис."""
    vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
    await tonight.sits_down(vira, anna, boris)
    await tonight.deal()
    await anna.sees("Ваше слово")
    return vira, anna, boris


async def log_of(tonight: Evening) -> list[tuple[int, int, str]]:
    return [tuple(row) for row in await tonight.bot.parts.db.read("SELECT table_id, seq, token FROM actions")]


# "Forged, replayed, other people's and other tables' callback data"


async def test_made_up_and_borrowed_presses_change_nothing(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        _, anna, boris = await dealt(tonight)
        gleb, group = tonight.friend("Gleb"), tonight.group
        await gleb.starts()
        await gleb.says("/play", group)
        await gleb.sees("Стол 2", group)
        bid, before = await anna.carries("6♠"), await log_of(tonight)
        kind, table, number, token = bid.split("|")
        hostile = [
            bid,  # another's
            f"{kind}|2|{number}|{token}",  # another table's
            f"{kind}|{table}|{int(number) + 1}|{token}",
            f"{kind}|{table}|{number}|2:{token.partition(':')[2]}",
            f"{kind}|{table}|{number}|deck-{'sA' * 8}",
            f"{kind}|{table}|{number}|0:end",
            f"q|{table}|0|deal-1",
            f"q|{table}|0|deal-99999",
            f"r|{table}|0|open",
            f"p|{table}|0|my",
            f"{kind}|999999999999|{number}|{token}",
            "a|1|1|1:sA'; DROP TABLE actions; --",
            "\u202e" * 20,
            "a|" + "9" * 60,
        ]
        for data in hostile:
            for friend, chat in ((gleb, group), (boris, group), (boris, None)):
                assert not cards_in(await friend.forges(data, chat)), data
        assert await log_of(tonight) == before
        await anna.presses("6♠")
        replayed = await log_of(tonight)
        assert await anna.forges(bid) == await boris.forges(bid) == "На это уже отвечено: смотрите новый экран"
        assert await log_of(tonight) == replayed


# "Hand-made HTML and entities in names and chat titles"


NAMES = {
    "<b>Лев": "<b>Лев",
    "</b><a href='tg://user?id=1'>Я</a>": "</b><a href=",
    "&lt;i&gt;&#8238;": "&lt;i&gt;&#8238;",
    "\u202eвел\u202d": "вел",
}
"""A name, and how it begins where it is shown: long ones are cut off, and none turns the line around."""


@pytest.mark.parametrize(("name", "shown"), NAMES.items())
async def test_a_name_is_a_name(tmp_path, name: str, shown: str):
    async with evening(tmp_path) as tonight:
        anna = tonight.friend("Anna")
        await anna.starts()
        group = await anna.person.founds(f"{name} & <title>")
        lev = tonight.befriends(await tonight.world.newcomer(name, into=group), tonight)
        await lev.starts()
        await lev.sees(shown)
        await lev.says("/play", group)
        await lev.presses("Сесть", group)
        seen = await anna.sees(f"1. {shown}", group)
        assert "<a" not in seen.html
        assert "\u202e" not in seen.text
        await anna.presses("Сесть", group)


# A flood by one user: others notice nothing


async def test_who_presses_without_end_delays_nobody(tmp_path):
    """Two hundred presses of Борис stand before Anna's bid, which is answered and shown all the same."""
    async with evening(tmp_path, [SPADES]) as tonight:
        _, anna, boris = await dealt(tonight)
        looks = (await boris.carries("Мои карты", tonight.group), (await boris.person.sees(tonight.group))[-1].id)
        done: list[int] = []
        feed = tonight.bot.parts.intake._feed

        async def noted(update, update_id: int) -> None:
            await feed(update, update_id)
            done.append(update.callback_query.from_user.id)

        tonight.bot.parts.intake._feed = noted
        bid = await anna.carries("6♠")
        message = (await anna.person.sees())[-1].id
        for _ in range(200):
            await boris.person.forges(looks[0], looks[1], tonight.group)
        await anna.person.forges(bid, message)
        assert (await anna.person.toast()).text in (None, "")
        async with asyncio.timeout(10):
            while anna.id not in done:
                await asyncio.sleep(0.01)
        await boris.sees("Anna 6♠")


async def test_one_lane_a_person(tmp_path):
    """In one batch: two hundred presses of one, then one of another. Hers is among the first to be dealt with."""
    async with evening(tmp_path) as tonight:
        intake, order = tonight.bot.parts.intake, []

        async def feed(update, update_id: int) -> None:
            order.append(update.message.from_user.id)
            await asyncio.sleep(0)

        intake._feed = feed
        await intake.accept([said(n, 103 if n < 1200 else 101) for n in range(1000, 1201)])
        await intake.settle()
        assert len(order) == 201
        assert order.index(101) <= 3


def said(update_id: int, who: int) -> dict[str, object]:
    sender = {"id": who, "is_bot": False, "first_name": "X"}
    chat = {"id": -100, "type": "supergroup", "title": "T"}
    message = {"message_id": update_id, "date": 1, "chat": chat, "from": sender, "text": "x"}
    return {"update_id": update_id, "message": message}


async def test_who_says_commands_without_end_does_not_use_up_the_group(tmp_path):
    async with evening(tmp_path, [SPADES]) as tonight:
        _, anna, boris = await dealt(tonight)
        gleb, group = tonight.friend("Gleb"), tonight.group
        before = len(await tonight.world.calls("sendMessage"))
        for _ in range(60):
            await gleb.says("/help", group)
        await anna.presses("6♠")
        await boris.sees("Слово: Борис", group)
        await boris.says("/help", group)
        await tonight.bot.parts.delivery.settle(10)
        assert len(await tonight.world.calls("sendMessage")) - before <= BURST + 4


BOT, FRIEND = SimpleNamespace(id=7000), SimpleNamespace(id=8)


def talks(
    who: int, text: str | None = "/help", kind: str = ChatType.SUPERGROUP, to: SimpleNamespace | None = None
) -> SimpleNamespace:
    """`to`: whose message it is a reply to."""
    sender, chat = SimpleNamespace(id=who), SimpleNamespace(type=kind)
    return SimpleNamespace(
        text=text, from_user=sender, chat=chat, reply_to_message=to and SimpleNamespace(from_user=to)
    )


async def test_a_share_of_what_may_be_said():
    """Ten at once, then one in six seconds; others, private chats and service messages are not concerned, and what
    people say to each other is not counted."""
    heard, at = TooMuch(), [0.0]

    async def too_much(message: SimpleNamespace) -> bool:
        return await heard(message, BOT, lambda: at[0])

    for said in (talks(1, "whose turn is it?"), talks(1, "mine", to=FRIEND), talks(1, None, to=BOT)):
        assert [await too_much(said) for _ in range(3 * BURST)] == [False] * 3 * BURST

    assert [await too_much(talks(1)) for _ in range(BURST + 2)] == [False] * BURST + [True] * 2
    assert not await too_much(talks(2))
    assert not await too_much(talks(1, None))
    assert not await too_much(talks(1, kind=ChatType.PRIVATE))
    at[0] = EVERY
    assert [await too_much(talks(1)) for _ in range(2)] == [False, True]
    assert await too_much(talks(1, "a code", to=BOT))
    assert not await too_much(talks(1, "my turn"))
    for minute in range(1, 60):  # somebody who speaks often, for an hour
        at[0] = EVERY + 60.0 * minute
        assert [await too_much(talks(3)) for _ in range(5)] == [False] * 5


# "Deep-link payloads by people who are not in the group or are banned"


async def test_a_link_seats_only_who_pressed_in_the_group_and_once(tmp_path):
    """The press in the group is the proof: the payload is drawn for who pressed there, and is nobody else's."""
    async with evening(tmp_path) as tonight:
        anna, boris, group = *tonight.friends("Anna", "Борис"), tonight.group
        stranger = tonight.befriends(await tonight.world.newcomer("Чужой"), tonight)
        await anna.starts()
        await anna.says("/play", group)
        link = (await boris.answer("Сесть", group)).url
        assert link
        for payload in (link, link[:-3] + "abc", link.partition("=")[0] + "=sit-1", link.partition("=")[0] + "=sit-"):
            await stranger.person.opens(payload)
        board = await anna.sees("новый стол", group)
        assert "Чужой" not in plain(board.text)
        await boris.person.opens(link)
        await boris.sees("Вы за столом")


# "Somebody trying to learn hidden cards by toasts, timing …"


async def test_what_is_refused_says_nothing_of_cards_that_are_hidden(tmp_path):
    """Whoever tries cards is told the same of one of the talon, of a discarded one, and of one in another's hand.

    Timing: the same code answers (`Tricks.apply` asks whether the card is in the presser's own hand, before anything
    else about it), no other hand is looked at, and between press and answer nothing depends on a card: what computers
    think, they think after the answer, and for a time that tells nothing (tests/host/test_computers.py).
    """
    async with evening(tmp_path, [SPADES]) as tonight:
        vira, anna, boris = await dealt(tonight)
        await eight_spades(anna, boris, vira)
        await boris.presses("Вист")
        await vira.presses("Віст")
        await tonight.trick("Anna ♠Т")
        kind, table, number, own = (await boris.carries("♠8")).split("|")
        hand = own.partition(":")[0]
        hidden = ("sT", "hA", "s7", "c7", "d9", "h7", "sK")  # talon, Віра's, discarded, Anna's
        tonight.may_be_seen("♠107 ♥Т7 ♣7 ♦9 ♠К", by=boris)  # he names them himself
        told = [await boris.forges(f"{kind}|{table}|{number}|{hand}:{c}") for c in hidden]
        assert {CARD.sub("that card", text) for text in told} == {"Карты that card на этой руке уже нет"}


def test_the_refusal_of_a_card_has_no_parameters_that_tell_whose_it_is():
    assert NotHeld().params.keys() <= {"card"}
