"""The dealer's prize for good cards in the talon (Codex 3.4.11, seed 004 U8, RULES 5)."""

from collections.abc import Iterable

from bot.game.agreement import convention
from bot.game.cards import RANKS, Card
from bot.game.scoring import Case
from bot.game.sheet import Line, because

TRICKS = {"two_aces": 3, "ace_king": 2, "ace": 1, "marriage": 1}
"""What each pattern is worth, in tricks."""


def pattern(talon: tuple[Card, ...]) -> tuple[str, str]:
    """The best pattern of the talon and its suit: two aces, ace and king of one suit, one ace, king and queen of one
    suit; two empty texts when there is none. Only one counts."""
    high = sorted(talon, key=lambda c: -c.rank)
    ranks = "".join(RANKS[c.rank] for c in high)
    one_suit = len({c.suit for c in high}) == 1
    if ranks == "AA":
        return "two_aces", ""
    if ranks in ("AK", "KQ") and one_suit:
        return {"AK": "ace_king", "KQ": "marriage"}[ranks], high[0].suit
    return ("ace", high[0].suit) if "A" in ranks else ("", "")


def bonus(option: str, case: Case) -> Iterable[Line]:
    """Tricks at the ordered contract's whist price, made or not; never for misere, never for the declarer himself."""
    result = case.result
    rule, suit = pattern(result.talon)
    if option == "off" or result.kind != "game" or not rule:
        return
    numbers = {"tricks": TRICKS[rule], "price": case.whist_price, "rule": rule, **({"suit": suit} if suit else {})}
    amount = TRICKS[rule] * case.whist_price
    if len(case.table.order) == 3 and case.answers["talon_bonus_3p"] == "each":
        for seat in case.defenders:
            yield Line("whists", seat, amount // 2, because("talon_bonus_half", **numbers), result.declarer)
    elif result.dealer != result.declarer:
        yield Line("whists", result.dealer, amount, because("talon_bonus", **numbers), result.declarer)


CONVENTIONS = (
    convention(
        "talon_bonus",
        "talon",
        "Is the dealer paid for aces and marriages in the talon?",
        options="off on",
        presets="off off on off off off",
        source="Codex 3.4.11, 004 U8; FSPR plays it",
        adds=bonus,
    ),
    convention(
        "talon_bonus_3p",
        "talon",
        "With three, does the dealer write the whole bonus, or each opponent half?",
        options="dealer each",
        presets="dealer dealer each dealer dealer dealer",
        source="FSPR",
        applies="talon_bonus=on;players=3",
    ),
)
