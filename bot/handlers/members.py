"""What happens to chats: the bot comes and goes, may write or not, a group becomes a supergroup, topics close; a person
opens or closes his private chat."""

from __future__ import annotations

from aiogram import Router
from aiogram.enums import ChatMemberStatus, ChatType
from aiogram.filters import Filter
from aiogram.types import ChatMemberRestricted, ChatMemberUpdated, Message
from aiogram.types.chat_member_union import ChatMemberUnion

from bot import replies
from bot.handlers.doors import Post, Ways, guest, locale_of, thread_of
from bot.host import Host
from bot.host.chats import Directory

GONE = {ChatMemberStatus.LEFT, ChatMemberStatus.KICKED}


class Tells(Filter):
    """Service messages that have one of these fields."""

    def __init__(self, *fields: str) -> None:
        self._fields = fields

    async def __call__(self, message: Message) -> bool:
        return any(getattr(message, name) is not None for name in self._fields)


def router() -> Router:
    routes = Router(name="members")
    routes.my_chat_member.register(standing_changed)
    routes.message.register(went, Tells("left_chat_member"))
    routes.message.register(upgraded, Tells("migrate_to_chat_id", "migrate_from_chat_id"))
    routes.message.register(topic_closed, Tells("forum_topic_closed"))
    routes.message.register(topic_opened, Tells("forum_topic_reopened", "general_forum_topic_unhidden"))
    return routes


async def went(message: Message, host: Host, directory: Directory) -> None:
    """Who has left the group has left its tables."""
    gone = message.left_chat_member
    if gone is not None and not gone.is_bot:
        person = await directory.person(guest(gone))
        await host.left_the_group(await directory.group(message.chat.id, message.chat.title or ""), person.id)


async def standing_changed(update: ChatMemberUpdated, host: Host, directory: Directory, post: Post, ways: Ways) -> None:
    """The bot's own standing. In a group it says two lines when it comes; what it may not write, it shows later."""
    if update.chat.type == ChatType.PRIVATE:
        await _private(update, host, directory, ways)
    elif not _may_write(update.new_chat_member):
        chat = await directory.known_group(update.chat.id)
        if chat is not None:
            await ways.lost(chat)
    elif not (added := update.old_chat_member.status in GONE) or not await _is_known(update, directory, ways):
        chat = await directory.group(update.chat.id, update.chat.title or "")
        if added:
            await directory.met_through(chat, update.from_user.language_code)
            await _greet(update, chat, directory, post)
        await ways.found(chat)


async def upgraded(message: Message, ways: Ways) -> None:
    """Two messages say it, in the old chat and in the new one, in any order."""
    if message.migrate_to_chat_id is not None:
        await ways.upgraded(message.chat.id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await ways.upgraded(message.migrate_from_chat_id, message.chat.id)


async def topic_closed(message: Message, directory: Directory, ways: Ways) -> None:
    """The tables of a topic that is closed go on outside of it. Whether the bot may write in a closed General it will
    see."""
    chat, thread = await directory.known_group(message.chat.id), thread_of(message)
    if chat is not None and thread is not None:
        await ways.shut(chat, thread)


async def topic_opened(message: Message, directory: Directory, ways: Ways) -> None:
    """Where General was closed, what stands there is seen again."""
    chat = await directory.known_group(message.chat.id)
    if chat is not None and thread_of(message) is None:
        await ways.found(chat)


async def _private(update: ChatMemberUpdated, host: Host, directory: Directory, ways: Ways) -> None:
    """A person has blocked the bot: nothing is sent until he opens the chat again."""
    person = await directory.person(guest(update.from_user))
    if update.new_chat_member.status not in GONE:
        await directory.open_private(guest(update.from_user))
        await host.welcome(person.id)
    elif person.chat is not None:
        await ways.lost(person.chat)


async def _is_known(update: ChatMemberUpdated, directory: Directory, ways: Ways) -> bool:
    """Whether a supergroup that the bot finds itself in is probably one of its groups: when a group is upgraded
    Telegram says first that the bot has joined. What is to be shown there will tell."""
    if update.chat.type != ChatType.SUPERGROUP:
        return False
    groups = await directory.basic_groups(update.chat.title or "")
    for chat in groups:
        await ways.found(chat)
    return bool(groups)


async def _greet(update: ChatMemberUpdated, chat: int, directory: Directory, post: Post) -> None:
    """Two lines and two buttons; if they cannot be said there, who added the bot is told so."""
    person = await directory.person(guest(update.from_user))
    otherwise = None
    if person.chat is not None and person.private == "open":
        otherwise = (person.chat, replies.no_right(update.chat.title or "", locale_of(person)))
    post.say(chat, replies.added(await directory.locale(chat)), otherwise=otherwise)


def _may_write(member: ChatMemberUnion) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return member.status not in GONE
