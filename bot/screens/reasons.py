"""Score lines in words: who writes what, where, and why, with the sum worked out."""

from __future__ import annotations

from fractions import Fraction

from bot.game.contracts import contract
from bot.game.sheet import Line, whole
from bot.screens.outcome import without
from bot.screens.words import SUIT_SIGNS, Words, number

IN_SEVERAL_COLUMNS = ("zero_tricks", "written", "averages")
"""Reasons that may stand in more than one column; their texts name it."""
FACTORS = ("times", "bomb", "dark")
"""Parameters that every reason may have: what its line, or the price of raspasy, was multiplied by."""
MULTIPLIED = {
    ("times",): "line.times",
    ("times", "bomb"): "line.bomb",
    ("times", "dark"): "line.dark",
    ("times", "bomb", "dark"): "line.bomb_dark",
    ("dark",): "line.dark_pass",
}
SHARED = {"misere": "reason.misere_shared", "caught": "reason.caught_shared"}
"""Reasons of which a partner takes his half, and how they read then."""
NUMBERS = ("price", "unit", "share", "shares", "sharers", "amnesty", "prices", "step", "least", "level")
"""Parameters of reasons that are written as plain numbers."""


def line_text(words: Words, line: Line) -> str:
    """`Вера — вист: 3 взятки × 4 = 12 → Анна`."""
    params = dict(line.reason.params)
    on = words.name(line.on) if line.on else ""
    text = words(
        text_key(line), None, who=words.name(line.seat), on=on, amount=number(line.amount), **_filled(words, params)
    )
    if "rule" in params:
        rules = (words(f"why.{rule}", None, **_filled(words, params)) for rule in params["rule"].split("+"))
        text = words("line.rule", line=text, rule=", ".join(rules))
    named = tuple(name for name in FACTORS if name in params)
    return words(MULTIPLIED[named], None, **{"line": text, **params}) if named else text


def text_key(line: Line) -> str:
    """The key of a line's text: its reason, told apart where the same reason reads differently."""
    code, params = line.reason.code, dict(line.reason.params)
    if code in IN_SEVERAL_COLUMNS:
        return f"reason.{code}.{line.column}"
    if code == "fine" and "share" in params:
        return "reason.fine_share"
    if code == "raspasy" and params["amnesty"] != "0":
        return "reason.raspasy_amnesty"
    if code == "raspasy_whists" and params["sharers"] != "1":
        return "reason.raspasy_whists_shared"
    if code == "consolation" and params["shares"] != "1":
        return "reason.consolation_shares"
    if code in SHARED and "sharers" in params:
        return SHARED[code]
    return f"reason.{code}"


def _filled(words: Words, params: dict[str, str]) -> dict[str, str]:
    """What a reason's text may ask for, from the parameters as they are stored."""
    filled = {name: number(Fraction(text)) for name, text in params.items() if name in NUMBERS}
    if "times" in params and "price" in params:
        filled["price"] += f" × {params['times']}"
    if "tricks" in params:
        tricks = whole(Fraction(params["tricks"]))
        filled |= {"tricks": counted(words, "tricks", tricks), "count": number(tricks)}
        if isinstance(tricks, int) and 1 <= tricks <= 10:
            filled["without"] = without(words, tricks)
            filled["undertricks"] = words("count.undertricks", tricks)
    if "points" in params:
        filled["points"] = counted(words, "points", whole(Fraction(params["points"])))
    if "contract" in params:
        filled["contract"] = words.contract(contract(params["contract"]))
    if "suit" in params:
        filled["suit"] = SUIT_SIGNS[params["suit"]]
    if "by" in params:
        filled["by"] = words.name(int(params["by"]))
    return filled


def counted(words: Words, what: str, count: int | Fraction) -> str:
    """`3 взятки`; a fraction takes the form of a part: `2½ взятки`."""
    if isinstance(count, int):
        return words(f"count.{what}", count)
    return words(f"count.part.{what}", count=number(count))
