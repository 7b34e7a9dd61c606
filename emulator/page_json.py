"""People, chats and messages as the web chat shows them (the client API of README.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from emulator.chats import Button, Chat, Message, Person
from emulator.rendering import render

if TYPE_CHECKING:
    from emulator.world import World

Json = dict[str, Any]


def whole(world: World) -> Json:
    """The answer of GET /api/world."""
    return {
        "bot": {"id": world.bot.id, "first_name": world.bot.first_name, "username": world.bot.username},
        "people": [person(who) for who in world.people.values()],
        "chats": [chat(world, where) for where in world.chats.values() if where.upgraded_to is None],
        "commands": [
            {"command": one["command"], "description": one["description"]} for one in world.commands.shown_to_people()
        ],
        "now": int(world.clock.now()),
    }


def person(who: Person) -> Json:
    return {
        "id": who.id,
        "first_name": who.first_name,
        "username": who.username,
        "language_code": who.language_code,
        "started": who.started,
        "blocked": who.blocked,
        "offline": who.offline,
        "deleted": who.deleted,
    }


def chat(world: World, where: Chat) -> Json:
    """`members` are the people in it now; `bot` says whether the bot is; `standings` how everybody stands who is no
    plain member, by id as text; `anonymous` are administrators who speak as the group; `topics` those of a forum."""
    return {
        "id": where.id,
        "type": where.type,
        "title": where.title,
        "members": [user_id for user_id in where.members if where.has(user_id) and user_id != world.bot.id],
        "bot": where.has(world.bot.id),
        "standings": {str(user_id): standing for user_id, standing in where.members.items() if standing != "member"},
        "anonymous": sorted(where.anonymous),
        "topics": [vars(topic) for topic in where.topics.values()] if where.forum else None,
    }


def message(world: World, shown: Message) -> Json:
    """M of the client API. A service message has its text in English, since Telegram leaves the wording to clients."""
    text, html = shown.text, render(shown.text, shown.entities)
    if shown.service is not None:
        text = _service_text(world, shown)
        html = render(text, ())
    return {
        "message_id": shown.id,
        "chat_id": shown.chat_id,
        "from": sender(world, shown),
        "date": shown.date,
        "edit_date": shown.edit_date,
        "text": text,
        "html": html,
        "buttons": [[button(one) for one in row] for row in shown.keyboard or ()],
        "document": shown.document
        and {
            "file_name": shown.document.name,
            "size": len(shown.document.content),
            "url": f"/documents/{shown.document.path}",
        },
        "photo": shown.photo
        and {
            "width": (shown.photo.size or (0, 0))[0],
            "height": (shown.photo.size or (0, 0))[1],
            "url": f"/documents/{shown.photo.path}",
        },
        "service": shown.service is not None,
        "reply_to": shown.reply_to,
        "force_reply": shown.force_reply,
        "only_for": shown.only_for,
        "instead_of": shown.instead_of,
        "thread": shown.thread,
    }


def sender(world: World, shown: Message) -> Json:
    """Who is seen to have said it: a chat, if somebody speaks in its name."""
    if shown.speaker is not None:
        who = shown.speaker.get("sender_chat") or shown.speaker["from"]
        return {"id": who["id"], "first_name": who.get("title") or who["first_name"], "is_bot": False}
    is_bot = shown.sender_id == world.bot.id
    return {"id": shown.sender_id, "first_name": world.name_of(shown.sender_id), "is_bot": is_bot}


def button(told: Button) -> Json:
    url, copied = told.get("url"), told.get("copy_text")
    return {
        "text": told["text"],
        "style": told.get("style"),
        "kind": "url" if url else "copy" if copied else "callback",
        "copy": copied,
        "url": url,
        "data": told.get("callback_data"),
    }


def _service_text(world: World, shown: Message) -> str:
    service = shown.service or {}
    who = sender(world, shown)["first_name"]
    if "new_chat_members" in service:
        newcomers = [user_id for user_id in service["new_chat_members"] if user_id != shown.sender_id]
        if not newcomers:
            return f"{who} joined the group"
        return f"{who} added {', '.join(world.name_of(user_id) for user_id in newcomers)}"
    if "left_chat_member" in service:
        gone = service["left_chat_member"]
        return f"{who} left the group" if gone == shown.sender_id else f"{who} removed {world.name_of(gone)}"
    told = {
        "supergroup_chat_created": f"{who} created the group",
        "group_chat_created": f"{who} created the group",
        "migrate_from_chat_id": "The group became a supergroup",
        "migrate_to_chat_id": "The group became a supergroup",
        "forum_topic_created": f"{who} opened a topic",
        "forum_topic_closed": f"{who} closed the topic",
        "forum_topic_reopened": f"{who} opened the topic again",
    }
    return next((text for name, text in told.items() if name in service), ", ".join(service))
