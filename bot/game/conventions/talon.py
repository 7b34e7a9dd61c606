"""Who sees the talon, and for how long (Codex 3.4.1, seed 004 U5-U7)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "talon_shown",
        "talon",
        "Is the talon opened for everybody before it is taken? On misere it always is.",
        options="open closed",
        presets="open",
        source="Codex 3.4.1; 004 keeps it secret",
        answers={"open": True, "closed": False},
    ),
    convention(
        "talon_visible",
        "talon",
        "Does the board show the talon during the whole deal, or until the first lead?",
        options="until_lead whole_deal",
        presets="until_lead",
        source="RULES 9a.12, Decision",
        applies="talon_shown=open",
        answers={"until_lead": False, "whole_deal": True},
    ),
)
