"""Commands in groups and in private. None needs an argument to be typed."""

from __future__ import annotations

from aiogram import F, Router
from aiogram.filters import Command, CommandStart
from aiogram.filters.command import CommandObject
from aiogram.types import Message

from bot.handlers.doors import DEFAULT_LOCALE, Post, Words, guest
from bot.host import Host, PreferansError
from bot.host.chats import Directory


def router() -> Router:
    routes = Router(name="commands")
    private = Router(name="private")
    private.message.filter(F.chat.type == "private")
    private.message.register(started, CommandStart())
    private.message.register(asked_help)
    group = Router(name="groups")
    group.message.filter(F.chat.type.in_({"group", "supergroup"}), F.from_user)
    group.message.register(new_table, Command("play"))
    group.message.register(sheet, Command("pulka"))
    group.message.register(record, Command("record"))
    group.message.register(greeted, Command("start", "help"))
    routes.include_routers(private, group)
    return routes


async def started(
    message: Message, command: CommandObject, host: Host, directory: Directory, words: Words, post: Post
) -> None:
    """Start in private: from now on the bot may write here. A one-time token also takes its owner to his table."""
    assert message.from_user is not None
    person = await directory.open_private(guest(message.from_user))
    assert person.chat is not None
    locale = person.locale or DEFAULT_LOCALE
    try:
        arrived = await host.arrive(command.args or "", person)
        answer = words.page("seated" if arrived else "start", locale)
    except PreferansError as refused:
        answer = words.plain(words.refusal(locale, refused))
    post.say(person.chat, answer)
    await host.welcome(person.id)


async def asked_help(message: Message, directory: Directory, words: Words, post: Post) -> None:
    """Anything else in private is answered with the help screen."""
    assert message.from_user is not None
    person = await directory.open_private(guest(message.from_user))
    assert person.chat is not None
    post.say(person.chat, words.page("help", person.locale or DEFAULT_LOCALE))


async def new_table(message: Message, host: Host, directory: Directory, update_id: int) -> None:
    """/play in a group opens a lobby."""
    assert message.from_user is not None
    person = await directory.person(guest(message.from_user))
    chat = await directory.group(message.chat.id, message.chat.title or "")
    await host.open(chat, person.id, update_id)


async def sheet(message: Message, host: Host, directory: Directory, words: Words, post: Post) -> None:
    """/pulka shows the sheets of the tables that are playing here."""
    chat = await directory.group(message.chat.id, message.chat.title or "")
    scenes = [s for s in await host.scenes_in(chat) if s.state is not None]
    for scene in scenes:
        post.say(chat, words.sheet(scene, scene.locale))
    if not scenes:
        post.say(chat, words.page("no_table", DEFAULT_LOCALE))


async def record(message: Message, host: Host, directory: Directory, words: Words, post: Post) -> None:
    """/record sends the records of the pulkas that are being played here, as far as they have come."""
    chat = await directory.group(message.chat.id, message.chat.title or "")
    scenes = [s for s in await host.scenes_in(chat) if s.state is not None]
    for scene in scenes:
        text = await host.record(scene.table)
        await post.document(chat, f"pulka-{scene.table}.pref", text.encode(), "")
    if not scenes:
        post.say(chat, words.page("no_table", DEFAULT_LOCALE))


async def greeted(message: Message, directory: Directory, words: Words, post: Post) -> None:
    """/start and /help in a group."""
    chat = await directory.group(message.chat.id, message.chat.title or "")
    post.say(chat, words.page("greeting", DEFAULT_LOCALE))
