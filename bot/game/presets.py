"""Agreements by name: a preset is data, one option for every key."""

from __future__ import annotations

from functools import lru_cache

from bot.game.agreement import PRESETS, Agreement
from bot.game.conventions import REGISTRY

__all__ = ["PRESETS", "agreement", "preset"]


def preset(name: str = "sochi") -> Agreement:
    """The agreement called `name`: sochi, leningrad, fspr, rostov, classic or hussar. Raises AgreementError."""
    return REGISTRY.preset(name)


@lru_cache(maxsize=128)
def agreement(text: str) -> Agreement:
    """The agreement written as `text` or `code`, for example `preset=sochi pool_target=20`. Raises AgreementError.

    Every closed deal repeats its pulka's, so that the same text is read again and again.
    """
    return REGISTRY.agreement(text)
