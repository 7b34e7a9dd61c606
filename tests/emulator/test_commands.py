"""Which menu of commands somebody is offered (core.telegram.org/bots/api#determining-list-of-commands)."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.client import World
from tests.emulator.bot_in_hand import ANNA, BORIS, GROUP, Bot

HERE = {"chat_id": GROUP}


async def offers(bot: Bot, name: str, language: str = "", **scope: Any) -> None:
    """The bot sets a menu of one command; `scope` is its type and what that needs."""
    more = {"scope": scope} if scope else {}
    commands = [{"command": name, "description": name}]
    await bot.does("setMyCommands", commands=commands, language_code=language, **more)


async def test_the_narrowest_scope_wins(bot: Bot, world: World):
    anna, boris = world.person("Anna"), world.person("Борис")
    assert await boris.offered(GROUP) == []
    scopes = [
        ("default", {"type": "default"}, ["default"], ["default"]),
        ("groups", {"type": "all_group_chats"}, ["groups"], ["groups"]),
        ("admins", {"type": "all_chat_administrators"}, ["admins"], ["groups"]),
        ("here", {"type": "chat", **HERE}, ["here"], ["here"]),
        ("admins_here", {"type": "chat_administrators", **HERE}, ["admins_here"], ["here"]),
        ("anna", {"type": "chat_member", **HERE, "user_id": ANNA}, ["anna"], ["here"]),
    ]
    for name, scope, to_anna, to_boris in scopes:
        await offers(bot, name, **scope)
        assert (await anna.offered(GROUP), await boris.offered(GROUP)) == (to_anna, to_boris)


async def test_in_private_there_are_menus_of_their_own(bot: Bot, world: World):
    boris = world.person("Борис")
    await offers(bot, "groups", type="all_group_chats")
    assert await boris.offered() == []
    await offers(bot, "private", type="all_private_chats")
    await offers(bot, "only_boris", type="chat", chat_id=BORIS)
    assert (await boris.offered(), await world.person("Anna").offered()) == (["only_boris"], ["private"])


async def test_ones_own_language_comes_before_all_languages_of_the_same_scope(bot: Bot, world: World):
    vira, gleb = world.person("Віра"), world.person("Gleb")
    await offers(bot, "any", type="all_group_chats")
    await offers(bot, "uk", "uk", type="all_group_chats")
    await offers(bot, "english", "en")
    assert (await vira.offered(GROUP), await gleb.offered(GROUP)) == (["uk"], ["any"])


@pytest.mark.parametrize("scope", [{"type": "chat"}, {"type": "chat_member", "chat_id": GROUP}])
async def test_a_scope_that_lacks_something_is_refused(bot: Bot, scope: dict):
    code, said = await bot.refused("setMyCommands", commands=[], scope=scope)
    assert (code, said.split(":")[1]) == (400, " can't parse BotCommandScope")
