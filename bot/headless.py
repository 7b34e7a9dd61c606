"""A pulka of computer players alone: the sheet line by line, the settlement, and the record.

No Telegram and no database: decks, decisions and the rules, as the host puts them together for people.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot import plain, players
from bot.game import notation, replay, rules
from bot.game.actions import (
    Action,
    Alone,
    Believe,
    Catch,
    Dark,
    Deck,
    Decline,
    Half,
    Invite,
    Look,
    Open,
    Pass,
    Plays,
    Share,
    Whist,
)
from bot.game.agreement import Agreement
from bot.game.cards import DECK
from bot.game.state import Closed, Ended, State, Step, new_table
from bot.game.view import view

STRAINS = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts", "n": "no trumps"}
ANSWERS: dict[type[Action], str] = {
    Whist: "{seat} whists",
    Pass: "{seat} passes",
    Half: "{seat} half a whist",
    Look: "{seat} looks at the hand of {at}",
    Open: "light",
    Dark: "dark",
    Catch: "{seat} catches",
    Believe: "{seat} believes",
    Invite: "{seat} invites the dealer",
    Alone: "{seat} plays alone",
    Share: "{seat} shares",
    Decline: "{seat} declines",
}


def play(*, seats: Sequence[str], agreement: Agreement, seed: int | None, record: Path) -> Iterator[str]:
    """Play a pulka by an agreement that so many can play, and not by time; yield what to print; write the record at
    the end.

    The same seed gives the same pulka; without one, chance decides. The iterator raises OSError when the record cannot
    be written: before a card is dealt, if its folder takes no file. An earlier file stays until the record is whole.
    """
    part = record.with_name(record.name + ".part")
    part.touch()
    try:
        yield from _pulka(seats, agreement, seed, part)
        part.replace(record)
    finally:
        part.unlink(missing_ok=True)
    yield f"The record is in {record}."


def _pulka(seats: Sequence[str], agreement: Agreement, seed: int | None, part: Path) -> Iterator[str]:
    """From the first deal to the settlement; writes the record to `part`."""
    chance = secrets.SystemRandom() if seed is None else random.Random(seed)
    everybody = range(1, len(seats) + 1)
    start = new_table(agreement, len(seats), chance.choice(everybody), everybody)
    names = tuple(f"{kind.capitalize()} {seat}" for seat, kind in enumerate(seats, 1))
    by = "by chance" if seed is None else f"seed {seed}"
    yield f"{', '.join(names)}; {agreement.code}; {by}."
    log: list[Action] = []
    state, said = start, []
    while not isinstance(state.phase, Ended):
        action, step = _next(state, chance)
        log.append(action)
        said.append(action)
        state = step.state
        for event in step.events:
            if isinstance(event.data, Closed):
                yield from _deal(event.data, said, state)
                said = []
    assert isinstance(state.phase, Ended)
    yield ""
    yield from plain.settlement(state.phase.settlement, state.table, names)
    part.write_text(notation.dumps(replay.record(start, log, names)), encoding="utf-8")


def _next(state: State, chance: random.Random) -> tuple[Action, Step]:
    """What happens next: a deck is drawn, or a computer decides."""
    asked = rules.asked(state)
    if asked:
        action = players.choose(view(state, next(iter(asked))))
    else:
        action = Deck(0, tuple(chance.sample(DECK, len(DECK))), f"{chance.getrandbits(256):064x}")
    return action, rules.apply(state, action)


def _deal(closed: Closed, said: list[Action], state: State) -> Iterator[str]:
    """A finished deal: what was played and answered, the tricks, the lines written, the sheet as it stands."""
    result = closed.result
    if result.contract is None:
        what = f"raspasy (the {plain.ordinal(result.step)} of the series)"
    else:
        name = STRAINS.get(result.contract.strain, "")
        what = f"{result.declarer} plays {result.contract.level} {name}" if name else f"{result.declarer} plays misere"
    parts = [what, *_answers(said)]
    if result.tricks is None:
        parts.append("not played out")
    else:
        parts.append("tricks " + ", ".join(f"{seat}: {n}" for seat, n in enumerate(result.tricks, 1)))
    yield f"\nDeal {closed.deal.number}, dealer {closed.deal.dealer}: {'; '.join(parts)}."
    yield f"  {'; '.join(map(plain.entry, closed.lines)) or 'nothing is written'}"
    yield from plain.standing(state.table.sheet)


def _answers(said: list[Action]) -> list[str]:
    """What was said after the contract was named."""
    named = next((i for i, action in enumerate(said) if isinstance(action, Plays)), len(said))
    return [
        ANSWERS[type(action)].format(seat=action.hand, at=getattr(action, "at", 0))
        for action in said[named:]
        if type(action) in ANSWERS
    ]
