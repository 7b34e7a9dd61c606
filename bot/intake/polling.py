"""Long polling: the bot asks, and Telegram holds the answer back until there is something to tell."""

from __future__ import annotations

import logging
import random
from collections import deque
from typing import Any

from aiogram.exceptions import (
    AiogramError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import DeleteWebhook, TelegramMethod

from bot.intake.intake import UNKNOWN_TOKEN, AnotherReader, Intake, TokenRefused
from bot.storage import Trouble

log = logging.getLogger(__name__)

LONG_POLL = 30
"""Seconds for which Telegram holds an empty answer back."""
CONFLICT_WINDOW = 120.0
"""Seconds within which conflicts belong together."""
FEWEST_CONFLICTS, MOST_CONFLICTS, CONFLICT_EVERY = 3, 12, 3.0
"""Of two programs that poll, each ends the other's call, so both are told of as many conflicts. Who has polled for less
time gives way: after 3 of them, and one more for every 3 seconds that it had polled before the first, 12 at most.
Telegram ends the older of two calls, so a predecessor that is still hanging up costs its successor none."""

IN_TROUBLE = 1.0
"""Seconds between two calls while the database takes nothing: what has to wait comes with each of them."""


class GetUpdates(TelegramMethod[list[dict[str, Any]]]):
    """getUpdates, answered as the JSON it is."""

    __returning__ = list[dict[str, Any]]
    __api_method__ = "getUpdates"

    offset: int | None
    timeout: int
    allowed_updates: list[str] | None


class Polling(Intake):
    """`run` polls until `stop`. A webhook of earlier times is taken away, and what waits for it is not lost; one that
    is set later is another program's."""

    async def _take(self) -> None:
        offset, failures, started_at = None, 0, self._now()
        reads = False
        conflicts = deque[float](maxlen=MOST_CONFLICTS)
        while not self._stopping.is_set():
            await self._prune()
            call = GetUpdates(offset=offset, timeout=LONG_POLL, allowed_updates=self._allowed)
            try:
                updates = await self._unless_stopped(self._bot(call, request_timeout=LONG_POLL + 10))
            except (TelegramUnauthorizedError, TelegramNotFound):
                raise TokenRefused(UNKNOWN_TOKEN) from None
            except TelegramConflictError as error:
                if not reads and "webhook" in error.message.lower():
                    log.info("a webhook of earlier times is taken away")
                    await self._insist(DeleteWebhook(drop_pending_updates=False))
                    reads = True
                    continue
                conflicts.append(self._now())
                _give_way(error.message, conflicts, started_at)
                await self._pause(random.uniform(1, 3))
            except TelegramRetryAfter as error:
                log.warning("polling too often: waiting %s s as told", error.retry_after)
                await self._pause(error.retry_after)
            except AiogramError as error:
                failures += 1
                # Never the error itself: a garbled answer is quoted in it, people's messages and all.
                await self._back_off(failures, f"no updates ({type(error).__name__})")
            else:
                failures, reads = 0, True
                if updates is not None:
                    await self._tell_heard()
                try:
                    await self.accept(updates or ())
                except Trouble:  # the first that has to come again confirms those before it
                    offset = min(u["update_id"] for u in updates or () if u["update_id"] not in self._turned_away)
                    await self._pause(IN_TROUBLE)
                else:
                    # One call with an offset has confirmed everything before it; without one, numbers may start anew.
                    offset = max(update["update_id"] for update in updates) + 1 if updates else None


def _give_way(message: str, conflicts: deque[float], started_at: float) -> None:
    """Raise AnotherReader if these times of conflicts, the last one just now, say that it is this bot's to stop."""
    if "webhook" in message.lower():
        raise AnotherReader("another program has set a webhook for this bot: stop one of the two")
    recent = [at for at in conflicts if conflicts[-1] - at < CONFLICT_WINDOW]
    if len(recent) >= min(MOST_CONFLICTS, FEWEST_CONFLICTS + (recent[0] - started_at) // CONFLICT_EVERY):
        raise AnotherReader("another program polls with the same BOT_TOKEN: stop one of the two")
