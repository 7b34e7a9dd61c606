"""Games without the talon: the archaic upper ladder (Codex fn 40, GH-K, RULES 1.3.5).

A nine outbids misere, misere without the talon outbids a nine, nine without the talon outbids that, and a ten outbids
all of them. Who has bid misere may rise to misere without the talon, and to nothing else. What is won so is played with
the talon closed, for everybody, and at the same value (Decision). The steps are `contracts.STEPS`.
"""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "misere_without_talon",
        "auction",
        "May misere and nine be bid without the talon?",
        options="off on",
        presets="off",
        source="Codex fn 40, GH-K",
        answers={"off": False, "on": True},
    ),
)
