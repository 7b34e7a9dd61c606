"""Somebody who reads over everybody's shoulder: every message and every answer, the moment it comes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp

from tests.e2e.decks import cards_in


class Witness:
    """Knows who holds what, and notes each card that turns up where it may not be seen.

    A card is a secret from the moment at which it is dealt until the play says that it may be seen.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._owners: dict[str, set[int]] = {}
        self.leaks: list[str] = []
        self.seen = 0
        """Cards read so far: a witness who reads none proves nothing."""

    def deals(self, hands: dict[int, str], talon: str = "") -> None:
        """Cards are dealt: each hand may be seen by one person, by his id, and the talon by nobody."""
        self._owners = {c: {owner} for owner, hand in hands.items() for c in cards_in(hand)}
        self._owners |= {c: set() for c in cards_in(talon)}

    def allows(self, *cards: str, to: int | None = None) -> None:
        """From now on anybody may see these, or only `to` besides their owner."""
        for c in (c for some in cards for c in cards_in(some)):
            if to is None:
                self._owners.pop(c, None)
            elif c in self._owners:
                self._owners[c] = {*self._owners[c], to}

    def rests(self) -> None:
        """The deal is over: nothing of it is a secret any more."""
        self._owners = {}

    async def reads(self, listening: asyncio.Event) -> None:
        """Read until cancelled."""
        endless = aiohttp.ClientTimeout(total=None)
        async with (
            aiohttp.ClientSession(timeout=endless, read_bufsize=2**20) as session,
            session.get(f"{self._url}/api/events") as events,
        ):
            listening.set()
            async for line in events.content:
                if line.startswith(b"data: "):
                    self._look(json.loads(line.removeprefix(b"data: ")))

    def _look(self, event: dict[str, Any]) -> None:
        if event["kind"] in ("message", "edited"):
            message = event["message"]
            texts = [message["text"], *(button["text"] for row in message["buttons"] for button in row)]
            reader = message["only_for"] or (message["chat_id"] if message["chat_id"] > 0 else None)
        elif event["kind"] == "answer":
            texts, reader = [event["text"] or ""], event["user_id"]
        else:
            return
        for text in texts:
            for c in cards_in(text.replace("\u2068", "").replace("\u2069", "")):
                self.seen += 1
                if c in self._owners and reader not in self._owners[c]:
                    self.leaks.append(f"{c} shown to {reader or 'the group'} in {text!r}")
