"""What a table as the database has it should look like, to be held against what people see."""

from __future__ import annotations

from collections.abc import Iterable

from bot.delivery import Wanted
from bot.host.scene import Scene
from bot.staging import Staging
from emulator.methods.common import formatted
from emulator.world import World
from tests.crash.evening import Shown


def wanted(scene: Scene) -> list[Wanted]:
    """Every message of the table."""
    return list(Staging(_Nowhere()).wanted(scene))


def as_shown(world: World, one: Wanted) -> Shown:
    """A message as people would see it."""
    text, entities = formatted(world, one.screen.text, "HTML", None)
    rows = tuple(tuple((button.text, button.data) for button in row) for row in one.screen.buttons)
    return Shown(text, repr(entities), rows)


class _Nowhere:
    """Shows nothing."""

    def show(self, wanted: Iterable[Wanted]) -> None: ...
