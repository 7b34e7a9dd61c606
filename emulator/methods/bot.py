"""getMe."""

from __future__ import annotations

from typing import Any

from emulator import telegram_json
from emulator.methods.table import method
from emulator.parameters import Arguments
from emulator.world import World


def get_me(world: World, arguments: Arguments) -> dict[str, Any]:
    return telegram_json.bot_itself(world.bot)


ROWS = (method("getMe", get_me),)
