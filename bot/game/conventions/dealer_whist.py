"""The dealer of four in a defender's place (Codex 3.8.8.1, seed 004 U37-U40, RULES 2.3-2.4).

He looks at one hand of his choice and whists in its place or passes (`dealer_peek=one`). With `both` he may look at the
second too, and then says in whose place he whists; with `none` he takes the first passer's place unseen, and has its
cards once he has whisted.
"""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "dealer_whist",
        "whist",
        "From which level is the dealer asked after two plain passes?",
        options="8plus any off",
        presets="8plus 8plus 8plus 8plus 8plus off",
        source="Codex 3.8.8.1, 004 U40",
        applies="players=4",
        answers={"8plus": 8, "any": 6, "off": 11},
    ),
    convention(
        "dealer_peek",
        "whist",
        "How many hands may the dealer see before he returns or whists?",
        options="one both none",
        presets="one",
        source="004 U37",
        applies="players=4",
        answers={"one": 1, "both": 2, "none": 0},
    ),
    convention(
        "dealer_whist_liable",
        "whist",
        "Does a whisting dealer answer for missing tricks?",
        options="yes no",
        presets="yes yes no yes yes yes",
        source="004; FSPR no",
        applies="players=4",
        answers={"yes": True, "no": False},
    ),
    convention(
        "dealer_return_consolation",
        "whist",
        "How many consolations does a whisting dealer keep to himself? (0: all three write their own.)",
        options="all dealer double",
        presets="all",
        source="Codex 3.8.1.2; 004 can be read in three ways",
        applies="players=4",
        answers={"all": 0, "dealer": 1, "double": 2},
    ),
)
