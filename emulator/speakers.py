"""Who speaks in a group and is no person: how the Bot API names the author of what they say (Client.cpp)."""

from __future__ import annotations

import time
from typing import Any

from emulator.acts import Impossible
from emulator.telegram_json import CHANNEL_BOT, SERVICE

CHANNEL, BOT = -1_009_000_000_001, 9000


def named(kind: str, name: str) -> dict[str, Any]:
    """The fields of a Message that say who speaks: a `channel`, a channel's `post`, another `bot` of this name."""
    channel = {"id": CHANNEL, "type": "channel", "title": name}
    if kind == "channel":
        return {"from": CHANNEL_BOT, "sender_chat": channel}
    if kind == "post":
        origin = {"type": "channel", "chat": channel, "message_id": 1, "date": int(time.time())}
        return {"from": SERVICE, "sender_chat": channel, "is_automatic_forward": True, "forward_origin": origin}
    if kind == "bot":
        return {"from": {"id": BOT, "is_bot": True, "first_name": name, "username": "other_bot"}}
    raise Impossible(f"nobody speaks as {kind!r}; there are channel, post, bot")
