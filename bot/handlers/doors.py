"""What handlers ask of the outside, besides the host and its replies: a way to pick and a way to send."""

from __future__ import annotations

from typing import Any, Protocol

from aiogram.types import CallbackQuery, InaccessibleMessage, Message, User

from bot.host import Scene
from bot.host.chats import DEFAULT_LOCALE, Directory, Guest, Person
from bot.host.reader import Pressed, Reader
from bot.host.refusals import Stale


class Picks(Protocol):
    """Keeps what is picked and not confirmed yet, and shows hands (staging)."""

    def pick(self, scene: Scene, seat: int, number: int, word: str) -> None: ...

    def unfold(self, scene: Scene, seat: int, word: str) -> None: ...

    def advise(self, scene: Scene, seat: int, word: str) -> None: ...

    def bring(self, scene: Scene, seat: int) -> None: ...


class Whispers(Protocol):
    """Shows hands in a group to their owners alone (whispers)."""

    async def cards(self, scene: Scene, seat: int, at: Pressed) -> bool: ...

    async def follow(self, scene: Scene, seat: int, at: Pressed) -> bool: ...


class Post(Protocol):
    """Messages that answer a command (delivery)."""

    def say(
        self, chat: int, screen: Any, *, thread: int | None = None, otherwise: tuple[int, Any] | None = None
    ) -> None: ...

    async def document(
        self, chat: int, name: str, content: bytes, caption: str = "", *, thread: int | None = None
    ) -> bool: ...

    def named(self, chat: int, message_id: int, key: str) -> None: ...

    def twin(self, chat: int, telegram_id: int, message_id: int, table: int) -> None: ...

    async def standing(self, chat: int, telegram_id: int) -> Any: ...


class Ways(Protocol):
    """What becomes of groups (reach). Chats are storage's ids, but for an upgrade Telegram's."""

    async def lost(self, chat: int) -> None: ...

    async def found(self, chat: int) -> None: ...

    async def shut(self, chat: int, thread: int | None) -> None: ...

    async def upgraded(self, old: int, new: int) -> None: ...


class Pages(Protocol):
    """The rules as people turn their pages (rulebook). Chats are storage's ids."""

    async def open(self, chat: int, locale: str, number: int, table: int = 0, thread: int | None = None) -> None: ...

    async def press(
        self,
        chat: int,
        locale: str,
        table: int,
        word: str,
        message_id: int,
        person: Person,
        update_id: int,
        thread: int | None,
    ) -> None: ...

    async def reply(
        self, chat: int, to_message: int, text: str, person: Person | None, update_id: int, thread: int | None = None
    ) -> bool: ...

    async def paste(
        self,
        chat: int,
        text: str,
        person: Person | None,
        update_id: int,
        table: int = 0,
        thread: int | None = None,
    ) -> None: ...


class Notes(Protocol):
    """Pages that belong to no table (notebook)."""

    async def turn(self, word: str, reader: Reader) -> str: ...

    async def mine_in_short(self, person: Person, locale: str) -> str: ...


def is_said_by_a_person(message: Message) -> bool:
    """Whether a person speaks to the bot: no other bot, and no channel, which Telegram lets speak in groups.

    An administrator may speak as the group itself; he then has the id of a bot that is everybody's and nobody's.
    """
    if message.sender_chat is not None:
        return message.sender_chat.id == message.chat.id
    return message.from_user is not None and not message.from_user.is_bot


def thread_of(message: Message | InaccessibleMessage | None) -> int | None:
    """The topic in which a message was said, so that the answer goes there.

    None in a group's General topic, whose number Telegram takes from nobody, and for a chain of replies, which has a
    number but is no topic.
    """
    return message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None


def pressed_in_group(query: CallbackQuery) -> Pressed | None:
    """A press in a group, None for one elsewhere, or where Telegram does not say."""
    message = query.message
    if message is None or message.chat.type == "private":
        return None
    number = message.ephemeral_message_id if isinstance(message, Message) else None
    return Pressed(query.id, query.from_user.id, number or 0)


def guest(user: User) -> Guest:
    """A person as Telegram has him."""
    return Guest(user.id, user.first_name, user.username, user.language_code)


def locale_of(person: Person) -> str:
    """The language in which a person is answered."""
    return person.locale or DEFAULT_LOCALE


async def reader_of(message: Message, directory: Directory, update_id: int) -> Reader:
    """Who says something, and where; nobody when an administrator speaks as the group itself."""
    if message.chat.type == "private":
        assert message.from_user is not None
        person = await directory.open_private(guest(message.from_user))
        assert person.chat is not None
        return Reader(person.chat, locale_of(person), True, person, update_id, thread_of(message))
    chat = await directory.group(message.chat.id, message.chat.title or "")
    speaker = None if message.sender_chat else message.from_user
    who = await directory.person(guest(speaker)) if speaker else None
    return Reader(chat, await directory.locale(chat), False, who, update_id, thread_of(message))


async def presser_of(query: CallbackQuery, person: Person, directory: Directory, update_id: int) -> Reader:
    """Who presses, and where. Raises Stale where Telegram does not say, or where a private chat was never opened."""
    message = query.message
    if message is None or (message.chat.type == "private" and person.chat is None):
        raise Stale()
    place = (update_id, thread_of(message), message.message_id)
    if message.chat.type == "private":
        assert person.chat is not None
        return Reader(person.chat, locale_of(person), True, person, *place)
    chat = await directory.group(message.chat.id, message.chat.title or "")
    return Reader(chat, await directory.locale(chat), False, person, *place)
