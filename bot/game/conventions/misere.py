"""Agreements about misere (Codex 3.6.8-3.6.9, GH-T).

Shared with the dealer (Codex 3.6.9, RULES 9a.10): when the misere has been named, before the first lead, the declarer
may show his ten cards to a dealer of four, who answers yes or no. Then half of the pool or of the hill is his (fn 42).
He has seen nobody else's cards by then, for nobody whists a misere.
"""

from collections.abc import Iterable

from bot.game.agreement import convention
from bot.game.scoring import Case
from bot.game.sheet import Line, because


def as_ten(option: str, case: Case) -> Iterable[Line]:
    """`as_ten`: everybody else writes 10 whists (doubled with them) for each trick that the declarer took (GH-T)."""
    result, tricks = case.result, case.undertricks
    if option != "as_ten" or result.kind != "misere" or not tricks:
        return
    price = 10 * case.answers["whist_mul"]
    for seat in (*case.defenders, *([case.sitting_out] if case.sitting_out else [])):
        if seat != result.partner:
            yield Line(
                "whists", seat, tricks * price, because("misere_whists", tricks=tricks, price=price), result.declarer
            )


CONVENTIONS = (
    convention(
        "misere_partnership",
        "misere",
        "May the declarer of a misere invite the dealer of four to share it?",
        options="off on",
        presets="off off off off on off",
        source="Codex 3.6.9",
        applies="players=4",
        answers={"off": False, "on": True},
    ),
    convention(
        "misere_chart",
        "misere",
        "Do the catchers see a chart of the cards that are out?",
        options="on off",
        presets="on",
        source="Codex 3.6.8",
        answers={"on": True, "off": False},
    ),
    convention(
        "misere_whists",
        "misere",
        "Are whists written for a caught misere?",
        options="none as_ten",
        presets="none",
        source="GH-T",
        adds=as_ten,
    ),
)
