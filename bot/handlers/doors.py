"""What handlers ask of the outside, besides the host and its replies: a way to pick and a way to send."""

from __future__ import annotations

from typing import Any, Protocol

from aiogram.types import User

from bot.host import Scene
from bot.host.chats import Guest, Person

DEFAULT_LOCALE = "ru"
"""Of a group that has not chosen a language, and of a person whose app tells none."""


class Picks(Protocol):
    """Keeps what is picked and not confirmed yet (staging)."""

    def pick(self, scene: Scene, seat: int, number: int, word: str) -> None: ...


class Post(Protocol):
    """Messages that answer a command (delivery)."""

    def say(self, chat: int, screen: Any) -> None: ...

    async def document(self, chat: int, name: str, content: bytes, caption: str = "") -> None: ...

    def named(self, chat: int, message_id: int, key: str) -> None: ...


def guest(user: User) -> Guest:
    """A person as Telegram has him."""
    return Guest(user.id, user.first_name, user.username, user.language_code)


def locale_of(person: Person) -> str:
    """The language in which a person is answered."""
    return person.locale or DEFAULT_LOCALE
