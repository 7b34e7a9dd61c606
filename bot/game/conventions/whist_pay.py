"""Greedy or gentleman: who writes the whists for tricks (Codex 3.8.1.1, 3.8.13-3.8.14, RULES 2.4)."""

from collections.abc import Iterable
from fractions import Fraction

from bot.game.agreement import convention
from bot.game.scoring import Case
from bot.game.sheet import Line, because, whole


def trick_whists(option: str, case: Case) -> Iterable[Line]:
    """Two whisters write their own tricks; one writes all of both hands.

    When the declarer failed, a gentleman shares with the passer; a dealer in another's place never does. On a
    checked ten
    the defenders share equally.
    """
    result = case.result
    if result.kind != "game":
        return
    tricks, price = case.defence_tricks, case.whist_price
    if case.checked:
        shares = dict.fromkeys(case.defenders, Fraction(tricks, len(case.defenders)))
    elif len(case.whisters) == 2:
        shares = {s: Fraction(case.tricks(s)) for s in case.whisters}
    elif len(case.whisters) == 1:
        whister = case.whisters[0]
        shares = {whister: Fraction(tricks)}
        passer = sharing_passer(case)
        if option == "gentleman" and case.undertricks and passer:
            shares = {whister: Fraction(tricks, 2), passer: Fraction(tricks, 2)}
    else:
        return
    for seat, share in shares.items():
        if share:
            yield Line(
                "whists", seat, whole(share * price), because("whist", tricks=share, price=price), result.declarer
            )


def sharing_passer(case: Case) -> int:
    """The other defender, if he may share a gentleman's whists: not beside a dealer, and by agreement not after a
    half."""
    if case.dealer_whists:
        return 0
    passer = next((s for s in case.defenders if s != case.whisters[0]), 0)  # between two there is none
    shares = passer != case.half_whister or case.answers["returned_half_record"] == "passer"
    return passer if shares else 0


CONVENTIONS = (
    convention(
        "whist_pay",
        "whist",
        "Who writes the trick whists when one whists, one passes and the declarer fails?",
        options="greedy gentleman",
        presets="greedy gentleman gentleman gentleman greedy greedy",
        source="Codex 3.8.13-3.8.14",
        adds=trick_whists,
    ),
)
