"""A replay told in lines: each deal's hands, auction, contract, answers, tricks and score; or step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from bot import plain
from bot.game import raspasy
from bot.game.actions import Action, Drop, GiveUp, Help, Play, Plays, Seat, TimeUp
from bot.game.cards import hand_text, takes
from bot.game.forms import result_text
from bot.game.proposals import OF_THE_TABLE, Agree, Begin, Chair, Fine, Proposal, Undo
from bot.game.replay import Moment
from bot.game.settlement import Settlement
from bot.game.sheet import Line
from bot.game.state import (
    Auction,
    Between,
    Cards,
    Closed,
    Deal,
    Defence,
    Ended,
    Exchange,
    Helping,
    Raspasy,
    State,
    Trick,
    Tricks,
)
from bot.game.view import STAGES


class Telling:
    """What has been said of the deal in progress, until it is told."""

    def __init__(self, names: Sequence[str], steps: bool = False) -> None:
        self.names, self.steps = names, steps
        self._said: list[str] = []
        self._marks: dict[int, int] = {}
        """How much had been said before an action, by its seq: an undo goes back to there."""
        self._before: State | None = None

    def next(self, moment: Moment) -> list[str]:
        """The lines of the next moment of a replay."""
        before, self._before = self._before, moment.step.state
        return list(self._lines(before, moment))

    def _lines(self, before: State | None, moment: Moment) -> Iterator[str]:
        action, state = moment.action, moment.step.state
        if state.deal and not (before and before.deal):
            yield from _dealt(state.deal)
        if self.steps and action:
            yield f"  {action.token[:20]}"
        if before and action:
            yield from self._about_the_table(before, action, state)
            if not isinstance(action, OF_THE_TABLE):
                yield from self._told(before, action, state)
        if before and state.deal is None and isinstance(action, Play) and isinstance(before.phase, Tricks | Raspasy):
            yield _last_trick(before, before.phase, action)
        for event in moment.step.events:
            if event.kind == "trick_taken":
                winner, trick = cast(tuple[Seat, Trick], event.data)
                yield _trick(len(state.phase.past), trick, winner)  # type: ignore[union-attr]
            if isinstance(event.data, Closed):
                yield from _closed(event.data, state)
            if event.kind == "lines_written":
                yield from (f"  written  {plain.entry(line)}" for line in cast(tuple[Line, ...], event.data))
            if isinstance(event.data, Settlement):
                yield ""
                yield from plain.settlement(event.data, state.table, self.names)
        if self.steps:
            yield from _state(state)

    def _told(self, before: State, action: Action, state: State) -> Iterator[str]:
        """What has been said, once all of its kind has been said."""
        if isinstance(action, TimeUp):
            yield "  the time is up"
            return
        if isinstance(action, Help):
            yield f"  help     {action.hand} to {action.to}"
            return
        if not isinstance(action, Play | Drop) and not isinstance(before.phase, Between):
            self._marks[state.seq] = len(self._said)
            self._said.append(f"{action.hand} {action.word.replace('-', ' ')}")
        if isinstance(before.phase, Auction) and not isinstance(state.phase, Auction):
            yield f"  auction  {', '.join(self._taken())}"
        if isinstance(action, Plays):
            dropped = before.phase.dropped  # type: ignore[union-attr]
            yield f"  contract {', '.join(self._taken())}; {f'dropped {_row(dropped)}' if dropped else 'talon closed'}"
        if isinstance(action, GiveUp):
            yield f"  contract {', '.join(self._taken())}"
        if isinstance(before.phase, Defence) and not isinstance(state.phase, Defence):
            yield f"  answers  {', '.join(self._taken())}"

    def _about_the_table(self, before: State, action: Action, state: State) -> Iterator[str]:
        """What people have said of the table, and what came of it."""
        if not isinstance(action, OF_THE_TABLE):
            return
        yield f"  table    {_said_of_the_table(action)}"
        offer = state.offer or before.offer
        agreed = isinstance(action, Proposal | Agree | Chair) and state.offer is None
        undone = before.undoable
        if isinstance(action, Proposal) and offer is not None:
            yield f"           asked: {' '.join(map(str, offer.waiting))}" + (f"; {offer.said}" if offer.said else "")
        if agreed and undone is not None and state.undoable is None and _is_undo(action, before):
            del self._said[self._marks.get(undone.number, len(self._said)) :]
            yield f"  undone   {undone.seat} {undone.word}"
        if before.paused != state.paused and not isinstance(action, Chair):
            yield f"  {'pause' if state.paused else 'goes on'}"
        if isinstance(state.phase, Ended) and state.phase.broken is not None:
            yield f"  broken off: deal {state.phase.broken.number} counts for nothing"

    def _taken(self) -> list[str]:
        said, self._said = self._said, []
        return said


CHAIR = {
    "end": "the pulka is ended",
    "pause": "the table rests",
    "resume": "the table goes on",
    "computer": "a computer plays {at}",
    "person": "a person plays {at} again",
    "replace": "another person takes over {at}",
    "join": "a fourth joins as {at}",
}


def _said_of_the_table(action: Action) -> str:
    if isinstance(action, Chair):
        return f"chair: {CHAIR[action.what].format(at=action.at)}"
    if isinstance(action, Fine):
        return f"clock: {action.at} is over the time"
    if isinstance(action, Begin):
        return "clock: the next deal begins"
    return f"{action.hand} {'offers' if isinstance(action, Proposal) else 'says'} {action.word.replace('-', ' ')}"


def _is_undo(action: Action, before: State) -> bool:
    return isinstance(action, Undo) or (before.offer is not None and before.offer.kind == "undo")


def _dealt(deal: Deal) -> Iterator[str]:
    yield ""
    yield f"Deal {deal.number}, dealer {deal.dealer}."
    for seat in deal.playing:
        yield f"  hand {seat}   {hand_text(deal.hands[seat - 1])}"
    yield f"  talon    {_row(deal.talon)}"


def _row(cards: Cards) -> str:
    return " ".join(c.text for c in cards)


def _trick(number: int, trick: Trick, winner: Seat) -> str:
    return f"  trick {number:<2} {' '.join(f'{hand}:{c}' for hand, c in trick)}, taken by {winner}"


def _closed(closed: Closed, state: State) -> Iterator[str]:
    """How the deal came out, and what was written."""
    result = closed.result
    if not closed.deal.playing:
        yield ""
        yield f"Deal {closed.deal.number}, dealer {closed.deal.dealer}."
    yield f"  result   {result_text(result)}"
    yield f"  score    {_joined(map(plain.entry, closed.lines)) or 'nothing is written'}"
    yield from plain.standing(state.table.sheet)


def _last_trick(before: State, phase: Tricks | Raspasy, action: Play) -> str:
    """The trick that ended a deal; where the hussar's dummy plays by itself its last card may be the last of all."""
    trick = (*phase.trick, (action.hand, action.card))
    played = raspasy.played_hands(before) if isinstance(phase, Raspasy) else ()
    missing = set(played) - {hand for hand, _ in trick}
    trick += tuple((hand, phase.hands[hand - 1][0]) for hand in missing)
    trump = phase.game.contract.trump if isinstance(phase, Tricks) else None
    winner = trick[takes([c for _, c in trick], trick[0][1].suit, trump)][0]
    return _trick(len(phase.past) + 1, trick, winner)


def _joined(parts: Iterable[str]) -> str:
    return "\n           ".join(parts)


def _state(state: State) -> Iterator[str]:
    """Where a deal stands: whose turn it is, the hands, what lies on the table and what was taken."""
    phase, deal = state.phase, state.deal
    if deal is None or isinstance(phase, Between | Helping | Ended):
        yield f"    {STAGES[type(phase)]}, {state.table.deals} deals closed"
        return
    turn = phase.declarer if isinstance(phase, Exchange) else phase.turn
    asks = f", asked: {phase.asks}" if isinstance(phase, Defence) else ""
    yield f"    {STAGES[type(phase)]}, turn of {turn}{asks}"
    hands = deal.hands if isinstance(phase, Auction) else phase.hands
    for seat in deal.playing:
        yield f"      hand {seat}  {hand_text(hands[seat - 1])}"
    if isinstance(phase, Exchange) and phase.dropped:
        yield f"      dropped {_row(phase.dropped)}"
    if isinstance(phase, Defence) and (phase.begun or phase.past):
        yield f"      table {' '.join(f'{hand}:{c}' for hand, c in phase.begun) or '-'}"
    if not isinstance(phase, Auction | Exchange | Defence):
        table = " ".join(f"{hand}:{c}" for hand, c in phase.trick) or "-"
        suit = f" (led by {phase.shown})" if isinstance(phase, Raspasy) and phase.shown else ""
        yield f"      table {table}{suit}; taken {'-'.join(map(str, phase.taken))}"
