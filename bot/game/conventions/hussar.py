"""Hussar, preferans for two (RULES 9)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "hussar_hill",
        "pulka",
        "Is a hill point worth its full ten whists between two, instead of being divided?",
        options="divisible indivisible",
        presets="divisible",
        source="C4",
        applies="players=2",
        answers={"divisible": False, "indivisible": True},
    ),
    convention(
        "hussar_raspasy",
        "raspasy",
        "How does the dummy take part in raspasy?",
        options="two_hands dummy_lowest",
        presets="two_hands",
        source="RULES 9, Decision",
        applies="players=2",
        unplayed="dummy_lowest",
    ),
)
