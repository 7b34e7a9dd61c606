"""The bot comes into a group, or a person opens or closes his private chat."""

from __future__ import annotations

from aiogram import Router
from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.filters import Filter
from aiogram.types import ChatMemberUpdated, Message

from bot import replies
from bot.handlers.doors import Post, guest
from bot.host import Host
from bot.host.chats import Directory

GONE = {ChatMemberStatus.LEFT, ChatMemberStatus.KICKED}


def router() -> Router:
    routes = Router(name="members")
    routes.my_chat_member.register(standing_changed)
    routes.message.register(went, Went())
    return routes


class Went(Filter):
    """Telegram says that somebody is no longer in the group."""

    async def __call__(self, message: Message) -> bool:
        return message.left_chat_member is not None and not message.left_chat_member.is_bot


async def went(message: Message, host: Host, directory: Directory) -> None:
    """Who has left the group has left its tables."""
    assert message.left_chat_member is not None
    person = await directory.person(guest(message.left_chat_member))
    await host.left_the_group(await directory.group(message.chat.id, message.chat.title or ""), person.id)


async def standing_changed(update: ChatMemberUpdated, directory: Directory, post: Post) -> None:
    """Added to a group: two lines and two buttons. Blocked in private: nothing is sent until Start comes again."""
    here, before = update.new_chat_member.status not in GONE, update.old_chat_member.status not in GONE
    if update.chat.type == ChatType.PRIVATE:
        if not here:
            await directory.close_private(update.chat.id)
        return
    if here and not before:
        chat = await directory.group(update.chat.id, update.chat.title or "")
        await directory.met_through(chat, update.from_user.language_code)
        post.say(chat, replies.added(await directory.locale(chat)))
