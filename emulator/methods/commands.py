"""setMyCommands and getMyCommands."""

from __future__ import annotations

import re
from typing import Any

from emulator.commands import DEFAULT_SCOPE, Command
from emulator.methods.table import method
from emulator.parameters import Arguments, array, fields, mapping, string
from emulator.refusals import bad_request
from emulator.world import World

COMMANDS = 100
COMMAND_LENGTH = 32
DESCRIPTION_LENGTH = 256

_NEEDS = {
    **dict.fromkeys(("default", "all_private_chats", "all_group_chats", "all_chat_administrators"), ()),
    **dict.fromkeys(("chat", "chat_administrators"), ("chat_id",)),
    "chat_member": ("chat_id", "user_id"),
}


def set_my_commands(world: World, arguments: Arguments) -> bool:
    commands = [_command(told) for told in arguments.get("commands", ())]
    if len(commands) > COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    scope = _scope(arguments)
    world.commands.put(commands, scope, arguments.get("language_code", ""))
    world.emit({"kind": "world"})
    return True


def get_my_commands(world: World, arguments: Arguments) -> list[Command]:
    return world.commands.get(_scope(arguments), arguments.get("language_code", ""))


def _command(told: Any) -> Command:
    if not isinstance(told, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    fields("a BotCommand", told, {"command", "description"})
    name, description = (str(told.get(part) or "").strip() for part in ("command", "description"))
    name = name.removeprefix("/")
    if not name:
        raise bad_request("command must be non-empty")
    if len(name) > COMMAND_LENGTH:
        raise bad_request(f"command length must not exceed {COMMAND_LENGTH}")
    if not re.fullmatch(r"[a-z0-9_]+", name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not description:
        raise bad_request("command description must be non-empty")
    if len(description) > DESCRIPTION_LENGTH:
        raise bad_request(f"command description length must not exceed {DESCRIPTION_LENGTH}")
    return {"command": name, "description": description}


def _scope(arguments: Arguments) -> dict[str, Any]:
    scope: dict[str, Any] = arguments.get("scope") or DEFAULT_SCOPE
    if str(scope.get("type")) not in _NEEDS:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    needs = _NEEDS[scope["type"]]
    fields("scope", scope, {"type", *needs})
    if missing := [name for name in needs if not scope.get(name)]:
        raise bad_request(f"can't parse BotCommandScope: Empty {missing[0]} specified")
    return scope


ROWS = (
    method("setMyCommands", set_my_commands, commands=array, scope=mapping, language_code=string),
    method("getMyCommands", get_my_commands, scope=mapping, language_code=string),
)
