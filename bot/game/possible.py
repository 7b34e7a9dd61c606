"""Whether a result that people enter can be one at their table: who could say what, and how many tricks there are.

A deal that is played here ends in a possible result by itself. This is for deals that were played with real cards.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from bot.game import bombs
from bot.game import deal as deals
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


def completed(table: Table, result: Result) -> Result:
    """A result with what the table knows of it: which raspasy of the series it is, and that forced ones are dark."""
    if result.kind != "raspasy":
        return result
    dark = tuple(sorted(h for h in table.hands if h != DUMMY)) if table.forced else result.dark
    return replace(result, step=table.series + 1, dark=dark)


def why_impossible(table: Table, result: Result) -> str:
    """What is wrong with a result of the next deal, as a sentence; empty when it is possible."""
    case = Case(table.agreement, table, completed(table, result))
    if wrong := _dark(case) or _multiplied(case) or _helped(table, case.result):
        return wrong
    if case.result.kind == "raspasy":
        return _raspasy(case)
    return _declared(case) or _answered(case) or _tricks(case)


def _dark(case: Case) -> str:
    """Who may have called in the dark: on raspasy those who passed so, else the declarer alone (Codex 3.3.19)."""
    result, table = case.result, case.table
    if table.forced:
        return "" if result.kind == "raspasy" else f"the pulka opens with raspasy, {table.forced} of them are left"
    if result.dark and not case.answers["dark_bids"]:
        return "dark: nobody calls without looking in this agreement"
    if not set(result.dark) <= {*case.playing} or (result.kind != "raspasy" and set(result.dark) - {result.declarer}):
        return "dark: the hands that passed so and led to raspasy, or the declarer"
    if result.dark and result.kind == "misere" and not case.answers["dark_misere"]:
        return "dark: misere is bid by who has looked in this agreement"
    return ""


def _multiplied(case: Case) -> str:
    """The factors follow from the dark and from the bombs; they may be left out, but not be others."""
    by_rule = prod(bombs.factors(case.table, case.result))
    if case.result.factors and case.times != by_rule:
        return f"times: {by_rule} by the rules, not {case.times}" if by_rule > 1 else "nothing multiplies this deal"
    return ""


def _helped(table: Table, result: Result) -> str:
    """Each choice is one that the owner of a surplus had."""
    if not result.helped:
        return ""
    if table.agreement["help_target"] != "choice":
        return "help: nobody chooses whom he helps in this agreement"
    result = replace(result, factors=bombs.factors(table, result))
    for n, seat in enumerate(result.helped):
        surplus = deals.undecided(table, replace(result, helped=result.helped[:n]))
        if surplus is None or seat not in surplus.among:
            return f"help: seat {seat} cannot be chosen"
    return ""


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
    if result.kind == "giveup" and result.without != case.answers["giveup"]:
        return f"nobody may give up without {result.without} in this agreement"
    if result.kind == "giveup" and result.contract.is_misere:
        return "nobody may give up a misere"
    if result.kind in ("giveup", "annulled") and result.tricks is not None:
        return "tricks: the deal was not played"
    if result.kind == "annulled" and (result.contract.trump is None or not case.answers["trump_slip"]):
        return "only a trump can be annulled, and only where that is agreed"
    if result.refused and (not case.answers["talon_refusal"] or result.declarer == result.dealer):
        return "nobody may push the talon away here"
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
        return f"nobody answers a {result.kind}" if words else ""
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
    if result.dark and result.contract.level == 6 and {*words} != {"whist"}:  # type: ignore[union-attr]
        return "answers: a six that was bid in the dark is whisted by both"
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
