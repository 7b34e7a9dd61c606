"""Files that a person names on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.cli import Complaint


def text_of(path: Path) -> str:
    """The text of a file in UTF-8. Raises Complaint when there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Complaint(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Complaint(f"{path}: not UTF-8 (byte {error.start})") from None


def own_database() -> Path:
    """The bot's database by the settings. Raises Complaint where those are wrong."""
    from bot.settings import SettingsError, load

    try:
        return load().database
    except SettingsError as error:
        raise Complaint(str(error)) from None


def counted(number: int, of: str) -> str:
    """`1 deal`, `2 deals`."""
    return f"{number} {of}{'' if number == 1 else 's'}"
