"""The webhook: Telegram posts each update to the bot's own server, and brings it again until that says 200."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import GetWebhookInfo, SetWebhook
from aiogram.types import FSInputFile, WebhookInfo
from pydantic import SecretStr

from bot.intake.door import Door
from bot.intake.intake import AnotherReader, Intake, WebhookRefused

log = logging.getLogger(__name__)

LOOK = 30.0
"""Seconds between two looks at how the webhook does. Clocks strike only while Telegram was heard within 75."""


def secret_of(token: str) -> SecretStr:
    """The webhook's secret where none is set: it follows from the bot's token, and the token does not follow from it.

    Not drawn by chance and kept: so an update on its way while the bot starts anew still carries the right one, and
    whoever gets hold of a copy of the database learns no way in.
    """
    return SecretStr(hmac.new(token.encode(), b"preferans webhook secret", hashlib.sha256).hexdigest())


@dataclass(frozen=True, slots=True)
class Hook:
    """`url` is where Telegram posts, `certificate` a PEM file that Telegram is to trust because nobody else vouches
    for it."""

    url: str
    secret: SecretStr
    certificate: Path | None = None


class Webhook(Intake):
    """`run` sets the webhook, opens the door, and looks after both until `stop`. The webhook stays set: what comes
    while the bot is away waits at Telegram's."""

    def __init__(self, *parts: Any, hook: Hook, door: Door, **more: Any) -> None:
        super().__init__(*parts, **more)
        self._hook, self._door = hook, door
        self._watch = _Watch()

    async def _take(self) -> None:
        self._door.opens(self._posted)
        try:
            await self._set()
            while not self._stopping.is_set():
                await self._prune()
                await self._look()
                await self._pause(LOOK)
        finally:
            self._door.closes()

    def stop(self) -> None:
        self._door.closes()
        super().stop()

    async def _posted(self, update: dict[str, Any]) -> None:
        """Return when it is committed. `settle` waits for that too."""
        taking = asyncio.create_task(self._taken(update), name="a post")
        self._tasks.add(taking)
        taking.add_done_callback(self._tasks.discard)
        await asyncio.shield(taking)

    async def _taken(self, update: dict[str, Any]) -> None:
        self._watch.came()
        await self._tell_heard()
        await self.accept([update])

    async def _set(self) -> None:
        """Raises WebhookRefused with Telegram's reason."""
        certificate = FSInputFile(self._hook.certificate) if self._hook.certificate else None
        call = SetWebhook(
            url=self._hook.url,
            secret_token=self._hook.secret.get_secret_value(),
            certificate=certificate,
            allowed_updates=self._allowed,
            drop_pending_updates=False,
        )
        try:
            await self._insist(call)
        except TelegramBadRequest as refused:
            raise WebhookRefused(f"Telegram does not take BOT_WEBHOOK_URL ({refused.message})") from None

    async def _look(self) -> None:
        """Ask Telegram how the webhook does. Raises AnotherReader if it is no longer this bot's."""
        info = await self._insist(GetWebhookInfo())
        if info is None:
            return
        if info.url != self._hook.url:
            what = "set a webhook of its own" if info.url else "taken the webhook away"
            raise AnotherReader(f"another program has {what} for this bot: stop one of the two")
        if self._watch.reaches(info):
            await self._tell_heard()
        else:
            log.warning("Telegram does not reach the webhook (%s)", info.last_error_message)


@dataclass(slots=True)
class _Watch:
    """Whether what waits at Telegram's reaches the bot."""

    arrived: bool = field(default=False)
    error_at: object = None
    cut_off: bool = False

    def came(self) -> None:
        """An update has arrived."""
        self.arrived, self.cut_off = True, False

    def reaches(self, info: WebhookInfo) -> bool:
        """Not if since the last look nothing came, something waits, and another try failed."""
        failed, self.error_at = info.last_error_date not in (None, self.error_at), info.last_error_date
        if failed and not self.arrived:
            self.cut_off = True
        if not info.pending_update_count:
            self.cut_off = False
        self.arrived = False
        return not self.cut_off
