"""Sentences: a key, its parameters and a locale make one. They live in `locales/`, English among them.

A key is an identifier like `toast.must_follow`, never a sentence; a plural has the same key as its singular. Texts hold
no HTML: who puts one into a screen escapes what people wrote, the sentence itself needs no escaping.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from pathlib import Path

LAST_RESORT = "en"
"""Spoken to whoever asks for a language that is not there."""
DOMAIN = "preferans"
_FILE = Path("LC_MESSAGES", f"{DOMAIN}.mo")
_HOMES = (Path(__file__).with_name("locales"), Path(__file__).parents[1] / "locales")
"""Where catalogues are: in an installed package, or in a checkout."""


class CatalogueMissing(RuntimeError):
    """The .po of a language has not been compiled to the .mo that gettext reads."""


class TextMissing(LookupError):
    """A catalogue does not have this key, or not with or without a plural."""


def tr(locale: str, key: str, /, n: int | None = None, **params: object) -> str:
    """The text `key` in `locale`, its `{placeholders}` filled; with `n` the plural form for so many, `{n}` included.

    An unknown locale falls back to its language (`uk-UA` to `uk`), then to English. Raises TextMissing for an unknown
    key, CatalogueMissing before `make locales`.
    """
    catalogue = _catalogue(language(locale))
    text = catalogue.gettext(key) if n is None else catalogue.ngettext(key, key, n)
    if text == key:
        raise TextMissing(f"{key!r} in {language(locale)}" + (" with a plural" if n is not None else ""))
    if n is not None:
        params["n"] = n
    return text.format_map(params) if params else text


def known(key: str) -> bool:
    """Whether there is a text with this key."""
    return _catalogue(LAST_RESORT).gettext(key) != key


@cache
def locales() -> tuple[str, ...]:
    """The languages that are spoken: those with a compiled catalogue, by code. To add one is to add its files."""
    return tuple(sorted({path.parts[-3] for home in _HOMES for path in home.glob(f"*/{_FILE}")}))


def is_spoken(locale: str) -> bool:
    """Whether there is a catalogue for the language of a locale (`uk-UA`), so that nobody falls back."""
    return _spoken(locale) in locales()


@cache
def language(locale: str) -> str:
    """The one of `locales()` that serves a locale as Telegram or a person writes it: `ru`, `uk-UA`, `EN_us`, ``."""
    spoken = _spoken(locale)
    return spoken if spoken in locales() else LAST_RESORT


def _spoken(locale: str) -> str:
    return locale.replace("_", "-").partition("-")[0].lower()


@cache
def _catalogue(spoken: str) -> GNUTranslations:
    for home in _HOMES:
        path = home / spoken / _FILE
        if path.is_file():
            with path.open("rb") as compiled:
                return GNUTranslations(compiled)
    raise CatalogueMissing(f"The texts in {spoken!r} are not compiled: run `make locales`.")
