"""Games without the talon: the archaic upper ladder (Codex fn 40, GH-K)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "misere_without_talon",
        "auction",
        "May misere and nine be bid without the talon?",
        options="off on",
        presets="off",
        source="Codex fn 40, GH-K",
        unplayed="on",
    ),
)
