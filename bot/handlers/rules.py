"""/rules: the chat's agreement as pages, and codes that people paste.

A code comes as a reply to the message that asks for it, or behind the command: with privacy mode on nothing else that
is said in a group reaches the bot.
"""

from __future__ import annotations

from aiogram import Bot, Router
from aiogram.filters import Command, Filter
from aiogram.filters.command import CommandObject
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Pages, Post, guest, is_said_by_a_person, locale_of, thread_of
from bot.host import PreferansError
from bot.host.chats import Directory, Person


class Said(Filter):
    """What people say to the bot."""

    async def __call__(self, message: Message) -> bool:
        return is_said_by_a_person(message)


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
    chat, locale, person = await _heard(message, directory)
    if not command.args:
        await pages.open(chat, locale, update_id, thread=thread_of(message))
        return
    try:
        await pages.paste(chat, command.args, person, update_id, thread=thread_of(message))
    except PreferansError as refused:
        post.say(chat, replies.not_taken(locale, command.args, refused), thread=thread_of(message))
    else:
        await pages.open(chat, locale, update_id, thread=thread_of(message))


async def replied(message: Message, directory: Directory, pages: Pages, post: Post, update_id: int) -> None:
    """A reply to the bot: if that asked for a code, here it is."""
    chat, locale, person = await _heard(message, directory)
    answered, thread = message.reply_to_message, thread_of(message)
    assert answered is not None
    try:
        taken = await pages.reply(chat, answered.message_id, message.text or "", person, update_id, thread)
    except PreferansError as refused:
        post.say(chat, replies.not_taken(locale, message.text or "", refused), thread=thread)
        return
    if taken:
        await pages.open(chat, locale, update_id, thread=thread)


async def _heard(message: Message, directory: Directory) -> tuple[int, str, Person | None]:
    """The chat, its language, and who speaks; nobody when an administrator speaks as the group itself."""
    if message.chat.type == "private":
        assert message.from_user is not None
        person = await directory.open_private(guest(message.from_user))
        assert person.chat is not None
        return person.chat, locale_of(person), person
    chat = await directory.group(message.chat.id, message.chat.title or "")
    speaker = None if message.sender_chat else message.from_user
    locale = await directory.locale(chat)
    return chat, locale, await directory.person(guest(speaker)) if speaker else None
