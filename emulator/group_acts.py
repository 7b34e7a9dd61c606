"""What those who run a group do in it: promote, restrict and throw out, speak as the group, make a supergroup of it."""

from __future__ import annotations

from collections.abc import Sequence

from emulator import telegram_json
from emulator.acts import Impossible, announce, must_be_group, must_be_in
from emulator.chats import IN_CHARGE, Chat, Person, Standing
from emulator.standings import set_anonymous, set_standing
from emulator.world import World

GIVEN: tuple[Standing, ...] = ("administrator", "member", "restricted", "kicked")
"""The standings that an administrator may give."""


def give_standing(world: World, person: Person, chat: Chat, user_id: int, standing: str) -> None:
    """An administrator promotes, restricts, frees or throws out a person or the bot."""
    must_be_in_charge(person, chat)
    if standing not in GIVEN:
        raise Impossible(f"nobody is made {standing!r}; there are {', '.join(GIVEN)}")
    if chat.standing(user_id) == "creator" or not chat.has(user_id):
        raise Impossible(f"{user_id} is the owner of chat {chat.id}, or not in it: nobody changes that", 409)
    set_standing(world, person.id, chat, user_id, standing)
    if standing == "kicked":
        announce(world, chat, person.id, left_chat_member=user_id)


def be_anonymous(world: World, person: Person, chat: Chat, on: bool) -> None:
    """An administrator speaks as the group from now on, or as himself again."""
    must_be_in_charge(person, chat)
    set_anonymous(world, chat, person.id, on)


def silence(world: World, person: Person, chat: Chat, on: bool) -> None:
    """Plain members, the bot among them, may write no longer, or again. Nobody's standing changes by that."""
    must_be_in_charge(person, chat)
    chat.silent = on
    world.emit({"kind": "world"})


def delete_message(world: World, person: Person, chat: Chat, message_id: int) -> None:
    """For everybody: one's own, anything in a private chat, anything as an administrator. Nobody tells the bot."""
    must_be_in(person, chat)
    message = chat.messages.get(message_id)
    if message is None or message.only_for not in (None, person.id):
        raise Impossible(f"no message {message_id} in chat {chat.id}", 404)
    if message.sender_id != person.id and not chat.private and chat.standing(person.id) not in IN_CHARGE:
        raise Impossible(f"{person.first_name} is no administrator of chat {chat.id}", 403)
    world.remove(message)


NEWS = ("joined", "to", "from")
"""What the bot is told of an upgrade, in the order in which it usually comes: it is a member of the supergroup, the old
chat ends, the new one begins (tdlib/telegram-bot-api#266)."""


def upgrade(world: World, person: Person, chat: Chat, news: Sequence[str] = NEWS) -> Chat:
    """A basic group becomes a supergroup: another id, other message ids, nothing of the old chat lives.

    `news` is what the bot is told, in this order; what is left out it is never told.
    """
    must_be_in_charge(person, chat)
    if chat.type != "group" or chat.upgraded_to is not None:
        raise Impossible(f"chat {chat.id} is no basic group", 409)
    if unknown := set(news) - set(NEWS):
        raise Impossible(f"no news {min(unknown)!r}; there are {', '.join(NEWS)}")
    new_id = min(*world.chats, -1_000_000_000_000) - 1
    new = world.add_group(chat.title, (), new_id)
    new.anonymous, new.silent = set(chat.anonymous), chat.silent
    new.members |= {user_id: standing for user_id, standing in chat.members.items() if user_id != world.bot.id}
    before = telegram_json.member(world, new, world.bot.id)
    new.members[world.bot.id] = chat.members[world.bot.id]
    chat.upgraded_to = new.id
    end = world.post(chat, person.id, service={"migrate_to_chat_id": new.id})
    speaker = telegram_json.as_group(world, new)
    start = world.post(new, person.id, service={"migrate_from_chat_id": chat.id}, speaker=speaker)
    for told in news:
        if told == "joined":
            world.tell_standing(new, person.id, world.bot.id, before)
        else:
            world.tell_message(end if told == "to" else start)
    world.emit({"kind": "world"})
    return new


def must_be_in_charge(person: Person, chat: Chat) -> None:
    must_be_group(chat)
    must_be_in(person, chat)
    if chat.standing(person.id) not in IN_CHARGE:
        raise Impossible(f"{person.first_name} is no administrator of chat {chat.id}", 403)
