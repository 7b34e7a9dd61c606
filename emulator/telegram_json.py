"""People, chats and messages as the Bot API shows them to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from emulator.chats import Bot, Button, Chat, Document, Message, Person

if TYPE_CHECKING:
    from emulator.world import World

Json = dict[str, Any]

# Every right an administrator object must name (Bot API 10.3); a plain administrator has none of the special ones.
ADMINISTRATOR_RIGHTS: Json = {
    "can_be_edited": False,
    "is_anonymous": False,
    "can_manage_chat": True,
    "can_delete_messages": True,
    "can_manage_video_chats": True,
    "can_restrict_members": True,
    "can_promote_members": False,
    "can_change_info": True,
    "can_invite_users": True,
    "can_post_stories": False,
    "can_edit_stories": False,
    "can_delete_stories": False,
    "can_send_welcome_messages": True,
    "can_pin_messages": True,
    "can_manage_topics": False,
}


# Of a restricted member, who may do nothing but read; all are required (Bot API 10.3).
_RESTRICTIONS: Json = dict.fromkeys(
    (
        *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos"),
        *("can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages"),
        *("can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users"),
        *("can_pin_messages", "can_manage_topics"),
    ),
    False,
)

ANONYMOUS_BOT: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
"""Whom the Bot API names as the author of what an anonymous administrator says."""


def as_group(world: World, where: Chat) -> Json:
    """Who speaks when an administrator is anonymous."""
    return {"from": ANONYMOUS_BOT, "sender_chat": chat(world, where)}


CHANNEL_BOT: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
"""The same of what a channel says in a group."""
SERVICE: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
"""The same of a channel's post that Telegram brings into the group for its discussion: no bot, as far as it says."""


def person(who: Person) -> Json:
    if who.deleted:
        return {"id": who.id, "is_bot": False, "first_name": ""}
    shown = {"id": who.id, "is_bot": False, "first_name": who.first_name, "language_code": who.language_code}
    return shown | ({"username": who.username} if who.username else {})


def bot(who: Bot) -> Json:
    return {"id": who.id, "is_bot": True, "first_name": who.first_name, "username": who.username}


def bot_itself(who: Bot) -> Json:
    """What getMe adds to the bot as others see it."""
    return bot(who) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not who.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def user(world: World, user_id: int) -> Json:
    if user_id == ANONYMOUS_BOT["id"]:
        return ANONYMOUS_BOT
    return bot(world.bot) if user_id == world.bot.id else person(world.people[user_id])


def chat(world: World, where: Chat) -> Json:
    if not where.private:
        return {"id": where.id, "type": where.type, "title": where.title} | ({"is_forum": True} if where.forum else {})
    who = world.people[where.id]
    shown = {"id": where.id, "type": "private", "first_name": who.first_name}
    return shown | ({"username": who.username} if who.username else {})


def member(world: World, where: Chat, user_id: int) -> Json:
    standing = where.standing(user_id)
    shown: Json = {"status": standing, "user": user(world, user_id)}
    if standing == "creator":
        shown["is_anonymous"] = user_id in where.anonymous
    elif standing == "administrator":
        shown |= ADMINISTRATOR_RIGHTS | {"is_anonymous": user_id in where.anonymous}
    elif standing == "restricted":
        shown |= _RESTRICTIONS | {"is_member": True, "until_date": 0}
    elif standing == "kicked":
        shown["until_date"] = 0
    return shown


def document(file: Document) -> Json:
    return {
        "file_id": file.file_id,
        "file_unique_id": file.file_unique_id,
        "file_name": file.name,
        "mime_type": file.mime_type,
        "file_size": len(file.content),
    }


def photo(file: Document) -> list[Json]:
    """In one size, the one it was sent in."""
    width, height = file.size or (0, 0)
    size = {"file_id": file.file_id, "file_unique_id": file.file_unique_id, "width": width, "height": height}
    return [size | {"file_size": len(file.content)}]


def message(world: World, shown: Message, *, with_reply: bool = True) -> Json:
    where = world.chats[shown.chat_id]
    told: Json = {
        "message_id": max(shown.id, 0),
        "chat": chat(world, where),
        "date": shown.date,
    }
    told |= shown.speaker or {"from": user(world, shown.sender_id)}
    if shown.only_for is not None:
        told |= {"ephemeral_message_id": shown.ephemeral_id, "receiver_user": user(world, shown.only_for)}
    if shown.edit_date is not None:
        told["edit_date"] = shown.edit_date
    told |= _thread(where, shown)
    if with_reply and (answered := where.messages.get(_answered(where, shown))):
        told["reply_to_message"] = message(world, answered, with_reply=False)
    if shown.document is not None or shown.photo is not None:
        told |= {"document": document(shown.document)} if shown.document else {}
        told |= {"photo": photo(shown.photo)} if shown.photo else {}
        told |= {"caption": shown.text} if shown.text else {}
        told |= {"caption_entities": list(shown.entities)} if shown.entities else {}
    elif shown.service is None:
        told["text"] = shown.text
        told |= {"entities": list(shown.entities)} if shown.entities else {}
    else:
        told |= _service(world, shown.service)
    if shown.keyboard:
        told["reply_markup"] = {"inline_keyboard": [[_button(button) for button in row] for row in shown.keyboard]}
    return told


def _thread(where: Chat, shown: Message) -> Json:
    """The topic of a message. General has no number; outside of forums a chain of replies has one and is no topic."""
    if where.forum:
        return {} if shown.thread is None else {"message_thread_id": shown.thread, "is_topic_message": True}
    if where.type != "supergroup" or shown.reply_to is None:
        return {}
    first = shown
    while first.reply_to is not None and first.reply_to in where.messages:
        first = where.messages[first.reply_to]
    return {"message_thread_id": first.id}


def _answered(where: Chat, shown: Message) -> int:
    """The message it replies to, 0 for none. In a topic everything replies to what opened it, if to nothing else."""
    if shown.reply_to is not None:
        return shown.reply_to
    opened_by = shown.thread if where.forum else None
    return opened_by if opened_by is not None and opened_by < shown.id else 0


def _service(world: World, fields: Json) -> Json:
    told = dict(fields)
    if "new_chat_members" in told:
        told["new_chat_members"] = [user(world, user_id) for user_id in told["new_chat_members"]]
    if "left_chat_member" in told:
        told["left_chat_member"] = user(world, told["left_chat_member"])
    return told


def _button(told: Button) -> Json:
    """A button as Telegram tells of it."""
    return {name: {"text": value} if name == "copy_text" else value for name, value in told.items()}
