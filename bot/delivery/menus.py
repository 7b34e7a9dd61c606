"""Telegram's menus of commands: one a kind of chat and language, set only where it is not what it should be."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

log = logging.getLogger(__name__)

SCOPES = {
    "groups": BotCommandScopeAllGroupChats,
    "admins": BotCommandScopeAllChatAdministrators,
    "private": BotCommandScopeAllPrivateChats,
}
"""Telegram's word for where a menu is offered. Whoever leads a group is offered that of `admins` there instead."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Commands with what they do, offered `where` (see `SCOPES`) to people whose app has this language; with "" to all
    whose language has no menu of its own."""

    where: str
    language: str
    commands: tuple[tuple[str, str], ...]


async def offer_commands(bot: Bot, menus: Iterable[Menu]) -> None:
    """See to it that Telegram offers these menus. Without them the bot works all the same."""
    try:
        for menu in menus:
            scope, code = SCOPES[menu.where](), menu.language or None
            offered = await bot.get_my_commands(scope=scope, language_code=code)
            if tuple((c.command, c.description) for c in offered) != menu.commands:
                wanted = [BotCommand(command=name, description=what) for name, what in menu.commands]
                await bot.set_my_commands(wanted, scope=scope, language_code=code)
    except AiogramError as error:
        log.warning("the menu of commands was not set: %s", type(error).__name__)
