"""How a deal came out, in one line."""

from __future__ import annotations

from bot.game.state import Closed
from bot.screens.words import Words


def outcome(words: Words, closed: Closed) -> str:
    """`Анна: 7♣, без двух`, `Распасы: Анна 4, Борис 3, Вера 3` and the like."""
    told, partner = _told(words, closed), closed.result.partner
    return words("outcome.shared", outcome=told, who=words.name(partner)) if partner else told


def _told(words: Words, closed: Closed) -> str:
    result = closed.result
    if result.kind == "raspasy":
        tricks = result.tricks or ()
        seats = [s for s, n in enumerate(tricks, 1) if n or s in closed.deal.playing]
        counts = (words("trick.count", name=words.name(s), count=tricks[s - 1]) for s in seats)
        return words("outcome.raspasy", counts=", ".join(counts))
    assert result.contract is not None
    who, contract = words.name(result.declarer), words.contract(result.contract)
    if result.kind == "giveup":
        return words("outcome.giveup", who=who, contract=contract, without=without(words, result.without))
    if result.kind == "annulled":
        return words("outcome.annulled", who=who, contract=contract)
    if result.tricks is None:
        return words(unplayed(closed), who=who, contract=contract)
    own = result.tricks[result.declarer - 1]
    if result.kind == "misere":
        key = "outcome.misere_caught" if own else "outcome.misere_made"
        return words(key, who=who, tricks=words("count.tricks", own))
    if own < result.contract.level:
        return words("outcome.without", who=who, contract=contract, without=without(words, result.contract.level - own))
    return words("outcome.made", who=who, contract=contract, tricks=words("count.tricks", own))


def unplayed(closed: Closed) -> str:
    """The key for a contract that was not played: half a whist, believed, or passed by all."""
    calls = closed.result.calls
    if closed.result.kind == "misere":
        return "outcome.misere_believed"
    if any(word == "half" for _, word in calls):
        return "outcome.half"
    return "outcome.passed" if calls else "outcome.believed"


def without(words: Words, undertricks: int) -> str:
    """`без двух`; there are words for one to ten."""
    return words(f"without.{undertricks}")
