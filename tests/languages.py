"""A language more, for one test: its files, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from bot import texts
from build_locales import compile_catalogues

ROOT = Path(__file__).parents[1]


@contextmanager
def one_more(folder: Path, code: str, **said: str) -> Iterator[None]:
    """The catalogues that there are, and one in `code`: English but for what is `said`, with `__` for a key's point."""
    locales = folder / "locales"
    shutil.copytree(ROOT / "locales", locales)
    shutil.copytree(locales / "en", locales / code)
    catalogue = locales / code / "LC_MESSAGES" / f"{texts.DOMAIN}.po"
    text = catalogue.read_text("utf-8").replace('"Language: en\\n"', f'"Language: {code}\\n"')
    for name, sentence in said.items():
        head, key, tail = text.partition(f'msgid "{name.replace("__", ".")}"\nmsgstr "')
        assert key, name
        text = head + key + sentence + tail[tail.index('"\n') :]
    catalogue.write_text(text, "utf-8")
    compile_catalogues(locales)
    with _only(locales):
        yield


@contextmanager
def no_catalogues(folder: Path) -> Iterator[None]:
    """A clone in which nothing was compiled."""
    with _only(folder):
        yield


@contextmanager
def _only(home: Path) -> Iterator[None]:
    with patch.object(texts, "_HOMES", (home,)):
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    for remembered in (texts.locales, texts.language, texts._catalogue):
        remembered.cache_clear()
