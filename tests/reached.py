"""What a turn of play has reached, in words, and what a suite of aimed deals has to reach."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game import rules
from bot.game.actions import DUMMY, Annul, Back, Bid, GiveUp, Open, Plays, Refuse, Stand, TimeUp
from bot.game.contracts import LADDER, MISERE
from bot.game.state import Auction, Closed, Defence, Exchange, Helping, Raspasy, State, Tricks
from bot.game.view import STAGES
from tests.aimed import Turn

_EVERY_CONTRACT = " ".join(map(str, LADDER))
SOCHI_STAGES = frozenset(STAGES.values()) - {"help"}
"""Stages that no house rule has to open."""


def _words(groups: dict[str, str]) -> frozenset[str]:
    return frozenset(f"{group}: {word}" for group, words in groups.items() for word in words.split())


WITH_THREE = _words(
    {
        "stage": " ".join(SOCHI_STAGES),
        "asked": "cut ready auction discard contract whist return light doubt card",
        "auction": f"pass here over-misere out-with-seven {_EVERY_CONTRACT}",
        "exchange": f"back {_EVERY_CONTRACT}",
        "whist": "whist pass half",
        "return": "whist pass",
        "light": "open dark",
        "doubt": "catch believe",
        "doubt after the declarer's lead": "catch believe",
        "made": _EVERY_CONTRACT,
        "failed": _EVERY_CONTRACT,
        "unplayed": _EVERY_CONTRACT,
        "raspasy of the series": "1 2 3",
        "written": "made without misere caught whist consolation half fine raspasy zero_tricks help helped surplus",
        "sheet": "amnesty closed",
    }
)
"""What must be reached in Sochi with three players."""
WITH_FOUR = WITH_THREE | _words(
    {"asked": "dealer look", "dealer": "look pass", "look": "whist pass", "dealer's": "both-hands trick"}
)
"""With four also what only a dealer who sits out can do: look, whist in another's place, take a trick by the talon."""


IN_THE_DARK = _words(
    {
        "asked": "dark talon auction",
        "in the dark": f"look pass here {_EVERY_CONTRACT}",
        "talon": "take mis",
        "raspasy after passes in the dark": "1 2",
        "multiplied": "bomb-2 bomb-4 dark-2 dark-4 dark-8",
        "bomb": "earned kept destroyed",
    }
)
"""What must be reached by Classic rules besides."""
_LIGHT_LATER = {"light in play": "open dark"}
BY_HOUSE: dict[tuple[str, str, int], frozenset[str]] = {
    ("whist_pass_half", "on", 3): _words({"light": "half open dark", "return": "whist pass"}),
    ("whist_pass_half", "on", 4): _words({"light": "half", "return": "whist pass", "dealer": "look", "look": "whist"}),
    ("dealer_peek", "both", 4): _words({"hands seen": "1 2", "look": "look whist pass", "light": "open dark"}),
    ("dealer_peek", "none", 4): _words({"hands seen": "0", "look": "whist pass", "light": "open dark"}),
    **{
        ("open_cards", option, players): _words(_LIGHT_LATER)
        for option in ("after_declarer_lead", "after_first_card", "after_first_trick")
        for players in (3, 4)
    },
    ("misere_partnership", "on", 4): _words(
        {"invite": "invite alone", "share": "share decline", "shared": "believed caught made", "doubt": "catch"}
    ),
    **{
        (key, option, players): _words(words)
        for players in (3, 4)
        for key, option, words in (
            ("talon_refusal", "2", {"exchange": "refuse", "written": "talon_refused"}),
            ("giveup", "without_three", {"exchange": "giveup", "giveup": "6s 7d 8n"}),
            ("trump_slip", "annul", {"slip": "annul stand", "annulled": "6s 7d 8c 9h"}),
            ("misere_without_talon", "on", {"auction": "mis-closed 9-closed over-nine 10s here"}),
        )
    },
    ("help_target", "choice", 3): _words({"help": "1-of-2 2-of-2", "written": "help surplus"}),
    ("help_target", "choice", 4): _words({"help": "1-of-2 2-of-2 1-of-3 2-of-3 3-of-3", "written": "help surplus"}),
}
"""What must be reached under a house rule that asks something of its own: key, option, players."""
WITH_TWO = _words(
    {
        "stage": " ".join(SOCHI_STAGES),
        "asked": "cut ready auction discard contract whist doubt card",
        "auction": f"pass here over-misere {_EVERY_CONTRACT}",
        "exchange": f"back {_EVERY_CONTRACT}",
        "whist": "whist pass",
        "doubt": "catch believe",
        "doubt after the declarer's lead": "catch believe",
        "dummy's": "lead card",
        "made": _EVERY_CONTRACT,
        "failed": _EVERY_CONTRACT,
        "unplayed": _EVERY_CONTRACT,
        "raspasy of the series": "1 2 3",
        "written": "made without misere caught whist consolation fine raspasy zero_tricks help helped surplus",
        "sheet": "amnesty closed",
    }
)
"""What must be reached in hussar: one defender answers, and plays the dummy's cards too."""


def stage(state: State) -> str:
    """Where it stands."""
    return f"stage: {STAGES[type(state.phase)]}"


def asked(state: State) -> Iterator[str]:
    """What is open."""
    for question in rules.asked(state).values():
        yield f"asked: {question.about}"


def reached(turn: Turn) -> Iterator[str]:
    """What this turn has reached, as `group: word`."""
    before, action, step = turn
    phase = before.phase
    yield stage(step.state)
    yield from asked(before)
    if isinstance(phase, Auction) and (phase.won or phase.turn in phase.dark):
        yield f"{'talon' if phase.won else 'in the dark'}: {action.word.partition('-')[0]}"
    if isinstance(phase, Auction):
        yield f"auction: {action.word}"
        if isinstance(action, Bid) and phase.bid is MISERE:
            yield "auction: over-misere"
        if isinstance(action, Bid) and action.contract.closed and phase.bid is not None and phase.bid.level == 9:
            yield "auction: over-nine"
        if isinstance(action, Bid) and action.contract is not MISERE and before.table.lowest_level > 6:
            yield "auction: out-with-seven"
    if isinstance(action, TimeUp):
        yield f"time-up: {STAGES[type(phase)]}"
        return
    if isinstance(phase, Exchange) and isinstance(action, Back | Plays | Refuse | GiveUp):
        yield f"exchange: {action.word.removeprefix('plays-')}"
    if isinstance(phase, Helping):
        yield f"help: {phase.among.index(action.to) + 1}-of-{len(phase.among)}"
    if isinstance(action, Annul | Stand):
        yield f"slip: {action.word}"
    elif isinstance(phase, Defence):
        yield f"{phase.asks}: {action.word.partition('-')[0]}"
        if phase.begun and phase.asks == "doubt":
            yield f"doubt after the declarer's lead: {action.word}"
        elif phase.begun or phase.past:
            yield f"{phase.asks} in play: {action.word.partition('-')[0]}"
        if phase.asks == "look":
            yield f"hands seen: {len(phase.game.looked)}"
        if isinstance(action, Open) and action.hand == before.table.dealer and before.table.players == 4:
            yield "dealer's: both-hands"
    if isinstance(phase, Tricks) and action.hand == DUMMY:
        yield f"dummy's: {'card' if phase.trick else 'lead'}"
    if isinstance(phase, Raspasy):
        yield f"raspasy of the series: {before.table.series + 1}"
    for event in step.events:
        if isinstance(event.data, Closed):
            yield from written(event.data, step.state)
            yield from multiplied(event.data, before, step.state)


def written(closed: Closed, after: State) -> Iterator[str]:
    """How a deal came out, and what was written for it."""
    result, reasons = closed.result, {line.reason.code: dict(line.reason.params) for line in closed.lines}
    if result.partner:
        where = "shared in the dark" if result.dark else "shared"
        yield f"{where}: {'believed' if result.tricks is None else 'caught' if 'caught' in reasons else 'made'}"
    yield from (f"written: {code}" for code in reasons)
    if result.contract is not None:
        failed = reasons.keys() & {"without", "caught"}
        word = "unplayed" if result.tricks is None else "failed" if failed else "made"
        yield f"{result.kind if result.kind in ('giveup', 'annulled') else word}: {result.contract}"
    elif result.tricks and after.table.players == 4 and result.tricks[result.dealer - 1]:
        yield "dealer's: trick"
    if reasons.get("raspasy", {}).get("amnesty", "0") != "0":
        yield "sheet: amnesty"
    if any(points >= 10 for points in after.table.sheet.pool):
        yield "sheet: closed"


def multiplied(closed: Closed, before: State, after: State) -> Iterator[str]:
    """What a deal was multiplied by, and what became of bombs."""
    for line in closed.lines:
        yield from (f"multiplied: {k}-{v}" for k, v in line.reason.params if k in ("bomb", "dark"))
    if closed.result.dark and closed.result.kind == "raspasy":
        yield f"raspasy after passes in the dark: {before.table.dark_passes + 1}"
    declarer = closed.result.declarer
    if before.table.bombs and declarer and before.table.bombs[declarer - 1]:
        yield f"bomb: {'kept' if after.table.bombs == before.table.bombs else 'destroyed'}"
    elif sum(map(len, after.table.bombs)) > sum(map(len, before.table.bombs)):
        yield "bomb: earned"
