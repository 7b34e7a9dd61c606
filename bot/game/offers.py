"""What people decide about the table besides cards: they offer, and it happens when everybody who is asked agrees.

Undo, pause, resume, to finish the pulka, a claim. An offer does not stop play, but a claim does; one objection drops
it. Only people are asked, the offerer excepted; with nobody to ask it takes effect at once. While the table is paused
nothing is asked but whether to go on. What is not agreed to when a deal ends has lapsed.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game import claims
from bot.game import deal as deals
from bot.game.action import Action, Seat
from bot.game.errors import NothingOffered, NothingToUndo, NotNow, OfferOpen, Paused, Refusal
from bot.game.offer import Offer, Talk
from bot.game.proposals import Agree, Answer, Claim, Finish, Object, Pause, Proposal, Resume, Undo, Withdraw
from bot.game.state import Between, Ended, Question, Raspasy, State, Step, Tricks


def proposals(state: State) -> tuple[Action, ...]:
    """What seats may offer now, or answer to what is offered."""
    if isinstance(state.phase, Ended):
        return ()
    offer = state.offer
    if offer is not None:
        answers = tuple(kind(seat) for seat in offer.waiting for kind in (Agree, Object))
        return (*answers, Withdraw(offer.by))
    people = state.table.people
    if state.paused:
        return tuple(Resume(seat) for seat in people)
    undo = state.undoable
    undoing = (Undo(undo.seat),) if undo is not None and undo.seat in people else ()
    return (*undoing, *(kind(seat) for kind in (Pause, Finish) for seat in people), *claims.claims(state))


def offered(state: State) -> dict[Seat, Question]:
    """The question of each seat that has still to answer an offer; it may be open beside the seat's question about the
    cards."""
    offer = state.offer
    return {seat: Question(offer.number, offer.kind) for seat in offer.waiting} if offer is not None else {}


def number(state: State, action: Action) -> int:
    """The number of what an action about the table would speak to: the offer's, of a new one that of the last talk, of
    an undo at least that of what it takes back, of a claim at least that of the card before it."""
    offer, undo = state.offer, state.undoable
    if isinstance(action, Answer):
        return offer.number if offer is not None and _answers(offer, action) else -1
    if isinstance(action, Undo) and undo is not None:
        return max(state.talk.number, undo.number)
    if isinstance(action, Claim):
        return max(state.talk.number, state.phase.since)
    return state.talk.number


def _answers(offer: Offer, action: Answer) -> bool:
    """Whether it is for this seat to say that: who has agreed, has answered."""
    return action.hand == offer.by if isinstance(action, Withdraw) else action.hand in offer.waiting


def refusal(state: State, action: Action) -> Refusal:
    """Why an offer or an answer to one is not possible now."""
    offer = state.offer
    if isinstance(action, Answer):
        return NothingOffered()
    if offer is not None:
        return OfferOpen(seat=offer.by)
    if state.paused:
        return Paused()
    if isinstance(action, Undo):
        return NothingToUndo()
    return claims.refusal(state, action) if isinstance(action, Claim) else NotNow()


def advance(state: State, action: Action) -> Step:
    """Opens an offer, or takes an answer to it."""
    seq = state.seq + 1
    offer = state.offer
    if isinstance(action, Claim):
        return _claimed(state, action, seq)
    if isinstance(action, Proposal):
        waiting = tuple(seat for seat in state.table.people if seat != action.hand)
        undo = state.undoable
        said = undo.word if isinstance(action, Undo) and undo is not None else ""
        return settled(state, Offer(action.word, action.hand, seq, waiting, said), seq)
    assert offer is not None
    if isinstance(action, Agree):
        return settled(state, without(offer, action.hand), seq)
    assert isinstance(action, Object | Withdraw)
    return Step(replace(state, seq=seq, talk=state.talk.refused(action.hand, seq)))


def _claimed(state: State, claim: Claim, seq: int) -> Step:
    """The claimer's cards lie open, whatever the others say; nothing can be taken back past that."""
    phase, by = state.phase, claim.hand
    assert isinstance(phase, Tricks | Raspasy)
    concerned = claims.concerned(state, phase, by)
    waiting = tuple(seat for seat in state.table.people if seat in concerned)
    offer = Offer("claim", by, seq, waiting, str(claim.count), claims.shares(state, by, claim.count))
    return settled(replace(state, phase=claims.shown(state, by), undoable=None), offer, seq)


def lapsed(talk: Talk) -> Talk:
    """What people talk of when nothing can be taken back any more."""
    return replace(talk, offer=None) if talk.offer is not None and talk.offer.kind == "undo" else talk


def without(offer: Offer, seat: Seat) -> Offer:
    """The offer when `seat` has not to answer it any more."""
    return replace(offer, waiting=tuple(s for s in offer.waiting if s != seat))


def settled(state: State, offer: Offer, seq: int) -> Step:
    """The step of action `seq` after which an offer stands like this: it waits, or it takes effect."""
    talk = state.talk
    if offer.waiting:
        number = seq if offer.number == seq else talk.number
        return deals.go_on(replace(state, seq=seq, talk=replace(talk, offer=offer, number=number, fallen=None)))
    if offer.kind == "undo":
        return _undone(state, seq)
    if offer.kind == "claim":
        step = claims.ended(replace(state, seq=seq - 1), offer)
        return step if isinstance(step.state.phase, Between | Ended) else _still(step, talk.about(None, seq))
    if offer.kind == "finish":
        return deals.break_off(state, "consent")
    return deals.go_on(replace(state, seq=seq, talk=talk.about(None, seq, paused=offer.kind == "pause")))


def _still(step: Step, talk: Talk) -> Step:
    """The step with what people talk of beside it."""
    return Step(step.state.completed(talk, None), step.events)


def _undone(state: State, seq: int) -> Step:
    """The table as it was before the decision; the question that it answered is asked anew, under a new number. What
    has become of the table since (a fine, a seat that changed hands) stays."""
    undo = state.undoable
    assert undo is not None
    phase = replace(undo.phase, since=seq)
    return Step(replace(state, phase=phase, seq=seq, talk=state.talk.about(None, seq), undoable=None))
