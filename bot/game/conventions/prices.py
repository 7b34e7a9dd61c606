"""What a point is worth, and what is doubled: the difference between Sochi and Leningrad (SH-L, WP, SK)."""

from bot.game.agreement import convention

TWICE = {"1": 1, "2": 2}

CONVENTIONS = (
    convention(
        "pool_unit",
        "pulka",
        "How many whists is a pool point worth, in help and in the settlement?",
        options="10 20",
        presets="10 20 20 10 10 10",
        source="WP, GH-P, SK",
        answers={"10": 10, "20": 20},
    ),
    convention(
        "hill_mul",
        "pulka",
        "By what are undertricks, misere tricks and whisters' fines multiplied?",
        options="1 2",
        presets="1 2 2 1 1 1",
        source="SH-L, GH-L, GH-A; GH-S and GH-M dissent",
        answers=TWICE,
    ),
    convention(
        "whist_mul",
        "pulka",
        "By what is every whist that is a price multiplied?",
        options="1 2",
        presets="1 2 2 1 1 1",
        source="SH-L",
        answers=TWICE,
    ),
)
