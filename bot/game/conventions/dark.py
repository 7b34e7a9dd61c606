"""Calls made without looking, and the bombs they earn: the Classic game (Codex 3.3.19, fn 28-31, 3.7.9-3.7.10).

At each turn who has not looked yet looks or calls in the dark. A pass in the dark makes the raspasy that follows it
dear, and earns a bomb (`bot.game.bombs`). A bid in the dark that wins counts double; its talon is shown to nobody.
"""

from bot.game.actions import Half, Pass
from bot.game.agreement import Judge, convention, every
from bot.game.errors import DarkSix
from bot.game.state import Defence, State


def whisted_in_the_dark(option: str, state: State) -> Judge | None:
    """A six that was bid in the dark is whisted by both, in the dark (Codex 3.3.19b): neither pass nor half."""
    phase = state.phase
    if option == "on" and isinstance(phase, Defence) and phase.asks == "whist":
        return every(DarkSix()) if phase.game.dark and phase.game.contract.level == 6 else None
    return None


CONVENTIONS = (
    convention(
        "dark_bids",
        "auction",
        "May one pass or bid before looking at one's cards?",
        options="off on",
        presets="off off off off on off",
        source="Codex 3.3.19a-b",
        answers={"off": False, "on": True},
        forbids={Pass: whisted_in_the_dark, Half: whisted_in_the_dark},
    ),
    convention(
        "dark_misere",
        "auction",
        "May misere be bid in the dark? It is then caught in the dark, and counts double like any other bid.",
        options="off on",
        presets="off off off off on off",
        source="Codex 3.3.19c, 3.6.5",
        applies="dark_bids=on",
        answers={"off": False, "on": True},
    ),
    convention(
        "bombs",
        "auction",
        "Does a dark pass that led to raspasy multiply one's next game?",
        options="off on",
        presets="off off off off on off",
        source="Codex fn 29-31",
        applies="dark_bids=on or forced_raspasy!=0",
        answers={"off": False, "on": True},
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
        answers={"0": 0, "1": 1, "2": 2, "3": 3},
    ),
)
