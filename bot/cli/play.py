"""`preferans play`: the bot at work, in Telegram or in a local one; or a pulka of computer players in the terminal."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from bot.cli import Complaint
from bot.operate import logs

if TYPE_CHECKING:
    from bot.game.agreement import Agreement
    from bot.settings import Settings

NAME = "play"
HELP = "Run the bot: with BOT_TOKEN in Telegram, without it in a local Telegram in the browser."

SEATS = ("computer", "computer", "computer")
PULKA = 10  # points in each player's pool
ONLY_HEADLESS = ("seats", "rules", "pulka", "seed", "record")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options win over the settings of the same name."""
    parser.add_argument("--database", metavar="FILE", help="where everything is kept (the variable DATABASE)")
    parser.add_argument("--port", metavar="N", help="of the local Telegram (the variable EMULATOR_PORT)")
    alone = parser.add_argument_group("without any Telegram")
    alone.add_argument("--headless", action="store_true", help="computer players alone: print the sheet as it grows")
    alone.add_argument("--seats", metavar="A,B,C", type=_seats, help=f"two to four (default: {','.join(SEATS)})")
    alone.add_argument(
        "--rules",
        metavar="CODE",
        help='house rules: a preset, or a code as of agreement show, in quotes: "rostov ten=whisted"',
    )
    alone.add_argument("--pulka", metavar="N", type=_pulka, help=f"points in each pool (default: {PULKA})")
    alone.add_argument(
        "--seed", metavar="N", type=_seed, help="the same seed gives the same pulka (default: by chance)"
    )
    alone.add_argument("--record", metavar="FILE", type=Path, help="where the record goes (default: by seed or time)")


def run(args: argparse.Namespace) -> int:
    """Run until interrupted or told to stop, or until the headless pulka is over."""
    if args.headless:
        return _headless(args)
    stray = next((name for name in ONLY_HEADLESS if getattr(args, name) is not None), None)
    if stray:
        raise Complaint(f"--{stray} goes with --headless.")

    from bot.settings import SettingsError, load

    try:
        settings = load(database=args.database, emulator_port=args.port)
    except SettingsError as wrong:
        raise Complaint(str(wrong)) from None
    logs.set_up(settings.log_level, settings.log_format)
    return asyncio.run(_serve(settings))


class _Place(NamedTuple):
    """Where the bot is to run."""

    token: str
    api_url: str
    database: Path
    greeting: str
    settings: Settings


async def _serve(settings: Settings) -> int:
    """Run the bot. SIGTERM, with which Docker and systemd say stop, ends it as gently as Ctrl-C."""
    task = asyncio.current_task()
    assert task is not None
    with contextlib.suppress(NotImplementedError):  # Windows has no such signal
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        async with _place(settings) as place:
            await _run_bot(place)
    except asyncio.CancelledError:
        task.uncancel()
    return 0


async def _run_bot(place: _Place) -> None:
    print("Starting...", file=sys.stderr, flush=True)
    from aiogram.exceptions import TelegramNotFound, TelegramUnauthorizedError

    from bot import app
    from bot.intake import IntakeError
    from bot.serving import ServingError
    from bot.storage.errors import StorageError

    def ready() -> None:
        print(place.greeting, flush=True)

    try:
        await app.run(
            token=place.token,
            api_url=place.api_url,
            database=place.database,
            ready=ready,
            **_ways_in(place.token, place.settings),
        )
    except (TelegramUnauthorizedError, TelegramNotFound):
        raise Complaint(
            f"BOT_TOKEN is not known to {place.api_url}: expected the token that BotFather shows for a bot now."
        ) from None
    except (IntakeError, ServingError) as ended:
        raise Complaint(f"{ended}.") from None
    except StorageError as refused:
        raise Complaint(f"DATABASE cannot be used: {refused}.") from None


def _ways_in(token: str, settings: Settings) -> dict[str, Any]:
    """Where the bot listens and what Telegram posts there: `listen`, `hook` and `path` of `app.run`."""
    from bot.intake.webhook import Hook, secret_of
    from bot.serving import Listen, vouches_for_itself

    url, certificate, key = settings.bot_webhook_url, settings.bot_webhook_certificate, settings.bot_webhook_key
    port = settings.listens_on
    ways: dict[str, Any] = {}
    if port is not None:
        ways["listen"] = Listen(settings.http_host, port, certificate if key else None, key)
    if url is not None:
        # One that an authority has signed is trusted as it is; one at a proxy is uploaded because somebody said so.
        own = certificate if certificate and (key is None or vouches_for_itself(certificate, key)) else None
        ways["hook"] = Hook(url, settings.bot_webhook_secret or secret_of(token), own)
        ways["path"] = settings.bot_webhook_path or urlsplit(url).path
    return ways


@contextlib.asynccontextmanager
async def _place(settings: Settings) -> AsyncIterator[_Place]:
    if settings.bot_token is not None:
        url = settings.bot_webhook_url
        by = "" if url is None else f", which posts to {urlsplit(url).netloc}"
        greeting = f"The bot runs against {settings.bot_api_url}{by}. Ctrl-C stops it."
        yield _Place(settings.bot_token.get_secret_value(), settings.bot_api_url, settings.database, greeting, settings)
        return

    if settings.bot_webhook_url is not None:
        raise Complaint("BOT_WEBHOOK_URL goes with BOT_TOKEN: the local Telegram is polled.")

    from emulator import server

    try:
        emulator = await server.start(port=settings.emulator_port)
    except OSError:
        raise Complaint(
            f"EMULATOR_PORT is wrong: expected a port that is free, and {settings.emulator_port} is not."
        ) from None
    greeting = f"A local Telegram with the bot in it: {emulator.url}\nCtrl-C ends both."
    try:
        with tempfile.TemporaryDirectory(prefix="preferans-") as folder:
            # The local Telegram begins anew each time; tables of an earlier one would be in chats that are gone.
            chosen = "database" in settings.model_fields_set
            database = settings.database if chosen else Path(folder, "preferans.db")
            yield _Place(emulator.token, emulator.url, database, greeting, settings)
    finally:
        await emulator.stop()


def _headless(args: argparse.Namespace) -> int:
    from bot.headless import play

    seats = args.seats or SEATS
    agreement = _agreed(args, len(seats))
    name = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}" if args.seed is None else str(args.seed)
    record = args.record or Path(f"pulka-{name}.pref")
    try:
        if not record.parent.is_dir() or (record.exists() and not record.is_file()):
            raise Complaint(f"--record {record} cannot be written: expected a file in an existing folder.")
        for line in play(seats=seats, agreement=agreement, seed=args.seed, record=record):
            print(line, flush=True)
    except BrokenPipeError:  # who reads the lines has had enough, and Python would complain once more when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise Complaint(f"--record {record} cannot be written: {error.strerror}.") from None
    return 0


def _agreed(args: argparse.Namespace, players: int) -> Agreement:
    """What is to be played: `--rules`, else Sochi or between two hussar; with pools of `--pulka`."""
    from bot.cli.agreement import agreements
    from bot.game.conventions import REGISTRY
    from bot.game.errors import AgreementError

    usual = "hussar" if players == 2 else "sochi"
    agreed, *more = agreements(usual if args.rules is None else args.rules)
    if more:
        raise Complaint("--rules takes one agreement, with one preset.")
    pools = [option for option in REGISTRY["pool_target"].options if option.isdecimal()]
    pulka = args.pulka or (PULKA if args.rules is None else None)
    if pulka is not None:
        if str(pulka) not in pools:
            raise Complaint(f"--pulka {pulka} cannot be played: expected one of {', '.join(pools)}.")
        agreed = agreed.but(pool_target=str(pulka))
    if agreed["end_condition"] == "time":
        raise Complaint("--rules ends the pulka by time, and computers need none: add end_condition=deals.")
    try:
        agreed.check(players)
    except AgreementError as error:
        raise Complaint(f"--rules cannot be played by {players}: {error}.") from None
    return agreed


def _seats(text: str) -> tuple[str, ...]:
    seats = tuple(text.split(","))
    if len(seats) not in (2, 3, 4) or set(seats) != {"computer"}:
        expected = "expected two to four times computer with commas between"
        people = "; a person plays only in Telegram, real or local" if "person" in seats else ""
        raise argparse.ArgumentTypeError(f"{expected}, got {text!r}{people}")
    return seats


def _pulka(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a number of points from 1, got {text!r}")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, got {text!r}")
    return int(text)
