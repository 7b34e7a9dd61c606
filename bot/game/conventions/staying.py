"""When the same dealer deals again (Codex 3.7.7, FSPR home)."""

from bot.game.agreement import convention

CONVENTIONS = (
    convention(
        "raspasy_deal",
        "raspasy",
        "Does the dealer stay after raspasy?",
        options="slide stay",
        presets="slide slide slide slide stay slide",
        source="Codex 3.7.7, fn 48",
        answers={"slide": False, "stay": True},
    ),
    convention(
        "stay_on_failed_high",
        "raspasy",
        "Does the dealer stay when the lowest bid was eight and the game was not made?",
        options="off on",
        presets="off",
        source="FSPR home",
        applies="raspasy_exit=7-8,6-7-8,6-7-7-8,6-7-8-9,6-7-8-cycle",
        answers={"off": False, "on": True},
    ),
)
