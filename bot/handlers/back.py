"""/back, in a group or in private: who was away plays himself again at all his tables."""

from __future__ import annotations

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Post, reader_of
from bot.handlers.where import Said
from bot.host import Host
from bot.host.chats import Directory


def router() -> Router:
    routes = Router(name="back")
    routes.message.filter(Said())
    routes.message.register(back, Command("back", ignore_case=True))
    return routes


async def back(message: Message, host: Host, directory: Directory, post: Post, update_id: int) -> None:
    """Answered where he has said it, in a group so that the others see it too."""
    reader = await reader_of(message, directory, update_id)
    tables = await host.returned(reader.person.id) if reader.person is not None else 0
    post.say(reader.chat, replies.returned(reader.locale, tables), thread=reader.thread)
