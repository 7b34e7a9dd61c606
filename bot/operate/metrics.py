"""Figures for Prometheus: counts and seconds, no name, no card, no id of anybody.

They are taken where everything of a kind passes: each call to Telegram in the session, each press before its handler,
each accepted action where the host tells of it. What stands in the database or in a queue is looked up when asked for.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
)
from aiogram.methods import TelegramMethod
from aiogram.types import CallbackQuery, TelegramObject
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.host.accepted import Accepted
from bot.presses import KINDS

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of the histograms. A press should take less than a quarter of a second, Telegram's part in it included."""
WAITED_FOR = "getUpdates"
"""Its answer is held back on purpose: how long it takes says nothing."""
_OUTCOMES: tuple[tuple[type[BaseException], str], ...] = (
    (TelegramRetryAfter, "flood"),
    (TelegramForbiddenError, "forbidden"),
    (TelegramBadRequest, "refused"),
    (TelegramNetworkError, "unreachable"),
    (TelegramAPIError, "failed"),
)


class Metrics:
    """Counts from its beginning on; nothing is shared between two of them."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a line for each counter that says when it began: when the process did
        self._clock, self.registry = clock, CollectorRegistry()
        more: Any = {"namespace": "preferans", "registry": self.registry}
        self._presses = Counter("presses", "Presses of buttons.", ["kind"], **more)
        self._refusals = Counter("refusals", "Presses that were refused, by reason.", ["code"], **more)
        self._press_seconds = Histogram("press_seconds", "From a press to its answer.", buckets=SECONDS, **more)
        self._actions = Counter("actions", "Accepted actions.", ["kind"], **more)
        self._action_seconds = Histogram("action_seconds", "From a press to the disk.", buckets=SECONDS, **more)
        self._deals = Counter("deals", "Deals that have ended.", **more)
        self._pulkas = Counter("pulkas", "Pulkas that have ended.", **more)
        self._calls = Counter("calls", "Calls to Telegram.", ["method", "outcome"], **more)
        self._call_seconds = Histogram("call_seconds", "Calls to Telegram.", ["method"], buckets=SECONDS, **more)
        self._floods = Counter("flood_waits", "Answers that told the bot to wait.", **more)
        self._flood_seconds = Counter("flood_wait_seconds", "Seconds that it was told to wait.", **more)
        self._answered = Gauge("last_answer_timestamp_seconds", "When Telegram answered last.", **more)
        self._tables = Gauge("tables", "Tables that are open.", ["status"], **more)
        self._queue = Gauge("queue_length", "What waits to be done.", ["queue"], **more)
        self._writable = Gauge("database_writable", "1 while actions are recorded.", **more)
        self._ready = Gauge("ready", "1 while the bot plays, as /readyz says.", **more)
        ProcessCollector(namespace="preferans", registry=self.registry)

    def hang_on(self, bot: Bot, dispatcher: Dispatcher) -> None:
        """Count the calls of this bot and the presses that come to it."""
        bot.session.middleware(self.call)  # type: ignore[arg-type]
        dispatcher.callback_query.outer_middleware(self.press)

    async def call(
        self,
        make: Callable[[Bot, TelegramMethod[Any]], Awaitable[Any]],
        bot: Bot,
        method: TelegramMethod[Any],
    ) -> Any:
        """A call to Telegram goes by."""
        name, began, outcome = method.__api_method__, self._clock(), "ok"
        try:
            answer = await make(bot, method)
            self._answered.set_to_current_time()
            return answer
        except Exception as error:
            outcome = next((word for kind, word in _OUTCOMES if isinstance(error, kind)), "failed")
            if isinstance(error, TelegramRetryAfter):
                self._floods.inc()
                self._flood_seconds.inc(error.retry_after)
            raise
        finally:
            self._calls.labels(name, outcome).inc()
            if name != WAITED_FOR:
                self._call_seconds.labels(name).observe(self._clock() - began)

    async def press(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        """A press goes by. What its handler returns says with which `code` it was refused, "" if it was not."""
        assert isinstance(event, CallbackQuery)
        began = self._clock()
        answer = await handler(event, data)
        self._press_seconds.observe(self._clock() - began)
        self._presses.labels(KINDS.get((event.data or "")[:1], "unknown")).inc()
        if code := getattr(answer, "code", ""):
            self._refusals.labels(code).inc()
        return answer

    def accepted(self, done: Accepted) -> None:
        """An action is on the disk."""
        self._actions.labels(done.kind).inc()
        self._action_seconds.observe(done.seconds)
        if done.closes:
            self._deals.inc()
        if done.closes == "pulka":
            self._pulkas.inc()

    def page(self, *, tables: Mapping[str, int], queues: Mapping[str, int], writable: bool, ready: bool) -> bytes:
        """Everything in Prometheus' text form, with what stands at this moment."""
        for status in ("lobby", "playing"):
            self._tables.labels(status).set(tables.get(status, 0))
        for queue, length in queues.items():
            self._queue.labels(queue).set(length)
        self._writable.set(writable)
        self._ready.set(ready)
        return generate_latest(self.registry)
