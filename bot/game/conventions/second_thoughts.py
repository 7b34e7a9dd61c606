"""After the talon has been seen: refusing it, a slip of the tongue, going without three (Codex 3.4.7, 3.4.10,
3.5.4)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "talon_refusal",
        "talon",
        "What does the dealer write on his hill when a worthless talon is refused?",
        options="off 1 2 5",
        presets="off",
        source="Codex 3.4.10, fn 35 and 43",
        unplayed="1 2 5",
        answers={"off": 0, "1": 1, "2": 2, "5": 5},
    ),
    convention(
        "trump_slip",
        "talon",
        "May a trump with at most two cards be annulled until the first whist call?",
        options="off annul",
        presets="off",
        source="004 U17; Codex fn 32 condemns it",
        unplayed="annul",
        answers={"off": False, "annul": True},
    ),
    convention(
        "giveup",
        "talon",
        "How many undertricks does a declarer write who gives up after the talon?",
        options="off without_three without_two",
        presets="off",
        source="GH-K, GH-P, GH-S; Codex 3.5.4 and fn 39 reject it",
        unplayed="without_three without_two",
        answers={"off": 0, "without_three": 3, "without_two": 2},
    ),
    convention(
        "giveup_exits",
        "raspasy",
        "Does a give-up end the series of raspasy?",
        options="no yes",
        presets="no",
        source="prefhub",
        applies="giveup!=off",
        answers={"no": False, "yes": True},
    ),
)
