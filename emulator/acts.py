"""What people do in their clients: say, press, start, block, come and go; and what of it reaches the bot."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from emulator import telegram_json
from emulator.chats import GENERAL, IN_CHARGE, Chat, Message, Person, Standing
from emulator.entities import found_in, trimmed
from emulator.queries import Query
from emulator.standings import set_standing
from emulator.world import World

TEXT_LENGTH = 4096
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{0,64}")
_ADDRESSED = re.compile(r"/[A-Za-z0-9_]+(?:@(?P<bot>\w+))?(?![\w/@])")


class Impossible(Exception):
    """A person cannot do that; the text says why and what would be right. `status` is an HTTP status."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


def person_of(world: World, person_id: int) -> Person:
    person = world.people.get(person_id)
    if person is not None and person.deleted:
        raise Impossible(f"the account {person_id} was deleted", 403)
    if person is None:
        raise Impossible(f"no person {person_id}; there are {', '.join(map(str, world.people))}", 404)
    return person


def chat_of(world: World, chat_id: int) -> Chat:
    chat = world.chats.get(chat_id)
    if chat is None:
        raise Impossible(f"no chat {chat_id}; there are {', '.join(map(str, world.chats))}", 404)
    return chat


def say(
    world: World, person: Person, chat: Chat, text: str, reply_to: int | None = None, thread: int | None = None
) -> Message:
    """Send a text, in a forum to the topic `thread` (None: General).

    The bot gets it if it may hear it: privacy mode is Telegram's (core.telegram.org/bots/features).
    """
    must_be_in(person, chat)
    if not chat.may_write(person.id):
        raise Impossible(f"{person.first_name} is restricted in chat {chat.id} and may only read", 403)
    if chat.upgraded_to is not None:
        raise Impossible(f"chat {chat.id} became the supergroup {chat.upgraded_to}", 409)
    _must_be_open(person, chat, thread)
    text, _ = trimmed(text, ())
    if not 1 <= len(text) <= TEXT_LENGTH:
        raise Impossible(f"a message has 1 to {TEXT_LENGTH} characters, not {len(text)}")
    if chat.private and not person.started and text.split()[0] == "/start":
        return start(world, person, text.removeprefix("/start").strip())
    if chat.private:
        _must_talk(person)
    if reply_to is not None and reply_to not in chat.messages:
        raise Impossible(f"no message {reply_to} in chat {chat.id} to reply to", 404)
    return _post(world, person, chat, text, reply_to, thread)


def press(
    world: World,
    person: Person,
    chat: Chat,
    message_id: int,
    *,
    row: int | None = None,
    column: int | None = None,
    data: str | None = None,
    seen: str = "whole",
) -> Query:
    """Press the button at `row` and `column`, counted from 0, or send forged `data` in the name of this message.

    `seen`: whether the bot is told of the `whole` message. Of one that is too old or gone it learns that it is
    `inaccessible`; a bot may also have asked for `nothing`.
    """
    if seen not in ("whole", "inaccessible", "nothing"):
        raise Impossible(f"a press shows the whole message, that it is inaccessible, or nothing, not {seen!r}")
    must_be_in(person, chat)
    if chat.private:
        _must_talk(person)
    message = chat.messages.get(message_id)
    if message is None and data is not None and seen != "whole":
        return _pressed(world, person, chat, message_id, data, seen)
    if message is None or message.only_for not in (None, person.id):
        raise Impossible(f"no message {message_id} in chat {chat.id}", 404)
    if message.sender_id != world.bot.id:
        raise Impossible(f"message {message_id} is not the bot's, so it has no buttons")
    if data is None:
        data = _data_at(message, row, column)
    return _pressed(world, person, chat, message_id, data, seen)


def _pressed(world: World, person: Person, chat: Chat, message_id: int, data: str, seen: Any) -> Query:
    query = world.queries.press(person.id, chat.id, message_id, world.clock.now())
    world.tell_press(query, data, seen=seen)
    return query


def start(world: World, person: Person, payload: str = "") -> Message:
    """Press Start in the private chat, after a link with `payload` if there is one. Unblocks the bot."""
    if not _PAYLOAD.fullmatch(payload):
        raise Impossible(f"a payload is up to 64 of A-Z a-z 0-9 _ -, not {payload!r}")
    unblock(world, person)
    if not person.started:
        person.started = True
        world.emit({"kind": "world"})
    return _post(world, person, world.chats[person.id], f"/start {payload}".strip())


def open_link(world: World, person: Person, url: str) -> dict[str, Any]:
    """Follow a link: one to this bot presses Start with its payload, any other is for a browser."""
    parts = urlsplit(url if "//" in url else f"https://{url}")
    asked = parse_qs(parts.query, keep_blank_values=True)
    if parts.scheme == "tg" and parts.netloc == "resolve":
        name = asked.get("domain", [""])[0]
    else:
        name = parts.path.strip("/") if parts.netloc in ("t.me", "telegram.me") else ""
    if name.lower() != world.bot.username.lower():
        return {"started": False, "external": url}
    if "start" not in asked:
        return {"started": False, "external": None}
    start(world, person, asked["start"][0])
    return {"started": True, "external": None}


def block(world: World, person: Person) -> None:
    _set_blocked(world, person, True)


def unblock(world: World, person: Person) -> None:
    _set_blocked(world, person, False)


def join(world: World, person: Person, chat: Chat) -> None:
    must_be_group(chat)
    if chat.has(person.id):
        raise Impossible(f"{person.first_name} is in chat {chat.id} already", 409)
    chat.members[person.id] = "member"
    announce(world, chat, person.id, new_chat_members=[person.id])


def leave(world: World, person: Person, chat: Chat) -> None:
    must_be_group(chat)
    must_be_in(person, chat)
    chat.members[person.id] = "left"
    announce(world, chat, person.id, left_chat_member=person.id)


def found_group(
    world: World, person: Person, title: str, members: list[int], *, with_bot: bool, basic: bool = False
) -> Chat:
    """Create a group with this person as its owner, the others in it, and the bot if wanted."""
    if not title.strip():
        raise Impossible("a group needs a title")
    everybody = [person.id, *(person_of(world, member).id for member in members if member != person.id)]
    chat = world.add_group(title, everybody, basic=basic)
    announce(world, chat, person.id, **{"group_chat_created" if basic else "supergroup_chat_created": True})
    if with_bot:
        add_bot(world, person, chat)
    return chat


def add_bot(world: World, person: Person, chat: Chat) -> None:
    must_be_group(chat)
    must_be_in(person, chat)
    if chat.has(world.bot.id):
        raise Impossible(f"the bot is in chat {chat.id} already", 409)
    set_standing(world, person.id, chat, world.bot.id, "member")
    announce(world, chat, person.id, new_chat_members=[world.bot.id])


def remove_bot(world: World, person: Person, chat: Chat) -> None:
    """Throw the bot out. Its last news of the chat is that it was kicked."""
    must_be_group(chat)
    must_be_in(person, chat)
    if not chat.has(world.bot.id):
        raise Impossible(f"the bot is not in chat {chat.id}", 409)
    set_standing(world, person.id, chat, world.bot.id, "kicked")
    announce(world, chat, person.id, left_chat_member=world.bot.id)


def hears(world: World, chat: Chat, message: Message) -> bool:
    """Whether the bot gets this message: in a group, with privacy on, only commands and replies to it and service.

    A command that names no bot is for the one that spoke last.
    """
    if not chat.has(world.bot.id):
        return False
    if chat.private or not world.bot.privacy or chat.standing(world.bot.id) == "administrator":
        return True
    if message.service is not None:
        return True
    answered = chat.messages.get(message.reply_to) if message.reply_to is not None else None
    if answered is not None and answered.sender_id == world.bot.id:
        return True
    called = _ADDRESSED.match(message.text)
    if called is None:
        return False
    if called["bot"] is None:
        return chat.last_bot in (None, world.bot.id)
    return called["bot"].lower() == world.bot.username.lower()


def speaks(
    world: World, chat: Chat, text: str, speaker: dict[str, Any] | None = None, *, sender_id: int = 0, **more: Any
) -> Message:
    """A text is said, by the person `sender_id` or as the `speaker` (see Message); the bot hears it if it may."""
    message = world.post(chat, sender_id, text, entities=tuple(found_in(text)), speaker=speaker, **more)
    if hears(world, chat, message):
        world.tell_message(message)
    return message


def _post(
    world: World, person: Person, chat: Chat, text: str, reply_to: int | None = None, thread: int | None = None
) -> Message:
    speaker = telegram_json.as_group(world, chat) if person.id in chat.anonymous else None
    if reply_to is not None and thread is None:
        thread = chat.messages[reply_to].thread
    return speaks(world, chat, text, speaker, sender_id=person.id, reply_to=reply_to, thread=thread)


def announce(world: World, chat: Chat, by: int, thread: int | None = None, **service: Any) -> Message:
    """A service message: something has happened to the chat."""
    message = world.post(chat, by, service=service, thread=thread)
    if hears(world, chat, message):
        world.tell_message(message)
    world.emit({"kind": "world"})
    return message


def _set_blocked(world: World, person: Person, blocked: bool) -> None:
    if person.blocked == blocked:
        return
    person.blocked = blocked
    standing: Standing = "kicked" if blocked else "member"
    set_standing(world, person.id, world.chats[person.id], world.bot.id, standing)


def _data_at(message: Message, row: int | None, column: int | None) -> str:
    if row is None or column is None:
        raise Impossible("a press names row and column of a button, or its data")
    rows = message.keyboard or ()
    if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
        shape = ", ".join(str(len(one)) for one in rows) or "none"
        raise Impossible(f"message {message.id} has no button at row {row}, column {column}; its rows have {shape}")
    button = rows[row][column]
    if "url" in button:
        raise Impossible(f"{button['text']!r} is a link to {button['url']}: open it, it is not pressed")
    if "copy_text" in button:
        raise Impossible(f"{button['text']!r} copies {button['copy_text']!r}: the app does that, the bot hears nothing")
    return button["callback_data"]


def must_be_in(person: Person, chat: Chat) -> None:
    if not chat.has(person.id):
        raise Impossible(f"{person.first_name} is not in chat {chat.id}", 403)


def must_be_group(chat: Chat) -> None:
    if chat.private:
        raise Impossible(f"{chat.id} is a private chat: nobody joins or leaves it")


def _must_be_open(person: Person, chat: Chat, thread: int | None) -> None:
    topic = chat.topics.get(thread or GENERAL)
    if topic is None or (thread is not None and not chat.forum):
        raise Impossible(f"chat {chat.id} has no topic {thread}", 404)
    if chat.forum and topic.closed and chat.standing(person.id) not in IN_CHARGE:
        raise Impossible(f"the topic {topic.name!r} is closed", 403)


def _must_talk(person: Person) -> None:
    if not person.started:
        raise Impossible(f"{person.first_name} has not pressed Start yet: POST /api/people/{person.id}/start", 403)
    if person.blocked:
        raise Impossible(f"{person.first_name} has blocked the bot: POST /api/people/{person.id}/unblock", 403)
