"""Hussar, preferans for two (RULES 9): the third hand is the dummy, `actions.DUMMY`."""

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
        "Does the dummy play on raspasy, its lowest card whenever it is to play? Its tricks count to nobody.",
        options="two_hands dummy_lowest",
        presets="two_hands",
        source="RULES 9, Decision",
        applies="players=2",
        answers={"two_hands": False, "dummy_lowest": True},
    ),
)
