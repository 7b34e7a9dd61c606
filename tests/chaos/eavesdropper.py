"""Somebody who reads every message and every answer the moment it comes, and knows what its reader may know."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace

from bot.game.cards import Card, card
from bot.host.sitting import read_sitting
from emulator.world import Event
from tests.chaos.follow import Evidence, Followed
from tests.crash.evening import Telegram
from tests.crash.staged import as_shown, wanted
from tests.e2e.decks import cards_in
from tests.laws.knowledge import Viewer

_SUITS = dict(zip("♠♣♦♥", "scdh", strict=True))
_RANKS = {"Т": "A", "К": "K", "Д": "Q", "В": "J", "10": "T", "9": "9", "8": "8", "7": "7"}


class Eavesdropper:
    """A card may be told that its reader knows from what was said and played in this deal (`tests.laws.knowledge`).
    What comes late may be of the deal before: then the whole message must be what this reader was to see at some moment
    since that deal began."""

    def __init__(
        self,
        world: Telegram,
        conn: sqlite3.Connection,
        table_in: Callable[[int], Followed | None],
        evidence: Evidence,
    ) -> None:
        self._world, self._conn, self._table_in, self._evidence = world, conn, table_in, evidence
        self.cards = 0
        """Cards read so far: whoever reads none proves nothing."""
        self.late = 0
        """Messages that had to be compared as a whole."""
        world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if event["kind"] in ("message", "edited"):
            message = event["message"]
            self._read(
                message["only_for"] or event["chat_id"],
                [message["text"], *(button["text"] for row in message["buttons"] for button in row)],
            )
        elif event["kind"] == "answer" and event["text"]:
            self._read(event["user_id"], [event["text"]])

    def _read(self, chat: int, texts: list[str]) -> None:
        told = {found for text in texts for found in _cards(text)}
        self.cards += len(told)
        if not told or (table := self._table_in(chat)) is None:
            return
        viewer = next((seat for seat, person in table.people.items() if person == chat), None)
        if told <= table.knowledge.known[viewer]:
            return
        table.follow()  # what is told has been committed
        more = told - table.knowledge.known[viewer]
        if not more:
            return
        self.late += 1
        if texts[0] not in self._once(table, viewer, chat):
            named = " ".join(sorted(c.text for c in more))
            self._evidence.append(f"{table}: {named} told to {viewer or 'the group'} in {texts[0]!r}")

    def _once(self, table: Followed, viewer: Viewer, chat: int) -> set[str]:
        """All texts that this chat was to see since the deal before this one began."""
        now = read_sitting(self._conn, table.id).scene(time.time())
        place = now.chat if viewer is None else next(s.chat for s in now.sitters if s.seat == viewer)
        scenes = [replace(now, state=s, untold=(s,) if s in table.moments[-2:] else ()) for s in table.earlier]
        return {as_shown(self._world, w).text for then in scenes for w in wanted(then) if w.place.chat == place}


def _cards(text: str) -> set[Card]:
    found = cards_in(text.replace("\u2068", "").replace("\u2069", ""))
    return {card(_SUITS[name[0]] + _RANKS[name[1:]]) for name in found}
