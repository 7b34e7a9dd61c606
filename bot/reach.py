"""What follows when a chat can no longer be written to, can again, becomes a supergroup or loses a topic.

Whatever happens, each thing is said once: in private to those at the tables that their group does not see, in the group
for those that have moved. The pulka goes on: it is played in private chats.
"""

from __future__ import annotations

from typing import Protocol

from bot import replies
from bot.host import Host
from bot.host.chats import Directory
from bot.host.groups import Hidden
from bot.screens.screen import Screen


class Voice(Protocol):
    """Where words go (delivery). It returns at once."""

    def say(self, chat: int, screen: Screen, *, thread: int | None = None) -> None: ...

    async def moved(self, old: int, new: int) -> None: ...

    async def renew(self, chat: int, table: int) -> None: ...


class Reach:
    """Told by delivery, when a call shows it, and by handlers, when Telegram says it; whoever comes second changes
    nothing. Chats are storage's ids."""

    def __init__(self, host: Host, directory: Directory, voice: Voice) -> None:
        self._host, self._directory, self._voice = host, directory, voice

    async def lost(self, chat: int) -> None:
        """The bot may not write there: restricted, thrown out, or blocked by a person."""
        await self._directory.lost(chat)
        await self._host.groups.closed(chat)
        self._tell(await self._host.groups.hide(chat))

    async def found(self, chat: int) -> None:
        """It may again: what has happened meanwhile is shown."""
        await self._directory.found(chat)
        await self._host.groups.show(chat)

    async def moved(self, chat: int) -> None:
        """The group is a supergroup: its screens are sent there."""
        self._directory.forget_group(chat)
        await self._host.groups.show(chat)

    async def upgraded(self, old: int, new: int) -> None:
        """Telegram says that the group with its id `old` is the supergroup `new` now."""
        await self._voice.moved(old, new)

    async def shut(self, chat: int, thread: int | None) -> None:
        """Nothing can be said in a topic: its tables go on in General, and if that is shut too, in private."""
        if thread is None:
            self._tell(await self._host.groups.hide(chat, outside_topics=True))
            return
        for table in await self._host.groups.in_topic(chat, thread):
            await self._voice.renew(chat, table)
        for scene in await self._host.groups.leave_topic(chat, thread):
            self._voice.say(chat, replies.moved_out(scene, scene.locale))

    def _tell(self, news: tuple[Hidden, ...]) -> None:
        for hidden in news:
            for reader in hidden.readers:
                self._voice.say(reader.chat, replies.hidden(hidden.scene, reader.locale))
