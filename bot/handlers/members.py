"""The bot comes into a group, or a person opens or closes his private chat."""

from __future__ import annotations

from aiogram import Router
from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.types import ChatMemberUpdated

from bot import replies
from bot.handlers.doors import Post
from bot.host.chats import Directory

GONE = {ChatMemberStatus.LEFT, ChatMemberStatus.KICKED}


def router() -> Router:
    routes = Router(name="members")
    routes.my_chat_member.register(standing_changed)
    return routes


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
