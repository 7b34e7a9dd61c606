"""Every method, every fault: whatever befalls the calls of an evening, the pulka comes to the same end.

In each evening one kind of trouble strikes all methods, in three places: while people sit down, in the middle of the
deal, and when it comes to the settlement. Delivery's seconds pass a hundred times as fast.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from bot import app
from bot.delivery import Delivery, outcomes
from bot.delivery.menus import offer_commands
from emulator.hooks import Hook
from tests.e2e.evening import Evening, Friend, evening, fenced, plain
from tests.e2e.openings import SPADES, eight_spades
from tests.faults.methods import FAULTS, HOLD, LOST, order, possible, used

FAST = 100
GIVEN_UP = HOLD / 2

LOG = "deck 1:ready 2:ready 3:cut 2:6s 3:pass 1:pass 2:drop 2:plays-8s 3:pass 1:pass deck 2:finish 3:agree 1:agree"
"""What is in the log at the end, without the cards that are secret."""
SHEET = [(1, 11, 1, "pool", 2, None, "6", "made contract=8s")]


CHAT_NOT_FOUND = ("sendMessage", "sendDocument")
"""What only a chat that is not found can refuse: it is lost then."""


class Patient(Friend):
    """Somebody who does not wait for the answer to a press, which may be lost, but for what comes of it."""

    async def tries(self, label: str, chat: int | None = None) -> str:
        before = max((m.id for m in await self.person.sees(chat)), default=0)
        pressed = await self.person.presses(fenced(label), chat)

        async def look() -> bool:
            shown = await self.person.sees(chat)
            now = next((m for m in shown if m.id == pressed.id), None)
            changed = now is None or (now.html, now.buttons) != (pressed.html, pressed.buttons)
            return changed or any(m.by_bot and m.id > before for m in shown)

        async def otherwise() -> str:
            return f"{self.name} pressed {label!r} and nothing changed: {plain(pressed.text)!r}"

        await self.evening.world.until(look, otherwise)
        return ""


class Hurried:
    """asyncio for one module, in which a second is a hundredth of one."""

    def __init__(self, true: Any) -> None:
        self._true = true

    def __getattr__(self, name: str) -> Any:
        return getattr(self._true, name)

    async def sleep(self, seconds: float) -> None:
        await self._true.sleep(seconds / FAST)


@contextmanager
def hurried() -> Iterator[None]:
    """Pauses take a hundredth of their time, and nobody waits long for an answer."""

    async def attempt(bot: Any, method: Any, timeout: float) -> outcomes.Outcome:
        return await outcomes.attempt(bot, method, GIVEN_UP)  # type: ignore[arg-type]

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / FAST)

    with (
        patch("bot.app.Delivery", partial(Delivery, clock=lambda: time.monotonic() * FAST, sleep=sleep)),
        patch("bot.app.Polling", partial(app.Polling, sleep=sleep)),
        patch("bot.app.Webhook", partial(app.Webhook, sleep=sleep)),
        patch("bot.delivery.carrier.attempt", attempt),
        patch("bot.delivery.standing.TIMEOUT", GIVEN_UP),
        patch("bot.delivery.bot.TIMEOUT", GIVEN_UP),
        patch("bot.intake.intake.UPLOAD", GIVEN_UP),
    ):
        yield


async def strike(tonight: Evening, fault: str, times: int, *methods: str, **where: int) -> None:
    for method in methods:
        if possible(method, fault) and (fault != "not found" or method not in CHAT_NOT_FOUND or where):
            how, fields = order(method, fault)
            await getattr(tonight.world, how)(method, times, **fields, **where)


ON_THE_WAY = ("answerCallbackQuery", "getUpdates", "sendMessage", "editMessageText", "getChatMember")
"""What everything goes through."""
BESIDE = (
    "deleteMessage",
    "editMessageReplyMarkup",
    "sendDocument",
    "editEphemeralMessageText",
    "deleteEphemeralMessage",
)


async def struck(tonight: Evening, fault: str, times: int) -> None:
    """The short pulka: a deal of eight spades that nobody whists, then an administrator ends it."""
    tonight.befriends = Patient
    vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
    group = tonight.group
    for friend in (vira, anna, boris):
        await friend.starts()
        await friend.sees(f"{friend.name}!")
    await strike(tonight, fault, times, *ON_THE_WAY)
    await tonight.sits_down(vira, anna, boris)
    await offer_commands(tonight.bot.parts.bot, app.menus())
    await tonight.deal()
    await strike(tonight, fault, times, *ON_THE_WAY[:4], *BESIDE)
    await anna.person.presses(fenced("Мои карты"), group)
    await eight_spades(anna, boris, vira)
    await anna.person.presses(fenced("Мои карты"), group)
    await boris.presses("Пас")
    await strike(tonight, fault, times, *ON_THE_WAY[:4])
    await vira.presses("Пас")
    await anna.sees("сыграно 8♠: 6 в пулю", group)
    await ended(tonight, vira, anna, boris)


async def ended(tonight: Evening, vira: Friend, anna: Friend, boris: Friend) -> None:
    """Somebody who has no right to it tries, then the three agree to end it, and the record is brought."""
    gleb, group = tonight.friend("Gleb"), tonight.group
    await anna.person.presses(fenced("Стол…"), group)
    if group == tonight.world.group:  # he is in the first group only
        await gleb.person.presses(fenced("Закончить пульку"), group)
    await anna.presses("Предложить закончить", group)
    await boris.presses("Согласен", group)
    await vira.presses("Согласен", group)
    await anna.sees("Итог в вистах", group)
    await anna.says("/record", group)
    await tonight.downloads(anna, group)


async def right_at_the_end(tonight: Evening, *, begun: bool = True) -> None:
    """The log, the sheet and all screens; nothing that is said once stands twice."""
    parts = tonight.bot.parts
    await parts.delivery.settle(10)
    tokens = [row["token"] for row in await parts.db.read("SELECT token FROM actions ORDER BY seq")]
    said = " ".join(re.sub(r"^(deck|\d:cut|\d:drop)-.*", r"\1", token) for token in tokens)
    assert said == LOG, said
    lines = await parts.db.read("SELECT * FROM lines ORDER BY seq")
    assert [tuple(line) for line in lines] == SHEET
    shown = [plain(m.text) for m in await tonight.world.messages(tonight.group) if m.by_bot]
    for once in ("сыграно 8♠: 6 в пулю", "Итог в вистах", *(["пулька началась"] if begun else [])):
        assert sum(once in text for text in shown) == 1, (once, shown)
    for name, result in (("Віра", "Ваш підсумок"), ("Anna", "Ваш итог"), ("Борис", "Ваш итог")):
        read = [plain(m.text) for m in await tonight.friend(name).person.sees()]
        assert sum(result in text for text in read) == 1, read
    called = {call["method"] for call in await tonight.world.calls()}
    assert called <= FAULTS.keys(), "a method that the table does not have"


def test_the_table_has_every_method_that_the_bot_uses():
    assert used() == FAULTS.keys()


def test_the_table_says_of_each_fault_how_or_why_not():
    for method, faults in FAULTS.items():
        assert set(faults) == {"403", "not modified", "not found", "migrate"}, method
        assert all(faults.values()), method


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("fault", LOST)
async def test_a_call_that_fails_or_is_never_answered(tmp_path, fault: str, times: int):
    """After a lost effect the repeated edit is told "not modified": the only way in which Telegram comes to say so."""
    with hurried():
        async with evening(tmp_path, [SPADES]) as tonight:
            await struck(tonight, fault, times)
            await right_at_the_end(tonight)
            refused = {call["method"] for call in await tonight.world.calls() if call["error_code"] == 400}
            assert "editMessageText" in refused or "after the effect" not in fault


@pytest.mark.parametrize("times", [1, 3])
async def test_what_is_addressed_is_gone(tmp_path, times: int):
    """Messages, queries, members. A chat that is gone is lost: below."""
    with hurried():
        async with evening(tmp_path, [SPADES]) as tonight:
            await struck(tonight, "not found", times)
            await right_at_the_end(tonight)


LOSSES = [
    pytest.param(method, fault, id=f"{method} {fault}")
    for fault in ("403", "not found")
    for method in ("sendMessage", "editMessageText", "sendDocument")
    if fault == "403" or method in CHAT_NOT_FOUND
]


@pytest.mark.parametrize(("method", "fault"), LOSSES)
async def test_a_group_that_cannot_be_written_to(tmp_path, method: str, fault: str):
    """The table is told, once, in private; the pulka goes on there, and the group is shown all when it is heard of."""
    with hurried():
        async with evening(tmp_path, [SPADES]) as tonight:
            tonight.befriends = Patient
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            group = tonight.group
            await tonight.sits_down(vira, anna, boris)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            await strike(tonight, fault, 1, method, chat_id=group)
            if method == "sendDocument":
                await anna.says("/record", group)
            elif method == "sendMessage":
                await anna.says("/help", group)
            await eight_spades(anna, boris, vira)
            await anna.sees("личных чатах")
            await boris.presses("Пас")
            await vira.presses("Пас")
            await boris.sees("Готовы к сдаче?")
            await anna.says("/help", group)
            await ended(tonight, vira, anna, boris)
            await right_at_the_end(tonight)
            told = [m for m in await anna.person.sees() if "личных чатах" in plain(m.text)]
            assert len(told) == 1


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_a_group_that_has_moved(tmp_path, method: str):
    """Nobody says so but the refusal of this call."""
    with hurried():
        async with evening(tmp_path, [SPADES]) as tonight:
            tonight.befriends = Patient
            vira, anna, boris = tonight.friends("Віра", "Anna", "Борис")
            tonight.group = group = await anna.person.founds("Дача", boris.person, vira.person, basic=True)
            await anna.sees("Я веду столы преферанса", group)
            await tonight.sits_down(vira, anna, boris)
            await tonight.deal()
            await anna.sees("Слово: Anna", group)
            await tonight.bot.parts.delivery.settle(10)
            tonight.group = await anna.person.upgrades(group, "silently")
            moved = {"migrate_to_chat_id": tonight.group}
            words = "Bad Request: group chat was upgraded to a supergroup chat"
            await tonight.world.fail("editMessageText", status=400, description=words, parameters=moved, chat_id=group)
            if method == "sendMessage":
                await tonight.world.fail("editMessageText", status=400, description="MESSAGE_ID_INVALID", chat_id=group)
            await eight_spades(anna, boris, vira)
            await anna.sees("Anna играет 8♠", tonight.group)
            await boris.presses("Пас")
            await vira.presses("Пас")
            await anna.sees("сыграно 8♠: 6 в пулю", tonight.group)
            await ended(tonight, vira, anna, boris)
            await right_at_the_end(tonight, begun=False)


HOOKED, POLLED = ("setWebhook", "getWebhookInfo"), ("deleteWebhook", "getUpdates")
STARTING = ("getMe", "deleteWebhook", "setWebhook", "getWebhookInfo", "getMyCommands", "setMyCommands")


@pytest.mark.parametrize("fault", LOST)
@pytest.mark.parametrize("by_webhook", [False, True], ids=["polling", "webhook"])
async def test_a_start_that_fails(tmp_path, fault: str, by_webhook: bool):
    """A poller takes a webhook of earlier times away first; without menus of commands the bot works all the same."""
    with hurried():
        async with evening(tmp_path, by_webhook=by_webhook) as tonight:
            await tonight.bot.stops()
            if not by_webhook:
                tonight.bot.telegram.world.set_hook(Hook("https://example.org/hook"))
            await strike(tonight, fault, 1, *STARTING)
            with patch("bot.app.asyncio", Hurried(asyncio)):
                await tonight.bot.starts()
            await offer_commands(tonight.bot.parts.bot, app.menus())
            await tonight.friend("Gleb").starts()
            await tonight.friend("Gleb").sees("Hello, Gleb")
            wanted = {"getMe", "getMyCommands", *(HOOKED if by_webhook else POLLED)}
            async with asyncio.timeout(5):  # Telegram lets nobody set a webhook twice a second
                while not wanted <= (called := {call["method"] for call in await tonight.world.calls()}):
                    await asyncio.sleep(0.05)
            assert called <= FAULTS.keys()
