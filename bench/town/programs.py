"""Bots as processes of their own, each on one core where the machine has another for Telegram and the people."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from emulator.server import Emulator

ENDS_WITHIN = 15.0
"""Seconds that a program may take to end once it is told to."""


@dataclass(frozen=True)
class Program:
    """A bot that runs."""

    pid: int

    def cpu(self) -> float:
        """Seconds of processor time that all its threads have taken so far. Linux."""
        words = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of it that are in memory. Linux."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def apart() -> Iterator[set[int] | None]:
    """This process, where Telegram and the people are, leaves one core: that is for a bot. None where there are not
    two, or where they cannot be told apart."""
    free = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(free) < 2:
        yield None
        return
    os.sched_setaffinity(0, free[:-1])
    try:
        yield {free[-1]}
    finally:
        os.sched_setaffinity(0, free)


@asynccontextmanager
async def bare(emulator: Emulator, core: set[int] | None = None) -> AsyncIterator[Program]:
    """The yardstick in this Telegram."""
    async with _running("bench.town.bare", emulator.url, emulator.token, core=core) as program:
        yield program


@asynccontextmanager
async def ours(
    emulator: Emulator, database: Path, core: set[int] | None = None, door: str = "bot", **settings: str
) -> AsyncIterator[Program]:
    """`preferans play` in this Telegram, as anybody would run it, on this database; or the same by another `door`."""
    settings = {"BOT_TOKEN": emulator.token, "BOT_API_URL": emulator.url, "LOG_LEVEL": "WARNING"} | settings
    async with _running(door, "play", "--database", str(database), core=core, **settings) as program:
        yield program


@asynccontextmanager
async def _running(
    module: str, *arguments: str, core: set[int] | None = None, **settings: str
) -> AsyncIterator[Program]:
    """Raises RuntimeError with its last words, at once, if the program does not run until it is told to end."""
    with tempfile.TemporaryFile() as said:
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments, env=os.environ | settings, stdout=said, stderr=said
        )
        if core is not None:
            os.sched_setaffinity(program.pid, core)  # threads that it starts stay there too
        user = asyncio.current_task()
        assert user is not None
        dying = asyncio.create_task(_cancelling(user, program))
        try:
            yield Program(program.pid)
        except asyncio.CancelledError:
            if program.returncode is None or user.uncancel() > 0:
                raise
        finally:
            dying.cancel()
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


async def _cancelling(user: asyncio.Task[object], program: asyncio.subprocess.Process) -> None:
    """Whoever uses the program does not wait for one that is dead."""
    await program.wait()
    user.cancel()
