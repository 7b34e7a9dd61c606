"""Half a whist ("for one's own") and its return (Codex 3.8.7-3.8.8, seed 004 U31-U37, RULES 2.3).

Among gentlemen a first whister whose partner has passed may withdraw to half a whist (Codex 3.8.14, RULES 9a.7). He is
asked together with light or dark: where light cards are laid down later (`open_cards`), when those cards have been
played. Then the passer, and a dealer of four, may return the whist, and the play goes on from them.
"""

from bot.game.actions import Half
from bot.game.agreement import Judge, convention, every
from bot.game.errors import NoHalf
from bot.game.state import Defence, State


def no_half(option: str, state: State) -> Judge | None:
    """`half_whist=off`: a second defender whists or passes."""
    return every(NoHalf()) if option == "off" else None


def no_withdrawal(option: str, state: State) -> Judge | None:
    """`whist_pass_half=off`: who has whisted chooses light or dark."""
    if not isinstance(state.phase, Defence) or state.phase.asks != "light":
        return None
    agreed = option == "on" and state.table.agreement.in_force("whist_pass_half", state.table.players)
    return None if agreed else every(NoHalf())


CONVENTIONS = (
    convention(
        "half_whist",
        "whist",
        "May the second defender go for half a whist on six and seven?",
        options="on off",
        presets="on on on on on off",
        source="Codex 3.8.7",
        applies="players=3,4",
        answers={"on": True, "off": False},
        forbids={Half: no_half},
    ),
    convention(
        "return_whist",
        "whist",
        "Who may return the whist after a half?",
        options="passer_dealer passer off",
        presets="passer_dealer passer_dealer passer_dealer passer_dealer passer_dealer off",
        source="Codex 3.8.8",
        applies="half_whist=on",
        answers={"passer_dealer": ("passer", "dealer"), "passer": ("passer",), "off": ()},
    ),
    convention(
        "returned_half_record",
        "whist",
        "What does a half-whister write whose whist was returned?",
        options="passer consolation none returner",
        presets="passer",
        source="Codex 3.8.8.2, GH-S; 004 none; GH-L returner",
        applies="return_whist!=off",
    ),
    convention(
        "whist_pass_half",
        "whist",
        "May a first whister withdraw to half a whist after the second has passed?",
        options="off on",
        presets="off on on on off off",
        source="Codex 3.8.14, FSPR, GH-L; GH-K forbids it",
        applies="half_whist=on;whist_pay=gentleman",
        answers={"off": False, "on": True},
        forbids={Half: no_withdrawal},
    ),
)
