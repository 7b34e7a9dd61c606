"""House rules, one family a file: the keys that a player names in one breath.

To add a family, add a file with a tuple `CONVENTIONS`; it registers itself by being there. The law for a convention
that is added later: its first option is the game as it was before, and a released option never changes its meaning.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from bot.game.agreement import Registry

REGISTRY = Registry(
    c for module in iter_modules(__path__) for c in import_module(f"{__name__}.{module.name}").CONVENTIONS
)
"""Every convention there is."""
