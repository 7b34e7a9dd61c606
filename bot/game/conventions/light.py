"""Light or dark: how a lone whister plays, and when the hands are laid down (Codex 3.8.5, fn 56; club 001 1.1)."""

from bot.game.actions import Action, Dark, Open
from bot.game.agreement import convention
from bot.game.errors import PlayedDark, PlayedLight, Refusal
from bot.game.state import State


def always_dark(option: str, state: State, action: Action) -> Refusal | None:
    return PlayedDark() if option == "dark" else None


def always_light(option: str, state: State, action: Action) -> Refusal | None:
    return PlayedLight() if option == "light" else None


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
        "When are light cards laid down?",
        options="before_lead after_declarer_lead after_first_card after_first_trick",
        presets="before_lead after_declarer_lead after_first_card after_declarer_lead before_lead before_lead",
        source="Codex 3.8.5, fn 56; 001 1.1; GH-L; GH-S",
        unplayed="after_declarer_lead after_first_card after_first_trick",
    ),
)
