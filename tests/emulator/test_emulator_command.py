"""`python -m emulator`: one command, one address."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from emulator.__main__ import main


async def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path):
    cast = tmp_path / "cast.json"
    cast.write_text(json.dumps({"people": [{"id": 1, "first_name": "Zoë"}]}))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "emulator", "--port", "0", "--token", "1:X", "--cast", str(cast), "--no-privacy",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().split()[-1]
    assert (await process.stdout.readline()).decode() == "Token: 1:X\n"
    async with aiohttp.ClientSession() as session, session.get(f"{address}/bot1:X/getMe") as response:
        assert (await response.json())["result"]["can_read_all_group_messages"] is True
    process.send_signal(signal.SIGINT)
    assert await process.wait() == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--cast", "/nowhere/cast.json"], "No such file or directory: '/nowhere/cast.json'"),
        (["--host", "256.0.0.1"], "256.0.0.1:0 is not to be had"),
        (["--port", "70000"], "70000 is no port"),
    ],
)
def test_what_is_wrong_is_one_sentence(capsys: pytest.CaptureFixture, arguments: list[str], complaint: str):
    assert main(["--port", "0", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("The emulator cannot start: ")
    assert complaint in told
    assert told.count("\n") == 1
