"""The one web server of the bot: Telegram's updates come in by it, and whoever watches over the bot looks in by it.

Routes are added to `Server.routes`, an `aiohttp.web.Application`, before the start; `app.run` says which. It is up
before Telegram is asked anything and down after the last word is said, so a route answers for as long as the process
lives and says itself what is not ready yet. Nobody is told more than a status: no traceback, no version of anything.
"""

from __future__ import annotations

import logging
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

log = logging.getLogger(__name__)

MOST = 2**20
"""Bytes of a request's body. The longest update is a tenth of that."""
PATIENCE = 5.0
"""Seconds for which a request under way may come to its end when the server stops."""
IDLE = 75.0
"""Seconds after which a connection that asks nothing is closed: longer than a proxy keeps one."""


class ServingError(Exception):
    """The server cannot start; the text is one sentence for the person who runs the bot."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Where to listen. With a certificate and its key, PEM files, it speaks TLS itself; port 0 is any free one."""

    host: str = "127.0.0.1"
    port: int = 0
    certificate: Path | None = None
    key: Path | None = None


class Server:
    """`routes` until `started`; then `port` is where it listens."""

    def __init__(self, listen: Listen) -> None:
        self.listen, self.port = listen, listen.port
        self.routes = web.Application(client_max_size=MOST, middlewares=[_discreet])
        self.routes.on_response_prepare.append(_nameless)

    @asynccontextmanager
    async def started(self) -> AsyncIterator[None]:
        """Up inside of the block. Raises ServingError."""
        strangers = logging.getLogger(f"{__name__}.requests")
        if _heard not in strangers.filters:
            strangers.addFilter(_heard)
        runner = web.AppRunner(
            self.routes,
            access_log=None,
            logger=strangers,
            shutdown_timeout=PATIENCE,
            keepalive_timeout=IDLE,
        )
        await runner.setup()
        try:
            site = web.TCPSite(runner, self.listen.host, self.listen.port, ssl_context=_tls(self.listen))
            try:
                await site.start()
            except OSError as error:
                why = f"{self.listen.host}:{self.listen.port} is not to be had"
                raise ServingError(f"HTTP_HOST and HTTP_PORT: {why} ({error.strerror or error})") from None
            self.port = runner.addresses[0][1]
            log.info("listening on %s:%d", self.listen.host, self.port)
            yield
        finally:
            await runner.cleanup()


def _tls(listen: Listen) -> ssl.SSLContext | None:
    if listen.certificate is None or listen.key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(listen.certificate, listen.key, password="")
    return context


def vouches_for_itself(certificate: Path, key: Path) -> bool:
    """Whether a certificate is its own authority, so that nobody trusts it who was not given it: a handshake in memory
    with somebody who knows this certificate and no other."""
    knows_it = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    knows_it.check_hostname = False
    knows_it.verify_flags &= ~ssl.VERIFY_X509_PARTIAL_CHAIN
    knows_it.load_verify_locations(certificate)
    has_it = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    has_it.load_cert_chain(certificate, key, password="")
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [knows_it.wrap_bio(back, there), has_it.wrap_bio(there, back, server_side=True)]
    while ends:
        for end in list(ends):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLError:
                return False
            ends.remove(end)
    return True


@web.middleware
async def _discreet(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What goes wrong inside is written to the log by its kind; who asked gets a bare status."""
    try:
        return await handler(request)
    except web.HTTPException as refused:
        allowed = {"Allow": refused.headers["Allow"]} if "Allow" in refused.headers else {}
        return web.Response(status=refused.status, headers=allowed)
    except Exception as error:  # a traceback might quote what was being handled
        log.error("%s %s failed: %s", request.method, request.path, type(error).__name__)
        return web.Response(status=500)


async def _nameless(request: web.Request, response: web.StreamResponse) -> None:
    response.headers["Server"] = "preferans"


def _heard(record: logging.LogRecord) -> bool:
    """Strangers who speak no HTTP are no error of the bot's, and their words do not belong into its log."""
    record.exc_info, record.exc_text = None, None
    record.levelno, record.levelname = logging.INFO, "INFO"
    return True
