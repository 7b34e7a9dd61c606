"""A parent that has imported the bot and forks it on request: aiogram takes seconds to import, a fork milliseconds.

`python -m tests.crash.warm` reads orders from its input, a JSON object a line, and answers each with a number:

    {"host": {"api_url", "token", "database"}, "decks": [...], "log": path}
                                                 run the bot with scripted seats and no pauses, and with these decks if
                                                 there are any; answered with the child's pid
    {"play": {...environment}, "decks": [...], "log": path}
                                                 the same through the command line, as `preferans play`; the pid too
    {"wait": pid}                                wait for a child; answered with its exit code, -9 after SIGKILL

It never starts a thread or an event loop of its own, so that what it forks is whole.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import logging
import os
import ssl
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.host.chance import Draw

log = logging.getLogger(__name__)

Order = dict[str, Any]


def main() -> None:
    """Serve until the input ends."""
    import aiogram.types
    from aiogram.methods import Response

    from bot.texts import locales, tr

    for module in ("bot.app", "bot.cli.play"):
        importlib.import_module(module)

    # What a first update, a first call and a first screen would otherwise make each child pay for.
    aiogram.types.Update.model_validate_json('{"update_id": 1}')
    for answered in (aiogram.types.User, bool, Any):
        Response.__class_getitem__(answered)
    for locale in locales():
        tr(locale, "button.sheet")
    certificates = ssl.create_default_context()  # of no use with the emulator, and slow to read
    ssl.create_default_context = lambda *_, **__: certificates
    gc.freeze()
    answer(0)
    for line in sys.stdin:
        order: Order = json.loads(line)
        if "wait" in order:
            answer(os.waitstatus_to_exitcode(os.waitpid(order["wait"], 0)[1]))
            continue
        pid = os.fork()
        if pid == 0:
            child(order)
        answer(pid)


def answer(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def child(order: Order) -> None:
    """What a forked child does until it is over; it never comes back. All that it says goes to its log."""
    told = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for said, goes in ((0, nothing), (1, told), (2, told)):
        os.dup2(goes, said)
    code = 70
    try:
        code = play(order) if "play" in order else host(order)
    except BaseException:
        log.exception("the child failed")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def play(order: Order) -> int:
    """The command line's `play` with these settings; its exit code."""
    from bot import app, cli

    scripted(setattr)
    app.assembled = partial(app.assembled, draw=drawing(order), pace=(0, 0))
    os.environ.update(order["play"])
    return cli.main(["play"])


def host(order: Order) -> int:
    """The bot as `app` builds it, with what a script needs: see `scripted`."""
    from bot.app import assembled

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    scripted(setattr)
    draw = drawing(order)

    async def serve(*, api_url: str, token: str, database: str) -> None:
        async with assembled(token=token, api_url=api_url, database=Path(database), draw=draw, pace=(0, 0)) as parts:
            await parts.intake.run()

    asyncio.run(serve(**order["host"]))
    return 0


def drawing(order: Order) -> Draw:
    """Chance that deals the decks of an order, or whatever it likes."""
    from bot.game.actions import Deck, action
    from bot.host.chance import draw_deck

    if "decks" not in order:
        return draw_deck
    decks = [action(token) for token in order["decks"]]

    def draw(number: int) -> Deck:
        deck = decks[number - 1]
        assert isinstance(deck, Deck)
        return deck

    return draw


def scripted(put: Callable[[Any, str, object], object]) -> None:
    """Seats as people sat down, seat 1 deals first, and no sparing of Telegram: a pulka in seconds.

    `put` is `setattr`, or what takes it back later.
    """
    from bot.delivery import budget
    from bot.host import lobby

    def plenty() -> budget.Budget:
        return budget.Budget((budget.Bucket(1e9, 1e9),))

    put(lobby, "shuffled", tuple)
    for whose in ("group", "private", "overall"):
        put(budget, whose, plenty)


if __name__ == "__main__":
    main()
