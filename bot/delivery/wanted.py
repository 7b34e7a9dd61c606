"""What a chat should show, and where."""

from __future__ import annotations

from dataclasses import dataclass

from bot.screens.screen import Screen


@dataclass(frozen=True, slots=True)
class Place:
    """One message's role in a chat: `chat` is storage's id, `key` says what stands there ("board:12:3")."""

    chat: int
    key: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """`place` should show `screen`: `table` as of action `seq`, or what is of no table (`seq` tells newer from older).

    `priority`: the lower comes first when a chat's budget is short. `final`: said once; the place is never touched
    again. `after`: not before that place of the same chat is final. `fresh`: a new message with sound replaces the old
    one; otherwise the message is edited, and a first one comes silently. `thread`: the topic for a new message.
    `opening`: what a final word that has no message yet is preceded by, and then an edit of: a send may happen twice.
    """

    place: Place
    screen: Screen
    table: int | None
    seq: int
    priority: int = 1
    final: bool = False
    after: Place | None = None
    fresh: bool = False
    thread: int | None = None
    opening: Screen | None = None

    def __post_init__(self) -> None:
        if self.after is not None and self.after.chat != self.place.chat:
            raise ValueError("a place can only wait for another in its own chat")

    def yields_to(self, other: Wanted) -> bool:
        """Whether `other`, asked for later and for the same place, is the newer one."""
        return other.seq >= self.seq and other.final >= self.final
