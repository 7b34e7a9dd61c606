"""Where Telegram's posts arrive: whoever is not Telegram, and whatever is no update, is turned away.

An update is answered with 200 once it is committed, never before. Nothing of what a stranger sent is written to the
log, and no more than a line a minute about strangers.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from pydantic import SecretStr

from bot.intake.intake import describe
from bot.storage import Trouble

log = logging.getLogger(__name__)

Accept = Callable[[dict[str, Any]], Awaitable[None]]

HEADER = "X-Telegram-Bot-Api-Secret-Token"
BODY_WITHIN = 15.0
"""Seconds in which a body must have come."""
AGAIN = {"Retry-After": "1"}
"""Telegram keeps to this header: the update comes again in a second."""
QUIET = 60.0
"""Seconds between two lines about those who were turned away."""
BIGGEST_ID = 2**63 - 1


class NoUpdate(ValueError):
    """Why a body is no update, in few words of ours."""


class Door:
    """The handler of one route. Closed until `opens`: then updates go to `accept`, which returns when they are
    committed. `secret` is what Telegram was told to send along."""

    def __init__(self, secret: SecretStr, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._secret, self._clock = secret, clock
        self._accept: Accept | None = None
        self._turned_away, self._said_at = 0, float("-inf")

    def opens(self, accept: Accept) -> None:
        self._accept = accept

    def closes(self) -> None:
        """Telegram keeps what comes now and brings it again."""
        self._accept = None

    async def answer(self, request: web.Request) -> web.Response:
        """One post. The secret is looked at before anything else is read."""
        if not self._is_telegram(request):
            return self._turn_away(403, "without the webhook's secret")
        try:
            async with asyncio.timeout(BODY_WITHIN):
                update = _update(await request.read())
        except web.HTTPRequestEntityTooLarge:
            return self._turn_away(413, "a body too long")
        except NoUpdate as odd:
            return self._turn_away(400, str(odd))
        except TimeoutError:
            return self._turn_away(408, "a body that did not come to its end")
        if self._accept is None:
            return web.Response(status=503, headers=AGAIN)
        try:
            await self._accept(update)
        except Trouble:
            return web.Response(status=503, headers=AGAIN)
        except Exception as error:  # the database failed: Telegram keeps the update
            log.error("webhook: an update is not taken: %s", describe(error))
            return web.Response(status=503, headers=AGAIN)
        return web.Response()

    def _is_telegram(self, request: web.Request) -> bool:
        told = request.headers.get(HEADER, "").encode(errors="replace")
        return hmac.compare_digest(told, self._secret.get_secret_value().encode())

    def _turn_away(self, status: int, why: str) -> web.Response:
        self._turned_away += 1
        now = self._clock()
        if now - self._said_at >= QUIET:
            log.warning("webhook: a request is refused: %s (%d since the last such line)", why, self._turned_away)
            self._turned_away, self._said_at = 0, now
        response = web.Response(status=status)
        response.force_close()
        return response


def _update(body: bytes) -> dict[str, Any]:
    """The update that a body is. Raises NoUpdate."""
    try:
        told = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise NoUpdate("a body that is no JSON") from None
    number = told.get("update_id") if isinstance(told, dict) else None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= BIGGEST_ID:
        raise NoUpdate("JSON that is no update")
    return dict(told)


def _no_number(name: str) -> None:
    raise ValueError(name)
