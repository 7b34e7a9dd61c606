"""Help: where the points of a closed pool go (RULES 6.1; Codex fn 72-74)."""

from bot.game.actions import Seat
from bot.game.agreement import convention


def nobody(dealer: Seat, failed: set[Seat]) -> set[Seat]:
    return set()


def the_dealer(dealer: Seat, failed: set[Seat]) -> set[Seat]:
    return {dealer}


def who_failed(dealer: Seat, failed: set[Seat]) -> set[Seat]:
    return failed


CONVENTIONS = (
    convention(
        "help",
        "pulka",
        "Does a surplus help another's pool? If not it comes off one's own hill.",
        options="on off",
        presets="on on off on on on",
        source="LOC, GH-A, GH-P; GH-S without",
        applies="pool_target!=none;end_condition!=total",
        answers={"on": True, "off": False},
    ),
    convention(
        "help_target",
        "pulka",
        "Which open pool is helped first: the largest (+1) or the smallest (-1)? Ties go clockwise from the helper."
        " Or does he choose?",
        options="largest smallest choice",
        presets="largest",
        source="GH-S, GH-M, GH-R",
        applies="help=on",
        answers={"largest": 1, "smallest": -1, "choice": 1},
    ),
    convention(
        "help_exclude",
        "pulka",
        "Who may not be helped in this deal?",
        options="none dealer failed_whister",
        presets="none",
        source="Codex fn 73, which rejects it",
        applies="help=on",
        answers={"none": nobody, "dealer": the_dealer, "failed_whister": who_failed},
    ),
    convention(
        "hill_first",
        "pulka",
        "Does a made game first take the own hill down to nothing?",
        options="off on",
        presets="off",
        source="GH-M Rostov",
        answers={"off": False, "on": True},
    ),
    convention(
        "closing_prize",
        "pulka",
        "How many whists does the first to close write on each opponent?",
        options="0 50 100",
        presets="0",
        source="SKG",
        applies="pool_target!=none",
        answers={"0": 0, "50": 50, "100": 100},
    ),
)
