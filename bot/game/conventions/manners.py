"""Claims, compensation, looking back (Codex 3.9.8, 3.9.11.1, 3.9.14.4; club 001 1.6, 3, 7, 8, 10).

A claim is settled by consent (`bot.game.claims`). Proof and the worst line need the solver: until it is there they ask
for consent as well, so that the options of `claim_mode` differ in nothing yet. Compensation comes with the judge."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "claim_mode",
        "table",
        "How is 'the rest are mine' settled?",
        options="proved consent worst_line",
        presets="proved",
        source="RULES 7.1; Codex 3.9.14.4",
        awaits="claims that are proved",
    ),
    convention(
        "compensation_by_analysis",
        "table",
        "Is harm done by a wrong plan paid for by analysis?",
        options="off on",
        presets="off",
        source="001 3, 7, 8, 10; Codex 3.8.5.1",
        unplayed="on",
    ),
    convention(
        "history_visibility",
        "table",
        "Which tricks may be looked at again?",
        options="last all",
        presets="last",
        source="Codex 3.9.8, 3.9.11.1",
    ),
)
