"""How somebody stands in a chat, and the one way in which that changes."""

from __future__ import annotations

from emulator import telegram_json
from emulator.chats import Chat, Standing
from emulator.world import World


def set_standing(world: World, by: int, chat: Chat, user_id: int, standing: Standing) -> None:
    """Let it be so, and tell the bot what it may know of it."""
    before = telegram_json.member(world, chat, user_id)
    chat.members[user_id] = standing
    if standing not in ("creator", "administrator"):
        chat.anonymous.discard(user_id)
    world.tell_standing(chat, by, user_id, before)
    world.emit({"kind": "world"})


def set_anonymous(world: World, chat: Chat, user_id: int, on: bool) -> None:
    """From now on an administrator speaks as the group, or as himself. His presses are always his own."""
    if on:
        chat.anonymous.add(user_id)
    else:
        chat.anonymous.discard(user_id)
    world.emit({"kind": "world"})
