"""What multiplies a deal in the Classic game: calls in the dark, and bombs (Codex 3.3.19, fn 29-31, RULES 4.7).

A raspasy that followed a pass in the dark costs twice as much, the second such one of a series four times, up to
`dark_limit`. As much is then earned, as a bomb, by everybody who passed in the dark and by the dealer of four. A bomb
multiplies its owner's next game; bombs are used in the order earned, and the one in use stays until a game is won.
"""

from __future__ import annotations

from bot.game.actions import Seat
from bot.game.scoring import Result
from bot.game.state import Table

DARK = 2
"""Factor of a game that was bid in the dark, and of the first raspasy after a pass in the dark."""


def over_dark_pass(table: Table) -> int:
    """The lowest level that may be bid against a pass in the dark: seven, in this series later eight, nine, ten."""
    return min(10, 7 + table.dark_passes)


def of_raspasy(table: Table) -> int:
    """Factor of a trick's price when this deal's raspasy follows a pass in the dark, and of the bomb it brings."""
    return int(min(DARK ** (table.dark_passes + 1), table.agreement.answers["dark_limit"]))


def of_game(table: Table, declarer: Seat) -> int:
    """Factor of the bomb that a declarer's game is played on; 1 without one."""
    return next(iter(table.bombs_of(declarer)), 1)


def factors(table: Table, result: Result) -> tuple[int, ...]:
    """Everything that multiplies a deal, a bomb before the dark (Codex fn 31: bomb times dark)."""
    if result.kind == "raspasy":
        found = [of_raspasy(table)] if result.dark else []
    else:
        found = [of_game(table, result.declarer), DARK if result.dark else 1]
    return tuple(f for f in found if f > 1)


def after(table: Table, result: Result, *, won: bool) -> tuple[tuple[int, ...], ...]:
    """Everybody's bombs after a deal: raspasy brings some, a game that was won destroys the one it was played on."""
    if not table.agreement.answers["bombs"]:
        return table.bombs
    bombs = {seat: table.bombs_of(seat) for seat in sorted(table.order)}
    if result.kind != "raspasy" and won:
        bombs[result.declarer] = bombs[result.declarer][1:]
    elif result.kind == "raspasy" and result.dark:
        for seat in {*result.dark, *([result.dealer] if table.players == 4 else [])}:
            bombs[seat] = (*bombs[seat], of_raspasy(table))
    return tuple(bombs.values())
