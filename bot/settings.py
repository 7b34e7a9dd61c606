"""What the person who runs the bot may set, from the environment or from a file `.env` in the working directory.

`.env.example` lists the same variables for copying. A variable that is set but empty counts as not set.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


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
        default="https://api.telegram.org",
        description="the address of a Bot API server, such as https://api.telegram.org",
    )
    database: Annotated[Path, AfterValidator(_writable)] = Field(
        default=Path("preferans.db"), description="the path of a file in an existing folder that the bot may write to"
    )
    emulator_port: int = Field(default=8081, ge=1, le=65535, description="a port from 1 to 65535")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="DEBUG, INFO, WARNING or ERROR"
    )


def load(**given: object) -> Settings:
    """Read the settings; what is `given` and not None wins over them. Raise `SettingsError` for the first wrong one."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as invalid:
        field = str(invalid.errors(include_input=False, include_url=False)[0]["loc"][0])
        raise SettingsError(f"{field.upper()} is wrong: expected {Settings.model_fields[field].description}.") from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError("The file .env cannot be read: expected text in UTF-8, one NAME=value a line.") from None
