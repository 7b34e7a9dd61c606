"""What several methods check in the same way and in the same order as Telegram: the text, the chat, the message."""

from __future__ import annotations

from typing import Any

from emulator import telegram_json
from emulator.chats import GENERAL, Chat, Entity, Keyboard, Message
from emulator.entities import checked, trimmed, with_found
from emulator.html import parse
from emulator.keyboards import parse as parse_keyboard
from emulator.parameters import Arguments, fields
from emulator.refusals import (
    BLOCKED,
    CHAT_ID_EMPTY,
    CHAT_NOT_FOUND,
    DEACTIVATED,
    KICKED,
    NO_RIGHT_TO_SEND_TEXT,
    NO_SUCH_TOPIC,
    NOT_A_MEMBER,
    NOT_STARTED,
    NOTHING_TO_REPLY_TO,
    TOPIC_CLOSED,
    bad_request,
    forbidden,
    not_emulated,
    upgraded,
)
from emulator.world import World

PLACEHOLDER_LENGTH = 64  # characters
LINK_PREVIEW_FIELDS = frozenset({"is_disabled", "url", "prefer_small_media", "prefer_large_media", "show_above_text"})


def formatted(
    world: World, text: str, parse_mode: str | None, given: list[Any] | None
) -> tuple[str, tuple[Entity, ...]]:
    """The text as people will see it, with its entities; Refused if its markup is broken. May be empty."""
    mode = (parse_mode or "none").lower()
    if mode == "html":
        text, entities = parse(text)
    elif mode == "none":
        entities = checked(given or (), text)
    elif mode in ("markdown", "markdownv2"):
        raise not_emulated(f"parse_mode {parse_mode}; HTML is emulated")
    else:
        raise bad_request("unsupported parse_mode")
    text, entities = trimmed(text, entities)
    return text, with_found(text, [named for entity in entities if (named := _with_person(world, entity))])


def _with_person(world: World, entity: Entity) -> Entity | None:
    """A mention of somebody by id needs somebody the bot knows; of a stranger Telegram leaves plain text."""
    if entity["type"] != "text_mention":
        return entity
    user = entity.get("user")
    user_id = user.get("id") if isinstance(user, dict) else None
    if not isinstance(user_id, int) or user_id not in world.people:
        return None
    return {**entity, "user": telegram_json.user(world, user_id)}


def keyboard(arguments: Arguments) -> Keyboard | None:
    markup = arguments.get("reply_markup")
    return parse_keyboard(markup) if markup else None


def reply_markup(arguments: Arguments) -> dict[str, Any]:
    """The fields of a new message that its reply markup fills: buttons, or a prompt to reply."""
    markup = arguments.get("reply_markup")
    if markup and markup.get("force_reply") and "inline_keyboard" not in markup:
        return {"force_reply": _force_reply(markup)}
    return {"keyboard": keyboard(arguments)}


def _force_reply(markup: dict[str, Any]) -> dict[str, Any]:
    fields("a ForceReply", markup, {"force_reply", "input_field_placeholder", "selective"})
    placeholder, selective = markup.get("input_field_placeholder") or "", bool(markup.get("selective"))
    if markup["force_reply"] is not True or not isinstance(placeholder, str):
        raise bad_request(
            "can't parse reply keyboard markup: force_reply must be true, input_field_placeholder a String"
        )
    if len(placeholder) > PLACEHOLDER_LENGTH:
        raise not_emulated(f"input_field_placeholder has 1 to {PLACEHOLDER_LENGTH} characters, not {len(placeholder)}")
    return {"placeholder": placeholder, "selective": selective}


def check_link_preview(arguments: Arguments) -> None:
    """Previews are not drawn, but a misspelt option is found out."""
    fields("link_preview_options", arguments.get("link_preview_options", {}), LINK_PREVIEW_FIELDS)


def chat(world: World, arguments: Arguments) -> Chat:
    """The chat the call names, if the bot can see it. What became a supergroup is seen, and no more."""
    chat_id = arguments.get("chat_id")
    if chat_id in (None, ""):
        raise bad_request(CHAT_ID_EMPTY)
    found = world.chats.get(chat_id) if isinstance(chat_id, int) else None
    if found is None or (found.private and not world.knows(world.people[found.id])):
        raise bad_request(CHAT_NOT_FOUND)
    if not found.private and not found.has(world.bot.id):
        reason = KICKED if found.standing(world.bot.id) == "kicked" else NOT_A_MEMBER
        raise forbidden(reason.format(found.type))
    return found


def check_may_write(world: World, where: Chat, forbidden_by: str = NO_RIGHT_TO_SEND_TEXT) -> None:
    """In a private chat the person decides: not before Start, not while blocked. In a group one may be restricted."""
    if not where.private:
        if not where.may_write(world.bot.id):
            raise bad_request(forbidden_by)
        return
    if world.people[where.id].deleted:
        raise forbidden(DEACTIVATED)
    if world.people[where.id].blocked:
        raise forbidden(BLOCKED)
    if not world.people[where.id].started:
        raise forbidden(NOT_STARTED)


def thread(world: World, arguments: Arguments, where: Chat, reply_to: int | None) -> int | None:
    """The topic a new message goes to; Refused if there is none such, or if it is closed.

    Where there are no topics, Telegram does not look at the number (Client.cpp, `check_message_topic`).
    """
    if where.upgraded_to is not None:
        raise upgraded(where.upgraded_to)
    named = arguments.get("message_thread_id") or None
    if where.private and named is not None:
        raise bad_request(NO_SUCH_TOPIC)
    if not where.forum:
        return None
    if named is None and reply_to is not None:
        named = where.messages[reply_to].thread
    elif named == GENERAL or (named is not None and named not in where.topics):
        raise bad_request(NO_SUCH_TOPIC)
    if where.topics[named or GENERAL].closed:
        raise bad_request(TOPIC_CLOSED)
    return named


def replied_to(arguments: Arguments, where: Chat) -> int | None:
    told = arguments.get("reply_parameters")
    if not told:
        return None
    fields("reply_parameters", told, {"message_id", "chat_id", "allow_sending_without_reply"})
    if told.get("chat_id", where.id) != where.id:
        raise not_emulated("reply_parameters.chat_id of another chat")
    message_id = told.get("message_id")
    if isinstance(message_id, int) and message_id > 0 and message_id in where.messages:
        return message_id
    if told.get("allow_sending_without_reply"):
        return None
    raise bad_request(NOTHING_TO_REPLY_TO)


def message(where: Chat, arguments: Arguments, missing: str) -> Message:
    """The message the call names, or the refusal `missing`. An ephemeral one has no such number."""
    found = where.messages.get(arguments.get("message_id", 0))
    if found is None or found.only_for is not None:
        raise bad_request(missing)
    return found
