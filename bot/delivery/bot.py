"""The connection to Telegram, or to anything that speaks its Bot API."""

from __future__ import annotations

from typing import Any

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer
from aiogram.methods import Response
from aiogram.types import User

ANSWERS = (Response[bool], Response[User], Response[list[dict[str, Any]]], Response[Any])
"""What Telegram's answers are read into. pydantic builds each of these when it is asked for, which takes longer than a
call, and remembers it as long as somebody holds it; aiogram does not."""
TIMEOUT = 10
"""Seconds after which a call is given up, its outcome unknown."""


def connect(token: str, api_url: str | None = None) -> Bot:
    """A bot that speaks to the Bot API server at `api_url`, Telegram's own by default. Close its session at the end."""
    server = TelegramAPIServer.from_base(api_url.rstrip("/")) if api_url else PRODUCTION
    return Bot(token, session=AiohttpSession(api=server, timeout=TIMEOUT))
