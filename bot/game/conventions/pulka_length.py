"""How long a pulka is (RULES 6.2)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "pool_target",
        "pulka",
        "How many points does each pool take?",
        options="5 10 15 20 30 50 none",
        presets="10 20 none 20 20 10",
        source="C4; GH-K 10, MC 30; FSPR has none",
        answers={"5": 5, "10": 10, "15": 15, "20": 20, "30": 30, "50": 50, "none": None},
    ),
    convention(
        "end_condition",
        "pulka",
        "When is the pulka over? The deal in progress is always finished.",
        options="each_closed total deals time",
        presets="each_closed each_closed time each_closed each_closed each_closed",
        source="LOC; GH-S; FSPR by time",
    ),
    convention(
        "end_deals",
        "pulka",
        "After how many deals?",
        options="12 20 24 40",
        presets="20",
        source="BIB",
        applies="end_condition=deals",
        answers={"12": 12, "20": 20, "24": 24, "40": 40},
    ),
    convention(
        "end_minutes",
        "pulka",
        "After how many minutes of play? Pauses do not count.",
        options="60 90 120 180",
        presets="120",
        source="FSPR",
        applies="end_condition=time",
        answers={"60": 60, "90": 90, "120": 120, "180": 180},
    ),
    convention(
        "finish_round",
        "pulka",
        "Is the round completed, so that everybody has dealt equally often?",
        options="no yes",
        presets="no no yes no no no",
        source="BIB",
        applies="end_condition=deals,time",
        answers={"no": False, "yes": True},
    ),
)
