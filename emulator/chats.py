"""Who and what a world is made of: people, the bot, chats, messages, documents. Values and lookups, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Entity = dict[str, Any]  # Telegram's MessageEntity; offset and length count UTF-16 code units
Button = dict[str, str]  # Telegram's InlineKeyboardButton
Keyboard = tuple[tuple[Button, ...], ...]  # rows of buttons

Standing = Literal["creator", "administrator", "member", "left", "kicked"]
PRESENT: frozenset[Standing] = frozenset({"creator", "administrator", "member"})


@dataclass
class Person:
    """Somebody with a Telegram account. `started`: has pressed Start once; `blocked`: has blocked the bot since."""

    id: int
    first_name: str
    username: str | None = None
    language_code: str = "en"
    started: bool = False
    blocked: bool = False


@dataclass(frozen=True)
class Bot:
    """The one bot of a world. With `privacy` on (Telegram's default) it does not hear small talk in groups."""

    id: int = 7000
    first_name: str = "Преферанс"
    username: str = "preferans_bot"
    token: str = "7000:EMULATOR"
    privacy: bool = True


@dataclass(frozen=True)
class Document:
    """A file once uploaded; `path` is what getFile names and the download asks for."""

    file_id: str
    file_unique_id: str
    path: str
    name: str
    mime_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Message:
    """One message as it stands now; an edit puts another value in its place. Dates are unix seconds.

    `service` holds the fields of a service message (`new_chat_members`, ...) with user ids for people.
    """

    id: int
    chat_id: int
    sender_id: int
    date: int
    text: str = ""
    entities: tuple[Entity, ...] = ()
    keyboard: Keyboard | None = None
    document: Document | None = None
    reply_to: int | None = None
    edit_date: int | None = None
    service: dict[str, Any] | None = None


@dataclass
class Chat:
    """A group, or the private chat of one person with the bot (its id is the person's id).

    `members` has the standing of everybody who was ever in it, the bot included. `messages` is keyed by message id,
    oldest first.
    """

    id: int
    type: Literal["private", "supergroup"]
    title: str
    members: dict[int, Standing] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int = 0

    @property
    def private(self) -> bool:
        return self.type == "private"

    def standing(self, user_id: int) -> Standing:
        return self.members.get(user_id, "left")

    def has(self, user_id: int) -> bool:
        return self.members.get(user_id) in PRESENT
