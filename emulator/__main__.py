"""`python -m emulator`: a local Telegram on a port, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from emulator.cast import friends, load
from emulator.limits import FloodControl
from emulator.server import start
from emulator.world import World


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m emulator", description="A local Telegram: Bot API and web chat.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8081, help="port; 0 takes a free one (default: %(default)s)")
    parser.add_argument("--token", help="the only token that is accepted (default: the cast's, 7000:EMULATOR)")
    parser.add_argument("--cast", type=Path, help="a JSON file with bot, people and groups (default: four friends)")
    parser.add_argument("--no-limits", action="store_true", help="without flood limits, for benchmarks")
    parser.add_argument("--no-privacy", action="store_true", help="the bot hears everything said in its groups")
    told = parser.parse_args(arguments)
    try:
        cast = load(told.cast) if told.cast else friends()
        bot = replace(cast.bot, token=told.token or cast.bot.token, privacy=cast.bot.privacy and not told.no_privacy)
        world = World(replace(cast, bot=bot), flood=FloodControl(on=not told.no_limits))
        asyncio.run(_serve(world, told.host, told.port))
    except OverflowError:
        print(f"The emulator cannot start: {told.port} is no port", file=sys.stderr)
        return 2
    except (ValueError, OSError) as error:
        print(f"The emulator cannot start: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


async def _serve(world: World, host: str, port: int) -> None:
    try:
        emulator = await start(world, host, port)
    except OSError as error:
        raise ValueError(f"{host}:{port} is not to be had: {error.strerror or error}") from error
    print(f"Web chat and Bot API: {emulator.url}\nToken: {emulator.token}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await emulator.stop()


if __name__ == "__main__":
    sys.exit(main())
