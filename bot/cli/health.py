"""`preferans health`: does the bot that runs here live, and does it play? Docker asks."""

from __future__ import annotations

import argparse
import http.client
from typing import TYPE_CHECKING

from bot.cli import Complaint

if TYPE_CHECKING:
    from bot.settings import Settings

NAME = "health"
HELP = "Ask the bot that runs on this machine how it is (HTTP_PORT has to be set)."
WITHIN = 8.0
"""Seconds in which it has to answer."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is asked."""
    parser.add_argument("--ready", action="store_true", help="ask whether it plays, not only whether it lives")


def run(args: argparse.Namespace) -> int:
    """Print its answer; 1 if that is no, or if there is none."""
    from bot.settings import SettingsError, load

    try:
        connection = _connection(load())
    except SettingsError as error:
        raise Complaint(str(error)) from None
    try:
        connection.request("GET", "/readyz" if args.ready else "/healthz")
        answer = connection.getresponse()
        print(answer.read(200).decode("utf-8", "replace").strip() or answer.reason)
    except (OSError, http.client.HTTPException) as error:
        print(f"no answer from {connection.host}:{connection.port} ({type(error).__name__})")
        return 1
    finally:
        connection.close()
    return 0 if answer.status == 200 else 1


def _connection(settings: Settings) -> http.client.HTTPConnection:
    """To the bot's own server; whether its certificate is known to anybody does not matter on one machine."""
    import ssl

    port = settings.listens_on
    if port is None:
        raise Complaint("HTTP_PORT is not set, so nothing can be asked.")
    host = EVERYWHERE.get(settings.http_host, settings.http_host)
    if settings.bot_webhook_key is None:
        return http.client.HTTPConnection(host, port, timeout=WITHIN)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=WITHIN, context=context)
