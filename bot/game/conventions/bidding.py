"""Manners of the auction (Codex 3.3.8, 3.3.15, fn 21-23)."""

from functools import cache

from bot.game.actions import Bid
from bot.game.agreement import Judge, convention
from bot.game.auction import lowest_level
from bot.game.contracts import LADDER, MISERE, Contract
from bot.game.errors import InOrder
from bot.game.state import Auction, State


def next_step_only(option: str, state: State) -> Judge | None:
    """`in_order`: a bid is the lowest step above the last one; misere, nine over misere and what is bid without the
    talon stand outside (Codex 3.3.8)."""
    phase = state.phase
    if option != "in_order" or not isinstance(phase, Auction):
        return None
    above = phase.bid.step + 1 if phase.bid else 0
    step, refused = next_step(above, lowest_level(state)), InOrder()
    return lambda bid: None if bid.contract in (step, MISERE) or bid.contract.closed else refused


@cache
def next_step(above: int, lowest: int) -> Contract | None:
    """The lowest contract that is at least step `above` and level `lowest`; None when there is none."""
    return next((c for c in LADDER if c.step >= above and c.level >= lowest), None)


CONVENTIONS = (
    convention(
        "bid_jumps",
        "auction",
        "May steps of the ladder be left out?",
        options="allowed in_order",
        presets="allowed",
        source="Codex 3.3.8; fn 21 calls the order a recommendation; MC allows jumps",
        forbids={Bid: next_step_only},
    ),
    convention(
        "bid_hold",
        "auction",
        "With how many bidders left, at most, may the senior one say 'here'?",
        options="two three off",
        presets="two",
        source="Codex 3.3.8; MC, GH-Py: two; never on misere",
        answers={"two": 2, "three": 3, "off": 0},
    ),
    convention(
        "third_hand_silent",
        "auction",
        "May the last hand, after two passes, take the talon without a bid? It is written as the lowest legal bid.",
        options="on off",
        presets="on on off on on on",
        source="Codex 3.3.15; fn 23 warns tournaments",
        answers={"on": True, "off": False},
    ),
)
