"""Whether a result that people enter can be one at their table: who could say what, and how many tricks there are.

A deal that is played here ends in a possible result by itself. This is for deals that were played with real cards.
"""

from __future__ import annotations

from bot.game.actions import DUMMY, Seat
from bot.game.scoring import Case, Result
from bot.game.state import Table

TRICKS = 10
OF_THE_DEALER = 2
"""Tricks that a dealer of four can take on raspasy: those that the talon led."""

SPOKEN: dict[tuple[str, ...], str] = {
    ("whist", "whist"): "12",
    ("whist", "pass"): "12",
    ("pass", "whist"): "12",
    ("pass", "pass"): "12",
    ("pass", "half"): "12",
    ("pass", "half", "pass"): "121",
    ("pass", "half", "whist"): "121",
    ("pass", "pass", "pass"): "12d",
    ("pass", "pass", "whist"): "12d",
    ("pass", "half", "pass", "pass"): "121d",
    ("pass", "half", "pass", "whist"): "121d",
    ("whist", "pass", "half"): "121",
    ("whist", "pass", "half", "pass"): "1212",
    ("whist", "pass", "half", "whist"): "1212",
    ("whist", "pass", "half", "pass", "pass"): "1212d",
    ("whist", "pass", "half", "pass", "whist"): "1212d",
}
"""What can be answered to a contract, and by whom: the first defender, the second, the dealer of four (RULES 2.3)."""
SPOKEN_ALONE: dict[tuple[str, ...], str] = {("whist",): "1", ("pass",): "1"}
"""What the hussar's one defender can answer (RULES 9)."""


def why_impossible(table: Table, result: Result) -> str:
    """What is wrong with a result of the next deal, as a sentence; empty when it is possible."""
    case = Case(table.agreement, table, result)
    if result.factors:
        return "nothing multiplies a deal in this agreement"
    if result.kind == "raspasy":
        return _raspasy(case)
    return _declared(case) or _answered(case) or _tricks(case)


def _raspasy(case: Case) -> str:
    tricks = case.result.tricks or ()
    if sum(tricks) != TRICKS and not (sum(tricks) < TRICKS and _to_nobody(case)):
        return f"tricks: {TRICKS} in all, not {sum(tricks)}"
    if case.sitting_out and case.tricks(case.sitting_out) > OF_THE_DEALER:
        return f"tricks: the dealer takes at most {OF_THE_DEALER}, those that the talon led"
    return ""


def _to_nobody(case: Case) -> bool:
    """Whether tricks may count to nobody: those of a dummy that plays on raspasy."""
    return DUMMY in case.table.hands and bool(case.answers["hussar_raspasy"])


def _declared(case: Case) -> str:
    result, table = case.result, case.table
    assert result.contract is not None
    if result.declarer not in case.playing:
        return f"seat {result.declarer} deals and does not play"
    if result.kind == "giveup" and not case.answers["giveup"]:
        return "nobody may give up in this agreement"
    if result.partner and not (case.answers["misere_partnership"] and case.sitting_out):
        return "nobody shares a misere in this agreement"
    if result.partner and (result.kind != "misere" or result.partner != case.sitting_out):
        return f"only seat {case.sitting_out}, the dealer, shares, and only a misere"
    if not result.contract.is_misere and result.contract.level < table.lowest_level:
        return f"{result.contract}: the lowest bid of this deal is {table.lowest_level}"
    return ""


def _answered(case: Case) -> str:
    """Misere and a checked ten have no answers; what is noted of a ten's counts for nothing."""
    result = case.result
    words = tuple(word for _, word in result.calls)
    if result.kind != "game":
        return "nobody answers a misere" if words else ""
    if case.checked:
        return ""
    first, *others = case.defenders
    seats: dict[str, Seat] = {"1": first, "2": others[0] if others else 0, "d": case.sitting_out}
    spoken = SPOKEN if others else SPOKEN_ALONE
    if words not in spoken:
        return f"answers: {', '.join(words) or 'none'} cannot be what the defenders said"
    if tuple(seats[who] for who in spoken[words]) != tuple(seat for seat, _ in result.calls) or 0 in dict(result.calls):
        return f"answers: seat {first} is asked first" + (f", then seat {others[0]}" if others else "")
    if "half" in words and (case.result.contract.level > 7 or not case.answers["half_whist"]):  # type: ignore[union-attr]
        return "answers: there is no half a whist here"
    withdrawn = words[:1] == ("whist",) and "half" in words
    permitted = case.answers["whist_pass_half"] and case.agreement.in_force("whist_pass_half", case.table.players)
    if withdrawn and not permitted:
        return "answers: who has whisted does not withdraw to half a whist here"
    if bool(case.whisters) != (result.tricks is not None):
        return "tricks are counted when somebody whists, and only then"
    return ""


def _tricks(case: Case) -> str:
    """All ten are shared out; on misere the declarer's alone may be given."""
    tricks = case.result.tricks
    if tricks is None:
        return ""
    own = case.tricks(case.result.declarer)
    if case.sitting_out and case.tricks(case.sitting_out):
        return f"tricks: seat {case.sitting_out} deals and takes none"
    if sum(tricks) == TRICKS or (case.result.kind == "misere" and sum(tricks) == own < TRICKS):
        return ""
    return f"tricks: {TRICKS} in all, not {sum(tricks)}"
