"""The connection to Telegram, or to anything that speaks its Bot API."""

from __future__ import annotations

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import PRODUCTION, TelegramAPIServer

TIMEOUT = 10
"""Seconds after which a call is given up, its outcome unknown."""


def connect(token: str, api_url: str | None = None) -> Bot:
    """A bot that speaks to the Bot API server at `api_url`, Telegram's own by default. Close its session at the end."""
    server = TelegramAPIServer.from_base(api_url.rstrip("/")) if api_url else PRODUCTION
    return Bot(token, session=AiohttpSession(api=server, timeout=TIMEOUT))
