"""After the talon has been seen: refusing it, a slip of the tongue, going without three (Codex 3.4.7, 3.4.10,
3.5.4; RULES 1.4, 5, 8)."""

from collections.abc import Iterable

from bot.game.agreement import convention
from bot.game.scoring import Case
from bot.game.sheet import Line, because


def refused(option: str, case: Case) -> Iterable[Line]:
    """The dealer writes so many points on his hill for a talon that was pushed away (Codex 3.4.10, RULES 5, Decision).

    The declarer does not pay himself, nor his partner in misere (fn 43). The amount is agreed: `hill_mul` leaves it.
    """
    result = case.result
    if result.refused and result.dealer not in (result.declarer, result.partner):
        yield Line("hill", result.dealer, case.answers["talon_refusal"], because("talon_refused"))


CONVENTIONS = (
    convention(
        "talon_refusal",
        "talon",
        "What does the dealer write on his hill when a worthless talon is refused?",
        options="off 1 2 5",
        presets="off",
        source="Codex 3.4.10, fn 35 and 43",
        answers={"off": 0, "1": 1, "2": 2, "5": 5},
        adds=refused,
    ),
    convention(
        "trump_slip",
        "talon",
        "May a trump with at most two cards be annulled until the first whist call?",
        options="off annul",
        presets="off",
        source="004 U17; Codex fn 32 condemns it",
        answers={"off": False, "annul": True},
    ),
    convention(
        "giveup",
        "talon",
        "How many undertricks does a declarer write who gives up after the talon?",
        options="off without_three without_two",
        presets="off",
        source="GH-K, GH-P, GH-S; Codex 3.5.4 and fn 39 reject it",
        answers={"off": 0, "without_three": 3, "without_two": 2},
    ),
    convention(
        "giveup_exits",
        "raspasy",
        "Does a give-up end the series of raspasy?",
        options="no yes",
        presets="no",
        source="prefhub",
        applies="giveup!=off",
        answers={"no": False, "yes": True},
    ),
)
