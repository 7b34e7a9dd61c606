"""Addresses of messages and of the bot itself."""

from __future__ import annotations

SUPERGROUPS = -1_000_000_000_000
"""Telegram's ids of supergroups are below; smaller groups are above, and their messages have no addresses."""


def board_link(group: int, message: int | None, thread: int | None = None) -> str:
    """The address of a message in a supergroup, for its members; "" where messages have none.

    `group` is Telegram's id of the chat: a supergroup's is -100 and the digits of which the address is made.
    """
    if message is None or group >= SUPERGROUPS:
        return ""
    topic = f"{thread}/" if thread is not None else ""
    return f"https://t.me/c/{SUPERGROUPS - group}/{topic}{message}"


def start_link(bot: str, payload: str) -> str:
    """Opens the private chat with the bot and sends it `/start payload`."""
    return f"https://t.me/{bot}?start={payload}"
