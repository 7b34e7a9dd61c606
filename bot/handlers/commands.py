"""Commands in groups and in private. None needs an argument to be typed."""

from __future__ import annotations

from aiogram import Router
from aiogram.filters import Command, CommandStart, Filter
from aiogram.filters.command import CommandObject
from aiogram.types import Message

from bot import replies
from bot.handlers.doors import Post, guest, is_said_by_a_person, locale_of, thread_of
from bot.host import Host, PreferansError, Scene
from bot.host.chats import Directory, Person


class Where(Filter):
    """What people say, in chats of these types. A filter of its own: aiogram runs `F` expressions in a thread."""

    def __init__(self, *types: str) -> None:
        self._types = types

    async def __call__(self, message: Message) -> bool:
        return message.chat.type in self._types and is_said_by_a_person(message)


def router() -> Router:
    routes = Router(name="commands")
    private = Router(name="private")
    private.message.filter(Where("private"))
    private.message.register(started, CommandStart())
    private.message.register(practice, Command("play"))
    private.message.register(asked_help)
    group = Router(name="groups")
    group.message.filter(Where("group", "supergroup"))
    group.message.register(new_table, Command("play"))
    group.message.register(sheet, Command("pulka"))
    group.message.register(record, Command("record"))
    group.message.register(greeted, Command("start"))
    group.message.register(group_help, Command("help"))
    routes.include_routers(private, group)
    return routes


async def started(message: Message, command: CommandObject, host: Host, directory: Directory, post: Post) -> None:
    """Start in private: from now on the bot may write here. A one-time link also takes its owner to his table."""
    person, chat = await _private(message, directory)
    locale = locale_of(person)
    try:
        arrived = await host.arrive(command.args or "", person)
        answer = replies.said(locale, "greeting.seated") if arrived else replies.started(locale, person.first_name)
    except PreferansError as refused:
        answer = replies.plain(replies.refusal(locale, refused))
    post.say(chat, answer)
    await host.welcome(person.id)


async def practice(message: Message, host: Host, directory: Directory, update_id: int) -> None:
    """/play in private opens a table against computers."""
    person, chat = await _private(message, directory)
    await host.open(chat, person.id, update_id)


async def asked_help(message: Message, directory: Directory, post: Post) -> None:
    """Anything else in private is answered with the help screen."""
    person, chat = await _private(message, directory)
    post.say(chat, replies.helped(locale_of(person)))


async def new_table(message: Message, host: Host, directory: Directory, update_id: int) -> None:
    """/play in a group opens a lobby."""
    assert message.from_user is not None
    person = await directory.person(guest(message.from_user))
    chat, _ = await _group(message, directory)
    await host.open(chat, person.id, update_id, thread=thread_of(message))


async def sheet(message: Message, host: Host, directory: Directory, post: Post) -> None:
    """/pulka shows the sheets of the pulkas that are played here, or of the last one."""
    chat, locale = await _group(message, directory)
    for scene in await _pulkas(message, chat, locale, host, post):
        post.say(chat, replies.standing(scene, scene.locale), thread=thread_of(message))


async def record(message: Message, host: Host, directory: Directory, post: Post) -> None:
    """/record sends the records of the pulkas that are played here, as far as they have come, or of the last one."""
    chat, locale = await _group(message, directory)
    for scene in await _pulkas(message, chat, locale, host, post):
        text = await host.record(scene.table)
        await post.document(chat, f"pulka-{scene.table}.pref", text.encode(), thread=thread_of(message))


async def greeted(message: Message, directory: Directory, post: Post) -> None:
    """/start in a group, as `?startgroup` sends it too."""
    chat, locale = await _group(message, directory)
    post.say(chat, replies.added(locale), thread=thread_of(message))


async def group_help(message: Message, directory: Directory, post: Post) -> None:
    """/help in a group."""
    chat, locale = await _group(message, directory)
    post.say(chat, replies.helped(locale), thread=thread_of(message))


async def _private(message: Message, directory: Directory) -> tuple[Person, int]:
    assert message.from_user is not None
    person = await directory.open_private(guest(message.from_user))
    assert person.chat is not None
    return person, person.chat


async def _group(message: Message, directory: Directory) -> tuple[int, str]:
    """The group and the language that it speaks."""
    chat = await directory.group(message.chat.id, message.chat.title or "")
    return chat, await directory.locale(chat)


async def _pulkas(message: Message, chat: int, locale: str, host: Host, post: Post) -> tuple[Scene, ...]:
    """What `/pulka` and `/record` speak of; if nobody has played here, that is said."""
    scenes = await host.pulkas_in(chat)
    if not scenes:
        post.say(chat, replies.said(locale, "greeting.no_table"), thread=thread_of(message))
    return scenes
