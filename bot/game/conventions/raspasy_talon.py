"""The talon on raspasy, and the third lead (Codex 3.7.6, fn 46-47, RULES 4.1).

`real` comes to the same as `codex`: RULES 8 spells it out as a real lead with four and the suit alone with three."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "raspasy_talon",
        "raspasy",
        "Does the talon lead to the first two tricks, and is its card the dealer's real one when four play?",
        options="codex suit_only real closed",
        presets="codex codex codex closed codex closed",
        source="Codex 3.7.6.1-3.7.6.4; GH-K suit only",
        answers={"codex": "lead", "suit_only": "suit", "real": "lead", "closed": None},
    ),
    convention(
        "third_lead",
        "raspasy",
        "Who leads to the third trick?",
        options="forehand winner",
        presets="forehand",
        source="Codex 3.7.6.1",
        applies="raspasy_talon!=closed",
    ),
)
