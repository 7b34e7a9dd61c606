"""Time: how much there is for a decision, what happens when it is over, when the next deal starts (club 001 13).

The rules read no clock and these keys decide nothing in them: the host keeps the times, and what comes of them enters
as actions (a fine, a move, a computer in a person's place). Answers are seconds.
"""

from bot.game.agreement import convention

_MOVE = {"none": None, "30s": 30, "1m": 60, "3m": 180, "1h": 3600, "8h": 28_800, "24h": 86_400}
_BANK = {"none": 0, "2m": 120, "10m": 600, "1h": 3600, "24h": 86_400}

CONVENTIONS = (
    convention(
        "time_per_action",
        "table",
        "How long may one decision take?",
        options="none 30s 1m 3m 1h 8h 24h",
        presets="none",
        source="001 13",
        answers=_MOVE,
    ),
    convention(
        "time_bank",
        "table",
        "How much time beyond that does each person have in a pulka?",
        options="none 2m 10m 1h 24h",
        presets="none",
        source="PRODUCT 9",
        applies="time_per_action!=none",
        answers=_BANK,
    ),
    convention(
        "on_timeout",
        "table",
        "What happens when the time has run out?",
        options="remind auto_move computer",
        presets="remind",
        source="PRODUCT 9",
        applies="time_per_action!=none",
    ),
    convention(
        "time_fine",
        "table",
        "Does each full minute over cost two points on the hill?",
        options="off on",
        presets="off",
        source="001 13",
        applies="time_per_action=30s,1m,3m;on_timeout=remind",
        answers={"off": False, "on": True},
    ),
    convention(
        "next_deal",
        "table",
        "When does the next deal start?",
        options="all_ready 15s 60s",
        presets="all_ready",
        source="PRODUCT 7",
        answers={"all_ready": None, "15s": 15, "60s": 60},
    ),
)
