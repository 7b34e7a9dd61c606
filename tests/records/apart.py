"""What a record shows of house rules: where it would have gone another way had another option been agreed.

`shown.txt` says for every option that can be played which record shows it, beside which other option, and in which
deal. `python -m tests.records.options` adds to it what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from bot.game import rules
from bot.game.conventions import REGISTRY
from bot.game.errors import RecordError
from bot.game.notation import Record, loads
from bot.game.proposals import Chair, Fine
from bot.game.replay import replay
from bot.game.state import State
from bot.game.view import view
from bot.screens.frame import Frame
from bot.screens.hand import hand
from bot.screens.sheet import progress
from bot.screens.words import Words
from tests.game.test_differences import wakes
from tests.laws.test_house_rules import playable

HERE = Path(__file__).parent
FILE = HERE / "shown.txt"
Word = tuple[str, str]
"""A key and one of its options."""
Trail = Iterable[tuple[str, object]]
"""Every place of a record, and what is looked at there."""


def comes_to(state: State) -> object:
    """What has come of the game so far, and what may be done next; the agreement itself is not looked at."""
    table = state.table
    left = table.sheet, table.dealer, table.series, table.lowest_level, table.bombs, table.dark_passes, table.forced
    of_no_seat = [rules.admits(state, a) for a in (Chair(0, "join", table.players + 1), Fine(0, table.order[0]))]
    return state.phase, state.deal, rules.legal(state), rules.asked(state), of_no_seat, left


def known(state: State) -> object:
    """What each seat and the group may know."""
    views = (view(state, viewer) for viewer in (None, *state.table.order))
    return [replace(seen, table=replace(seen.table, agreement=None)) for seen in views]


def on_screen(state: State) -> object:
    """What the hands' screens say, and the sheet's of how the pulka ends."""
    names = {seat: f"P{seat}" for seat in state.table.order}
    hands = [hand(Frame(view(state, seat), 1, names, "T", "en")).text for seat in state.table.order]
    return progress(Words("en"), state.table), hands


BY_THE_HOST = frozenset({"time_per_action", "time_bank", "on_timeout", "next_deal", "first_dealer"})
"""What only the host keeps: no record goes another way for it, it can but be in force in one."""
Look = Callable[[State], object]
LOOKS: dict[str, Look] = {"play": comes_to, "view": known, "screen": on_screen}
"""Where a difference may show, the quickest look first."""


@dataclass(frozen=True)
class Shown:
    """The record that shows an option: in that deal it parts from what `other` would have made of it."""

    record: str
    deal: str
    other: str
    """Empty where it is merely in force: no other option can be played, or the host alone keeps the key."""
    look: str


def released() -> list[Word]:
    """Every option that can be played, of every key that means something while only such options are agreed."""
    return [(key, o) for key, c in sorted(REGISTRY.by_key.items()) if not c.awaits and wakes(key) for o in played(key)]


def played(key: str) -> list[str]:
    return [option for option in REGISTRY[key].options if option not in REGISTRY[key].unplayed]


@cache
def read(name: str) -> Record:
    """The golden record of that name."""
    return loads((HERE / f"{name}.pref").read_text(encoding="utf-8"))


def shown() -> dict[Word, Shown]:
    """What `shown.txt` says."""
    found = dict[Word, Shown]()
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            word, record, deal, other, look = (*(part.strip() for part in line.split("|")), "", "", "")[:5]
            key, _, option = word.partition("=")
            found[key, option] = Shown(record, deal, other, look)
    return found


def trail(record: Record, look: Look) -> Iterator[tuple[str, object]]:
    """The record looked at, place by place. Raises RecordError where it does not replay."""
    for moment in replay(record):
        yield moment.place, look(moment.step.state)


def parting(record: Record, own: Trail, key: str, other: str, look: Look) -> str:
    """The deal in which the record, whose `own` trail that is, goes another way under `other`; empty: in none."""
    agreement = record.agreement.but(**{key: other})
    if not playable(agreement, record.began):
        return ""
    theirs = trail(replace(record, agreement=agreement), look)
    try:
        parted = next((place for (place, mine), (_, its) in zip(own, theirs, strict=False) if mine != its), "")
    except RecordError as error:
        parted = str(error.params["place"])
    return parted.partition(",")[0]
