"""/my, /settings, /history, /language, /help: pages that belong to no table. None needs an argument to be typed."""

from __future__ import annotations

from aiogram import Router
from aiogram.filters import Command
from aiogram.filters.command import CommandObject
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Notes, Post, reader_of
from bot.handlers.where import Said
from bot.host.chats import Directory
from bot.host.refusals import StartFirst

COMMANDS = ("my", "settings", "history", "language", "help")
"""Each is the page of that name."""


def router() -> Router:
    routes = Router(name="notes")
    routes.message.filter(Said())
    routes.message.register(opened, Command(*COMMANDS, ignore_case=True))
    return routes


async def opened(
    message: Message,
    command: CommandObject,
    directory: Directory,
    notes: Notes,
    post: Post,
    bot_name: str,
    update_id: int,
) -> None:
    """A page; one for his eyes only, asked for in a group, comes to his private chat, or the way there is shown."""
    reader = await reader_of(message, directory, update_id)
    try:
        await notes.turn(command.command.lower(), reader)
    except StartFirst as missing:
        page = str(missing.params["payload"])
        post.say(reader.chat, replies.door(reader.locale, bot_name, page), thread=reader.thread)
