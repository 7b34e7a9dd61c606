"""Time: clocks, what happens when they run out, when the next deal starts (club 001 13). The host keeps the time:
these keys are declared here and come alive with its clocks."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "time_per_action",
        "table",
        "How long may one decision take?",
        options="none 30s 1m 3m 1h 8h 24h",
        presets="none",
        source="001 13",
        unplayed="30s 1m 3m 1h 8h 24h",
    ),
    convention(
        "time_bank",
        "table",
        "How much extra time does each person have in a pulka?",
        options="none 2m 10m 1h 24h",
        presets="none",
        source="PRODUCT 9",
        applies="time_per_action!=none",
        awaits="clocks",
    ),
    convention(
        "on_timeout",
        "table",
        "What happens when the time has run out?",
        options="remind auto_move computer",
        presets="remind",
        source="PRODUCT 9",
        applies="time_per_action!=none",
        awaits="clocks",
    ),
    convention(
        "time_fine",
        "table",
        "Does each minute over cost two points on the hill?",
        options="off on",
        presets="off",
        source="001 13",
        applies="time_per_action=30s,1m,3m",
        answers={"off": False, "on": True},
        awaits="clocks",
    ),
    convention(
        "next_deal",
        "table",
        "When does the next deal start?",
        options="all_ready 15s 60s",
        presets="all_ready",
        source="PRODUCT 7",
        unplayed="15s 60s",
    ),
)
