"""The state of a local Telegram and the few ways it changes. No network, no waiting; the time is the clock's.

`acts` (what people do) and `methods` (what the bot calls) decide whether something may happen; a World makes it happen,
queues what the bot is to be told and tells whoever listens, a page for instance.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal

from emulator import page_json, telegram_json
from emulator.cast import Cast, Group, friends
from emulator.chats import Chat, Document, Message, Person, Standing
from emulator.clock import Clock
from emulator.commands import Commands
from emulator.hooks import Hook
from emulator.limits import FloodControl
from emulator.queries import Queries, Query
from emulator.updates import Pending, Updates

Event = dict[str, Any]
Seen = Literal["whole", "inaccessible", "nothing"]
"""How much of the message with the button a bot is told of when it is pressed."""


class World:
    """People, chats and the bot, with everything that is under way between them.

    `people` and `chats` are keyed by Telegram id; the private chat of a person has the id of the person.
    """

    def __init__(self, cast: Cast | None = None, clock: Clock | None = None, flood: FloodControl | None = None) -> None:
        cast = cast or friends()
        self.bot = cast.bot
        self.clock = clock or Clock()
        self.flood = flood or FloodControl()
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, Document] = {}
        self.commands = Commands()
        self.updates = Updates()
        self.hook = Hook()
        self.queries = Queries()
        self._listeners: list[Callable[[Event], None]] = []
        self._hook_listeners: list[Callable[[], None]] = []
        self._private_message_ids = itertools.count(1)
        self._uploads = itertools.count(1)
        for group in cast.groups:
            self._found(group)
        for person in cast.people:
            self.add_person(person)
        strangers = {user_id for group in cast.groups for user_id in group.members} - set(self.people)
        if strangers:
            raise ValueError(f"{min(strangers)} is in a group, but among no people")

    # People and chats

    def add_person(self, person: Person) -> None:
        """Somebody new, with a private chat of their own; ValueError if the id is taken."""
        if person.id in self.people or person.id == self.bot.id or person.id <= 0:
            raise ValueError(f"{person.id} is taken or not positive; a person needs an id of their own")
        # A cast's people are copied: a world changes them, and the cast may begin another world.
        self.people[person.id] = replace(person)
        self.chats[person.id] = Chat(person.id, "private", person.first_name, {person.id: "member"})
        self.chats[person.id].members[self.bot.id] = "member"
        self.emit({"kind": "world"})

    def add_group(
        self, title: str, members: Iterable[int], group_id: int | None = None, *, basic: bool = False
    ) -> Chat:
        """A new supergroup, or basic group, without the bot; its first member owns it.

        ValueError if the id is no free negative number.
        """
        taken = min((chat.id for chat in self.chats.values()), default=0)
        chat_id = min(taken, -1001) - 1 if group_id is None else group_id
        if chat_id >= 0 or chat_id in self.chats:
            raise ValueError(f"{chat_id} is taken or not negative; a group needs a negative id of its own")
        standings: dict[int, Standing] = dict.fromkeys(members, "member")
        if standings:
            standings[next(iter(standings))] = "creator"
        self.chats[chat_id] = Chat(chat_id, "group" if basic else "supergroup", title, standings)
        self.emit({"kind": "world"})
        return self.chats[chat_id]

    def _found(self, group: Group) -> None:
        chat = self.add_group(group.title, group.members, group.id, basic=group.basic)
        if group.bot_standing not in ("member", "administrator", "left", "kicked"):
            raise ValueError(f"the bot cannot be {group.bot_standing!r} in a group")
        chat.members[self.bot.id] = group.bot_standing

    def name_of(self, user_id: int) -> str:
        if user_id == self.bot.id:
            return self.bot.first_name
        return "Deleted Account" if self.people[user_id].deleted else self.people[user_id].first_name

    def knows(self, person: Person) -> bool:
        """Whether the bot has ever met this person: in its private chat, or in a group both were in."""
        if person.started or person.blocked:
            return True
        groups = (chat for chat in self.chats.values() if not chat.private)
        return any(person.id in chat.members and self.bot.id in chat.members for chat in groups)

    # Messages

    def post(self, chat: Chat, sender_id: int, text: str = "", **content: Any) -> Message:
        """A new message at the end of the chat; `content` are further fields of Message.

        Supergroups count their messages themselves; private chats and basic groups share one counter, as an account's
        do.
        """
        if sender_id == self.bot.id:
            chat.last_bot = sender_id
        if chat.type != "supergroup":
            chat.last_message_id = next(self._private_message_ids)
        else:
            chat.last_message_id += 1
        message = Message(chat.last_message_id, chat.id, sender_id, self._date(), text, **content)
        chat.messages[message.id] = message
        self._emit_message("message", message)
        return message

    def whisper(self, chat: Chat, receiver_id: int, text: str, **content: Any) -> Message:
        """A new ephemeral message of the bot. Its number is the smallest that is free: one that was deleted or has
        vanished may be used again. Nobody hears of one to somebody who is offline."""
        taken = {message.ephemeral_id for message in chat.messages.values()}
        number = next(n for n in itertools.count(1) if n not in taken)
        unseen = self.people[receiver_id].offline
        message = Message(
            -number, chat.id, self.bot.id, self._date(), text, only_for=receiver_id, unseen=unseen, **content
        )
        chat.messages[message.id] = message
        self._emit_message("message", message)
        return message

    def change(self, message: Message, **content: Any) -> Message:
        """The message with other content, marked as edited."""
        changed = replace(message, edit_date=self._date(), **content)
        self.chats[message.chat_id].messages[message.id] = changed
        self._emit_message("edited", changed)
        return changed

    def remove(self, message: Message) -> None:
        del self.chats[message.chat_id].messages[message.id]
        self.emit({"kind": "deleted", "chat_id": message.chat_id, "message_id": message.id})

    def keep(self, name: str, mime_type: str, content: bytes) -> Document:
        """Store an uploaded file under a new file_id."""
        number = next(self._uploads)
        path = f"documents/file_{number}"
        document = Document(f"document-{number}", f"unique-{number}", path, name, mime_type, content)
        self.files[document.file_id] = document
        return document

    # What the bot is told

    def tell_message(self, message: Message) -> None:
        self.updates.add("message", telegram_json.message(self, message), self.clock.now())

    def tell_press(self, query: Query, data: str, *, seen: Seen = "whole") -> None:
        """A press, with the message as the Bot API names it: an old or a deleted one is inaccessible, and a bot may
        have asked not to be told at all (`callback_query_mode`)."""
        told = {
            "id": query.id,
            "from": telegram_json.user(self, query.user_id),
            "chat_instance": str(query.chat_id),
            "data": data,
        }
        if seen == "whole":
            told["message"] = telegram_json.message(self, self.chats[query.chat_id].messages[query.message_id])
        elif seen == "inaccessible":
            where = telegram_json.chat(self, self.chats[query.chat_id])
            told["message"] = {"chat": where, "message_id": query.message_id, "date": 0}
        else:
            told["inline_message_id"] = f"inline-{query.chat_id}-{query.message_id}"
        self.updates.add("callback_query", told, self.clock.now(), query.id)

    def tell_standing(self, chat: Chat, by: int, user_id: int, before: dict[str, Any]) -> None:
        """Somebody's standing in this chat is not what it was `before` (a ChatMember): the bot's own, or another's if
        the bot is an administrator."""
        if user_id != self.bot.id and chat.standing(self.bot.id) != "administrator":
            return
        now = telegram_json.member(self, chat, user_id)
        told = {
            "chat": telegram_json.chat(self, chat),
            "from": telegram_json.user(self, by),
            "date": self._date(),
            "old_chat_member": before,
            "new_chat_member": now,
        }
        kind = "my_chat_member" if user_id == self.bot.id else "chat_member"
        self.updates.add(kind, told, self.clock.now())

    def read_updates(self, offset: int, limit: int) -> list[Pending]:
        """What getUpdates answers now. The presses among it count as delivered from here on."""
        now = self.clock.now()
        read = self.updates.read(offset, limit, now)
        for update in read:
            if update.query_id is not None:
                self.queries.delivered(update.query_id, now)
        return read

    def set_hook(self, hook: Hook) -> None:
        """From now on updates go there; without a url nowhere, until they are asked for."""
        self.hook = hook
        for listener in self._hook_listeners:
            listener()

    def on_hook(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever the webhook is another."""
        self._hook_listeners.append(listener)

    # Listeners

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on (the events of GET /api/events, see README.md), until what comes
        back is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def _emit_message(self, kind: str, message: Message) -> None:
        if self._listeners and not message.unseen:
            self.emit({"kind": kind, "chat_id": message.chat_id, "message": page_json.message(self, message)})

    def _date(self) -> int:
        return int(self.clock.now())
