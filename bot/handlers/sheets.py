"""/pulka and /record: in a group those of its pulkas, in private one's own."""

from __future__ import annotations

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Post, reader_of
from bot.handlers.where import Said
from bot.host import Host, Scene
from bot.host.archive import Archive, record_name, shelf_of
from bot.host.chats import Directory
from bot.host.reader import Reader


def router() -> Router:
    routes = Router(name="sheets")
    routes.message.filter(Said())
    routes.message.register(sheet, Command("pulka", ignore_case=True))
    routes.message.register(record, Command("record", ignore_case=True))
    return routes


async def sheet(message: Message, directory: Directory, archive: Archive, post: Post, update_id: int) -> None:
    """The sheets of the pulkas that are played, or the settlement of the last one."""
    reader = await reader_of(message, directory, update_id)
    for scene in await _current(reader, archive, post):
        post.say(reader.chat, replies.standing(scene, reader.locale), thread=reader.thread)


async def record(
    message: Message, host: Host, directory: Directory, archive: Archive, post: Post, update_id: int
) -> None:
    """The records of the pulkas that are played, as far as they have come, or of the last one."""
    reader = await reader_of(message, directory, update_id)
    for scene in await _current(reader, archive, post):
        text = await host.record(scene.table)
        await post.document(reader.chat, record_name(scene.table), text.encode(), thread=reader.thread)


async def _current(reader: Reader, archive: Archive, post: Post) -> tuple[Scene, ...]:
    """What is played, or was played last; if nothing was, that is said."""
    scenes = await archive.current(shelf_of(reader))
    if not scenes:
        key = "greeting.no_own_table" if reader.private else "greeting.no_table"
        post.say(reader.chat, replies.said(reader.locale, key), thread=reader.thread)
    return scenes
