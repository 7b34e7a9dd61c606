"""Presses of inline buttons, from the tap to the bot's answer."""

from __future__ import annotations

from dataclasses import dataclass

from emulator.refusals import QUERY_TOO_OLD, bad_request
from emulator.updates import PRESS_LIVES

ANSWER_WITHIN = 15.0  # seconds after the bot was told


@dataclass
class Query:
    id: str
    user_id: int
    chat_id: int
    message_id: int
    pressed: float
    delivered: float | None = None


class Queries:
    """Presses that may still be answered: once each, within 15 s after the bot first read of it."""

    def __init__(self) -> None:
        self._open: dict[str, Query] = {}
        self._last = 30_000_000_000_000_000

    def press(self, user_id: int, chat_id: int, message_id: int, now: float) -> Query:
        self._forget_old(now)
        self._last += 1
        query = Query(str(self._last), user_id, chat_id, message_id, now)
        self._open[query.id] = query
        return query

    def delivered(self, query_id: str, now: float) -> None:
        """Note the first time the bot read of it; a second reading gives no more time."""
        query = self._open.get(query_id)
        if query is not None and query.delivered is None:
            query.delivered = now

    def answer(self, query_id: str, now: float) -> Query:
        """The press that is answered now; Refused if it is too late, unknown or was answered before."""
        query = self.still_open(query_id, now)
        del self._open[query_id]
        return query

    def still_open(self, query_id: str, now: float) -> Query:
        """The press, which may still be answered; Refused else."""
        query = self._open.get(query_id)
        if query is None or (query.delivered is not None and now - query.delivered > ANSWER_WITHIN):
            raise bad_request(QUERY_TOO_OLD)
        return query

    def _forget_old(self, now: float) -> None:
        for query in list(self._open.values()):
            if query.pressed + PRESS_LIVES + ANSWER_WITHIN >= now:
                return
            del self._open[query.id]
