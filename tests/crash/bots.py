"""Bots that can be killed: children of one warm parent."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class Warm:
    """The parent. It is told and asked over its pipes, a line each (see `warm`)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.warm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._alive: set[int] = set()

    def __enter__(self) -> Self:
        assert self._answer() == 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pid in tuple(self._alive):
            os.kill(pid, signal.SIGKILL)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def fork(self, **order: Any) -> int:
        """A child that does what it is told; its pid."""
        pid = self._ask(order)
        self._alive.add(pid)
        return pid

    def wait(self, pid: int) -> int:
        """The exit code of a child that has ended or is about to."""
        code = self._ask({"wait": pid})
        self._alive.discard(pid)
        return code

    def _ask(self, order: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


@dataclass
class Mortal:
    """A bot that is started, killed and started again, always on the same database."""

    warm: Warm
    order: dict[str, Any]
    log: Path
    pid: int = 0
    kills: int = field(default=0)

    def start(self) -> None:
        assert not self.pid
        self.pid = self.warm.fork(**self.order, log=str(self.log))

    def kill(self) -> None:
        """SIGKILL: not one more instruction."""
        os.kill(self.pid, signal.SIGKILL)
        assert self.warm.wait(self.pid) == -signal.SIGKILL
        self.pid = 0
        self.kills += 1

    async def ends(self) -> int:
        """Its exit code, waited for. Telegram goes on meanwhile."""
        code, self.pid = await asyncio.to_thread(self.warm.wait, self.pid), 0
        return code

    def told(self, signum: int) -> None:
        os.kill(self.pid, signum)

    def said(self) -> str:
        """Everything that it and its predecessors have written to their log."""
        return self.log.read_text() if self.log.exists() else ""


@dataclass
class Cold:
    """The program as anybody starts it: a new Python that has imported nothing."""

    settings: dict[str, str]
    log: Path
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot", "play"],
                env=os.environ | self.settings,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """SIGKILL, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def told(self, signum: int) -> None:
        assert self._process is not None
        self._process.send_signal(signum)

    async def ends(self) -> int:
        assert self._process is not None
        return await asyncio.to_thread(self._process.wait)

    def said(self) -> str:
        return self.log.read_text()
