"""The dealer's prize for good cards in the talon (Codex 3.4.11, seed 004 U8, RULES 5)."""

from collections.abc import Iterable

from bot.game.agreement import convention
from bot.game.cards import RANKS, Card
from bot.game.scoring import Case
from bot.game.sheet import Line, because


def bonus_tricks(talon: tuple[Card, ...]) -> int:
    """Two aces 3, ace and king of one suit 2, one ace 1, king and queen of one suit 1; only one pattern counts."""
    ranks = sorted(RANKS[c.rank] for c in talon)
    one_suit = len({c.suit for c in talon}) == 1
    if ranks == ["A", "A"]:
        return 3
    if ranks == ["A", "K"] and one_suit:
        return 2
    return int("A" in ranks or (ranks == ["K", "Q"] and one_suit))


def bonus(option: str, case: Case) -> Iterable[Line]:
    """Tricks at the ordered contract's whist price, made or not; never for misere, never for the declarer himself."""
    result = case.result
    tricks = bonus_tricks(result.talon)
    if option == "off" or result.kind != "game" or not tricks:
        return
    amount = tricks * case.whist_price
    reason = because("talon_bonus", tricks=tricks, price=case.whist_price)
    if len(case.table.order) == 3 and case.answers["talon_bonus_3p"] == "each":
        for seat in case.defenders:
            yield Line(
                "whists",
                seat,
                amount // 2,
                because("talon_bonus_half", tricks=tricks, price=case.whist_price),
                result.declarer,
            )
    elif result.dealer != result.declarer:
        yield Line("whists", result.dealer, amount, reason, result.declarer)


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
