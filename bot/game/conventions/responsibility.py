"""What a whister answers for (Codex 3.8.5-3.8.6, 3.8.11-3.8.12, fn 58, RULES 2.4)."""

from collections.abc import Sequence
from fractions import Fraction

from bot.game.agreement import convention
from bot.game.sheet import Points


def personal(own: int, missing: int) -> int:
    """Each answers for his own half, if the pair together is short (Codex 3.8.6, 004 example 1a)."""
    return own if missing > 0 else 0


def total(own: int, missing: int) -> int:
    """His own half, but no more than the pair lacks (PL)."""
    return min(own, max(0, missing))


def each(own: int, missing: int) -> int:
    """His own half, even if the pair has enough (GH-M)."""
    return own


def never(pools: Sequence[Points], whister: int, goal: int) -> bool:
    return False


def own_pool_closed(pools: Sequence[Points], whister: int, goal: int) -> bool:
    return pools[whister - 1] >= goal


def all_pools_closed(pools: Sequence[Points], whister: int, goal: int) -> bool:
    return all(p >= goal for p in pools)


HALF = Fraction(1, 2)

CONVENTIONS = (
    convention(
        "whist_resp",
        "whist",
        "What share of the price is a whister's fine for a missing trick?",
        options="full half",
        presets="full half half half half full",
        source="Codex 3.8.11-3.8.12",
        answers={"full": Fraction(1), "half": HALF},
    ),
    convention(
        "full_after_close",
        "whist",
        "From when is a half-responsible whister fully responsible?",
        options="none own_pool all_pools",
        presets="none none none none own_pool none",
        source="Codex 3.8.11",
        applies="whist_resp=half;pool_target!=none",
        answers={"none": never, "own_pool": own_pool_closed, "all_pools": all_pools_closed},
    ),
    convention(
        "pair_shortage",
        "whist",
        "On six and seven, how many tricks does each of two whisters answer for?",
        options="personal total each",
        presets="personal",
        source="Codex 3.8.6; PL; GH-M",
        applies="players=3,4",
        answers={"personal": personal, "total": total, "each": each},
    ),
    convention(
        "second_whister_8plus",
        "whist",
        "On eight and higher, what shares of the fine do the first and the second whister write?",
        options="second both split",
        presets="second",
        source="Codex 3.8.6, fn 58; GH-K, GH-T both; GH-L split",
        applies="players=3,4",
        answers={"second": (0, 1), "both": (1, 1), "split": (HALF, HALF)},
    ),
)
