"""Who has been rung: a turn, and news of somebody's time, are told with sound once, as he has chosen (PRODUCT 5)."""

from __future__ import annotations

from bot.framing import newest_question, notice
from bot.game.actions import Seat
from bot.game.view import View, view
from bot.host.prefs import rings_after
from bot.host.scene import Scene, Sitter


class Bells:
    """By table: the question for which each seat was rung last, and the news of its time that it has heard.

    It is known as long as the table is in memory; of one that comes back everything so far has been told.
    """

    def __init__(self) -> None:
        self._rung: dict[int, dict[Seat, int]] = {}
        self._noticed: dict[int, dict[Seat, str]] = {}

    def opened(self, scene: Scene) -> None:
        """The table looked like this before: whoever is asked has been told already."""
        seats = [sitter.seat for sitter in scene.sitters]
        if scene.state is not None:
            self._rung[scene.table] = {seat: newest_question(view(scene.state, seat)) for seat in seats}
        self._noticed[scene.table] = {sitter.seat: notice(scene, sitter) for sitter in scene.sitters}

    def missed(self, table: int) -> None:
        """Whoever is asked there is to be told again."""
        self._rung.pop(table, None)

    def left(self, table: int) -> None:
        """Nothing need be known of the table until it is opened."""
        self._rung.pop(table, None)
        self._noticed.pop(table, None)

    def rings(self, scene: Scene, sitter: Sitter, seen: View) -> bool:
        """Whether this question is to be announced with sound: once, as its person has chosen.

        In his quiet hours it is not, and may be when they are over: his screen has only been edited.
        """
        rung, newest = self._rung.setdefault(scene.table, {}), newest_question(seen)
        if sitter.quiet or rung.get(sitter.seat, 0) >= newest:
            return False
        rung[sitter.seat] = newest
        return sitter.idle > rings_after(sitter.prefs)

    def notices(self, scene: Scene, sitter: Sitter) -> bool:
        """Whether there is news of this person's time that he is to hear: once each, and not in his quiet hours."""
        noticed, news = self._noticed.setdefault(scene.table, {}), notice(scene, sitter)
        if sitter.quiet or noticed.get(sitter.seat, "") == news:
            return False
        noticed[sitter.seat] = news
        return bool(news) and sitter.prefs.rings != "never"
