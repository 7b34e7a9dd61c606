"""Calls made without looking, and the bombs they earn: the Classic game (Codex 3.3.19, fn 28-31, 3.7.9-3.7.10)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "dark_bids",
        "auction",
        "May one pass or bid before looking at one's cards?",
        options="off on",
        presets="off off off off on off",
        source="Codex 3.3.19a-b",
        unplayed="on",
    ),
    convention(
        "dark_misere",
        "auction",
        "May misere be bid in the dark?",
        options="off on",
        presets="off off off off on off",
        source="Codex 3.3.19c, 3.6.5",
        applies="dark_bids=on",
        unplayed="on",
    ),
    convention(
        "bombs",
        "auction",
        "Does a dark pass that led to raspasy multiply one's next game?",
        options="off on",
        presets="off off off off on off",
        source="Codex fn 29-31",
        applies="dark_bids=on or forced_raspasy!=0",
        unplayed="on",
    ),
    convention(
        "dark_limit",
        "auction",
        "How large may the factor of repeated dark passes and of a bomb grow?",
        options="8 4 16",
        presets="8",
        source="Codex fn 30",
        applies="dark_bids=on or bombs=on",
        answers={"8": 8, "4": 4, "16": 16},
    ),
    convention(
        "forced_raspasy",
        "raspasy",
        "How many rounds of forced raspasy open the pulka?",
        options="0 1 2 3",
        presets="0 0 0 0 1 0",
        source="Codex 3.7.9",
        unplayed="1 2 3",
        answers={"0": 0, "1": 1, "2": 2, "3": 3},
    ),
)
