"""Bots as processes of their own."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from emulator.server import Emulator

ENDS_WITHIN = 15.0
"""Seconds that a program may take to end once it is told to."""


@asynccontextmanager
async def bare(emulator: Emulator) -> AsyncIterator[None]:
    """The yardstick in this Telegram."""
    async with _running("bench.town.bare", emulator.url, emulator.token):
        yield


@asynccontextmanager
async def ours(emulator: Emulator, database: Path) -> AsyncIterator[None]:
    """`preferans play` in this Telegram, as anybody would run it, on this database."""
    settings = {"BOT_TOKEN": emulator.token, "BOT_API_URL": emulator.url, "LOG_LEVEL": "WARNING"}
    async with _running("bot", "play", "--database", str(database), **settings):
        yield


@asynccontextmanager
async def _running(module: str, *arguments: str, **settings: str) -> AsyncIterator[None]:
    """Raises RuntimeError with its last words if the program does not run until it is told to end."""
    with tempfile.TemporaryFile() as said:
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments, env=os.environ | settings, stdout=said, stderr=said
        )
        try:
            yield
        finally:
            if program.returncode is not None:
                said.seek(0)
                words = said.read()[-2000:].decode(errors="replace")
                raise RuntimeError(f"{module} has ended with {program.returncode}: {words}")
            program.terminate()
            try:
                async with asyncio.timeout(ENDS_WITHIN):
                    await program.wait()
            except TimeoutError:
                program.kill()
                await program.wait()
