"""The webhook as the bot has set it. Values and checks, no network: `posting` does the posting."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

from emulator.refusals import bad_request, too_many_requests

USUAL_CONNECTIONS, MOST_CONNECTIONS = 40, 100
SECRET_LENGTH = 256  # characters
ONCE_IN = 1.0  # seconds: nobody sets or deletes more often


@dataclass
class Hook:
    """Without a `url` there is none. Errors are those of deliveries; dates are unix seconds."""

    url: str = ""
    secret: str = ""
    certificate: bytes | None = None
    max_connections: int = USUAL_CONNECTIONS
    last_error_date: int | None = None
    last_error_message: str = ""
    changed_at: float = float("-inf")

    def change(self, now: float) -> None:
        """Somebody sets or deletes it. Refused if that was so within the last second."""
        if now - self.changed_at < ONCE_IN:
            raise too_many_requests(1)
        self.changed_at = now

    def failed(self, why: str, now: float) -> None:
        self.last_error_date, self.last_error_message = int(now), why


def checked_url(url: str) -> str:
    """As a Bot API server run with --local has it: http too, and any port."""
    there = urlsplit(url)
    if there.scheme not in ("http", "https"):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if not there.hostname:
        raise bad_request("bad webhook: Failed to resolve host: Name or service not known")
    return url


def checked_secret(secret: str) -> str:
    if len(secret) > SECRET_LENGTH:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")
    return secret


def trusting(certificate: bytes) -> ssl.SSLContext:
    """Trust in this certificate alone, a PEM file as it was uploaded; Refused if it is none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(cadata=certificate.decode("ascii"))
    except (ssl.SSLError, ValueError):
        raise bad_request("bad webhook: failed to load certificate") from None
    return context
