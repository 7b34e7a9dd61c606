"""What may be set for a run, in the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


class SettingsError(ValueError):
    """A setting is wrong; the text is one sentence that says what is expected."""


@dataclass(frozen=True)
class Settings:
    """`kills` of the bot at `tables` tables; `seed` decides who presses what, where there is trouble, and when the bot
    is killed. How long things take is chance, so a run cannot be repeated to the letter."""

    kills: int = 500
    seed: int = 1
    tables: int = 30


LIMITS = {"KILLS": (1, 100_000), "SEED": (0, 2**32), "TABLES": (3, 200)}


def read(environment: Mapping[str, str]) -> Settings:
    """The settings; one that is not there, or empty, has its usual value. Raises SettingsError."""
    given = {}
    for name, (least, most) in LIMITS.items():
        text = environment.get(name, "").strip()
        if not text:
            continue
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise SettingsError(f"{name} is wrong: expected a whole number from {least} to {most}, got {text!r}.")
        given[name.lower()] = int(text)
    return Settings(**given)
