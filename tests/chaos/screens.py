"""Whether people see what they should: every hand and board as the log has it, every announcement exactly once."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from dataclasses import dataclass, field, replace

from bot.delivery import Wanted
from bot.game.state import State
from bot.host.scene import Scene
from bot.host.sitting import read_sitting
from bot.storage import screens
from tests.chaos.follow import Followed
from tests.crash.evening import Shown, Telegram
from tests.crash.staged import as_shown, wanted


@dataclass
class Told:
    """The announcements of one pulka so far, in its group: the first deck's hash, the results, the settlement."""

    shown: dict[str, Shown] = field(default_factory=dict)
    moments: int = 0


class Screens:
    """What is to be seen of each table, and what of it is not."""

    def __init__(self, world: Telegram, conn: sqlite3.Connection) -> None:
        self._world, self._conn = world, conn
        self._chats: dict[int, int] = dict(conn.execute("SELECT id, telegram_id FROM chats").fetchall())
        self._told: dict[int, Told] = {}

    def lacking(self, table: Followed) -> list[str]:
        """Places that do not show what they should, and announcements that are missing."""
        scene = read_sitting(self._conn, table.id).scene(time.time())
        wrong = [fault for one in wanted(scene) if (fault := self._wrong(table, one))]
        group = Counter(shown for _, shown in self._world.said(table.group))
        missing = [key for key, shown in self._announced(table, scene).items() if not group[shown]]
        return [*wrong, *(f"table {table.id}: the announcement {key} is missing" for key in missing)]

    def _wrong(self, table: Followed, one: Wanted) -> str:
        place, chat = screens.get(self._conn, one.place.chat, one.place.key), self._chats[one.place.chat]
        what = f"table {table.id}: {one.place.key} in chat {chat}"
        number = place.message_id if place is not None else None
        if number is None:
            return f"{what} was never shown"
        seen = dict(self._world.said(chat)).get(number)
        if seen is None:
            return f"{what} is gone"
        right = as_shown(self._world, one)
        return "" if seen == right else f"{what} shows {seen}, not {right}"

    def doubled(self, table: Followed) -> dict[str, int]:
        """Announcements that stand there more than once, with how many are too many."""
        group = Counter(shown for _, shown in self._world.said(table.group))
        told = self._told.get(table.id, Told()).shown
        return {key: group[shown] - 1 for key, shown in told.items() if group[shown] > 1}

    @property
    def announced(self) -> int:
        return sum(len(told.shown) for told in self._told.values())

    def _announced(self, table: Followed, scene: Scene) -> dict[str, Shown]:
        told = self._told.setdefault(table.id, Told())
        if not told.shown and table.lately:
            told.shown |= self._finals(scene, first(table), ())
        for moment in table.moments[told.moments :]:
            told.shown |= self._finals(scene, moment, (moment,))
        told.moments = len(table.moments)
        return told.shown

    def _finals(self, scene: Scene, state: State, untold: tuple[State, ...]) -> dict[str, Shown]:
        """What is said in the group once and for all when the table stands so."""
        then = replace(scene, state=state, untold=untold, talk=None)
        finals = [w for w in wanted(then) if w.final and w.place.chat == scene.chat]
        return {w.place.key: as_shown(self._world, w) for w in finals}


def first(table: Followed) -> State:
    """The state in which the first deck had just been drawn."""
    return next(s for s in (*table.earlier, table.state) if s.seq >= 1)
