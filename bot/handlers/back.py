"""/back, in a group or in private: who was away plays himself again at all his tables."""

from __future__ import annotations

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot import replies
from bot.handlers.commands import Where
from bot.handlers.doors import Post, guest, locale_of, thread_of
from bot.host import Host
from bot.host.chats import Directory


def router() -> Router:
    routes = Router(name="back")
    private, group = Router(name="back in private"), Router(name="back in groups")
    private.message.filter(Where("private"))
    private.message.register(back_in_private, Command("back"))
    group.message.filter(Where("group", "supergroup"))
    group.message.register(back_in_a_group, Command("back"))
    routes.include_routers(private, group)
    return routes


async def back_in_private(message: Message, host: Host, directory: Directory, post: Post) -> None:
    """Answered in his language; his hands change with it."""
    assert message.from_user is not None
    person = await directory.open_private(guest(message.from_user))
    assert person.chat is not None
    post.say(person.chat, replies.returned(locale_of(person), await host.returned(person.id)))


async def back_in_a_group(message: Message, host: Host, directory: Directory, post: Post) -> None:
    """Answered where he has said it, so that the others see it too."""
    assert message.from_user is not None
    person = await directory.person(guest(message.from_user))
    chat = await directory.group(message.chat.id, message.chat.title or "")
    back = await host.returned(person.id)
    post.say(chat, replies.returned(await directory.locale(chat), back), thread=thread_of(message))
