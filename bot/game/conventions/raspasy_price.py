"""The price of a trick on raspasy: its base, how it grows, where it stops (Codex 3.7.4, RULES 4.3)."""

from bot.game.agreement import Agreement, convention
from bot.game.scoring import Case


def constant(n: int) -> int:
    return 1


def arithmetic(n: int) -> int:
    return n


def geometric(n: int) -> int:
    return int(2 ** (n - 1))


def factor(agreement: Agreement, n: int) -> int:
    """Factor of the n-th raspasy of a series (1 for the first); past the limit the last one repeats."""
    limit = agreement.answers["raspasy_limit"]
    return int(agreement.answers["raspasy_progression"](min(n, limit) if limit else n))


def price_of_trick(agreement: Agreement, n: int) -> int:
    """Price of one trick in the n-th raspasy of a series: hill points, or whists where raspasy is written in whists.

    Neither is doubled again by `hill_mul` or `whist_mul` (fn 44, RULES 4.3).
    """
    first = "raspasy_rate" if agreement.answers["raspasy_pay"] == "whists" else "raspasy_base"
    price: int = agreement.answers[first] * factor(agreement, n)
    return price


def price_of_deal(case: Case) -> int:
    """Price of one trick in this deal: a pass in the dark before it doubles it, again and again (Codex 3.3.19a)."""
    return price_of_trick(case.agreement, case.result.step) * case.times


def why(case: Case, *rules: str) -> dict[str, object]:
    """What a reason says besides its numbers: `rules`, and what made the price higher, the series or the dark."""
    dearer = factor(case.agreement, case.result.step) > 1
    named = "+".join([*rules, *(["series"] if dearer else [])])
    place = {"step": case.result.step} if dearer else {}
    return {**({"rule": named} if named else {}), **place, **({"dark": case.times} if case.times > 1 else {})}


CONVENTIONS = (
    convention(
        "raspasy_base",
        "raspasy",
        "How many hill points is a trick of the first raspasy?",
        options="1 2 3",
        presets="1 2 2 1 1 1",
        source="Codex 3.7.2.1, fn 44",
        applies="raspasy_pay=hill",
        answers={"1": 1, "2": 2, "3": 3},
    ),
    convention(
        "raspasy_progression",
        "raspasy",
        "How does the price grow from one raspasy of the series to the next?",
        options="none arithmetic geometric",
        presets="arithmetic arithmetic arithmetic none none none",
        source="Codex 3.7.4.1-3.7.4.2",
        answers={"none": constant, "arithmetic": arithmetic, "geometric": geometric},
    ),
    convention(
        "raspasy_limit",
        "raspasy",
        "After how many steps does the price stop growing?",
        options="3 2 4 5 none",
        presets="3",
        source="Codex 3.7.4.3",
        applies="raspasy_progression!=none",
        answers={"3": 3, "2": 2, "4": 4, "5": 5, "none": None},
    ),
)
