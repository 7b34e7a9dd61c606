"""Who is told what becomes of a chat: that is more than delivery can deal with alone."""

from __future__ import annotations

from typing import Protocol


class Watch(Protocol):
    """Chats are storage's ids. Each is told after it is in the database; what it wants shown then comes in its turn."""

    async def lost(self, chat: int) -> None:
        """The bot may not write there any more."""

    async def found(self, chat: int) -> None:
        """In a group that was lost something has been said again."""

    async def moved(self, chat: int) -> None:
        """The group is a supergroup now: nothing that stood in it lives, and its screens have to be shown again."""

    async def shut(self, chat: int, thread: int | None) -> None:
        """Nothing can be said in this topic; None is what stands in no topic, or in General."""
