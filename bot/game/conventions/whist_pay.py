"""Greedy or gentleman: who writes the whists for tricks (Codex 3.8.1.1, 3.8.13-3.8.14, RULES 2.4)."""

from collections.abc import Iterable
from fractions import Fraction

from bot.game.agreement import convention
from bot.game.scoring import Case
from bot.game.sheet import Line, Points, Reason, because, whole


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
    whisters = case.defenders if case.checked else case.whisters
    if case.checked and len(whisters) == 2:
        yield from halves(case, whisters, "checked")
    elif len(whisters) == 2:
        for seat in whisters:
            yield _entry(case, seat, case.tricks(seat) * price, because("whist", tricks=case.tricks(seat), price=price))
    elif len(whisters) == 1:
        whister, passer = whisters[0], 0 if case.checked else sharing_passer(case)
        if option == "gentleman" and case.undertricks and passer:
            yield from halves(case, (whister, passer), "gentleman")
        else:
            yield _entry(case, whister, tricks * price, because("whist", tricks=tricks, price=price))


def halves(case: Case, sharers: tuple[int, ...], rule: str) -> Iterable[Line]:
    """Two share the whists for all tricks of the defence, whoever took them."""
    tricks, price = case.defence_tricks, case.whist_price
    why = because("whist_shared", tricks=tricks, price=price, sharers=2, rule=rule)
    for seat in sharers:
        yield _entry(case, seat, whole(Fraction(tricks * price, 2)), why)


def _entry(case: Case, seat: int, amount: Points, why: Reason) -> Line:
    return Line("whists", seat, amount, why, case.result.declarer)


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
