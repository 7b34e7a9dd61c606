"""Records played: a log becomes a record, a record is played through the rules again, and its cards are checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.game import deal as deals
from bot.game import forms, rules
from bot.game.actions import DUMMY, Action, Cut, Deck, Help, Play, Ready, TimeUp
from bot.game.errors import NotationError, PreferansError, RecordError
from bot.game.notation import DealRecord, Record
from bot.game.possible import completed, why_impossible
from bot.game.proposals import OF_THE_TABLE
from bot.game.scoring import Result
from bot.game.state import Between, Cards, Closed, Deal, Ended, State, Step, Tricks, new_table


def record(start: State, actions: Iterable[Action], names: tuple[str, ...]) -> Record:
    """The record of a log: what happened since `start`, deals that are not finished left out."""
    state, found = start, list[DealRecord]()
    since: list[Action] = []
    for a in actions:
        step = rules.advance(state, a)
        since.append(a)
        state = step.state
        closed = next((e.data for e in step.events if e.kind == "deal_closed"), None)
        if isinstance(closed, Closed):
            found.append(_recorded(closed.deal, since, forms.score_text(closed.lines)))
            since = []
    if isinstance(state.phase, Ended) and since:
        if found and not found[-1].log and not _talked(since):  # by the clock, between deals: written with the last one
            found[-1] = replace(found[-1], actions=(TimeUp(0), *found[-1].actions))
        else:
            found.append(_logged(state.phase.broken or _undealt(state, since), since))
    table = start.table
    natural = tuple(range(1, table.players + 1))
    order = () if table.order == natural else table.order
    began = table.players if table.players < len(names) else 0
    return Record(table.agreement, names, tuple(found), tuple(sorted(table.computers)), order, began)


def _talked(actions: Iterable[Action]) -> bool:
    """Whether people have talked of more than cards."""
    return any(isinstance(a, OF_THE_TABLE) for a in actions)


def _undealt(state: State, since: Iterable[Action]) -> Deal:
    """The deal that was not dealt any more, for its dealer and its deck."""
    deck = next((a for a in since if isinstance(a, Deck)), None)
    return Deal(state.table.deals + 1, state.table.dealer, 0, (), (), (), deck, None)


def _recorded(deal: Deal, since: Sequence[Action], score: str) -> DealRecord:
    """A deal with what has happened since the one before.

    Some calls are made after a card (`next_of`): written before all cards, they are put back by replay. When the clock
    struck during a deal says nothing: that is written first.
    """
    if _talked(since):
        return replace(_logged(deal, since), score=score)
    tokens = (a for a in since if not isinstance(a, Deck | Cut | Ready))
    actions = _calls_first(sorted(tokens, key=lambda a: not isinstance(a, TimeUp)))
    return replace(_cards_of(deal), cut=deal.cut, actions=actions, score=score)


def _logged(deal: Deal, since: Sequence[Action]) -> DealRecord:
    """A deal with everything since the one before, as it happened."""
    cut = next((a for a in reversed(since) if isinstance(a, Cut)), None)
    return replace(_cards_of(deal), cut=cut, log=tuple(since))


def _cards_of(deal: Deal) -> DealRecord:
    if deal.deck is not None:
        return DealRecord(deal.dealer, deal.deck, deals.commitment(deal.deck))
    return DealRecord(deal.dealer, cards=(tuple(h for h in deal.hands if h), deal.talon) if deal.hands else None)


def _calls_first(tokens: Iterable[Action]) -> tuple[Action, ...]:
    """All calls, then all cards, each in their order."""
    return tuple(sorted(tokens, key=lambda a: isinstance(a, Play)))


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a replay: where in the record, the action (None for a result), and what it led to."""

    place: str
    action: Action | None
    step: Step


def replay(record: Record) -> Iterator[Moment]:
    """Plays a record through `apply`. Raises RecordError at the first token or score that does not hold."""
    first = record.deals[0].dealer if record.deals else 1  # nobody joins before the first deal
    try:
        state = new_table(record.agreement, record.began, first, record.computers, record.order)
    except PreferansError as error:
        raise RecordError("agreement", str(error)) from None
    for number, deal in enumerate(record.deals, 1):
        place = f"deal {number}"
        if isinstance(state.phase, Ended):
            raise RecordError(place, "the pulka had ended before it")
        if deal.dealer != state.table.dealer and not deal.log:
            raise RecordError(place, f"dealer: {state.table.dealer} deals, not {deal.dealer}")
        if deal.broken_off and deal.deck is None and deal.cards is None and deal.result is None and not deal.log:
            return
        scored = False
        for moment in _replayed(place, state, deal):
            state = moment.step.state
            scored = scored or any(e.kind == "deal_closed" for e in moment.step.events)
            if state.deal is not None and state.deal.dealer != deal.dealer:
                raise RecordError(place, f"dealer: {state.deal.dealer} deals, not {deal.dealer}")
            yield moment
        if deal.broken_off:
            return
        if scored and deal.score is not None:
            assert isinstance(state.phase, Between | Ended) and state.phase.last is not None
            _compare(place, deal.score, forms.score_text(state.phase.last.lines))
        elif not scored and (
            deal.score is not None or (not isinstance(state.phase, Ended) and number < len(record.deals))
        ):
            raise RecordError(place, "the deal is not finished")


def _replayed(place: str, state: State, deal: DealRecord) -> Iterator[Moment]:
    if deal.result is not None:
        if wrong := why_impossible(state.table, deal.result):
            raise RecordError(f"{place}, result", wrong)
        yield Moment(place, None, entered(state, deal.result))
        return
    if deal.cards is not None:
        step = dealt_by_hand(state, *deal.cards)
        yield Moment(place, None, step)
        state = step.state
    elif not deal.log:
        for a in _opening(state, deal):
            step = _applied(place, state, a)
            yield Moment(place, a, step)
            state = step.state
    waiting = list(deal.log or deal.actions)
    for n in range(1, len(waiting) + 1):
        if deal.broken_off and not deal.log and _lacking(waiting, state):
            return
        a = waiting.pop(0 if deal.log else next_of(waiting, state))
        step = _applied(f"{place}, token {n} ({a.token})", state, a)
        yield Moment(f"{place}, token {n}", a, step)
        state = step.state


def _lacking(waiting: Sequence[Action], state: State) -> bool:
    """Whether what happened next is not among the actions left: it stood in a line that cannot be read."""
    if isinstance(state.phase, Tricks) and state.phase.game.asks_after:
        return not any(isinstance(a, Play) for a in waiting)
    return all(isinstance(a, Help) for a in waiting)


def next_of(waiting: Sequence[Action], state: State) -> int:
    """Which of the actions left of a deal happened next.

    Calls stand before cards in a record. Where the defenders have still to answer after some cards, on a misere that
    the declarer leads or in light play that is laid down later, those cards come before the calls that are left. Whom a
    surplus helps is chosen when the last card has been played.
    """
    if isinstance(state.phase, Tricks) and state.phase.game.asks_after:
        return next((i for i, a in enumerate(waiting) if isinstance(a, Play)), 0)
    return next((i for i, a in enumerate(waiting) if not isinstance(a, Help)), 0)


def _opening(state: State, deal: DealRecord) -> Iterator[Action]:
    """Deck and cut, and between them everybody's "ready", which a record leaves out."""
    assert deal.deck is not None
    yield deal.deck
    yield from (Ready(s) for s in state.table.people if deal.cut is None or s != deal.cut.hand)
    if deal.cut is not None:
        yield deal.cut


def dealt_by_hand(state: State, hands: tuple[Cards, ...], talon: Cards) -> Step:
    """The next deal with given cards: three hands in seat order, a dummy's last, and the talon in the order in which
    raspasy turns it."""
    playing = sorted(state.table.hands, key=lambda h: (h == DUMMY, h))
    by_seat = dict(zip(playing, hands, strict=True))
    three = tuple(by_seat[s] for s in state.table.hands)
    return deals.begin(replace(state, deal=deals.lay(state.table, three, talon)))


def entered(state: State, result: Result) -> Step:
    """The next deal entered as a possible result (`possible.why_impossible`): it was played with real cards."""
    deal = Deal(state.table.deals + 1, state.table.dealer, 0, (), (), (), None, None)
    return deals.finish(replace(state, deal=deal), completed(state.table, result))


def _applied(place: str, state: State, a: Action) -> Step:
    try:
        return rules.apply(state, a)
    except PreferansError as error:
        raise RecordError(place, str(error)) from None


def _compare(place: str, written: str, computed: str) -> None:
    try:
        same = forms.score_text(forms.score(written)) == computed
    except NotationError as error:
        raise RecordError(place, str(error)) from None
    if not same:
        raise RecordError(place, f"score: the record has {written[:200]!r}, by the rules it is {computed!r}")


def verify(record: Record) -> tuple[str, ...]:
    """Whether each deal's cards were fixed before the cut: one finding a deal, for example `deal 2: proven, 3 cut 17`.

    Replays the record first (RecordError). A deck whose hash differs from the one published is `WRONG`.
    """
    dealt = {m.step.state.deal.number for m in replay(record) if m.step.state.deal}
    return tuple(f"deal {n}: {_finding(deal, n in dealt)}" for n, deal in enumerate(record.deals, 1))


def _finding(deal: DealRecord, dealt: bool) -> str:
    if deal.deck is None:
        return "not proven: no deck is recorded" if dealt or not deal.log else "not dealt"
    if deals.commitment(deal.deck) != deal.commitment:
        return "WRONG: the deck is not the one whose hash was published"
    if not dealt:
        return "not dealt: the deck is the one whose hash was published"
    if deal.cut is None:
        return "not proven: nobody cut"
    return f"proven: the deck stood before seat {deal.cut.hand} cut {deal.cut.count} cards"
