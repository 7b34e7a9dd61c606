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
    `offline`: his app is closed, and what is ephemeral does not reach him; `deleted`: the account is no more, a
    nameless member of its groups."""

    id: int
    first_name: str
    username: str | None = None
    language_code: str = "en"
    started: bool = False
    blocked: bool = False
    offline: bool = False
    deleted: bool = False


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
    """A file once uploaded; `path` is what getFile names and the download asks for. `size` in pixels has a photo."""

    file_id: str
    file_unique_id: str
    path: str
    name: str
    mime_type: str
    content: bytes = field(repr=False)
    size: tuple[int, int] | None = None


@dataclass(frozen=True)
class Message:
    """One message as it stands now; an edit puts another value in its place. Dates are unix seconds.

    `service` holds the fields of a service message (`new_chat_members`, ...) with user ids for people. `thread` is the
    topic it stands in, None for General. `speaker` are the fields of Telegram's Message that say who speaks, where that
    is no person and not the bot: the group, a channel, another bot.

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
    photo: Document | None = None
    reply_to: int | None = None
    edit_date: int | None = None
    service: dict[str, Any] | None = None
    force_reply: dict[str, Any] | None = None
    thread: int | None = None
    speaker: dict[str, Any] | None = None
    only_for: int | None = None
    instead_of: int | None = None
    unseen: bool = False

    @property
    def ephemeral_id(self) -> int:
        """What the Bot API calls an ephemeral message by; 0 for any other."""
        return -self.id if self.only_for is not None else 0


GENERAL = 1
"""The topic that every forum has. Nobody names it by its number: what names no topic goes there."""


@dataclass
class Topic:
    """One topic of a forum; its number is that of the message that opened it."""

    id: int
    name: str
    closed: bool = False


@dataclass
class Chat:
    """A group, or the private chat of one person with the bot (its id is the person's id).

    `members` has the standing of everybody who was ever in it, the bot included; `anonymous` are administrators who
    speak as the group; `silent`: plain members may not write. `messages` is keyed by message id, oldest first.
    `topics` outlive the times in which it is no `forum`. A basic group that became a supergroup knows its new id.
    `last_bot` is the bot that spoke last.
    """

    id: int
    type: Literal["private", "group", "supergroup"]
    title: str
    members: dict[int, Standing] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int = 0
    anonymous: set[int] = field(default_factory=set)
    silent: bool = False
    forum: bool = False
    topics: dict[int, Topic] = field(default_factory=lambda: {GENERAL: Topic(GENERAL, "General")})
    upgraded_to: int | None = None
    last_bot: int | None = None

    @property
    def private(self) -> bool:
        return self.type == "private"

    def standing(self, user_id: int) -> Standing:
        return self.members.get(user_id, "left")

    def has(self, user_id: int) -> bool:
        return self.members.get(user_id) in PRESENT

    def may_write(self, user_id: int) -> bool:
        """Whether somebody who is in it may say anything."""
        standing = self.standing(user_id)
        return standing in IN_CHARGE or (standing == "member" and (self.private or not self.silent))
