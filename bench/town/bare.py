"""The yardstick, `python -m bench.town.bare URL TOKEN`: an aiogram bot that answers every press, and no more."""

from __future__ import annotations

import asyncio
import sys

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import CallbackQuery


async def answered(query: CallbackQuery) -> None:
    await query.answer()


async def serve(url: str, token: str) -> None:
    """aiogram's own polling as its tutorial has it, until the process is ended."""
    dispatcher = Dispatcher()
    dispatcher.callback_query.register(answered)
    await dispatcher.start_polling(Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(url))))


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], sys.argv[2]))
