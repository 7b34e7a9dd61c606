"""What every place shows, as far as is known: storage's `screens`, remembered so that a press costs no look-up.

A message's number and a final word are on the disk at once. An edit is written within a second, together with others:
if that is lost, it is repeated, and "not modified" is success. So what an earlier process noted may not be its last
edit, and a message that went from A to B is to become A again although A is noted: `sure` tells.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace

from bot.delivery.wanted import Place
from bot.storage import Database, Trouble, chats, screens
from bot.storage.screens import Shown

LIMIT = 5000
"""Places remembered; more are read again when they are wanted."""


class Memory:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[Place, Shown] = {}
        self._unsaved: dict[Place, Shown] = {}
        self._hearsay: set[Place] = set()
        self._became: dict[int, int] = {}
        self.uncertain: set[int] = set()
        """Chats in which a send has lost its answer, as far as is known."""

    def current(self, place: Place) -> Place:
        """The place under the id that its chat has now: of two chats that turned out to be one the older stays."""
        return Place(self._became[place.chat], place.key) if place.chat in self._became else place

    def peek(self, place: Place) -> Shown | None:
        """What the place shows, if that is at hand."""
        return self._known.get(self.current(place))

    def __getitem__(self, place: Place) -> Shown:
        """What a loaded place shows; where nothing was shown yet `seq` is -1."""
        return self._known[place]

    def sure(self, place: Place, seq: int) -> bool:
        """Whether a loaded place looks as noted, if the table's newest action is `seq`.

        On the disk that holds for what shows this very action: edits that show no later one are announced there.
        """
        return place not in self._hearsay or self._known[place].seq == seq

    async def load(self, places: Iterable[Place]) -> list[Shown]:
        """Have these at hand; those that were not before."""
        places = list(places)
        missing = [place for place in places if place not in self._known]
        if not missing:
            return []
        found = await self._db.ask(lambda conn: [screens.get(conn, place.chat, place.key) for place in missing])
        for place, shown in zip(missing, found, strict=True):
            if place not in self._known:
                self._known[place] = shown or Shown(place.chat, place.key, None, None, "", -1, False)
                self._hearsay.add(place)
                self._mark(self._known[place])
        for place in list(self._known)[: max(0, len(self._known) - LIMIT)]:
            if place not in self._unsaved and place not in places:
                del self._known[place]
                self._hearsay.discard(place)
        return [self._known[place] for place in missing]

    def note(self, shown: Shown) -> None:
        """The place stands so now; on the disk with the next `flush`."""
        place = self.current(Place(shown.chat, shown.key))
        shown = replace(shown, chat=place.chat)
        self._known.pop(place, None)  # what changed last is forgotten last
        self._known[place] = self._unsaved[place] = shown
        self._hearsay.discard(place)
        self._mark(shown)

    def _mark(self, shown: Shown) -> None:
        if shown.uncertain:
            self.uncertain.add(shown.chat)

    async def keep(self, shown: Shown) -> None:
        """The place stands so now, on the disk when this returns; while that is in trouble, as soon as it can be."""
        self.note(shown)
        with contextlib.suppress(Trouble):
            await self.flush()

    async def flush(self) -> None:
        """Put everything noted on the disk."""
        if not self._unsaved:
            return
        batch, self._unsaved = self._unsaved, {}
        try:
            await self._db.write(screens.save_all, batch.values())
        except BaseException:
            self._unsaved = batch | self._unsaved
            raise

    async def move(self, chat: int, old: int, new: int) -> int | None:
        """Telegram calls the chat `new` now, and its messages are dead; what was said finally stays said.

        If the supergroup was taken for another chat meanwhile, that one is part of this: its id of ours.
        """
        await self.flush()
        newcomer = await self._db.write(chats.migrate, old, new)
        if newcomer is not None:
            self._became[newcomer] = chat
        for place, shown in list(self._known.items()):
            if place.chat == chat and not shown.final and (shown.message_id or shown.former) is not None:
                self.note(replace(shown, message_id=None, digest="", seq=-1, former=None))
            elif place.chat == newcomer:
                del self._known[place]
                self._unsaved.pop(place, None)
                self._hearsay.discard(place)
        return newcomer
