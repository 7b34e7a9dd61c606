"""What the bot has sent, and of which sends it could not know: those alone may leave a message too many."""

from __future__ import annotations

import sqlite3
from collections import Counter

from emulator.world import Event
from tests.crash.evening import Messages, Telegram

SLOW = 0.05
"""Seconds by which a call that is late may be later still."""


class Sends:
    """Uncertain are a send whose answer was lost, and the one under way in a chat when the bot was killed. There is
    never more than one under way: a message that is not the newest of its chat and that the bot has not noted is a
    fault."""

    def __init__(self, world: Telegram) -> None:
        self._world = world
        self.uncertain = Counter[int]()
        """How many, by chat."""
        self._newest: dict[int, int] = {}
        self._doubtful: Messages = set()
        self._to_be_lost: set[int] = set()
        self._late: list[tuple[int, float]] = []
        self._ghosts = Counter[int]()
        world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if event["kind"] != "message":
            return
        chat, message = event["chat_id"], event["message"]["message_id"]
        if self._world.chats[chat].messages[message].sender_id != self._world.bot.id:
            return
        self._newest[chat] = message
        if chat in self._to_be_lost:
            self._to_be_lost.discard(chat)
            self._doubtful.add((chat, message))

    def in_trouble(self, method: str, chat: int, delay: float, now: float) -> None:
        """A call to a chat will be answered to nobody, or comes `delay` seconds later; `now` is a steady clock's."""
        if method != "sendmessage":
            return
        if delay:
            self._late.append((chat, now + delay))
        else:
            self.uncertain[chat] += 1
            self._to_be_lost.add(chat)

    def killed(self, conn: sqlite3.Connection, now: float) -> None:
        """The bot has been killed, and what it said last has come. The next one has not looked into the database yet:
        what was under way?"""
        for chat, due in self._late:
            if due > now - SLOW:  # it comes although nobody waits for it any more
                self.uncertain[chat] += 1
                self._ghosts[chat] += 1
        self._late = []
        noted = noted_messages(conn)
        for chat, message in self._newest.items():
            if (chat, message) in noted or (chat, message) in self._doubtful:
                continue
            if message not in self._world.chats[chat].messages:
                continue  # it has been deleted since
            self._doubtful.add((chat, message))
            if self._ghosts[chat]:
                self._ghosts[chat] -= 1
            else:
                self.uncertain[chat] += 1

    def strays(self, conn: sqlite3.Connection) -> dict[int, Messages]:
        """Messages of the bot, by chat, that it does not know of."""
        noted = noted_messages(conn)
        found: dict[int, Messages] = {}
        for chat in self._world.chats:
            spoken = {(chat, number) for number, _ in self._world.said(chat)}
            if more := spoken - noted:
                found[chat] = more
        return found


def noted_messages(conn: sqlite3.Connection) -> Messages:
    """The messages, by chat, that are a screen's, or were until another replaced them."""
    rows = conn.execute(
        "SELECT telegram_id, message_id, former FROM screens JOIN chats ON chats.id = chat_id"
    ).fetchall()
    return {(chat, n) for chat, message, former in rows for n in (message, former) if n is not None}
