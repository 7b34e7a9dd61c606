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
