"""Who sits where, who deals first, who cuts, who comes later (Codex 3.1-3.2). Seats are drawn by the host, so that
`first_dealer` comes alive there."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "late_join",
        "pulka",
        "May a fourth join three in mid-pulka, writing the averages?",
        options="averages off",
        presets="averages averages off averages averages off",
        source="Codex 3.1.2",
        applies="players=3",
        answers={"averages": True, "off": False},
    ),
    convention(
        "first_dealer",
        "pulka",
        "How is the first dealer found?",
        options="drawn chosen volunteer",
        presets="drawn",
        source="Codex 3.2.1, fn 8-9",
    ),
    convention(
        "cut",
        "pulka",
        "Does a person cut the deck? The deck is committed to in any case.",
        options="on off",
        presets="on",
        source="Codex 3.2.5",
        answers={"on": True, "off": False},
    ),
)
