"""What handlers ask of the outside, besides the host: words in the presser's language, screens, and a way to send
them."""

from __future__ import annotations

from typing import Any, Protocol

from aiogram.types import User

from bot.host import PreferansError, Scene
from bot.host.chats import Guest

DEFAULT_LOCALE = "ru"


class Words(Protocol):
    """Sentences and screens that answer one person (staging)."""

    def refusal(self, locale: str, error: PreferansError) -> str:
        """What is wrong and what may be done, at most 200 characters."""

    def said(self, locale: str, key: str) -> str:
        """A toast by its key."""

    def glance(self, scene: Scene, seat: int, word: str, locale: str) -> str:
        """What a look-only button answers: at most 200 characters, for that seat's eyes."""

    def opened(self, moment: Any, locale: str) -> str:
        """All hands, talon and discard of a deal that is over: at most 200 characters."""

    def plain(self, text: str) -> Any:
        """A screen that is one sentence."""

    def page(self, name: str, locale: str) -> Any:
        """A screen that is the same for everybody: greeting, help, start."""

    def sheet(self, scene: Scene, locale: str) -> Any:
        """The running sheet as a screen."""

    def pick(self, scene: Scene, seat: int, number: int, word: str) -> None:
        """Something picked that is still to be confirmed."""


class Post(Protocol):
    """Messages that answer a command (delivery)."""

    def say(self, chat: int, screen: Any) -> None: ...

    async def document(self, chat: int, name: str, content: bytes, caption: str = "") -> None: ...


def guest(user: User) -> Guest:
    """A person as Telegram has him."""
    return Guest(user.id, user.first_name, user.username, user.language_code)
