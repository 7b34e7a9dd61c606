"""/start and /play, and what is said to the bot in private beside all commands."""

from __future__ import annotations

import re

from aiogram import Router
from aiogram.filters import Command, CommandStart, Filter
from aiogram.filters.command import CommandObject
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Notes, Post, guest, reader_of, thread_of
from bot.handlers.where import Said
from bot.host import Host, PreferansError
from bot.host.chats import Directory

_COMMAND = re.compile(r"/(\w*)(?:@(\w+))?")


class ForUs(Filter):
    """No command that names another bot."""

    async def __call__(self, message: Message, bot_name: str) -> bool:
        command = _COMMAND.match(message.text or "")
        return command is None or command[2] is None or command[2].lower() == bot_name.lower()


def router() -> Router:
    routes = Router(name="commands")
    private = Router(name="private")
    private.message.filter(Said("private"))
    private.message.register(started, CommandStart(ignore_case=True))
    private.message.register(practice, Command("play", ignore_case=True))
    private.message.register(anything_else, ForUs())
    group = Router(name="groups")
    group.message.filter(Said("group", "supergroup"))
    group.message.register(new_table, Command("play", ignore_case=True))
    group.message.register(greeted, Command("start", ignore_case=True))
    routes.include_routers(private, group)
    return routes


async def started(
    message: Message,
    command: CommandObject,
    host: Host,
    directory: Directory,
    notes: Notes,
    post: Post,
    bot_name: str,
    update_id: int,
) -> None:
    """Start in private: from now on the bot may write here. A one-time link also takes its owner to his table, another
    link to a page."""
    reader = await reader_of(message, directory, update_id)
    assert reader.person is not None
    payload = command.args or ""
    try:
        if payload in replies.DOORS:
            await notes.turn(payload, reader)
        elif await host.arrive(payload, reader.person):
            post.say(reader.chat, replies.said(reader.locale, "greeting.seated"))
        else:
            post.say(reader.chat, replies.started(reader.locale, reader.person.first_name, bot_name))
    except PreferansError as refused:
        post.say(reader.chat, replies.plain(replies.refusal(reader.locale, refused)))
    await host.welcome(reader.person.id)


async def practice(message: Message, host: Host, directory: Directory, update_id: int) -> None:
    """/play in private opens a table against computers."""
    reader = await reader_of(message, directory, update_id)
    assert reader.person is not None
    await host.open(reader.chat, reader.person.id, update_id)


async def anything_else(message: Message, directory: Directory, notes: Notes, post: Post, update_id: int) -> None:
    """A command that there is not gets a hint; to anything else said in private the answer is the help screen."""
    reader = await reader_of(message, directory, update_id)
    command = _COMMAND.match(message.text or "")
    if command is None:
        await notes.turn("help", reader)
    else:
        post.say(reader.chat, replies.no_such_command(reader.locale, command[1].lower()))


async def new_table(message: Message, host: Host, directory: Directory, update_id: int) -> None:
    """/play in a group opens a lobby."""
    assert message.from_user is not None
    person = await directory.person(guest(message.from_user))
    chat = await directory.group(message.chat.id, message.chat.title or "")
    await host.open(chat, person.id, update_id, thread=thread_of(message))


async def greeted(message: Message, directory: Directory, post: Post, update_id: int) -> None:
    """/start in a group, as `?startgroup` sends it too."""
    reader = await reader_of(message, directory, update_id)
    post.say(reader.chat, replies.added(reader.locale), thread=reader.thread)
