"""getChat, getChatMember and getChatAdministrators."""

from __future__ import annotations

from typing import Any

from emulator import telegram_json
from emulator.methods import common
from emulator.methods.table import method
from emulator.parameters import Arguments, chat, integer
from emulator.refusals import NO_ADMINISTRATORS, USER_NOT_FOUND, bad_request, upgraded
from emulator.world import World

_GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)


def get_chat(world: World, arguments: Arguments) -> dict[str, Any]:
    where = common.chat(world, arguments)
    permissions = {} if where.private else {"permissions": {"can_send_messages": not where.silent}}
    return (
        telegram_json.chat(world, where)
        | permissions
        | {
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(_GIFTS, False),
        }
    )


def get_chat_member(world: World, arguments: Arguments) -> dict[str, Any]:
    if arguments.get("user_id", 0) <= 0:
        raise bad_request("invalid user_id specified")
    where = common.chat(world, arguments)
    if where.upgraded_to is not None and arguments["user_id"] != world.bot.id:
        raise upgraded(where.upgraded_to)
    if arguments["user_id"] != world.bot.id and arguments["user_id"] not in world.people:
        raise bad_request(USER_NOT_FOUND)
    return telegram_json.member(world, where, arguments["user_id"])


def get_chat_administrators(world: World, arguments: Arguments) -> list[dict[str, Any]]:
    """The owner and the administrators, this bot among them if it is one."""
    where = common.chat(world, arguments)
    if where.private:
        raise bad_request(NO_ADMINISTRATORS)
    if where.upgraded_to is not None:
        raise upgraded(where.upgraded_to)
    return [
        telegram_json.member(world, where, user_id)
        for user_id, standing in where.members.items()
        if standing in ("creator", "administrator")
    ]


ROWS = (
    method("getChat", get_chat, chat_id=chat),
    method("getChatMember", get_chat_member, chat_id=chat, user_id=integer),
    method("getChatAdministrators", get_chat_administrators, unsupported="return_bots", chat_id=chat),
)
