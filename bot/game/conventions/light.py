"""Light or dark: how a lone whister plays, and when the hands are laid down (Codex 3.8.5, fn 56; club 001 1.1).

The Codex lays light cards down before the first lead, whoever makes it. Elsewhere cards are played first, by each hand
its own: the declarer's lead if he has it (001 1.1; where the defence leads, it is chosen before: 001 1.2), the first
card whoever leads (GH-L), or the whole first trick (GH-S). Only then the lone whister is asked light or dark (RULES 8),
and from there on he plays both hands in the light.

Misere and a checked ten have no whister and open by rules of their own (Codex 3.6.6, 004 U21).
"""

from bot.game.actions import Dark, Open
from bot.game.agreement import Judge, convention, every
from bot.game.errors import PlayedDark, PlayedLight
from bot.game.state import State


def always_dark(option: str, state: State) -> Judge | None:
    return every(PlayedDark()) if option == "dark" else None


def always_light(option: str, state: State) -> Judge | None:
    return every(PlayedLight()) if option == "light" else None


CONVENTIONS = (
    convention(
        "single_whist_play",
        "whist",
        "Does a lone whister choose between light and dark?",
        options="choice light dark",
        presets="choice",
        source="Codex 3.8.5; prefhub",
        applies="players=3,4",
        forbids={Open: always_dark, Dark: always_light},
    ),
    convention(
        "open_cards",
        "whist",
        "When are light cards laid down? (After how many cards, when the declarer leads and when a defender does.)",
        options="before_lead after_declarer_lead after_first_card after_first_trick",
        presets="before_lead after_declarer_lead after_first_card after_declarer_lead before_lead before_lead",
        source="Codex 3.8.5, fn 56; 001 1.1; GH-L; GH-S",
        answers={
            "before_lead": (0, 0),
            "after_declarer_lead": (1, 0),
            "after_first_card": (1, 1),
            "after_first_trick": (3, 3),
        },
    ),
)
