"""Topics of a forum: switched on and off, opened, closed, deleted."""

from __future__ import annotations

from emulator.acts import Impossible, announce, must_be_in
from emulator.chats import GENERAL, Chat, Person, Topic
from emulator.group_acts import must_be_in_charge
from emulator.world import World

COLOUR = 0x6FB9F0
"""One of the six that Telegram has for the icon of a topic."""


def set_forum(world: World, person: Person, chat: Chat, on: bool) -> None:
    """Give a supergroup topics, or take them away: then all messages stand in one row again."""
    must_be_in_charge(person, chat)
    if chat.type != "supergroup":
        raise Impossible(f"chat {chat.id} is a basic group: upgrade it first, as Telegram's apps do by themselves", 409)
    chat.forum = on
    world.emit({"kind": "world"})


def open_topic(world: World, person: Person, chat: Chat, name: str) -> Topic:
    """A new topic; its number is that of the service message that says so."""
    must_be_in(person, chat)
    if not chat.forum:
        raise Impossible(f"chat {chat.id} has no topics", 409)
    if not 1 <= len(name) <= 128:
        raise Impossible(f"the name of a topic has 1 to 128 characters, not {len(name)}")
    chat.last_message_id = max(chat.last_message_id, GENERAL)  # the number of the message that made the group
    topic = Topic(chat.last_message_id + 1, name)
    chat.topics[topic.id] = topic
    announce(world, chat, person.id, topic.id, forum_topic_created={"name": name, "icon_color": COLOUR})
    return topic


def close_topic(world: World, person: Person, chat: Chat, thread: int, *, closed: bool) -> None:
    """Close a topic (also General), or open it again. Who runs the group may still write there."""
    topic = _topic(person, chat, thread)
    topic.closed = closed
    where = None if thread == GENERAL else thread
    announce(world, chat, person.id, where, **{"forum_topic_closed" if closed else "forum_topic_reopened": {}})


def delete_topic(world: World, person: Person, chat: Chat, thread: int) -> None:
    """A topic goes with all that stands in it. Nobody tells the bot."""
    _topic(person, chat, thread)
    if thread == GENERAL:
        raise Impossible("General cannot be deleted")
    del chat.topics[thread]
    for message in [message for message in chat.messages.values() if message.thread == thread]:
        world.remove(message)
    world.emit({"kind": "world"})


def _topic(person: Person, chat: Chat, thread: int) -> Topic:
    must_be_in_charge(person, chat)
    topic = chat.topics.get(thread)
    if topic is None or not chat.forum:
        raise Impossible(f"chat {chat.id} has no topic {thread}", 404)
    return topic
