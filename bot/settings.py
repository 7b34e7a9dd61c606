"""What the person who runs the bot may set, from the environment or from a file `.env` in the working directory.

`.env.example` lists the same variables for copying. A variable that is set but empty counts as not set.
"""

from __future__ import annotations

import os
import re
import ssl
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError, ValidationInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

TELEGRAM = "https://api.telegram.org"
PORTS = (None, 443, 80, 88, 8443)
"""Those to which Telegram posts; None is https's own."""


class SettingsError(ValueError):
    """A setting is wrong. The text is one sentence that names the variable and what is expected, never a token."""


def _token(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", value.get_secret_value()):
        raise ValueError
    return value


def _address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", value):
        raise ValueError
    return value.rstrip("/")


def _webhook(value: str, info: ValidationInfo) -> str:
    """Telegram's own server posts to https on four ports only; one's own Bot API server to anything."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?", value):
        raise ValueError
    there = urlsplit(value)
    if info.data.get("bot_api_url") == TELEGRAM and (there.scheme != "https" or there.port not in PORTS):
        raise ValueError
    return value if there.path else f"{value}/"


def _secret(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", value.get_secret_value()):
        raise ValueError
    return value


def _certificate(value: Path) -> Path:
    path = value.expanduser()
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except (OSError, ValueError) as unreadable:
        raise ValueError from unreadable
    return path


def _key(value: Path, info: ValidationInfo) -> Path:
    path, certificate = value.expanduser(), info.data.get("bot_webhook_certificate")
    if certificate is None:
        raise ValueError
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, path, password="")
    except (OSError, ValueError) as unreadable:
        raise ValueError from unreadable
    return path


def _writable(value: Path) -> Path:
    path = value.expanduser()
    try:
        fits = path.parent.is_dir() and not path.is_dir()
        if fits and os.access(path if path.exists() else path.parent, os.W_OK):
            return path
    except OSError as unreadable:
        raise ValueError from unreadable
    raise ValueError


class Settings(BaseSettings):
    """The descriptions are what a person is told who got that setting wrong."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
    )

    bot_token: Annotated[SecretStr, AfterValidator(_token)] | None = Field(
        default=None, description="the token as BotFather gave it: digits, a colon, then letters, digits, - and _"
    )
    bot_api_url: Annotated[str, AfterValidator(_address)] = Field(
        default=TELEGRAM,
        description="the address of a Bot API server, such as https://api.telegram.org",
    )
    bot_webhook_url: Annotated[str, AfterValidator(_webhook)] | None = Field(
        default=None,
        description="an https address that Telegram reaches, on port 443, 80, 88 or 8443, such as "
        "https://example.org/preferans",
    )
    bot_webhook_secret: Annotated[SecretStr, AfterValidator(_secret)] | None = Field(
        default=None, description="1 to 256 letters, digits, - and _"
    )
    bot_webhook_certificate: Annotated[Path, AfterValidator(_certificate)] | None = Field(
        default=None, description="the path of a certificate as a PEM file"
    )
    bot_webhook_key: Annotated[Path, AfterValidator(_key)] | None = Field(
        default=None, description="the path of a PEM file, without a password, with the key of BOT_WEBHOOK_CERTIFICATE"
    )
    bot_webhook_path: Annotated[str, Field(pattern=r"^/[A-Za-z0-9._~/-]*$")] | None = Field(
        default=None, description="the path at which posts arrive here, such as /preferans"
    )
    http_host: str = Field(default="127.0.0.1", description="an address of this machine to listen on")
    http_port: int | None = Field(default=None, ge=1, le=65535, description="a port from 1 to 65535")
    database: Annotated[Path, AfterValidator(_writable)] = Field(
        default=Path("preferans.db"), description="the path of a file in an existing folder that the bot may write to"
    )
    emulator_port: int = Field(default=8081, ge=1, le=65535, description="a port from 1 to 65535")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="text for people, or json for machines, which also has a line for each action"
    )

    @property
    def listens_on(self) -> int | None:
        """The port of the bot's own web server; without one there is only one for a webhook."""
        return self.http_port or (8080 if self.bot_webhook_url else None)


def load(**given: object) -> Settings:
    """Read the settings; what is `given` and not None wins over them. Raise `SettingsError` for the first wrong one."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as invalid:
        field = str(invalid.errors(include_input=False, include_url=False)[0]["loc"][0])
        raise SettingsError(f"{field.upper()} is wrong: expected {Settings.model_fields[field].description}.") from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError("The file .env cannot be read: expected text in UTF-8, one NAME=value a line.") from None
