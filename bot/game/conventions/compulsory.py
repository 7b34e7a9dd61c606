"""Contracts with a defence of their own: the ten, and six spades (Codex 3.5.3, 3.8.9, fn 38 and 59, seed 004 U21)."""

from bot.game.actions import Half, Pass
from bot.game.agreement import Judge, convention, every
from bot.game.errors import MustWhist
from bot.game.state import Defence, State


def must_whist(option: str, state: State) -> Judge | None:
    """`stalingrad=on`: six spades are whisted by both, in the dark: neither pass nor half."""
    phase = state.phase
    if option == "on" and isinstance(phase, Defence) and phase.asks == "whist" and phase.game.contract.text == "6s":
        return every(MustWhist())
    return None


CONVENTIONS = (
    convention(
        "ten",
        "whist",
        "Is a ten whisted like any other contract, or checked with open hands and without risk to the defenders?",
        options="checked whisted",
        presets="checked checked whisted checked whisted checked",
        source="004 U21, GH-K, GH-A, GH-L checked; Codex 3.5.3 and FSPR whisted",
    ),
    convention(
        "stalingrad",
        "whist",
        "Must both defenders whist on six spades?",
        options="off on",
        presets="off",
        source="Codex fn 59 calls it an anachronism; GH-K, GH-P, prefhub have it",
        forbids={Pass: must_whist, Half: must_whist},
    ),
)
