"""Who and what a world is made of: people, the bot, chats, messages, documents. Values and lookups, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Entity = dict[str, Any]  # Telegram's MessageEntity; offset and length count UTF-16 code units
Button = dict[str, str]  # Telegram's InlineKeyboardButton
Keyboard = tuple[tuple[Button, ...], ...]  # rows of buttons

Standing = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]
"""Of somebody in a chat; who is restricted is in it and may only read."""
PRESENT: frozenset[Standing] = frozenset({"creator", "administrator", "member", "restricted"})
IN_CHARGE: frozenset[Standing] = frozenset({"creator", "administrator"})


@dataclass
class Person:
    """Somebody with a Telegram account. `started`: has pressed Start once; `blocked`: has blocked the bot since;
    `offline`: his app is closed, and what is ephemeral does not reach him."""

    id: int
    first_name: str
    username: str | None = None
    language_code: str = "en"
    started: bool = False
    blocked: bool = False
    offline: bool = False


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

    `service` holds the fields of a service message (`new_chat_members`, ...) with user ids for people. `sender_chat` is
    the chat in whose name it was said: the group itself for an anonymous administrator.

    An ephemeral message has a negative `id` and is `only_for` one person, who sees it in the place of the public
    message `instead_of` if that is set, or not at all (`unseen`).
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
    force_reply: dict[str, Any] | None = None
    sender_chat: int | None = None
    only_for: int | None = None
    instead_of: int | None = None
    unseen: bool = False

    @property
    def ephemeral_id(self) -> int:
        """What the Bot API calls an ephemeral message by; 0 for any other."""
        return -self.id if self.only_for is not None else 0


@dataclass
class Chat:
    """A group, or the private chat of one person with the bot (its id is the person's id).

    `members` has the standing of everybody who was ever in it, the bot included; `anonymous` are administrators who
    speak as the group. `messages` is keyed by message id, oldest first.
    """

    id: int
    type: Literal["private", "supergroup"]
    title: str
    members: dict[int, Standing] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int = 0
    anonymous: set[int] = field(default_factory=set)

    @property
    def private(self) -> bool:
        return self.type == "private"

    def standing(self, user_id: int) -> Standing:
        return self.members.get(user_id, "left")

    def has(self, user_id: int) -> bool:
        return self.members.get(user_id) in PRESENT
