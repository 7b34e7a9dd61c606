"""/rules: the chat's agreement as pages, and codes that people paste.

A code comes as a reply to the message that asks for it, or behind the command: with privacy mode on nothing else that
is said in a group reaches the bot.
"""

from __future__ import annotations

from aiogram import Bot, Router
from aiogram.dispatcher.event.bases import SkipHandler
from aiogram.filters import Command, Filter
from aiogram.filters.command import CommandObject
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Pages, Post, reader_of
from bot.handlers.where import Said
from bot.host import PreferansError
from bot.host.chats import Directory


class ReplyToBot(Filter):
    """A text in reply to a message of this bot."""

    async def __call__(self, message: Message, bot: Bot) -> bool:
        answered = message.reply_to_message
        return bool(message.text and answered and answered.from_user and answered.from_user.id == bot.id)


def router() -> Router:
    routes = Router(name="rules")
    routes.message.filter(Said())
    routes.message.register(rules, Command("rules"))
    routes.message.register(replied, ReplyToBot())
    return routes


async def rules(
    message: Message, command: CommandObject, directory: Directory, pages: Pages, post: Post, update_id: int
) -> None:
    """/rules turns to the first page; /rules CODE takes an agreement from elsewhere."""
    reader = await reader_of(message, directory, update_id)
    chat, locale, thread = reader.chat, reader.locale, reader.thread
    if not command.args:
        await pages.open(chat, locale, update_id, thread=thread)
        return
    try:
        await pages.paste(chat, command.args, reader.person, update_id, thread=thread)
    except PreferansError as refused:
        post.say(chat, replies.not_taken(locale, command.args, refused), thread=thread)
    else:
        await pages.open(chat, locale, update_id, thread=thread)


async def replied(message: Message, directory: Directory, pages: Pages, post: Post, update_id: int) -> None:
    """A reply to the bot: if that asked for a code, here it is. Otherwise it may still be a command."""
    reader = await reader_of(message, directory, update_id)
    chat, locale, thread = reader.chat, reader.locale, reader.thread
    answered = message.reply_to_message
    assert answered is not None
    try:
        taken = await pages.reply(chat, answered.message_id, message.text or "", reader.person, update_id, thread)
    except PreferansError as refused:
        post.say(chat, replies.not_taken(locale, message.text or "", refused), thread=thread)
        return
    if not taken:
        raise SkipHandler
    await pages.open(chat, locale, update_id, thread=thread)
