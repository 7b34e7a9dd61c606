"""Who reads a page, and where."""

from __future__ import annotations

from dataclasses import dataclass

from bot.host.chats import Person


@dataclass(frozen=True, slots=True)
class Reader:
    """`chat` is storage's id, `locale` the chat's language.

    `person` is nobody when an administrator speaks as the group; `message_id` is the message whose button was pressed.
    """

    chat: int
    locale: str
    private: bool
    person: Person | None
    update_id: int
    thread: int | None = None
    message_id: int | None = None

    @property
    def open(self) -> int | None:
        """His private chat, if it may be written to."""
        return self.person.chat if self.person is not None and self.person.private == "open" else None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press in a group: its id at Telegram, by whom (his id there), and on which of the messages that he alone sees
    (0: on one that all see, or nobody knows)."""

    query: str
    by: int
    ephemeral: int = 0
