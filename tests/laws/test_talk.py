"""People undo, pause, leave, come back, join and end it while they play, by any agreement: all laws hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.game import rules
from bot.game.proposals import Chair
from bot.game.state import Ended, Raspasy, State, Tricks, left, new_table
from tests.aimed import Turn, pulka, start
from tests.laws.laws import hold
from tests.laws.pairs import companies

SHARDS = 8
TALK = 0.15
HELPS = {"help_target": "choice", "pool_target": "5"}


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_laws_hold_whatever_people_do_about_the_table(shard: int):
    for n, (agreement, players) in enumerate(companies()[0][shard :: SHARDS * 2]):
        rng = Random(f"{shard} {n}")
        computers = rng.sample(range(1, players + 1), rng.choice((0, 0, 1)))
        begun = new_table(agreement, players, rng.randint(1, players), computers)
        hold(begun, pulka(begun, rng, deals=3, talk=TALK), rng)


def talkative(seed: int, players: int = 3, **options: str) -> list[Turn]:
    begun = start(players, **options)
    return list(pulka(begun, Random(seed), deals=8, talk=TALK))


def test_everything_that_people_do_about_a_table_occurs():
    said = Counter[str]()
    for seed in range(30):
        for turn in talkative(seed):
            said[turn.action.word] += 1
            said["undone"] += undone(turn)
            said[came_of_a_claim(turn)] += 1
            said["begun by the chair"] += (
                isinstance(turn.action, Chair) and turn.step.state.deal is not turn.before.deal
            )
            if isinstance(turn.step.state.phase, Ended):
                said[f"{turn.step.state.phase.how}, broken {turn.step.state.phase.broken is not None}"] += 1
    words = {"undo", "pause", "resume", "finish", "agree", "object", "withdraw", "end", "join-4", "deal"}
    words |= {f"claim-{n}" for n in range(9)}
    words |= {f"{what}-{at}" for what in ("computer", "person", "replace") for at in (1, 2, 3)}
    assert words <= set(said)
    assert said["undone"] > 20
    assert {"claim agreed", "claim refused"} <= set(said)
    assert said["begun by the chair"]
    assert {"consent, broken True", "chair, broken True"} <= set(said)


def came_of_a_claim(turn: Turn) -> str:
    offer = turn.before.offer
    if offer is None or offer.kind != "claim":
        return ""
    if turn.step.state.deal is None and turn.action.word == "agree":
        return "claim agreed"
    return "claim refused" if turn.action.word == "object" else ""


def undone(turn: Turn) -> bool:
    """Whether a decision has been taken back by this turn."""
    before, after = turn.before, turn.step.state
    return after.phase is not before.phase and turn.action.word in ("undo", "agree") and after.deal is before.deal


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_taken_back_had_been_so_and_was_decided_by_a_person(players: int, seed: int):
    """One voluntary action of the asker at most lies between, the rest was of computers or could not be otherwise."""
    states = dict[int, State]()
    for turn in talkative(seed, players):
        states[turn.before.seq] = turn.before
        if undone(turn) and turn.before.deal is not None:
            memory, after = turn.before.undoable, turn.step.state
            then = states[memory.number - 1]
            assert after.phase == replace(then.phase, since=after.seq)
            assert after.deal == then.deal
            assert after.table == turn.before.table
            assert after.undoable is None
            assert memory.seat in turn.before.table.people
            assert rules.actor(then, memory.action) == memory.seat


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_claim_that_is_agreed_to_ends_the_deal_with_its_tricks(players: int, seed: int):
    for turn in talkative(seed, players):
        offer, phase = turn.before.offer, turn.before.phase
        if came_of_a_claim(turn) == "claim agreed" and isinstance(phase, Tricks | Raspasy):
            assert sum(offer.tricks) == 10
            assert all(after >= before for after, before in zip(offer.tricks, phase.taken, strict=True))
            (closed,) = (e.data for e in turn.step.events if e.kind == "deal_closed")
            assert sum(closed.result.tricks) == 10


def test_a_closed_deal_leaves_its_table_and_nothing_else():
    """What waits for consent when a deal ends has lapsed: a restart goes on from the table that is stored."""
    lapsed = Counter[str]()
    for seed in range(20):
        for turn in talkative(seed, **HELPS if seed % 2 else {}):
            closed = next((e.data for e in turn.step.events if e.kind == "deal_closed"), None)
            after = turn.step.state
            if closed is not None and not isinstance(after.phase, Ended):
                assert after == left(after.table, after.seq, closed), f"after {turn.action}"
                lapsed[turn.before.offer.kind if turn.before.offer else ""] += 1
    assert {"pause", "claim"} <= set(lapsed)
