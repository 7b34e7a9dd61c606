"""A pulka of computer players alone: the sheet line by line, the settlement, and the record.

No Telegram and no database: decks, decisions and the rules, as the host puts them together for people.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from bot import players
from bot.game import notation, replay, rules
from bot.game.actions import Action, Believe, Catch, Dark, Deck, Half, Look, Open, Pass, Plays, Seat, Whist
from bot.game.cards import DECK
from bot.game.conventions import REGISTRY
from bot.game.presets import preset
from bot.game.sheet import Line, Points, Sheet
from bot.game.state import Closed, Ended, State, Step, new_table
from bot.game.view import view

POOLS = tuple(int(option) for option in REGISTRY["pool_target"].options if option.isdecimal())
"""Points that a pool may be agreed to take."""
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
}


def play(*, seats: Sequence[str], pulka: int, seed: int | None, record: Path) -> Iterator[str]:
    """Play a Sochi pulka with `pulka` points in each pool; yield what to print; write the record at the end.

    The same seed gives the same pulka; without one, chance decides. The iterator raises OSError when the record cannot
    be written.
    """
    chance = secrets.SystemRandom() if seed is None else random.Random(seed)
    agreement = preset("sochi").but(pool_target=str(pulka))
    everybody = range(1, len(seats) + 1)
    start = new_table(agreement, len(seats), chance.choice(everybody), everybody)
    names = tuple(f"{kind.capitalize()} {seat}" for seat, kind in enumerate(seats, 1))
    yield f"{', '.join(names)}; Sochi, pools of {pulka}; {'by chance' if seed is None else f'seed {seed}'}."
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
    yield from _settlement(state, names)
    record.write_text(notation.dumps(replay.record(start, log, names)), encoding="utf-8")
    yield f"The record is in {record}."


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
        what = f"raspasy (the {_ordinal(result.step)} of the series)"
    else:
        name = STRAINS.get(result.contract.strain, "")
        what = f"{result.declarer} plays {result.contract.level} {name}" if name else f"{result.declarer} plays misere"
    parts = [what, *_answers(said)]
    if result.tricks is None:
        parts.append("not played out")
    else:
        parts.append("tricks " + ", ".join(f"{seat}: {n}" for seat, n in enumerate(result.tricks, 1)))
    yield f"\nDeal {closed.deal.number}, dealer {closed.deal.dealer}: {'; '.join(parts)}."
    yield f"  {'; '.join(map(_entry, closed.lines)) or 'nothing is written'}"
    yield from _sheet(state.table.sheet)


def _answers(said: list[Action]) -> list[str]:
    """What was said after the contract was named."""
    named = next((i for i, action in enumerate(said) if isinstance(action, Plays)), len(said))
    return [
        ANSWERS[type(action)].format(seat=action.hand, at=getattr(action, "at", 0))
        for action in said[named:]
        if type(action) in ANSWERS
    ]


def _entry(line: Line) -> str:
    """One line of the sheet and why it was written."""
    where = f"whists on {line.on}" if line.on else line.column
    numbers = ", ".join(f"{name} {value}" for name, value in line.reason.params)
    why = line.reason.code.replace("_", " ") + (f": {numbers}" if numbers else "")
    return f"{line.seat} {where} {_signed(line.amount)} ({why})"


def _sheet(sheet: Sheet) -> Iterator[str]:
    seats: Sequence[Seat] = range(1, len(sheet.pool) + 1)
    yield "  seat  pool  hill  " + "  ".join(f"whists on {on}" for on in seats)
    for seat in seats:
        whists = sheet.whists[seat - 1]
        columns = ["-" if on == seat else str(whists[on - 1]) for on in seats]
        pool, hill = sheet.pool[seat - 1], sheet.hill[seat - 1]
        yield f"  {seat:>4}  {pool!s:>4}  {hill!s:>4}  " + "  ".join(f"{c:>11}" for c in columns)


def _settlement(state: State, names: Sequence[str]) -> Iterator[str]:
    assert isinstance(state.phase, Ended)
    settled = state.phase.settlement
    yield f"\nThe pulka is over after {state.table.deals} deals. In whists:"
    for name, exact, shown in zip(names, settled.exact, settled.shown, strict=True):
        yield f"  {name}: {_signed(shown)}" + (f" (exactly {_signed(exact)})" if exact != shown else "")


def _signed(amount: Points | Fraction) -> str:
    return f"+{amount}" if amount > 0 else str(amount)


def _ordinal(n: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th")
